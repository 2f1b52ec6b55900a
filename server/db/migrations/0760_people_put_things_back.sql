-- Breaks nothing. People see what was kept of their files before it was changed, and put it back themselves
-- (docs/decisions/0207-people-put-back-what-was-changed.md).

--! functions
-- Where content lies and how long it is, too: a request that names another object leaves the manifest without its bytes.
drop trigger file_records_keep_state on public.file_records;
create trigger file_records_keep_state after update on public.file_records
  for each row when (old.content_id is not distinct from new.content_id
                     and (old.original_name, old.mime_type, old.manifest, old.manifest_signature, old.encryption_key, old.space_epoch,
                          old.folder_id, old.segment_hashes, old.version, old.storage_path, old.file_name, old.file_size)
                         is distinct from (new.original_name, new.mime_type, new.manifest, new.manifest_signature, new.encryption_key,
                                           new.space_epoch, new.folder_id, new.segment_hashes, new.version, new.storage_path,
                                           new.file_name, new.file_size))
  execute function public.keep_earlier_state('file');

-- What was there before, of one's own and of spaces in which one edits, while it is kept.
create view public.reachable_states with (security_barrier) as
  select id, kind, item_id, team_space_id, state, kept_at
  from public.earlier_states e
  where kept_at > now() - interval '7 days'
    and (team_space_id is null and user_id = (select auth.uid()) and (select authz.is_proven())
         or team_space_id in (select authz.edited_spaces()));
revoke all on public.reachable_states from public, anon, authenticated, service_role;
grant select on public.reachable_states to authenticated;

-- Versions that lie in the trash.
create view public.trashed_versions with (security_barrier) as
  select id, file_id, user_id, version, original_name, mime_type, file_size, encryption_key, space_id, space_epoch, content_id, bucket_id,
         storage_path, manifest, manifest_signature, replaced_at, team_space_id, segment_hashes, trashed_at
  from public.file_versions v
  where trashed_at > now() - interval '30 days'
    and (team_space_id is null and user_id = (select auth.uid()) and (select authz.is_proven())
         or team_space_id in (select authz.edited_spaces()));
revoke all on public.trashed_versions from public, anon, authenticated, service_role;
grant select on public.trashed_versions to authenticated;
