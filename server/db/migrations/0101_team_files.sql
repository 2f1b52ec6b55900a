-- Files and folders of team spaces (0100): who changes them, how they are reached, and what is personal as before.

-- Without claims (jobs, the deletion of an account) only the space itself is noted.
create function public.guard_team_file() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  new.team_space_id := (select s.id from public.spaces s where s.id = new.space_id and s.kind = 'team');
  if tg_op = 'UPDATE' and new.team_space_id is distinct from old.team_space_id then
    raise exception 'a file stays in its space; copy it' using errcode = 'check_violation';
  end if;
  if new.team_space_id is null and me is not null and (tg_op = 'INSERT' or new.storage_path <> old.storage_path)
     and authz.is_team_object(new.storage_path) then
    raise exception 'this content belongs to a team space' using errcode = 'insufficient_privilege';
  end if;
  if new.team_space_id is null or me is null then
    return new;
  end if;
  perform public.refuse_viewer(new.team_space_id);
  if new.folder_id is not null
     and not exists (select from public.folders f where f.id = new.folder_id and f.team_space_id = new.team_space_id) then
    raise exception 'this folder is not in the space of the file' using errcode = 'check_violation';
  end if;
  if (tg_op = 'INSERT' or new.storage_path <> old.storage_path)
     and not exists (select from storage.objects o
                     where o.bucket_id = new.bucket_id and o.name = new.storage_path and o.owner = me)
     and not exists (select from public.file_versions v where v.file_id = new.id and v.storage_path = new.storage_path) then
    raise exception 'this content was stored by somebody else' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'INSERT' then
    new.user_id := me;
    new.tenant_id := authz.tenant();
    perform public.require_current_epoch(new.team_space_id, new.space_epoch);
  elsif new.manifest is distinct from old.manifest or new.original_name is distinct from old.original_name then
    perform public.require_current_epoch(new.team_space_id, new.space_epoch);
  end if;
  return new;
end $$;
create trigger file_records_guard_team before insert or update on public.file_records
  for each row execute function public.guard_team_file();

create function public.guard_team_folder() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  new.team_space_id := (select s.id from public.spaces s where s.id = new.space_id and s.kind = 'team');
  if tg_op = 'UPDATE' and new.team_space_id is distinct from old.team_space_id then
    raise exception 'a folder stays in its space' using errcode = 'check_violation';
  end if;
  if new.team_space_id is null or me is null then
    return new;
  end if;
  perform public.refuse_viewer(new.team_space_id);
  if new.parent_folder_id is not null
     and not exists (select from public.folders f where f.id = new.parent_folder_id and f.team_space_id = new.team_space_id) then
    raise exception 'this folder is not in the same space' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    new.user_id := me;
    new.tenant_id := authz.tenant();
  end if;
  if tg_op = 'INSERT' or new.name is distinct from old.name then
    perform public.require_current_epoch(new.team_space_id, new.space_epoch);
  end if;
  return new;
end $$;
create trigger folders_guard_team before insert or update on public.folders
  for each row execute function public.guard_team_folder();

-- Moves within one tree wait for each other (0060): the tree of a person, or of a space.
create or replace function public.refuse_folder_circle() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('folders/' || coalesce(new.team_space_id, new.user_id), 0));
  if exists (
    with recursive above (id) as (
      select new.parent_folder_id
      union
      select f.parent_folder_id from public.folders f join above a on f.id = a.id
    )
    select from above a where a.id = new.id
  ) then
    raise exception 'a folder cannot be moved into itself or below itself' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function public.mark_team_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.team_space_id := (select f.team_space_id from public.file_records f where f.id = new.file_id);
  return new;
end $$;
create trigger file_versions_mark_team before insert on public.file_versions
  for each row execute function public.mark_team_version();

-- As in 0086; a version leaves the list of its own file only.
create or replace function public.keep_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if old.manifest is not null and old.space_id is not null and old.content_id is not null then
    insert into public.file_versions (file_id, user_id, version, original_name, mime_type, file_size, encryption_key, space_id,
                                      space_epoch, content_id, bucket_id, storage_path, manifest, manifest_signature)
    values (old.id, old.user_id, old.version, old.original_name, old.mime_type, old.file_size, old.encryption_key, old.space_id,
            old.space_epoch, old.content_id, old.bucket_id, old.storage_path, old.manifest, old.manifest_signature);
  end if;
  delete from public.file_versions v
  where v.file_id = new.id and v.bucket_id = new.bucket_id and v.storage_path = new.storage_path;
  update public.share_links l set revoked_at = now() where l.file_id = new.id and l.revoked_at is null;
  return null;
