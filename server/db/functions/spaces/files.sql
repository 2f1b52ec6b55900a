-- The person who stores a manifest, or the record of a folder, in a space must have signed it, with the keys that the members know: nobody brings
-- back an earlier state under somebody else's name.
create or replace function public.require_own_manifest(space uuid, manifest text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.team_space_bundles b
    where b.space_id = space and b.user_id = auth.uid()
      and authz.base64url(sha256(authz.from_base64url(b.statement::jsonb ->> 'ed25519') || authz.from_base64url(b.statement::jsonb ->> 'mldsa65')))
          = manifest::jsonb ->> 'author_key_id') then
    raise exception 'somebody else signed this' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Without claims (jobs, the deletion of an account) only the space itself is noted.
create or replace function public.guard_team_file() returns trigger
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
  -- Its first manifest would be accepted again.
  if tg_op = 'INSERT' and me is not null
     and exists (select from public.file_removals r where r.space_id = new.space_id and r.file_id = new.id) then
    raise exception 'this file was deleted; store it as a new one' using errcode = 'check_violation';
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
    new.tenant_id := authz.home();
    perform public.require_current_epoch(new.team_space_id, new.space_epoch);
  elsif new.manifest is distinct from old.manifest or new.original_name is distinct from old.original_name then
    perform public.require_current_epoch(new.team_space_id, new.space_epoch);
  end if;
  if tg_op = 'INSERT' or new.manifest is distinct from old.manifest then
    perform public.require_own_manifest(new.team_space_id, new.manifest);
  end if;
  return new;
end $$;

create or replace function public.guard_team_folder() returns trigger
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
    new.tenant_id := authz.home();
  end if;
  if tg_op = 'INSERT' or new.name is distinct from old.name then
    perform public.require_current_epoch(new.team_space_id, new.space_epoch);
  end if;
  if new.record is not null and (tg_op = 'INSERT' or new.record is distinct from old.record) then
    perform public.require_own_manifest(new.team_space_id, new.record);
  end if;
  return new;
end $$;

create or replace function public.mark_team_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.team_space_id := (select f.team_space_id from public.file_records f where f.id = new.file_id);
  return new;
end $$;

-- Deletes for good, as delete_forever does for what is personal.
create or replace function public.delete_from_team(file_ids uuid[], folder_ids uuid[]) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  doomed uuid[];
  paths  text[];
begin
  perform authz.require_fresh();
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
grant execute on function public.delete_from_team(uuid[],uuid[]) to authenticated;

-- To the trash, also one of a file of one's own: `put_back_versions` brings it back.
create or replace function public.delete_team_version(version uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_fresh();
  perform threats.refuse_paused();
  update public.file_versions v set trashed_at = coalesce(v.trashed_at, clock_timestamp())
  where v.id = delete_team_version.version
    and (v.team_space_id is null and v.user_id = auth.uid() or authz.edits_space(v.team_space_id));
end $$;
grant execute on function public.delete_team_version(uuid) to authenticated;
