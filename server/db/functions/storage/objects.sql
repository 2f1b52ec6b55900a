-- A row begins to use this blob: its note goes, in the same transaction. The collector holds the note while it removes the bytes, so one of
-- both has it (docs/decisions/0123-the-note-of-a-blob-decides.md).
create or replace function storage.forget_orphan() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from storage.orphan_blobs o where o.blob_id = new.blob_id;
  return null;
end $$;

create or replace function storage.remember_orphan() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into storage.orphan_blobs (blob_id) values (old.blob_id)
  on conflict (blob_id) do update set orphaned_at = now();
  return null;
end $$;

create or replace function storage.foldername(name text) returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select (string_to_array(name, '/'))[1 : greatest(array_length(string_to_array(name, '/'), 1) - 1, 0)]
$$;
grant execute on function storage.foldername(text) to public;

create or replace function storage.filename(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;
grant execute on function storage.filename(text) to public;

create or replace function storage.extension(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select nullif(substring(storage.filename(name) from '\.([^.]*)$'), '')
$$;
grant execute on function storage.extension(text) to public;
