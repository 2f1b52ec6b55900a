-- Breaks nothing that worked: spaces that several people share. Files and folders of one have a `team_space_id`, and are reached
-- through the views below; lists of `file_records` and `folders` hold what is personal, as before.

-- Nobody owns a team space: it outlives each of its members.
alter table public.spaces
  alter column owner_id drop not null,
  add constraint spaces_owner check ((kind = 'team') = (owner_id is null));

-- Each change of members or name: a roster that a manager of the epoch before signed (docs/format.md, team spaces).
create table public.team_space_epochs (
  space_id     uuid        not null references public.spaces (id) on delete cascade,
  epoch        integer     not null,
  roster       text        not null constraint team_space_epochs_roster_length check (length(roster) between 1 and 524288),
  signature    text        not null constraint team_space_epochs_signature_length check (length(signature) between 1 and 8192),
  -- The key of the epoch before, under the key of this one.
  previous_key text        constraint team_space_epochs_previous_length check (length(previous_key) between 1 and 256),
  created_at   timestamptz not null default now(),
  primary key (space_id, epoch)
);
-- Who belongs to it now, as the newest roster says, less who left since; with the key of that epoch, wrapped for them.
create table public.team_space_members (
  space_id    uuid        not null references public.spaces (id) on delete cascade,
  user_id     uuid        not null references auth.users (id) on delete cascade,
  role        text        not null constraint team_space_members_role check (role in ('manager', 'editor', 'viewer')),
  wrapped_key text        not null constraint team_space_members_key_length check (length(wrapped_key) between 1 and 8192),
  added_at    timestamptz not null default now(),
  primary key (space_id, user_id)
);
create index team_space_members_user_idx on public.team_space_members (user_id);
-- Public keys of everyone who was ever in a roster: what they signed can be checked after their account is gone.
create table public.team_space_bundles (
  space_id  uuid not null references public.spaces (id) on delete cascade,
  user_id   uuid not null,
  statement text not null,
  signature text not null,
  primary key (space_id, user_id)
);

alter table public.file_records add column team_space_id uuid references public.spaces (id) on delete restrict;
alter table public.folders add column team_space_id uuid references public.spaces (id) on delete restrict;
alter table public.file_versions add column team_space_id uuid references public.spaces (id) on delete restrict;
-- Newest first per space, for its page.
create index file_records_team_time_idx on public.file_records (team_space_id, created_at desc, id desc)
  where team_space_id is not null;
create index folders_team_idx on public.folders (team_space_id) where team_space_id is not null;
create index file_versions_team_idx on public.file_versions (team_space_id) where team_space_id is not null;

-- The caller's role in a space; null for who does not belong to it, or was removed from the organisation.
create function authz.space_role(space uuid) returns text
  language sql stable security definer set search_path = ''
  return (select m.role from public.team_space_members m
          where m.space_id = space and m.user_id = auth.uid() and authz.is_proven()
            and not exists (select from public.former_members f where f.user_id = m.user_id));
create function authz.team_spaces() returns setof uuid
  language sql stable security definer set search_path = ''
  begin atomic
    select m.space_id from public.team_space_members m
    where m.user_id = auth.uid() and authz.is_proven()
      and not exists (select from public.former_members f where f.user_id = m.user_id);
  end;
create function authz.edits_space(space uuid) returns boolean
  language sql stable security definer set search_path = ''
  return coalesce(authz.space_role(space) in ('manager', 'editor'), false);

-- What is sealed from now on is sealed with the newest key: who left has an older one. The row is locked so that no epoch
-- begins between this look and the commit.
create function public.require_current_epoch(space uuid, epoch integer) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.spaces s where s.id = space and s.current_epoch = epoch for share;
  if not found then
    raise exception 'this space has a newer key' using errcode = 'QS412';
  end if;
end $$;

