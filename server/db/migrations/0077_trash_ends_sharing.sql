-- What lies in the trash opens for nobody else: links answer that they were ended, and people do not see the file. Links and
-- grants stay, so what is taken out of the trash is shared as before.

-- In the trash itself, or in a folder that is, at any depth.
create function public.is_in_trash(file public.file_records) returns boolean
  language sql stable security definer set search_path = ''
  return (file).trashed_at is not null or exists (
    with recursive above (id, parent_folder_id, trashed_at) as (
      select f.id, f.parent_folder_id, f.trashed_at from public.folders f where f.id = (file).folder_id
      union
      select f.id, f.parent_folder_id, f.trashed_at from public.folders f join above a on f.id = a.parent_folder_id
    )
    select from above a where a.trashed_at is not null
  );

-- A grant and a link of one file that end at the same moment, in two transactions, each saw the other alive: the file stayed
-- marked as shared. Whoever comes second waits for the row, and looks again.
create or replace function public.refresh_is_shared() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  file uuid := case when tg_op = 'DELETE' then old.file_id else new.file_id end;
begin
  perform from public.file_records f where f.id = file for no key update;
  update public.file_records f set is_shared = public.is_file_shared(file)
  where f.id = file and f.space_id is not null and f.is_shared is distinct from public.is_file_shared(file);
  return null;
end $$;

create or replace function public.files_shared_with_me(file uuid default null)
  returns table (file_id uuid, owner_id uuid, owner_email text, first_name text, last_name text, statement text, signature text,
                 wrapped_key text, grant_text text, grant_signature text, shared_at timestamptz, expires_at timestamptz,
                 shared_record text, file_size bigint, version integer, content_id uuid, storage_path text, manifest text,
                 manifest_signature text)
  language sql stable security definer set search_path = ''
  begin atomic
    select f.id, f.user_id, u.email, p.first_name, p.last_name, b.statement, b.signature,
           a.wrapped_key, a.grant_text, a.grant_signature, a.created_at, a.expires_at,
           f.shared_record, f.file_size, f.version, f.content_id, f.storage_path, f.manifest, f.manifest_signature
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

create or replace function public.shared_object_names() returns setof text
  language sql stable security definer set search_path = ''
  begin atomic
    select f.storage_path
    from public.file_access a
    join public.file_records f on f.id = a.file_id and f.user_id = a.granted_by
    where a.user_id = auth.uid() and a.granted_by is not null and (a.expires_at is null or a.expires_at > now())
      and not public.is_in_trash(f) and (select authz.is_proven());
  end;

revoke execute on function public.is_in_trash(public.file_records) from public;
grant execute on function public.is_in_trash(public.file_records) to service_role;
