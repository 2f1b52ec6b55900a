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

insert into storage.buckets (id, name, public) values ('encrypted-files', 'encrypted-files', false);

alter table storage.buckets enable row level security, force row level security;
create policy buckets_read on storage.buckets for select to authenticated using (true);
create policy buckets_service on storage.buckets for all to service_role, current_user using (true) with check (true);
create trigger buckets_audit after insert or delete or update on storage.buckets
  for each row execute function audit.record_change('config_change', 'medium', 'id');
grant select on storage.buckets to anon, authenticated;
grant select, insert, update, delete on storage.buckets to service_role;

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
alter table storage.objects enable row level security, force row level security;
-- Everyone owns the folder named after their id in the bucket of sealed files.
create policy files_read on storage.objects for select to authenticated
  using (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy files_update on storage.objects for update to authenticated
  using (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy files_delete on storage.objects for delete to authenticated
  using (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy objects_service on storage.objects for all to service_role, current_user using (true) with check (true);
create policy files_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] = (select auth.uid())::text
              and (select authz.tenant()) is not null);
create policy objects_proven on storage.objects as restrictive for all to authenticated using ((select authz.is_proven()));
create policy files_read_team on storage.objects for select to authenticated
  using (bucket_id = 'encrypted-files' and (select exists (select authz.team_spaces())) and authz.reads_team_object(name));
create policy files_team_fixed on storage.objects as restrictive for update to authenticated
  using (not authz.is_team_object(name));
create policy files_team_kept on storage.objects as restrictive for delete to authenticated
  using (not authz.is_team_object(name));
create policy files_read_shared on storage.objects for select to authenticated
  using (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] is distinct from (select auth.uid())::text
         and authz.is_object_shared(name));
create trigger objects_orphan_on_delete after delete on storage.objects
  for each row execute function storage.remember_orphan();
create trigger objects_orphan_on_replace after update of blob_id on storage.objects
  for each row when (old.blob_id is distinct from new.blob_id) execute function storage.remember_orphan();
create trigger objects_audit after insert or delete or update on storage.objects
  for each row execute function audit.record_change('data_access', 'low', 'id');
create trigger objects_count after insert or delete or update of owner, size_bytes
  on storage.objects for each row execute function storage.count_object();
grant select on storage.objects to anon;
grant select, insert, update, delete on storage.objects to authenticated, service_role;

-- Blobs whose object is gone; the collector deletes the bytes later (two-phase, see server/storage/collector.ts).
create table storage.orphan_blobs (
  blob_id     uuid        primary key,
  orphaned_at timestamptz not null default now()
);
grant select, insert, update, delete on storage.orphan_blobs to service_role;

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
alter table storage.uploads enable row level security, force row level security;
create policy uploads_own on storage.uploads for all to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
create policy uploads_service on storage.uploads for all to service_role, current_user using (true) with check (true);
create policy uploads_proven on storage.uploads as restrictive for all to authenticated using ((select authz.is_proven()));
create trigger uploads_count after insert or delete or update of owner, size_bytes, object_id
  on storage.uploads for each row execute function storage.count_upload();
create trigger uploads_limit after insert on storage.uploads referencing new table as added
  for each statement execute function authz.limit_rows('owner', 5000);
grant select, insert, update, delete on storage.uploads to authenticated, service_role;

create table storage.upload_parts (
  upload_id uuid    not null references storage.uploads (id) on delete cascade,
  part      integer not null,
  primary key (upload_id, part)
);
alter table storage.upload_parts enable row level security, force row level security;
create policy upload_parts_own on storage.upload_parts for all to authenticated
  using (exists (select from storage.uploads u where u.id = upload_id and u.owner = (select auth.uid())));
create policy upload_parts_service on storage.upload_parts for all to service_role, current_user using (true) with check (true);
create policy upload_parts_proven on storage.upload_parts as restrictive for all to authenticated using ((select authz.is_proven()));
grant select, insert, update, delete on storage.upload_parts to authenticated, service_role;

-- Written by the server when it starts: whose subscriptions count, and bytes per plan; null is without a limit.
create table storage.quota_settings (
  is_only  boolean primary key default true constraint quota_settings_one check (is_only),
  provider text    not null,
  limits   jsonb   not null
);
alter table storage.quota_settings enable row level security, force row level security;
create policy quota_settings_service on storage.quota_settings for all to current_user using (true) with check (true);
revoke all on storage.quota_settings from public, anon, authenticated, service_role;

-- Bytes that count for a person: objects, and what unfinished uploads announced. The total is `usage` plus the changes
-- since: a change is an insert, so that two uploads of one person never wait for the same row.
create table storage.usage (
  owner uuid   primary key,
  bytes bigint not null
);
alter table storage.usage enable row level security, force row level security;
create policy usage_service on storage.usage for all to current_user using (true) with check (true);
revoke all on storage.usage from public, anon, authenticated, service_role;

create table storage.usage_changes (
  id    bigint generated always as identity primary key,
  owner uuid   not null,
  bytes bigint not null,
  made  xid8   not null default pg_current_xact_id()
);
create index usage_changes_owner_idx on storage.usage_changes (owner, id);
alter table storage.usage_changes enable row level security, force row level security;
create policy usage_changes_service on storage.usage_changes for all to current_user using (true) with check (true);
create constraint trigger usage_changes_quota after insert on storage.usage_changes
  deferrable initially deferred for each row when (new.bytes > 0) execute function storage.keep_quota();
revoke all on storage.usage_changes from public, anon, authenticated, service_role;
