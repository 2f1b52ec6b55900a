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
revoke execute on function authz.space_role(uuid), authz.team_spaces(), authz.edits_space(uuid),
  public.require_current_epoch(uuid, integer), public.refuse_viewer(uuid) from public;
grant execute on function authz.team_spaces() to authenticated;
