create table public.folders (
  id               uuid        primary key default gen_random_uuid(),
  user_id          uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  tenant_id        uuid        not null references public.tenants (id),
  space_id         uuid        references public.spaces (id) on delete cascade,
  space_epoch      integer,
  parent_folder_id uuid        references public.folders (id) on delete cascade,
  -- Sealed by the app; a plain API client without a vault may store what it likes.
  name             text        not null constraint folders_name_length check (length(name) between 1 and 4096),
  version          integer     not null default 1,
  created_at       timestamptz not null default now(),
  trashed_at       timestamptz,
  is_starred       boolean     not null default false,
  team_space_id    uuid        references public.spaces (id) on delete restrict
);
create index folders_user_idx on public.folders (user_id);
create index folders_parent_idx on public.folders (parent_folder_id);
create index folders_trashed_idx on public.folders (trashed_at) where trashed_at is not null;
create index folders_team_idx on public.folders (team_space_id) where team_space_id is not null;
alter table public.folders enable row level security, force row level security;
create policy folders_own on public.folders for all to authenticated
  using (user_id = (select auth.uid()) and team_space_id is null)
  with check (user_id = (select auth.uid()) and team_space_id is null and tenant_id = (select authz.tenant())
              and (space_id is null or exists (select from public.spaces s where s.id = space_id))
              and (parent_folder_id is null or public.owns_folder(parent_folder_id)));
create policy folders_service on public.folders for all to service_role, current_user using (true) with check (true);
create policy folders_proven on public.folders as restrictive for all to authenticated using ((select authz.is_proven()));
create trigger folders_tenant before insert on public.folders for each row execute function authz.default_tenant();
create trigger folders_audit after insert or delete or update on public.folders
  for each row execute function audit.record_change('data_access', 'low', 'id');
create trigger folders_release_unsigned_files before delete on public.folders
  for each row execute function public.release_unsigned_files();
create trigger folders_refuse_circle before insert or update of parent_folder_id on public.folders
  for each row when (new.parent_folder_id is not null) execute function public.refuse_folder_circle();
create trigger folders_stamp_trash before insert or update of trashed_at on public.folders
  for each row execute function public.stamp_trash();
create trigger folders_guard_team before insert or update on public.folders
  for each row execute function public.guard_team_folder();
create trigger folders_limit after insert on public.folders referencing new table as added
  for each statement execute function authz.limit_rows('user_id', 100000);
create trigger realtime_hint_insert after insert on public.folders referencing new table as changed
  for each statement execute function realtime.hint('files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id');
create trigger realtime_hint_update after update on public.folders referencing new table as changed
  for each statement execute function realtime.hint('files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id');
create trigger realtime_hint_delete after delete on public.folders referencing old table as changed
  for each statement execute function realtime.hint('files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id');
create trigger realtime_insert after insert on public.folders referencing new table as changed
  for each statement execute function realtime.announce('user_id', 'id');
create trigger realtime_update after update on public.folders referencing new table as changed
  for each statement execute function realtime.announce('user_id', 'id');
create trigger realtime_delete after delete on public.folders referencing old table as changed
  for each statement execute function realtime.announce('user_id', 'id');
grant select, insert, update, delete on public.folders to authenticated, service_role;

create table public.tags (
  id          uuid        primary key default gen_random_uuid(),
  user_id     uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  tenant_id   uuid        not null references public.tenants (id),
  space_id    uuid        references public.spaces (id) on delete cascade,
  space_epoch integer,
  name        text        not null constraint tags_name_length check (length(name) between 1 and 4096),
  color       text        not null default '#6366f1'
                            constraint tags_color check (color in ('#6366f1', '#8b5cf6', '#06b6d4', '#10b981',
                                                                   '#f59e0b', '#ef4444', '#ec4899', '#84cc16')),
  version     integer     not null default 1,
  created_at  timestamptz not null default now()
);
create index tags_user_idx on public.tags (user_id);
alter table public.tags enable row level security, force row level security;
create policy tags_own on public.tags for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.tenant())
              and (space_id is null or exists (select from public.spaces s where s.id = space_id)));
