-- Lists of people who are invited together. All of it is called by the service that reads the list and mails, with the claims of who imports.

-- Somebody who manages the people of their organisation. @returns the organisation
create or replace function authz.require_people_manager() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  if home is null or not authz.allows('manage_users', home) then
    raise exception 'only an administrator of the organisation may do this' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;

-- What decides about the rows of a list: who of these addresses is known here, which teams of these names take people by hand, for how many
-- more people there is room (null: any number), and what the caller may give. An account of another organisation looks like none. `provisioned` may
-- be marked as guests; `holding` as well, as soon as they hold nothing that no guest may.
create or replace function authz.describe_import(emails text[], names text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.require_people_manager();
  tier text := authz.plan_held_by(home);
begin
  return jsonb_build_object(
    'leads', authz.leads(auth.uid(), home),
    'roles', (select jsonb_agg(r) from unnest(authz.team_roles()) as r where authz.is_role_of(r, tier)),
    'room', authz.places_of(home) - authz.people_of(home)
            - (select count(*) from public.invitations i where i.tenant_id = home and i.accepted_at is null and i.expires_at > now()),
    'teams', coalesce((select jsonb_object_agg(lower(t.name), t.id) from public.teams t
                       where t.tenant_id = home and t.source = 'manual'
                         and lower(t.name) = any (array(select lower(n) from unnest(names) as n))), '{}'),
    'people', coalesce((
      select jsonb_object_agg(k.email, k.standing)
      from (select u.email::text as email,
                   case when f.user_id is not null then 'removed'
                        when a.user_id is null or u.id = auth.uid() or authz.is_guest(u.id) then 'member'
                        when authz.holds_beyond_guest(u.id, home) then 'holding'
                        else 'provisioned' end as standing
            from auth.users u
            join public.profiles p on p.user_id = u.id and p.tenant_id = home
            left join public.former_members f on f.user_id = u.id
            left join scim.accounts a on a.user_id = u.id
            where u.email = any (emails) and u.deleted_at is null
            union all
            select i.email, 'invited' from public.invitations i
            where i.tenant_id = home and i.accepted_at is null and i.expires_at > now() and i.email = any (emails)
              and not exists (select from auth.users u join public.profiles p on p.user_id = u.id and p.tenant_id = home
                              where u.email = i.email and u.deleted_at is null)) as k), '{}'));
end $$;

-- Invites everybody of a list, or nobody: the mails follow one after the other. @returns the id of the list.
-- @throws QS402 without room in the plan, QS405, QS436 while another list is being sent, QS438 beyond 500 people a day, QS439, QS486
create or replace function authz.start_import(entries jsonb, fingerprint text, left_out integer) returns uuid
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  home   uuid := authz.lock_team();
  me     uuid := authz.require_fresh();
  made   uuid;
  people bigint;
begin
  if exists (select from public.people_imports i where i.tenant_id = home and i.state = 'sending') then
    raise exception 'another list is being sent' using errcode = 'QS436';
  end if;
  if jsonb_array_length(entries) not between 1 and 5000 then
    raise exception 'a list names 1 to 5000 people' using errcode = 'check_violation';
  end if;
  if not authz.leads(me, home) and entries @> '[{"role": "owner"}]' then
    raise exception 'only an owner may make somebody an owner' using errcode = 'insufficient_privilege';
  end if;
  perform authz.check_role_end(e.role, e.until) from (select distinct r.role, r.until from jsonb_to_recordset(entries) as r (role text, until timestamptz)) e;
  perform authz.check_guest_end(e.guest_until)
  from (select distinct r.guest_until from jsonb_to_recordset(entries) as r (guest_until timestamptz) where r.guest_until is not null) e;
  if exists (select from jsonb_to_recordset(entries) as r (role text, guest_until timestamptz)
             join authz.permissions p on p.role = r.role where r.guest_until is not null) then
    raise exception 'a guest of the organisation holds no such role' using errcode = 'QS483';
  end if;
  perform authz.require_import_room(home, jsonb_array_length(entries));
  delete from public.people_imports i where i.id in (
    select o.id from public.people_imports o where o.tenant_id = home order by o.created_at desc, o.id offset 19);
  insert into public.people_imports (tenant_id, created_by, fingerprint, left_out)
  values (home, me, start_import.fingerprint, start_import.left_out) returning id into made;
  perform authz.mark_listed(home, made, entries);
  perform authz.invite_listed(home, made, (select coalesce(jsonb_agg(e.entry), '[]') from jsonb_array_elements(entries) as e (entry)
                                           where (e.entry -> 'is_marked') is distinct from 'true'));
  perform authz.note_invited(home, array(select e.role from jsonb_to_recordset(entries) as e (role text, is_marked boolean) where e.is_marked is not true));
  select count(*) into people from public.people_import_rows r where r.import_id = made;
  perform audit.record('people_import.started', 'config_change', me, 'started', 'success', 'high',
                       jsonb_build_object('id', made, 'count', people));
  perform graphile_worker.add_job('auth:send_import', json_build_object('id', made), max_attempts => 10);
  return made;
end $$;

-- Where strangers may sign up, anybody has an organisation and could mail thousands in its name: only the one that runs the server lists as many
-- people a day as it likes.
create or replace function authz.require_import_room(home uuid, added integer) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if home is distinct from authz.operator()
     and added + (select count(*) from public.people_import_rows r join public.people_imports i on i.id = r.import_id
                  where i.tenant_id = home and i.created_at > now() - interval '1 day') > 500 then
    raise exception 'an organisation lists 500 people a day' using errcode = 'QS438';
  end if;
end $$;

-- People of a list whom an identity provider keeps, and who are here already: they become guests, and nobody is mailed.
-- @throws QS439 for a person who is not, or is a guest by now, QS486
create or replace function authz.mark_listed(home uuid, import uuid, entries jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  one    record;
  person uuid;
begin
  for one in
    select e.* from jsonb_to_recordset(entries) as e (line integer, email text, first_name text, last_name text, role text, guest_until timestamptz, is_marked boolean)
    where e.is_marked order by e.email
  loop
    select o.id into person
    from scim.people o join scim.accounts a on a.user_id = o.id
    where o.tenant_id = mark_listed.home and o.email = one.email and not o.is_guest and o.id <> auth.uid();
    if person is null then
      raise exception 'the identity provider keeps no such account, or it is a guest by now' using errcode = 'QS439';
    end if;
    perform authz.mark_guest(person, mark_listed.home, one.guest_until);
    insert into public.people_import_rows (import_id, line, email, first_name, last_name, role, is_renewed, guest_until, state, done_at)
    values (mark_listed.import, one.line, one.email, one.first_name, one.last_name, one.role, false, one.guest_until, 'marked', clock_timestamp());
  end loop;
end $$;

-- The invitations of a list, each of which is renewed where it was there, with its teams.
create or replace function authz.invite_listed(home uuid, import uuid, entries jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into public.people_import_rows (import_id, line, email, first_name, last_name, role, is_renewed, guest_until)
  select import, e.line, e.email, e.first_name, e.last_name, e.role,
         exists (select from public.invitations i where i.tenant_id = home and i.email = e.email and i.accepted_at is null and i.expires_at > now()),
         e.guest_until
  from jsonb_to_recordset(entries) as e (line integer, email text, first_name text, last_name text, role text, guest_until timestamptz);
  insert into public.invitations as i (tenant_id, email, role, role_until, guest_until, invited_by, expires_at)
  select home, e.email, e.role, e.until, e.guest_until, auth.uid(), now() + interval '7 days'
  from jsonb_to_recordset(entries) as e (email text, role text, until timestamptz, guest_until timestamptz)
  order by e.email
  on conflict (tenant_id, email) where accepted_at is null do update
  set role = excluded.role, role_until = excluded.role_until, guest_until = excluded.guest_until, invited_by = excluded.invited_by, sent_at = now(), expires_at = excluded.expires_at;
  update public.people_import_rows r set invitation_id = i.id
  from public.invitations i
  where r.import_id = import and i.tenant_id = home and i.email = r.email and i.accepted_at is null;
  delete from public.invitation_teams t
  using public.people_import_rows r where r.import_id = import and t.invitation_id = r.invitation_id;
  insert into public.invitation_teams (invitation_id, team_id)
  select distinct r.invitation_id, t.id
  from jsonb_to_recordset(entries) as e (email text, team_ids uuid[])
  join public.people_import_rows r on r.import_id = import and r.email = e.email
  cross join unnest(e.team_ids) as named
  join public.teams t on t.id = named and t.tenant_id = home and t.source = 'manual';
end $$;

-- What is to be mailed next, locked; no row: nothing is left, or the list was cancelled.
create or replace function authz.next_of_import(import uuid)
  returns table (line integer, email text, first_name text, last_name text, invitation_id uuid, inviter uuid, fingerprint text)
  language sql volatile security definer set search_path = ''
as $$
  select r.line, r.email, r.first_name, r.last_name, r.invitation_id, i.created_by, i.fingerprint
  from public.people_import_rows r
  join public.people_imports i on i.id = r.import_id and i.state = 'sending'
  join public.tenants t on t.id = i.tenant_id and t.status = 'active'
  where r.import_id = next_of_import.import and r.state = 'waiting'
  order by r.line limit 1
  for update of r
$$;

create or replace function authz.note_of_import(import uuid, at_line integer, outcome text) returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.people_import_rows r set state = note_of_import.outcome, done_at = clock_timestamp()
  where r.import_id = note_of_import.import and r.line = at_line and r.state = 'waiting';
$$;

-- Nothing waits any more.
create or replace function authz.end_import(import uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.people_imports i set state = 'done', ended_at = clock_timestamp()
  where i.id = end_import.import and i.state = 'sending'
    and not exists (select from public.people_import_rows r where r.import_id = i.id and r.state = 'waiting');
$$;

-- Those whose mail has not left are not invited: their places are free again. One that was there before stays.
create or replace function authz.cancel_import(import uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
begin
  update public.people_imports i set state = 'cancelled', ended_at = clock_timestamp()
  where i.id = cancel_import.import and i.tenant_id = home and i.state = 'sending';
  if not found then
    raise exception 'this list is not being sent' using errcode = 'QS437';
  end if;
  delete from public.invitations v
  using public.people_import_rows r
  where r.import_id = cancel_import.import and r.state = 'waiting' and not r.is_renewed and v.id = r.invitation_id and v.accepted_at is null;
  update public.people_import_rows r set state = 'cancelled', done_at = clock_timestamp()
  where r.import_id = cancel_import.import and r.state = 'waiting';
  perform audit.record('people_import.cancelled', 'config_change', auth.uid(), 'cancelled', 'success', 'medium',
                       jsonb_build_object('id', cancel_import.import));
end $$;

-- Lists of the organisation, newest first, each with where its invitations are.
create or replace function authz.list_imports(import uuid default null)
  returns table (id uuid, by_email text, state text, created_at timestamptz, ended_at timestamptz, left_out integer, waiting integer,
                 sent integer, not_sent integer, cancelled integer, marked integer)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  home uuid := authz.require_people_manager();
begin
  return query
  select i.id, u.email::text, i.state, i.created_at, i.ended_at, i.left_out, n.waiting, n.sent, n.not_sent, n.cancelled, n.marked
  from public.people_imports i
  left join auth.users u on u.id = i.created_by
  cross join lateral (
    select count(*) filter (where r.state = 'waiting')::integer as waiting, count(*) filter (where r.state = 'sent')::integer as sent,
           count(*) filter (where r.state = 'not_sent')::integer as not_sent, count(*) filter (where r.state = 'cancelled')::integer as cancelled,
           count(*) filter (where r.state = 'marked')::integer as marked
    from public.people_import_rows r where r.import_id = i.id) as n
  where i.tenant_id = home and (list_imports.import is null or i.id = list_imports.import)
  order by i.created_at desc, i.id limit 20;
end $$;

-- @throws QS437 for a list of another organisation
create or replace function authz.report_import(import uuid)
  returns table (line integer, email text, first_name text, last_name text, role text, until timestamptz, state text, done_at timestamptz,
                 is_accepted boolean, guest_until timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  home uuid := authz.require_people_manager();
begin
  if not exists (select from public.people_imports i where i.id = report_import.import and i.tenant_id = home) then
    raise exception 'this list is gone' using errcode = 'QS437';
  end if;
  return query
  select r.line, r.email, r.first_name, r.last_name, r.role, v.role_until, r.state, r.done_at, v.accepted_at is not null, r.guest_until
  from public.people_import_rows r
  left join public.invitations v on v.id = r.invitation_id
  where r.import_id = report_import.import order by r.line;
end $$;

-- What lists say of people is kept for 30 days.
create or replace function authz.drop_old_imports() returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from public.people_imports i where i.state <> 'sending' and i.ended_at < now() - interval '30 days';
$$;

-- Somebody accepted an invitation: they are in the teams that came with it and are still there, and take people.
create or replace function authz.join_invited_teams(person uuid, invitation uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.team_members (team_id, user_id)
  select t.id, join_invited_teams.person
  from public.invitation_teams n
  join public.teams t on t.id = n.team_id and t.source = 'manual'
  where n.invitation_id = join_invited_teams.invitation
    and (select count(*) from public.team_members m where m.team_id = t.id) < 1000
  order by t.id
  on conflict do nothing;
end $$;
