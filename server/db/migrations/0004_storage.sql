-- Breaks nothing: buckets, objects and resumable uploads. Bytes live outside the database under storage.objects.blob_id.
create table storage.buckets (
  id                 text        primary key,
  name               text        not null constraint buckets_name_key unique,
  owner              uuid,
  owner_id           text,
  public             boolean     not null default false,
  file_size_limit    bigint      constraint buckets_limit_positive check (file_size_limit > 0),
  allowed_mime_types text[],
  type               text        not null default 'STANDARD',
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);

create table storage.objects (
  id               uuid        primary key default gen_random_uuid(),
  bucket_id        text        not null references storage.buckets (id) on delete restrict,
  name             text        not null,
  owner            uuid        default auth.uid(),
  owner_id         text        default auth.uid()::text,
  version          uuid        not null default gen_random_uuid(),
  -- Name of the immutable blob in the backend; null only for an empty folder marker.
  blob_id          uuid        not null default gen_random_uuid(),
  size_bytes       bigint      not null default 0 constraint objects_size_not_negative check (size_bytes >= 0),
  -- SHA-256 of the bytes in hex.
  checksum         text        not null default '',
  metadata         jsonb       not null default '{}',
  user_metadata    jsonb       not null default '{}',
  path_tokens      text[]      generated always as (string_to_array(name, '/')) stored,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  constraint objects_bucket_name_key unique (bucket_id, name)
);

-- Blobs whose object is gone; the collector deletes the bytes later (two-phase, see server/storage/collector.ts).
create table storage.orphan_blobs (
  blob_id     uuid        primary key,
  orphaned_at timestamptz not null default now()
);

create function storage.remember_orphan() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into storage.orphan_blobs (blob_id) values (old.blob_id)
  on conflict (blob_id) do update set orphaned_at = now();
  return null;
end $$;
create trigger objects_orphan_on_delete after delete on storage.objects
  for each row execute function storage.remember_orphan();
create trigger objects_orphan_on_replace after update of blob_id on storage.objects
  for each row when (old.blob_id is distinct from new.blob_id) execute function storage.remember_orphan();

-- One resumable upload (TUS 1.0.0). With `part_bytes` set, parts of that size may arrive in any order; upload_parts then
-- says which are durable. A finished upload stays until it expires, so that a client whose answer was lost can ask again.
create table storage.uploads (
  id            uuid        primary key default gen_random_uuid(),
  bucket_id     text        not null references storage.buckets (id) on delete cascade,
  name          text        not null,
  owner         uuid        default auth.uid(),
  is_upsert     boolean     not null default false,
  size_bytes    bigint      not null,
  offset_bytes  bigint      not null default 0,
  part_bytes    integer,
  -- Bytes in front of the first part that belong to it: a file's header, so that parts end where segments end.
  head_bytes    integer     not null default 0,
  content_type  text        not null default 'application/octet-stream',
  cache_control text        not null default 'no-cache',
  user_metadata jsonb       not null default '{}',
  object_id     uuid,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  constraint uploads_offset_within check (offset_bytes between 0 and size_bytes)
);
create index uploads_expiry_idx on storage.uploads (expires_at);

create table storage.upload_parts (
  upload_id uuid    not null references storage.uploads (id) on delete cascade,
  part      integer not null,
  primary key (upload_id, part)
);

create function storage.foldername(name text) returns text[]
  language sql immutable parallel safe set search_path = ''
  return (string_to_array(name, '/'))[1 : greatest(array_length(string_to_array(name, '/'), 1) - 1, 0)];
create function storage.filename(name text) returns text
  language sql immutable parallel safe set search_path = ''
  return (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)];
create function storage.extension(name text) returns text
  language sql immutable parallel safe set search_path = ''
  return nullif(substring(storage.filename(name) from '\.([^.]*)$'), '');

insert into storage.buckets (id, name, public) values ('encrypted-files', 'encrypted-files', false);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.uploads enable row level security;
alter table storage.upload_parts enable row level security;

create policy buckets_read on storage.buckets for select to authenticated using (true);

-- Everyone owns the folder named after their id in the bucket of sealed files.
create policy files_read on storage.objects for select to authenticated
  using (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy files_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy files_update on storage.objects for update to authenticated
  using (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy files_delete on storage.objects for delete to authenticated
  using (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy uploads_own on storage.uploads for all to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
create policy upload_parts_own on storage.upload_parts for all to authenticated
  using (exists (select from storage.uploads u where u.id = upload_id and u.owner = (select auth.uid())));

grant select on storage.buckets to anon, authenticated;
grant select on storage.objects to anon;
grant select, insert, update, delete on storage.objects, storage.uploads, storage.upload_parts to authenticated;
