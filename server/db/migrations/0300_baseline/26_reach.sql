-- What the caller can open, to read one by its id: the own files, and those of the spaces they belong to. A list of the own ones
-- reads the table, whose index it needs.
create view public.reachable_files with (security_barrier = true) as
  select f.id, f.user_id, f.tenant_id, f.folder_id, f.file_name, f.original_name, f.file_size, f.mime_type, f.encryption_key,
         f.bucket_id, f.storage_path, f.is_encrypted, f.is_shared, f.is_starred, f.space_id, f.space_epoch, f.content_id, f.version,
         f.manifest, f.manifest_signature, f.shared_record, f.created_at, f.updated_at, f.last_accessed, f.trashed_at,
         f.team_space_id, f.segment_hashes
  from public.file_records f
  where (f.team_space_id is null and f.user_id = (select auth.uid()) and (select authz.is_proven()))
     or f.team_space_id in (select authz.team_spaces());
revoke all on public.reachable_files from public, anon, authenticated;
grant select on public.reachable_files to authenticated;

create view public.reachable_folders with (security_barrier = true) as
  select f.id, f.user_id, f.tenant_id, f.space_id, f.space_epoch, f.parent_folder_id, f.name, f.version, f.created_at, f.is_starred,
         f.trashed_at, f.team_space_id
  from public.folders f
  where (f.team_space_id is null and f.user_id = (select auth.uid()) and (select authz.is_proven()))
     or f.team_space_id in (select authz.team_spaces());
revoke all on public.reachable_folders from public, anon, authenticated;
grant select on public.reachable_folders to authenticated;

create view public.reachable_versions with (security_barrier = true) as
  select v.id, v.file_id, v.user_id, v.version, v.original_name, v.mime_type, v.file_size, v.encryption_key, v.space_id,
         v.space_epoch, v.content_id, v.bucket_id, v.storage_path, v.manifest, v.manifest_signature, v.replaced_at, v.team_space_id,
         v.segment_hashes
  from public.file_versions v
  where (v.team_space_id is null and v.user_id = (select auth.uid()) and (select authz.is_proven()))
     or v.team_space_id in (select authz.team_spaces());
revoke all on public.reachable_versions from public, anon, authenticated;
grant select on public.reachable_versions to authenticated;

-- What is in the caller's team spaces, to list and to change; triggers of the tables decide who changes it.
create view public.team_files with (security_barrier = true) as
  select f.id, f.user_id, f.tenant_id, f.folder_id, f.file_name, f.original_name, f.file_size, f.mime_type, f.encryption_key,
         f.bucket_id, f.storage_path, f.is_encrypted, f.is_shared, f.is_starred, f.space_id, f.space_epoch, f.content_id, f.version,
         f.manifest, f.manifest_signature, f.shared_record, f.created_at, f.updated_at, f.last_accessed, f.trashed_at,
         f.team_space_id, f.segment_hashes
  from public.file_records f
  where f.team_space_id in (select authz.team_spaces())
  with local check option;
revoke all on public.team_files from public, anon, authenticated;
grant select,
  insert (id, folder_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path, is_encrypted, space_id, space_epoch,
          content_id, version, manifest, manifest_signature, segment_hashes),
  update (folder_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path, space_epoch, content_id, version,
          manifest, manifest_signature, updated_at, trashed_at, segment_hashes)
  on public.team_files to authenticated;

create view public.team_folders with (security_barrier = true) as
  select f.id, f.user_id, f.tenant_id, f.space_id, f.space_epoch, f.parent_folder_id, f.name, f.version, f.created_at, f.is_starred,
         f.trashed_at, f.team_space_id
  from public.folders f
  where f.team_space_id in (select authz.team_spaces())
  with local check option;
revoke all on public.team_folders from public, anon, authenticated;
grant select,
  insert (id, space_id, space_epoch, parent_folder_id, name, version),
  update (parent_folder_id, name, space_epoch, version, trashed_at)
  on public.team_folders to authenticated;