create policy tags_service on public.tags for all to service_role, current_user using (true) with check (true);
create policy tags_proven on public.tags as restrictive for all to authenticated using ((select authz.is_proven()));
create trigger tags_tenant before insert on public.tags for each row execute function authz.default_tenant();
create trigger tags_audit after insert or delete or update on public.tags
  for each row execute function audit.record_change('data_access', 'low', 'id');
create trigger tags_limit after insert on public.tags referencing new table as added
  for each statement execute function authz.limit_rows('user_id', 2000);
create trigger realtime_insert after insert on public.tags referencing new table as changed
  for each statement execute function realtime.announce('user_id', 'id');
create trigger realtime_update after update on public.tags referencing new table as changed
  for each statement execute function realtime.announce('user_id', 'id');
create trigger realtime_delete after delete on public.tags referencing old table as changed
  for each statement execute function realtime.announce('user_id', 'id');
grant select, insert, update, delete on public.tags to authenticated, service_role;

create table public.file_records (
  id                 uuid        primary key default gen_random_uuid(),
  user_id            uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  tenant_id          uuid        not null references public.tenants (id),
  -- A folder that holds sealed files is not deleted: each of their manifests names it. Delete the files as well (delete_forever), or move
  -- them first. Not `restrict`: an account goes with its folders and files in one statement.
  folder_id          uuid        references public.folders (id) on delete no action,
  file_name          text        not null,
  original_name      text        not null constraint file_records_name_length check (length(original_name) between 1 and 8192),
  file_size          bigint      not null constraint file_records_size_not_negative check (file_size >= 0),
  mime_type          text        not null,
  encryption_key     text        not null,
  bucket_id          text        not null default 'encrypted-files'
                                   constraint file_records_bucket check (bucket_id = 'encrypted-files'),
  storage_path       text        not null,
  is_encrypted       boolean     not null default true,
  is_shared          boolean     not null default false,
  space_id           uuid        references public.spaces (id) on delete restrict,
  space_epoch        integer,
  content_id         uuid,
  version            integer     not null default 1,
  manifest           text,
  manifest_signature text,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  last_accessed      timestamptz,
  trashed_at         timestamptz,
  is_starred         boolean     not null default false,
  -- Name, type and size once more, under a key that follows from the file's own: what people with a grant read.
  shared_record      text        constraint file_records_shared_record_length check (length(shared_record) between 1 and 8192),
  team_space_id      uuid        references public.spaces (id) on delete restrict,
  -- The transaction that wrote the row last. A reader's cursor is the oldest transaction that was still running when it read:
  -- what commits later carries that number or a higher one, whatever the clocks say and whoever commits first.
  changed            bigint      not null default 0,
  -- Hashes of a file's sealed segments, 32 bytes each, base64url, for content of more than one segment. They need no trust: a reader
  -- computes the root over them and compares it with the signed manifest. Lists leave them out.
  segment_hashes     text        constraint file_records_segment_hashes
                                   check (length(segment_hashes) between 86 and 8388608 and segment_hashes ~ '^[A-Za-z0-9_-]+$'),
  -- A record can never point at nothing: the object is durable first and cannot leave before the record.
  constraint file_records_object_fkey foreign key (bucket_id, storage_path)
    references storage.objects (bucket_id, name) on delete restrict on update cascade,
  constraint file_records_object_once unique (bucket_id, storage_path)
);
-- Newest first per person, for the files tab.
create index file_records_user_time_idx on public.file_records (user_id, created_at desc, id desc);
create index file_records_folder_idx on public.file_records (folder_id);
-- For the job that empties the trash.
create index file_records_trashed_idx on public.file_records (trashed_at) where trashed_at is not null;
-- Newest first per space, for its page.
create index file_records_team_time_idx on public.file_records (team_space_id, created_at desc, id desc)
  where team_space_id is not null;