create function public.refuse_viewer(space uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and not authz.edits_space(space) then
    raise exception 'only editors and managers of this space may change what is in it' using errcode = 'insufficient_privilege';
  end if;
end $$;

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

-- The caller's spaces. `has_left` counts members of the newest roster who do not belong to it any more: its key has to change.
create function public.my_team_spaces()
  returns table (space_id uuid, epoch integer, role text, wrapped_key text, members integer, has_left integer, created_at timestamptz)
  language sql stable security definer set search_path = ''
  begin atomic
    select s.id, s.current_epoch, m.role, m.wrapped_key,
           jsonb_array_length(e.roster::jsonb -> 'members'),
           (select count(*)::integer
            from jsonb_array_elements(e.roster::jsonb -> 'members') as listed (entry)
            where not exists (select from public.team_space_members o
                              where o.space_id = s.id and o.user_id = (listed.entry ->> 'user_id')::uuid
                                and not exists (select from public.former_members f where f.user_id = o.user_id))),
           s.created_at
    from public.team_space_members m
    join public.spaces s on s.id = m.space_id
    join public.team_space_epochs e on e.space_id = s.id and e.epoch = s.current_epoch
    where m.user_id = auth.uid() and m.space_id in (select authz.team_spaces())
    order by s.created_at, s.id;
  end;

-- One value, not rows: a list that the API cuts would look like a history that was changed.
create function public.team_space_history(space uuid) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select coalesce(jsonb_agg(jsonb_build_object('epoch', e.epoch, 'roster', e.roster, 'signature', e.signature,
                                                 'previous_key', e.previous_key) order by e.epoch desc), '[]')
    from public.team_space_epochs e
    where e.space_id = team_space_history.space and e.space_id in (select authz.team_spaces()));

create function public.team_space_people(space uuid) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'user_id', b.user_id, 'email', u.email, 'first_name', p.first_name, 'last_name', p.last_name,
             'statement', b.statement, 'signature', b.signature,
             'is_member', m.user_id is not null and f.user_id is null)), '[]')
    from public.team_space_bundles b
    left join auth.users u on u.id = b.user_id
    left join public.profiles p on p.user_id = b.user_id
    left join public.team_space_members m on m.space_id = b.space_id and m.user_id = b.user_id
    left join public.former_members f on f.user_id = b.user_id
    where b.space_id = team_space_people.space and b.space_id in (select authz.team_spaces()));

insert into notify.defaults (kind, by_email) values ('team_space_added', true), ('team_space_removed', true);

create function authz.base64url(bytes bytea) returns text
  language sql immutable parallel safe set search_path = ''
  return rtrim(translate(replace(encode(bytes, 'base64'), chr(10), ''), '+/', '-_'), '=');
create function authz.from_base64url(text text) returns bytea
  language sql immutable parallel safe set search_path = ''
  return decode(rpad(translate(text, '-_', '+/'), (length(text) + 3) / 4 * 4, '='), 'base64');

