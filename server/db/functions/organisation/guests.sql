-- Guests: docs/decisions/0235-a-guest-knows-whom-it-shares-with.md.

create or replace function authz.is_guest(person uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from authz.guests g where g.user_id = person)
$$;
grant execute on function authz.is_guest(uuid) to authenticated;

-- People whom the calling guest knows: themselves, who invited them, members of their spaces, and those who share files with them or whom they share with.
create or replace function authz.known_to_guest() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select auth.uid()
  union
  select g.invited_by from authz.guests g where g.user_id = auth.uid() and g.invited_by is not null
  union
  select m.user_id from public.team_space_members m where m.space_id in (select authz.team_spaces())
  union
  select a.granted_by from public.file_access a where a.user_id = auth.uid() and a.granted_by is not null and authz.is_live(a)
  union
  select a.user_id from public.file_access a where a.granted_by = auth.uid() and authz.is_live(a)
$$;
grant execute on function authz.known_to_guest() to authenticated;

-- Whether the caller may know of a person, who is of their organisation.
create or replace function authz.may_know(person uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select not authz.is_guest(auth.uid()) or may_know.person in (select authz.known_to_guest())
$$;

-- @throws QS482 for an end that is over, or further away than a year
create or replace function authz.check_guest_end(until timestamptz) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  -- A day more, for days that end elsewhere.
  if until is null or until <= now() or until > now() + interval '366 days' then
    raise exception 'a guest stays until a day within a year' using errcode = 'QS482';
  end if;
end $$;

-- A guest holds no role that carries a permission. @throws QS483
create or replace function authz.refuse_role_of_guest() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if (new.expires_at is null or new.expires_at > now())
     and exists (select from authz.permissions p where p.role = new.role)
     and authz.is_guest(new.user_id) then
    raise exception 'a guest of the organisation holds no such role: make them a member first' using errcode = 'QS483';
  end if;
  return new;
end $$;

-- Called by the service that mails it, like `authz.add_invitation`.
create or replace function authz.add_guest_invitation(email text, until timestamptz) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  made uuid;
begin
  perform authz.check_guest_end(until);
  made := authz.add_invitation(add_guest_invitation.email, 'member', null);
  update public.invitations i set guest_until = until where i.id = made;
  perform audit.record('guest.invited', 'config_change', auth.uid(), 'invited', 'success', 'medium',
                       jsonb_build_object('table', 'public.invitations', 'id', made, 'ends_at', until));
  return made;
end $$;

-- Marks as a guest whom an invitation of a guest brought, whatever became of who invited them.
create or replace function authz.welcome_guest(person uuid, invitation public.invitations) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into authz.guests (user_id, tenant_id, invited_by, ends_at)
  select welcome_guest.person, invitation.tenant_id, invitation.invited_by, invitation.guest_until
  where invitation.guest_until is not null
  on conflict (user_id) do nothing
$$;

-- Whether somebody holds what no guest may have: a role that carries a permission, a team space that they manage, or a share of recovery.
create or replace function authz.holds_beyond_guest(person uuid, home uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from authz.live_roles r join authz.permissions p on p.role = r.role
                 where r.user_id = holds_beyond_guest.person and r.tenant_id = home)
      or exists (select from public.team_space_members m where m.user_id = holds_beyond_guest.person and m.role = 'manager')
      or exists (select from public.recovery_shares s where s.holder_id = holds_beyond_guest.person)
      or exists (select from jsonb_array_elements((select p.statement::jsonb -> 'holders' from public.recovery_policies p
                                                   where p.tenant_id = home order by p.revision desc limit 1)) as h
                 where (h ->> 'user_id')::uuid = holds_beyond_guest.person)
$$;

-- Makes a member a guest, or moves the end of one; an end that was carried out is taken back. Roles, spaces and shares of recovery are not taken
-- from anybody by this: who holds them gives them up first. Links end, unless guests may make them. Who calls this has locked the organisation.
-- @throws QS482, QS486 for who holds a role with permissions, manages a space or is a holder of recovery
create or replace function authz.mark_guest(person uuid, home uuid, until timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  before authz.guests;
begin
  perform authz.check_guest_end(until);
  if authz.holds_beyond_guest(person, home) then
    raise exception 'this person holds a role or a share of recovery, or manages a team space: end that first' using errcode = 'QS486';
  end if;
  select g.* into before from authz.guests g where g.user_id = person for update;
  insert into authz.guests as g (user_id, tenant_id, invited_by, ends_at) values (person, home, auth.uid(), until)
  on conflict (user_id) do update set ends_at = excluded.ends_at, ended_at = null;
  update public.share_links l set revoked_at = now()
  where l.user_id = person and l.revoked_at is null
    and not exists (select from public.organisation_policies o where o.tenant_id = home and o.allows_guest_links);
  perform authz.end_invitations(person, home);
  perform audit.record(case when before.user_id is null then 'guest.made' else 'guest.extended' end, 'config_change', auth.uid(),
                       'changed', 'success', 'medium', jsonb_strip_nulls(jsonb_build_object(
                         'table', 'authz.guests', 'id', person, 'before', before.ends_at, 'ends_at', until)));
end $$;

-- The state that somebody saw is the one that they change: another administrator may have been faster. @throws QS487
create or replace function authz.require_guest_end(person uuid, seen timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if (select g.ends_at from authz.guests g where g.user_id = person) is distinct from seen then
    raise exception 'somebody else changed this guest at the same moment' using errcode = 'QS487';
  end if;
end $$;

-- `seen`: the end that the person saw who decides this; null: a member. @throws QS404, QS482, QS486, QS487
create or replace function public.set_guest(person uuid, until timestamptz, seen timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
begin
  if person = auth.uid() then
    raise exception 'nobody makes a guest of themselves' using errcode = 'insufficient_privilege';
  end if;
  perform authz.require_member(person, home);
  perform authz.require_guest_end(person, seen);
  perform authz.mark_guest(person, home, until);
end $$;
grant execute on function public.set_guest(uuid,timestamptz,timestamptz) to authenticated;

-- Makes a guest a member like any other. Who calls this has locked the organisation. @returns false for who is no guest
create or replace function authz.admit_guest(person uuid, home uuid) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from authz.guests g where g.user_id = person and g.tenant_id = home;
  if not found then
    return false;
  end if;
  perform audit.record('guest.admitted', 'config_change', auth.uid(), 'changed', 'success', 'high',
                       jsonb_build_object('table', 'authz.guests', 'id', person));
  return true;
end $$;

-- `seen`: the end that the person saw who decides this. @throws QS404 for who is no guest, QS487
create or replace function public.admit_guest(person uuid, seen timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
begin
  perform authz.require_member(person, home);
  if not authz.is_guest(person) then
    raise exception 'this person is no guest' using errcode = 'QS404';
  end if;
  perform authz.require_guest_end(person, seen);
  perform authz.admit_guest(person, home);
end $$;
grant execute on function public.admit_guest(uuid,timestamptz) to authenticated;

-- Guests of the organisation, for everybody in it: people see whom they give files to. Their ends are for who manages people, and for themselves.
create or replace function public.organisation_guests() returns table (user_id uuid, ends_at timestamptz, has_ended boolean)
  language sql stable security definer set search_path = ''
as $$
  select g.user_id, case when (select authz.allows('manage_users', authz.tenant())) or g.user_id = auth.uid() then g.ends_at end,
         g.ends_at <= now()
  from authz.guests g
  where g.tenant_id = (select authz.tenant()) and (select authz.is_proven())
    and ((select authz.allows('manage_users', authz.tenant())) or not exists (select from public.former_members f where f.user_id = g.user_id))
    and not exists (select from public.former_members gone where gone.user_id = auth.uid())
    and (not (select authz.is_guest(auth.uid())) or g.user_id in (select authz.known_to_guest()))
  order by g.user_id
$$;
grant execute on function public.organisation_guests() to authenticated;

-- Carries out ends that are over: sessions end, and it is written down. Called every few minutes. Nothing answers a guest meanwhile, and no
-- link or device of theirs: `authz.is_proven` and `auth.is_suspended` look at the end itself, so nobody opens it again but by another day.
-- @returns how many
create or replace function authz.end_guests() returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  one   authz.guests;
  ended integer := 0;
begin
  for one in
    select g.* from authz.guests g where g.ended_at is null and g.ends_at <= now() order by g.ends_at, g.user_id limit 1000
  loop
    update authz.guests g set ended_at = clock_timestamp()
    where g.user_id = one.user_id and g.ended_at is null and g.ends_at <= now();
    -- Another server was first, or somebody moved the end.
    continue when not found;
    delete from auth.one_time_tokens t where t.user_id = one.user_id;
    delete from auth.sessions s where s.user_id = one.user_id;
    perform audit.record('guest.ended', 'config_change', one.user_id, 'ended', 'success', 'medium',
                         jsonb_build_object('table', 'authz.guests', 'id', one.user_id, 'ends_at', one.ends_at));
    ended := ended + 1;
  end loop;
  return ended;
end $$;

-- Guests whose time ends within a week: who invited them is notified, and every owner, once for each end. Called every hour.
create or replace function notify.of_guest_ends() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  ending authz.guests;
  sent   integer := 0;
begin
  for ending in
    select g.* from authz.guests g
    join public.tenants t on t.id = g.tenant_id and t.status = 'active'
    where g.ended_at is null and g.ends_at <= now() + interval '7 days' and g.told_end is distinct from g.ends_at
      and not exists (select from public.former_members f where f.user_id = g.user_id)
    order by g.ends_at, g.user_id limit 1000
  loop
    update authz.guests g set told_end = g.ends_at
    where g.user_id = ending.user_id and g.ends_at = ending.ends_at and g.told_end is distinct from g.ends_at;
    -- Another server was first.
    continue when not found;
    perform notify.person(p.id, 'guest_ending', jsonb_build_object(
      'person', ending.user_id, 'ends_at', ending.ends_at,
      'name', (select coalesce(nullif(btrim(concat_ws(' ', h.first_name, h.last_name)), ''), u.email, '')
               from auth.users u left join public.profiles h on h.user_id = u.id where u.id = ending.user_id)))
    from (select r.user_id as id from authz.live_roles r where r.tenant_id = ending.tenant_id and r.role = 'owner'
          union
          select h.user_id from public.profiles h
          where h.user_id = ending.invited_by and h.tenant_id = ending.tenant_id
            and not exists (select from public.former_members f where f.user_id = h.user_id)) as p;
    sent := sent + 1;
  end loop;
  return sent;
end $$;

-- SCIM says when a person changed last, and whether they are a guest is part of what it says.
create or replace function authz.move_time_of_guest() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users u set updated_at = clock_timestamp() where u.id = coalesce(new.user_id, old.user_id);
  return null;
end $$;
