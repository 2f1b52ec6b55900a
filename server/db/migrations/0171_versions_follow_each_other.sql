-- Changes what an update of a signed file may do: its manifest gives way only to the next version, so that somebody who may write in
-- a space cannot put an earlier one back under its author's name. What is not signed (stars, the trash, last use) is free.
create function public.require_next_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
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
create trigger file_records_next_version before update on public.file_records
  for each row when (old.manifest is not null) execute function public.require_next_version();
revoke execute on function public.require_next_version() from public;