end $$;

create or replace function public.grant_owner_access() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.team_space_id is null then
    insert into public.file_access (user_id, file_id, created_at) values (new.user_id, new.id, new.created_at);
  end if;
  return null;
end $$;

-- Who stored a file in a team space does not own it.
create or replace function public.owns_folder(folder uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.folders f where f.id = folder and f.user_id = auth.uid() and f.team_space_id is null);
create or replace function public.owns_file(file uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.file_records f where f.id = file and f.user_id = auth.uid() and f.team_space_id is null);

alter policy folders_own on public.folders
  using (user_id = (select auth.uid()) and team_space_id is null)
  with check (user_id = (select auth.uid()) and team_space_id is null and tenant_id = (select authz.tenant())
              and (space_id is null or exists (select from public.spaces s where s.id = space_id))
              and (parent_folder_id is null or public.owns_folder(parent_folder_id)));
alter policy file_records_own on public.file_records
  using (user_id = (select auth.uid()) and team_space_id is null)
  with check (user_id = (select auth.uid()) and team_space_id is null and tenant_id = (select authz.tenant())
              and (storage.foldername(storage_path))[1] = (select auth.uid())::text
              and (space_id is null or exists (select from public.spaces s where s.id = space_id))
              and (folder_id is null or exists (select from public.folders f where f.id = folder_id)));
alter policy file_versions_read on public.file_versions using (user_id = (select auth.uid()) and team_space_id is null);
alter policy file_versions_delete on public.file_versions using (user_id = (select auth.uid()) and team_space_id is null);

-- What the caller can open, to read one by its id: the own files, and those of the spaces they belong to. A list of the own ones
-- reads the table, whose index it needs.
create view public.reachable_files with (security_barrier = true) as
  select f.id, f.user_id, f.tenant_id, f.folder_id, f.file_name, f.original_name, f.file_size, f.mime_type, f.encryption_key,
         f.bucket_id, f.storage_path, f.is_encrypted, f.is_shared, f.is_starred, f.space_id, f.space_epoch, f.content_id, f.version,
         f.manifest, f.manifest_signature, f.shared_record, f.created_at, f.updated_at, f.last_accessed, f.trashed_at,
         f.team_space_id
  from public.file_records f
  where (f.team_space_id is null and f.user_id = (select auth.uid()) and (select authz.is_proven()))
     or f.team_space_id in (select authz.team_spaces());
create view public.reachable_folders with (security_barrier = true) as
  select f.id, f.user_id, f.tenant_id, f.space_id, f.space_epoch, f.parent_folder_id, f.name, f.version, f.created_at, f.is_starred,
         f.trashed_at, f.team_space_id
  from public.folders f
  where (f.team_space_id is null and f.user_id = (select auth.uid()) and (select authz.is_proven()))
     or f.team_space_id in (select authz.team_spaces());
create view public.reachable_versions with (security_barrier = true) as
  select v.id, v.file_id, v.user_id, v.version, v.original_name, v.mime_type, v.file_size, v.encryption_key, v.space_id,
         v.space_epoch, v.content_id, v.bucket_id, v.storage_path, v.manifest, v.manifest_signature, v.replaced_at, v.team_space_id
  from public.file_versions v
  where (v.team_space_id is null and v.user_id = (select auth.uid()) and (select authz.is_proven()))
     or v.team_space_id in (select authz.team_spaces());
-- What is in the caller's team spaces, to list and to change; the triggers above decide who changes it.
create view public.team_files with (security_barrier = true) as
  select f.id, f.user_id, f.tenant_id, f.folder_id, f.file_name, f.original_name, f.file_size, f.mime_type, f.encryption_key,
         f.bucket_id, f.storage_path, f.is_encrypted, f.is_shared, f.is_starred, f.space_id, f.space_epoch, f.content_id, f.version,
         f.manifest, f.manifest_signature, f.shared_record, f.created_at, f.updated_at, f.last_accessed, f.trashed_at,
         f.team_space_id
  from public.file_records f
  where f.team_space_id in (select authz.team_spaces())
  with local check option;