-- A page of a space, newest first or oldest first; and the changes of a space, with what counts them.
create index file_records_space_time_idx on public.file_records (space_id, created_at desc, id desc);
create index file_records_space_changed_idx on public.file_records (space_id, changed) include (user_id);
alter table public.file_records enable row level security, force row level security;
create policy file_records_own on public.file_records for all to authenticated
  using (user_id = (select auth.uid()) and team_space_id is null)
  with check (user_id = (select auth.uid()) and team_space_id is null and tenant_id = (select authz.tenant())
              and (storage.foldername(storage_path))[1] = (select auth.uid())::text
              and (space_id is null or exists (select from public.spaces s where s.id = space_id))
              and (folder_id is null or exists (select from public.folders f where f.id = folder_id)));
create policy file_records_service on public.file_records for all to service_role, current_user using (true) with check (true);
create policy file_records_proven on public.file_records as restrictive for all to authenticated using ((select authz.is_proven()));
create trigger file_records_owner_access after insert on public.file_records
  for each row execute function public.grant_owner_access();
create trigger file_records_tenant before insert on public.file_records for each row execute function authz.default_tenant();
create trigger file_records_audit after insert or delete or update on public.file_records
  for each row execute function audit.record_change('data_access', 'low', 'id');
create trigger file_records_stamp_trash before insert or update of trashed_at on public.file_records
  for each row execute function public.stamp_trash();
create trigger file_records_is_shared before insert or update of is_shared on public.file_records
  for each row execute function public.derive_is_shared();
create trigger file_records_keep_version after update of content_id on public.file_records
  for each row when (old.content_id is distinct from new.content_id) execute function public.keep_version();
create trigger file_records_guard_team before insert or update on public.file_records
  for each row execute function public.guard_team_file();
create trigger file_records_accept_delivery after insert on public.file_records
  for each row execute function public.accept_delivery();
create trigger file_records_stamp_change before insert or update on public.file_records
  for each row execute function public.stamp_change();
create trigger file_records_note_removal after delete on public.file_records
  for each row when (old.space_id is not null) execute function public.note_removal();
create trigger file_records_note_departure after update of space_id on public.file_records
  for each row when (old.space_id is not null and old.space_id is distinct from new.space_id)
  execute function public.note_removal();
create trigger file_records_refuse_kept before insert or update of storage_path on public.file_records
  for each row execute function public.refuse_kept_content();
create trigger file_records_next_version before update on public.file_records
  for each row when (old.manifest is not null) execute function public.require_next_version();
create trigger realtime_hint_insert after insert on public.file_records referencing new table as changed
  for each statement execute function realtime.hint('files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id');
create trigger realtime_hint_update after update on public.file_records referencing new table as changed
  for each statement execute function realtime.hint('files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id');
create trigger realtime_hint_delete after delete on public.file_records referencing old table as changed
  for each statement execute function realtime.hint('files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id');
create trigger realtime_insert after insert on public.file_records referencing new table as changed
  for each statement execute function realtime.announce('user_id', 'id');
create trigger realtime_update after update on public.file_records referencing new table as changed
  for each statement execute function realtime.announce('user_id', 'id');
create trigger realtime_delete after delete on public.file_records referencing old table as changed
  for each statement execute function realtime.announce('user_id', 'id');
create trigger file_records_format before insert or update of manifest on public.file_records
  for each row when (new.manifest like '%"v":1,%') execute function public.refuse_format_1('manifest');
-- What may change after a file is stored; its content, key and owner only through a new version.
-- Other content for the same file, in one statement with its new manifest.
grant select, insert, delete, update (folder_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path, is_shared,
  space_epoch, content_id, version, manifest, manifest_signature, updated_at, last_accessed, trashed_at, is_starred, shared_record,
  segment_hashes) on public.file_records to authenticated;
grant select, insert, update, delete on public.file_records to service_role;

