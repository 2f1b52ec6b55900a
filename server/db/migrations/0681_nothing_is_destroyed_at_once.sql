-- Breaks nothing. What one request changes or deletes can be put back for a time
-- (docs/decisions/0194-nothing-is-destroyed-by-one-request.md).

-- When a file or folder came to where it is. Null: before this was noted.
alter table public.file_records add column placed_at timestamptz;
alter table public.folders add column placed_at timestamptz;

-- A version that somebody deleted, until its days in the trash are over.
alter table public.file_versions add column trashed_at timestamptz;
create index file_versions_trashed_idx on public.file_versions (trashed_at) where trashed_at is not null;

-- What a file or a folder was called, where it was and what was signed about it, before that was changed.
create table public.earlier_states (
  id            bigint      generated always as identity primary key,
  kind          text        not null constraint earlier_states_kind check (kind in ('file', 'folder')),
  item_id       uuid        not null,
  user_id       uuid        not null references auth.users (id) on delete cascade,
  team_space_id uuid        references public.spaces (id) on delete cascade,
  state         jsonb       not null,
  kept_at       timestamptz not null default clock_timestamp()
);
create index earlier_states_item_idx on public.earlier_states (item_id, kept_at);
create index earlier_states_user_idx on public.earlier_states (user_id, kept_at);
create index earlier_states_space_idx on public.earlier_states (team_space_id, kept_at) where team_space_id is not null;
create index earlier_states_time_idx on public.earlier_states (kept_at);
alter table public.earlier_states enable row level security, force row level security;
create policy earlier_states_service on public.earlier_states for all to service_role, current_user using (true) with check (true);
revoke all on public.earlier_states from public, anon, authenticated, service_role;

create or replace view public.reachable_versions with (security_barrier) as
  select id, file_id, user_id, version, original_name, mime_type, file_size, encryption_key, space_id, space_epoch, content_id, bucket_id,
         storage_path, manifest, manifest_signature, replaced_at, team_space_id, segment_hashes
  from public.file_versions v
  where v.trashed_at is null
    and (team_space_id is null and user_id = (select auth.uid()) and (select authz.is_proven())
         or team_space_id in (select authz.team_spaces()));

--! functions
create trigger file_records_stamp_place before insert or update of folder_id, placed_at on public.file_records
  for each row execute function public.stamp_place('folder_id');
create trigger folders_stamp_place before insert or update of parent_folder_id, placed_at on public.folders
  for each row execute function public.stamp_place('parent_folder_id');

create trigger file_records_keep_state after update on public.file_records
  for each row when (old.content_id is not distinct from new.content_id
                     and (old.original_name, old.mime_type, old.manifest, old.manifest_signature, old.encryption_key, old.space_epoch,
                          old.folder_id, old.segment_hashes, old.version)
                         is distinct from (new.original_name, new.mime_type, new.manifest, new.manifest_signature, new.encryption_key,
                                           new.space_epoch, new.folder_id, new.segment_hashes, new.version))
  execute function public.keep_earlier_state('file');
create trigger folders_keep_state after update on public.folders
  for each row when ((old.name, old.parent_folder_id, old.space_epoch, old.version)
                     is distinct from (new.name, new.parent_folder_id, new.space_epoch, new.version))
  execute function public.keep_earlier_state('folder');

create trigger file_versions_trash before delete on public.file_versions
  for each row execute function public.trash_version();

-- One function for all that loses something while changes are paused. Where triggers write the same rows for a change that is allowed, such as a
-- delivery that becomes a file, only what people write themselves is meant.
create trigger file_records_paused before delete or update of original_name, mime_type, manifest, manifest_signature, encryption_key, content_id,
  storage_path, segment_hashes, folder_id, version, file_name, file_size on public.file_records
  for each statement execute function threats.refuse_while_frozen();
create trigger folders_paused before delete or update of name, parent_folder_id, version, space_epoch on public.folders
  for each statement execute function threats.refuse_while_frozen();
create trigger share_links_paused before update on public.share_links
  for each statement when (current_user = 'authenticated') execute function threats.refuse_while_frozen();
create trigger file_access_paused before delete or update on public.file_access
  for each statement when (current_user = 'authenticated') execute function threats.refuse_while_frozen();
create trigger file_requests_paused before update on public.file_requests
  for each statement when (current_user = 'authenticated') execute function threats.refuse_while_frozen();
create trigger request_deliveries_paused before delete on public.request_deliveries
  for each statement when (current_user = 'authenticated') execute function threats.refuse_while_frozen();
create trigger keyrings_paused before update on public.keyrings
  for each statement execute function threats.refuse_while_frozen();
create trigger devices_paused before update of revoked_at on public.devices
  for each statement execute function threats.refuse_while_frozen();
create trigger tags_paused before delete or update on public.tags
  for each statement execute function threats.refuse_while_frozen();
create trigger file_tags_paused before delete or update on public.file_tags
  for each statement when (current_user = 'authenticated') execute function threats.refuse_while_frozen();