-- What is wrong with a roster, as far as a server can see; the members' browsers check its signature. Null when nothing is.
create function authz.roster_problem(said jsonb, payload jsonb, before text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  people jsonb := said -> 'members';
begin
  if jsonb_typeof(people) is distinct from 'array' or jsonb_array_length(people) not between 1 and 500 then
    return 'a space has 1 to 500 members';
  end if;
  if said ->> 'space_id' is distinct from payload ->> 'space_id' or said ->> 'epoch' is distinct from payload ->> 'epoch'
     or said ->> 'author_id' is distinct from auth.uid()::text then
    return 'the roster is of another space, epoch or author';
  end if;
  if said ->> 'previous' is distinct from authz.base64url(sha256(convert_to(before, 'UTF8'))) then
    return 'the roster does not follow the one before';
  end if;
  if not exists (select from jsonb_array_elements(people) as p (entry) where p.entry ->> 'role' = 'manager') then
    return 'a space keeps at least one manager';
  end if;
  if exists (select from jsonb_array_elements(people) as p (entry)
             where payload #>> array['wraps', p.entry ->> 'user_id'] is null
                or p.entry ->> 'wrap_hash'
                   is distinct from authz.base64url(sha256(authz.from_base64url(payload #>> array['wraps', p.entry ->> 'user_id'])))) then
    return 'every member needs their wrapped key';
  end if;
  return null;
end $$;

-- Begins the next epoch of a space, or the first of a new one. `payload` is what vault/team-spaces.ts sends.
create function public.begin_team_epoch(payload jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me      uuid    := auth.uid();
  home    uuid    := authz.tenant();
  space   uuid    := (payload ->> 'space_id')::uuid;
  next    integer := (payload ->> 'epoch')::integer;
  said    jsonb   := (payload ->> 'roster')::jsonb;
  before  text;
  problem text;
  fresh   uuid[];
  gone    uuid;
begin
  if me is null or home is null or not authz.is_proven() then
    raise exception 'sign in with an account of an organisation first' using errcode = 'insufficient_privilege';
  end if;
  if next = 1 then
    insert into public.spaces (id, tenant_id, owner_id, kind) values (space, home, null, 'team');
  else
    perform from public.spaces s where s.id = space and s.kind = 'team' for update;
    if authz.space_role(space) is distinct from 'manager' then
      raise exception 'only a manager of the space may do this' using errcode = 'insufficient_privilege';
    end if;
    if not exists (select from public.spaces s where s.id = space and s.current_epoch = next - 1) then
      raise exception 'somebody else changed this space at the same moment' using errcode = 'QS412';
    end if;
    select e.roster into before from public.team_space_epochs e where e.space_id = space and e.epoch = next - 1;
  end if;
  problem := authz.roster_problem(said, payload, before);
  if problem is not null then
    raise exception '%', problem using errcode = 'check_violation';
  end if;
  if exists (select from jsonb_array_elements(said -> 'members') as p (entry)
             where not exists (select from public.user_key_bundles b
                               where b.user_id = (p.entry ->> 'user_id')::uuid and b.tenant_id = home
                                 and not exists (select from public.former_members f where f.user_id = b.user_id))) then
    raise exception 'somebody in the list does not belong to the organisation' using errcode = 'QS404';
  end if;

  insert into public.team_space_epochs (space_id, epoch, roster, signature, previous_key)
  values (space, next, payload ->> 'roster', payload ->> 'signature', payload ->> 'previous_key');
  update public.spaces s set current_epoch = next where s.id = space;
  insert into public.team_space_bundles (space_id, user_id, statement, signature)
  select space, b.user_id, b.statement, b.signature
  from public.user_key_bundles b
  where b.user_id in (select (p.entry ->> 'user_id')::uuid from jsonb_array_elements(said -> 'members') as p (entry))
  on conflict (space_id, user_id) do nothing;
  for gone in
    delete from public.team_space_members m
    where m.space_id = space
      and m.user_id not in (select (p.entry ->> 'user_id')::uuid from jsonb_array_elements(said -> 'members') as p (entry))
    returning m.user_id
  loop
    if gone <> me and not exists (select from public.former_members f where f.user_id = gone) then
      perform notify.person(gone, 'team_space_removed', jsonb_build_object('space_id', space, 'removed_by', me));
    end if;
  end loop;
  with written as (
    insert into public.team_space_members (space_id, user_id, role, wrapped_key)
    select space, (p.entry ->> 'user_id')::uuid, p.entry ->> 'role', payload #>> array['wraps', p.entry ->> 'user_id']
    from jsonb_array_elements(said -> 'members') as p (entry)
    on conflict (space_id, user_id) do update set role = excluded.role, wrapped_key = excluded.wrapped_key
    returning user_id, xmax = 0 as is_new
  )
  select coalesce(array_agg(w.user_id), '{}') into fresh from written w where w.is_new and w.user_id <> me;
  perform notify.person(f.id, 'team_space_added', jsonb_build_object('space_id', space, 'added_by', me)) from unnest(fresh) as f (id);
end $$;

-- Who leaves cannot open what comes from now on; the key itself changes when a manager is there next.
create function public.leave_team_space(space uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.spaces s where s.id = space and s.kind = 'team' for update;
  if authz.space_role(space) is null then
    raise exception 'you do not belong to this space' using errcode = 'insufficient_privilege';
  end if;
  if authz.space_role(space) = 'manager' and not exists (
    select from public.team_space_members m
    where m.space_id = space and m.role = 'manager' and m.user_id <> auth.uid()
      and not exists (select from public.former_members f where f.user_id = m.user_id)) then
    raise exception 'a space keeps at least one manager' using errcode = 'QS410';
  end if;
  delete from public.team_space_members m where m.space_id = space and m.user_id = auth.uid();
end $$;

create function public.remove_team_space(space uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  paths text[];
begin
  select coalesce(array_agg(f.storage_path), '{}') into paths from public.file_records f where f.team_space_id = space;
  delete from public.file_records f where f.team_space_id = space;
  delete from storage.objects o where o.bucket_id = 'encrypted-files' and o.name = any (paths);
  delete from public.folders f where f.team_space_id = space;
  delete from public.spaces s where s.id = space and s.kind = 'team';
end $$;

-- Deletes a space with everything in it.
create function public.delete_team_space(space uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.spaces s where s.id = space and s.kind = 'team' for update;
  if authz.space_role(space) is distinct from 'manager' then
    raise exception 'only a manager of the space may do this' using errcode = 'insufficient_privilege';
  end if;
  perform public.remove_team_space(space);
end $$;

-- What somebody stored in a team space stays there when their account goes: another member takes it over, managers first, and its
-- bytes count for nobody from then on. A space without anybody else goes with its last member.
create function public.hand_over_team_spaces() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  entry record;
begin
  for entry in
    select t.space_id, (select o.user_id from public.team_space_members o
                        where o.space_id = t.space_id and o.user_id <> old.id
                        -- Who was removed may be let back in, and comes last.
                        order by exists (select from public.former_members f where f.user_id = o.user_id),
                                 array_position(array['manager', 'editor', 'viewer'], o.role), o.added_at, o.user_id
                        limit 1) as heir
    from (select m.space_id from public.team_space_members m where m.user_id = old.id
          union
          select f.team_space_id from public.file_records f where f.user_id = old.id and f.team_space_id is not null
          union
          select v.team_space_id from public.file_versions v where v.user_id = old.id and v.team_space_id is not null
          union
          select d.team_space_id from public.folders d where d.user_id = old.id and d.team_space_id is not null
          union
          -- Content of a file that somebody else began.
          select f.team_space_id
          from storage.objects o
          join public.file_records f on f.bucket_id = o.bucket_id and f.storage_path = o.name
          where o.owner = old.id and f.team_space_id is not null
          union
          select v.team_space_id
          from storage.objects o
          join public.file_versions v on v.bucket_id = o.bucket_id and v.storage_path = o.name
          where o.owner = old.id and v.team_space_id is not null) as t
  loop
    if entry.heir is null then
      perform public.remove_team_space(entry.space_id);
    else
      update storage.objects o set owner = null, owner_id = null
      where o.bucket_id = 'encrypted-files' and o.owner = old.id
        and o.name in (select f.storage_path from public.file_records f where f.team_space_id = entry.space_id
                       union all
                       select v.storage_path from public.file_versions v where v.team_space_id = entry.space_id);
      update public.file_records f set user_id = entry.heir where f.team_space_id = entry.space_id and f.user_id = old.id;
      update public.file_versions v set user_id = entry.heir where v.team_space_id = entry.space_id and v.user_id = old.id;
      update public.folders f set user_id = entry.heir where f.team_space_id = entry.space_id and f.user_id = old.id;
    end if;
  end loop;
  return old;
end $$;
create trigger users_hand_over_team_spaces before delete on auth.users
  for each row execute function public.hand_over_team_spaces();

create trigger team_space_epochs_audit after insert on public.team_space_epochs
  for each row execute function audit.record_change('config_change', 'medium', 'space_id');
create trigger team_space_members_audit after insert or update of role or delete on public.team_space_members
  for each row execute function audit.record_change('config_change', 'medium', 'space_id');

do $$
declare
  name text;
begin
  foreach name in array array['team_space_epochs', 'team_space_members', 'team_space_bundles'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('alter table public.%I force row level security', name);
    execute format('create policy %I on public.%I for all to service_role, %I using (true) with check (true)',
                   name || '_service', name, current_user);
    execute format('revoke all on public.%I from anon, authenticated', name);
    execute format('grant select, insert, update, delete on public.%I to service_role', name);
  end loop;
end $$;
revoke execute on function authz.space_role(uuid), authz.team_spaces(), authz.edits_space(uuid), authz.reads_team_object(text),
  authz.is_team_object(text), public.require_current_epoch(uuid, integer), public.refuse_viewer(uuid), public.guard_team_file(),
  public.guard_team_folder(), public.mark_team_version(), public.delete_from_team(uuid[], uuid[]),
  public.delete_team_version(uuid), public.my_team_spaces(), public.team_space_history(uuid), public.team_space_people(uuid),
  authz.base64url(bytea), authz.from_base64url(text), authz.roster_problem(jsonb, jsonb, text), public.begin_team_epoch(jsonb),
  public.leave_team_space(uuid), public.remove_team_space(uuid), public.delete_team_space(uuid), public.hand_over_team_spaces()
  from public;
grant execute on function authz.team_spaces(), authz.reads_team_object(text), authz.is_team_object(text),
  public.delete_from_team(uuid[], uuid[]), public.delete_team_version(uuid), public.my_team_spaces(),
  public.team_space_history(uuid), public.team_space_people(uuid), public.begin_team_epoch(jsonb), public.leave_team_space(uuid),
  public.delete_team_space(uuid) to authenticated;
