create or replace function public.grant_owner_access() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.team_space_id is null then
    insert into public.file_access (user_id, file_id, created_at) values (new.user_id, new.id, new.created_at);
  end if;
  return null;
end $$;

-- A policy on folders that reads folders would recurse, so the parent is looked up by a definer function.
-- Who stored a file in a team space does not own it.
create or replace function public.owns_folder(folder uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.folders f where f.id = folder and f.user_id = auth.uid() and f.team_space_id is null)
$$;
grant execute on function public.owns_folder(uuid) to authenticated;

-- Files without a manifest come from a program of its own; they move up, as they always did.
create or replace function public.release_unsigned_files() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.file_records set folder_id = null where folder_id = old.id and manifest is null;
  return old;
end $$;

-- A folder below itself would be a part of the tree that nobody reaches. Moves within one tree, of a person or of a space, wait for each
-- other, or two of them at once could close a circle that neither sees.
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

-- What is signed about a folder says where it lies and what it is called, so neither changes without the next record, and nobody puts an
-- earlier one back. A folder of before has none until somebody signs one; a program that knows of no records changes it as it always did.
create or replace function public.require_next_record() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  said jsonb;
begin
  if auth.uid() is null
     or tg_op = 'UPDATE' and (new.name, new.parent_folder_id, new.version, new.space_id, new.record, new.record_signature)
        is not distinct from (old.name, old.parent_folder_id, old.version, old.space_id, old.record, old.record_signature) then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.record is not null and (new.record is null or new.record = old.record) then
    raise exception 'this program is too old: it does not sign where a folder lies. Nothing was stored; reload the page or update the program'
      using errcode = 'QS426';
  end if;
  if new.record is null then
    return new;
  end if;
  said := new.record::jsonb;
  if new.space_id is null or new.version <> (case when tg_op = 'INSERT' then 1 else old.version + 1 end)
     or said -> 'version' is distinct from to_jsonb(new.version)
     or (said ->> 'folder_id', said ->> 'parent_id', said ->> 'space_id', said ->> 'name')
        is distinct from (new.id::text, new.parent_folder_id::text, new.space_id::text, new.name) then
    raise exception 'a signed folder changes with the next version of its record' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Policies cannot read file_records through its own policy without showing what a recipient must not see.
create or replace function public.owns_file(file uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.file_records f where f.id = file and f.user_id = auth.uid() and f.team_space_id is null)
$$;
grant execute on function public.owns_file(uuid) to authenticated;