create view public.team_folders with (security_barrier = true) as
  select f.id, f.user_id, f.tenant_id, f.space_id, f.space_epoch, f.parent_folder_id, f.name, f.version, f.created_at, f.is_starred,
         f.trashed_at, f.team_space_id
  from public.folders f
  where f.team_space_id in (select authz.team_spaces())
  with local check option;
revoke all on public.reachable_files, public.reachable_folders, public.reachable_versions, public.team_files, public.team_folders
  from public, anon, authenticated;
grant select on public.reachable_files, public.reachable_folders, public.reachable_versions, public.team_files,
  public.team_folders to authenticated;
grant insert (id, folder_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path, is_encrypted, space_id,
              space_epoch, content_id, version, manifest, manifest_signature),
  update (folder_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path, space_epoch, content_id, version,
          manifest, manifest_signature, updated_at, trashed_at)
  on public.team_files to authenticated;
grant insert (id, parent_folder_id, name, space_id, space_epoch, version),
  update (parent_folder_id, name, space_epoch, version, trashed_at)
  on public.team_folders to authenticated;

-- Objects of a space are read by its members, whoever uploaded them, and changed by nobody.
create function authz.reads_team_object(object_name text) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.file_records f
                 where f.bucket_id = 'encrypted-files' and f.storage_path = object_name
                   and f.team_space_id in (select authz.team_spaces()))
      or exists (select from public.file_versions v
                 where v.bucket_id = 'encrypted-files' and v.storage_path = object_name
                   and v.team_space_id in (select authz.team_spaces()));
create function authz.is_team_object(object_name text) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.file_records f
                 where f.bucket_id = 'encrypted-files' and f.storage_path = object_name and f.team_space_id is not null)
      or exists (select from public.file_versions v
                 where v.bucket_id = 'encrypted-files' and v.storage_path = object_name and v.team_space_id is not null);
create policy files_read_team on storage.objects for select to authenticated
  using (bucket_id = 'encrypted-files' and (select exists (select authz.team_spaces())) and authz.reads_team_object(name));
create policy files_team_fixed on storage.objects as restrictive for update to authenticated
  using (not authz.is_team_object(name));
create policy files_team_kept on storage.objects as restrictive for delete to authenticated
  using (not authz.is_team_object(name));

-- Deletes for good, as delete_forever does for what is personal.
create function public.delete_from_team(file_ids uuid[], folder_ids uuid[]) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  doomed uuid[];
  paths  text[];
begin
  with recursive below (id) as (
    select f.id from public.folders f where f.id = any (folder_ids) and authz.edits_space(f.team_space_id)
    union
    select f.id from public.folders f join below b on f.parent_folder_id = b.id
  )
  select coalesce(array_agg(b.id), '{}') into doomed from below b;

  with gone as (
    delete from public.file_records f
    where f.folder_id = any (doomed) or (f.id = any (file_ids) and authz.edits_space(f.team_space_id))
    returning f.storage_path
  )
  select coalesce(array_agg(g.storage_path), '{}') into paths from gone g;
  delete from storage.objects o where o.bucket_id = 'encrypted-files' and o.name = any (paths);
  delete from public.folders f where f.id = any (doomed);
  return cardinality(paths) + cardinality(doomed);
end $$;

create function public.delete_team_version(version uuid) returns void
  language sql volatile security definer set search_path = ''
  begin atomic
    delete from public.file_versions v where v.id = delete_team_version.version and authz.edits_space(v.team_space_id);
  end;

revoke execute on function authz.reads_team_object(text), authz.is_team_object(text), public.guard_team_file(),
  public.guard_team_folder(), public.mark_team_version(), public.delete_from_team(uuid[], uuid[]),
  public.delete_team_version(uuid) from public;
grant execute on function authz.reads_team_object(text), authz.is_team_object(text),
  public.delete_from_team(uuid[], uuid[]), public.delete_team_version(uuid) to authenticated;
