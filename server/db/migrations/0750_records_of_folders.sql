-- Breaks nothing. What is signed about a folder: its place and its name (docs/decisions/0205-the-place-of-a-folder-is-signed.md).
-- Folders of before have none, and so have those of other programs.

alter table public.folders
  add column record text constraint folders_record_length check (length(record) between 1 and 16384),
  add column record_signature text constraint folders_record_signature_length check (length(record_signature) between 1 and 8192),
  add constraint folders_record_signed check ((record is null) = (record_signature is null));

create or replace view public.reachable_folders with (security_barrier = true) as
  select f.id, f.user_id, f.tenant_id, f.space_id, f.space_epoch, f.parent_folder_id, f.name, f.version, f.created_at, f.is_starred,
         f.trashed_at, f.team_space_id, f.record, f.record_signature
  from public.folders f
  where (f.team_space_id is null and f.user_id = (select auth.uid()) and (select authz.is_proven()))
     or f.team_space_id in (select authz.team_spaces());

create or replace view public.team_folders with (security_barrier = true) as
  select f.id, f.user_id, f.tenant_id, f.space_id, f.space_epoch, f.parent_folder_id, f.name, f.version, f.created_at, f.is_starred,
         f.trashed_at, f.team_space_id, f.record, f.record_signature
  from public.folders f
  where f.team_space_id in (select authz.team_spaces())
  with local check option;
grant insert (record, record_signature), update (record, record_signature) on public.team_folders to authenticated;

--! functions
create trigger folders_next_record before insert or update of name, parent_folder_id, version, space_id, record, record_signature on public.folders
  for each row execute function public.require_next_record();