create table public.file_tags (
  file_id    uuid        not null references public.file_records (id) on delete cascade,
  tag_id     uuid        not null references public.tags (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (file_id, tag_id)
);
create index file_tags_tag_idx on public.file_tags (tag_id);
alter table public.file_tags enable row level security, force row level security;
create policy file_tags_own on public.file_tags for all to authenticated
  using (exists (select from public.file_records f where f.id = file_id))
  with check (exists (select from public.file_records f where f.id = file_id)
              and exists (select from public.tags t where t.id = tag_id));
create policy file_tags_service on public.file_tags for all to service_role, current_user using (true) with check (true);
create policy file_tags_proven on public.file_tags as restrictive for all to authenticated using ((select authz.is_proven()));
create trigger file_tags_audit after insert or delete or update on public.file_tags
  for each row execute function audit.record_change('data_access', 'low', 'file_id');
create trigger file_tags_limit after insert on public.file_tags referencing new table as added
  for each statement execute function authz.limit_rows('file_id', 200);
grant select, insert, update, delete on public.file_tags to authenticated, service_role;

create table public.file_versions (
  id                 uuid        primary key default gen_random_uuid(),
  file_id            uuid        not null references public.file_records (id) on delete cascade,
  user_id            uuid        not null references auth.users (id) on delete cascade,
  version            integer     not null,
  original_name      text        not null,
  mime_type          text        not null,
  file_size          bigint      not null,
  encryption_key     text        not null,
  space_id           uuid        not null references public.spaces (id) on delete restrict,
  space_epoch        integer     not null,
  content_id         uuid        not null,
  bucket_id          text        not null,
  storage_path       text        not null,
  manifest           text        not null,
  manifest_signature text        not null,
  replaced_at        timestamptz not null default now(),
  team_space_id      uuid        references public.spaces (id) on delete restrict,
  segment_hashes     text,
  constraint file_versions_object_fkey foreign key (bucket_id, storage_path)
    references storage.objects (bucket_id, name) on delete restrict on update cascade,
  constraint file_versions_object_once unique (bucket_id, storage_path)
);
create index file_versions_file_idx on public.file_versions (file_id, replaced_at desc);
create index file_versions_user_idx on public.file_versions (user_id);
create index file_versions_space_idx on public.file_versions (space_id);
-- For the job that ends them.
create index file_versions_replaced_idx on public.file_versions (replaced_at);
create index file_versions_team_idx on public.file_versions (team_space_id) where team_space_id is not null;
alter table public.file_versions enable row level security, force row level security;
create policy file_versions_proven on public.file_versions as restrictive for all to authenticated
  using ((select authz.is_proven()));
create policy file_versions_read on public.file_versions for select to authenticated
  using (user_id = (select auth.uid()) and team_space_id is null);
create policy file_versions_delete on public.file_versions for delete to authenticated
  using (user_id = (select auth.uid()) and team_space_id is null);
create policy file_versions_service on public.file_versions for all to service_role, current_user using (true) with check (true);
create trigger file_versions_drop_object after delete on public.file_versions
  for each row execute function public.drop_version_object();
create trigger file_versions_audit after insert or delete on public.file_versions
  for each row execute function audit.record_change('data_access', 'low', 'file_id');
create trigger file_versions_mark_team before insert on public.file_versions
  for each row execute function public.mark_team_version();
grant select, delete on public.file_versions to authenticated;
grant select, insert, update, delete on public.file_versions to service_role;

-- Files that left a space. Old entries go after a while; a device that missed them finds that its count is wrong and reads anew.
create table public.file_removals (
  space_id   uuid        not null references public.spaces (id) on delete cascade,
  file_id    uuid        not null,
  changed    bigint      not null,
  removed_at timestamptz not null default now(),
  primary key (space_id, file_id)
);
create index file_removals_changed_idx on public.file_removals (space_id, changed);
-- For the job that ends them.
create index file_removals_time_idx on public.file_removals (removed_at);
alter table public.file_removals enable row level security, force row level security;
create policy file_removals_proven on public.file_removals as restrictive for all to authenticated
  using ((select authz.is_proven()));
-- Whoever sees the space sees what left it.
create policy file_removals_read on public.file_removals for select to authenticated
  using (exists (select from public.spaces s where s.id = space_id));
create policy file_removals_service on public.file_removals for all to service_role, current_user using (true) with check (true);
grant select on public.file_removals to authenticated;
grant select, insert, update, delete on public.file_removals to service_role;
