-- Breaks clients from before: a manifest they write fixes no content, and is refused by newer ones (docs/decisions/0036).
-- Hashes of a file's sealed segments, 32 bytes each, base64url, for content of more than one segment. They need no trust: a reader
-- computes the root over them and compares it with the signed manifest. Lists leave them out.
alter table public.file_records add column segment_hashes text
  constraint file_records_segment_hashes check (length(segment_hashes) between 86 and 8388608 and segment_hashes ~ '^[A-Za-z0-9_-]+$');
alter table public.file_versions add column segment_hashes text;
alter table public.request_deliveries add column segment_hashes text
  constraint request_deliveries_segment_hashes
  check (length(segment_hashes) between 86 and 8388608 and segment_hashes ~ '^[A-Za-z0-9_-]+$');
grant update (segment_hashes) on public.file_records to authenticated;

-- As in 0101, with the hashes of what was there.
create or replace function public.keep_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if old.manifest is not null and old.space_id is not null and old.content_id is not null then
    insert into public.file_versions (file_id, user_id, version, original_name, mime_type, file_size, encryption_key, space_id,
                                      space_epoch, content_id, bucket_id, storage_path, manifest, manifest_signature, segment_hashes)
    values (old.id, old.user_id, old.version, old.original_name, old.mime_type, old.file_size, old.encryption_key, old.space_id,
            old.space_epoch, old.content_id, old.bucket_id, old.storage_path, old.manifest, old.manifest_signature,
            old.segment_hashes);
  end if;
  delete from public.file_versions v
  where v.file_id = new.id and v.bucket_id = new.bucket_id and v.storage_path = new.storage_path;
  update public.share_links l set revoked_at = now() where l.file_id = new.id and l.revoked_at is null;
  return null;
end $$;

-- As in 0101, each with one column more at its end.
create or replace view public.reachable_files with (security_barrier = true) as
  select f.id, f.user_id, f.tenant_id, f.folder_id, f.file_name, f.original_name, f.file_size, f.mime_type, f.encryption_key,
         f.bucket_id, f.storage_path, f.is_encrypted, f.is_shared, f.is_starred, f.space_id, f.space_epoch, f.content_id, f.version,
         f.manifest, f.manifest_signature, f.shared_record, f.created_at, f.updated_at, f.last_accessed, f.trashed_at,
         f.team_space_id, f.segment_hashes
  from public.file_records f
  where (f.team_space_id is null and f.user_id = (select auth.uid()) and (select authz.is_proven()))
     or f.team_space_id in (select authz.team_spaces());
create or replace view public.reachable_versions with (security_barrier = true) as
  select v.id, v.file_id, v.user_id, v.version, v.original_name, v.mime_type, v.file_size, v.encryption_key, v.space_id,
         v.space_epoch, v.content_id, v.bucket_id, v.storage_path, v.manifest, v.manifest_signature, v.replaced_at, v.team_space_id,
         v.segment_hashes
  from public.file_versions v
  where (v.team_space_id is null and v.user_id = (select auth.uid()) and (select authz.is_proven()))
     or v.team_space_id in (select authz.team_spaces());
create or replace view public.team_files with (security_barrier = true) as
  select f.id, f.user_id, f.tenant_id, f.folder_id, f.file_name, f.original_name, f.file_size, f.mime_type, f.encryption_key,
         f.bucket_id, f.storage_path, f.is_encrypted, f.is_shared, f.is_starred, f.space_id, f.space_epoch, f.content_id, f.version,
         f.manifest, f.manifest_signature, f.shared_record, f.created_at, f.updated_at, f.last_accessed, f.trashed_at,
         f.team_space_id, f.segment_hashes
  from public.file_records f
  where f.team_space_id in (select authz.team_spaces())
  with local check option;
grant insert (segment_hashes), update (segment_hashes) on public.team_files to authenticated;

-- As in 0077; the hashes only when one file is asked for, so that a list does not carry them.
drop function public.files_shared_with_me(uuid);
create function public.files_shared_with_me(file uuid default null)
  returns table (file_id uuid, owner_id uuid, owner_email text, first_name text, last_name text, statement text, signature text,
                 wrapped_key text, grant_text text, grant_signature text, shared_at timestamptz, expires_at timestamptz,
                 shared_record text, file_size bigint, version integer, content_id uuid, storage_path text, manifest text,
                 manifest_signature text, segment_hashes text)
  language sql stable security definer set search_path = ''
  begin atomic
    select f.id, f.user_id, u.email, p.first_name, p.last_name, b.statement, b.signature,
           a.wrapped_key, a.grant_text, a.grant_signature, a.created_at, a.expires_at,
           f.shared_record, f.file_size, f.version, f.content_id, f.storage_path, f.manifest, f.manifest_signature,
           case when files_shared_with_me.file is not null then f.segment_hashes end
    from public.file_access a
    join public.file_records f on f.id = a.file_id and f.user_id = a.granted_by
    join public.user_key_bundles b on b.user_id = f.user_id
    join auth.users u on u.id = f.user_id
    left join public.profiles p on p.user_id = f.user_id
    where a.user_id = auth.uid()
      and (a.expires_at is null or a.expires_at > now())
      and (files_shared_with_me.file is null or a.file_id = files_shared_with_me.file)
      and not public.is_in_trash(f) and (select authz.is_proven())
    order by a.created_at desc, a.file_id;
  end;
revoke execute on function public.files_shared_with_me(uuid) from public;
grant execute on function public.files_shared_with_me(uuid) to authenticated;
