-- Only what was signed can be opened as a version.
create or replace function public.is_kept_as_version(file public.file_records) returns boolean
  language sql immutable set search_path = ''
as $$
  select (file).manifest is not null and (file).space_id is not null and (file).content_id is not null
$$;

-- Keeps what is replaced, in the transaction that replaces it. A version that comes back leaves the list of its own file. Links hand over
-- one content with its checksum; a visitor would be refused the other one, so they end; a link to several files keeps opening the others.
create or replace function public.keep_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if public.is_kept_as_version(old) then
    insert into public.file_versions (file_id, user_id, version, original_name, mime_type, file_size, encryption_key, space_id,
                                      space_epoch, content_id, bucket_id, storage_path, manifest, manifest_signature, segment_hashes)
    values (old.id, old.user_id, old.version, old.original_name, old.mime_type, old.file_size, old.encryption_key, old.space_id,
            old.space_epoch, old.content_id, old.bucket_id, old.storage_path, old.manifest, old.manifest_signature,
            old.segment_hashes);
  end if;
  delete from public.file_versions v
  where v.file_id = new.id and v.bucket_id = new.bucket_id and v.storage_path = new.storage_path;
  update public.share_links l set revoked_at = now() where l.file_id = new.id and l.revoked_at is null;
  update public.share_link_files m set ended_at = now() where m.file_id = new.id and m.ended_at is null;
  return null;
end $$;

-- The bytes go with the version, unless they are the file's own again. The collector removes them later.
create or replace function public.drop_version_object() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from storage.objects o
  where o.bucket_id = old.bucket_id and o.name = old.storage_path
    and not exists (select from public.file_records f where f.bucket_id = old.bucket_id and f.storage_path = old.storage_path);
  return null;
end $$;

-- The manifest of a signed file gives way only to the next version, so that somebody who may write in a space cannot put an earlier
-- one back under its author's name. What is not signed (stars, the trash, last use) is free.
create or replace function public.require_next_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  -- A key belongs to its content, wrapped for an epoch of its space; without either another one opens nothing.
  if auth.uid() is not null and new.content_id is not distinct from old.content_id
     and (new.encryption_key is distinct from old.encryption_key and new.space_epoch is not distinct from old.space_epoch
          or old.segment_hashes is not null and new.segment_hashes is distinct from old.segment_hashes) then
    raise exception 'the key of a file changes with its content, or with the key of its space' using errcode = 'check_violation';
  end if;
  if auth.uid() is null
     or (new.manifest, new.manifest_signature, new.version, new.content_id, new.storage_path)
        is not distinct from (old.manifest, old.manifest_signature, old.version, old.content_id, old.storage_path) then
    return new;
  end if;
  if new.manifest is null or new.manifest is not distinct from old.manifest or new.version <> old.version + 1
     or (new.manifest::jsonb ->> 'version')::integer is distinct from new.version then
    raise exception 'a signed file changes with the next version of its manifest' using errcode = 'check_violation';
  end if;
  return new;
end $$;
