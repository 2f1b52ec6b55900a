-- Somebody who was removed is no colleague any more.
create or replace function public.is_colleague(person uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.profiles p where p.user_id = person and p.tenant_id = authz.home())
     and authz.may_know(person)
     and not exists (select from public.former_members f where f.user_id = person)
$$;
grant execute on function public.is_colleague(uuid) to authenticated;

-- Changes of the team wait here for each other, so that two owners cannot demote each other at the same moment.
create or replace function authz.lock_team() returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  -- Not for update: rows of the audit log refer to the tenant, and two transactions that have both written one would wait for
  -- each other.
  perform from public.tenants t where t.id = home for no key update;
  if home is null or not authz.allows('manage_users', home) or not authz.is_proven() then
    raise exception 'only an administrator of the organisation may do this' using errcode = 'insufficient_privilege';
  end if;
  -- A token may have been stolen: who belongs to the organisation, and as what, is changed by somebody who showed more.
  perform authz.require_fresh();
  return home;
end $$;

create or replace function authz.require_member(person uuid, home uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.profiles p where p.user_id = person and p.tenant_id = home)
     or exists (select from public.former_members f where f.user_id = person) then
    raise exception 'this person does not belong to the organisation' using errcode = 'QS404';
  end if;
  if authz.leads(person, home) and not authz.leads(auth.uid(), home) then
    raise exception 'only an owner may change an owner' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Owners of an organisation, and whether they can sign in: not one who was invited and never came, is suspended, or was barred by the operator.
-- A suspension that the operator lifted is over, though its row stays until somebody ends it. Time is read now: two owners who end each other's
-- roles wait for one another, and a role may have ended after the later transaction began.
create or replace function authz.owners(home uuid) returns table (user_id uuid, can_sign_in boolean)
  language sql stable security definer set search_path = ''
as $$
  select r.user_id,
         (u.email_confirmed_at is not null or u.phone_confirmed_at is not null) and not coalesce(u.banned_until > now(), false)
  from authz.live_roles r
  join auth.users u on u.id = r.user_id
  where r.tenant_id = home and r.role = 'owner' and u.deleted_at is null
    and (r.expires_at is null or r.expires_at > clock_timestamp())
    and not exists (select from public.former_members f where f.user_id = r.user_id)
$$;

-- Whether an organisation loses nothing when this person is no owner any more: another owner can sign in, or there is another and this one
-- cannot sign in either.
create or replace function authz.has_other_owner(person uuid, home uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from authz.owners(home) o
    where o.user_id <> person
      and (o.can_sign_in or not exists (select from authz.owners(home) me where me.user_id = person and me.can_sign_in)))
$$;

create or replace function authz.require_other_owner(person uuid, home uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if authz.owns(person, home) and not authz.has_other_owner(person, home) then
    raise exception 'an organisation keeps at least one owner' using errcode = 'QS409';
  end if;
end $$;

-- Everyone of the organisation, for everyone of it; when somebody was there last, and who was removed, for those who manage it.
create or replace function public.team_members()
  returns table (user_id uuid, email text, first_name text, last_name text, roles text[], statement text, signature text,
                 joined_at timestamptz, last_active_at timestamptz, removed_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  -- Roles are read once and not for each person: with ten thousand people that took most of the time. Uses are read for each: joined, they read
  -- the sessions of every organisation of the installation.
  with me as materialized (
    select authz.tenant() as home, authz.allows('manage_users', authz.tenant()) as manages, authz.is_guest(auth.uid()) as is_guest
    where authz.is_proven() and not exists (select from public.former_members gone where gone.user_id = (select auth.uid()))
  ), held as (
    select r.user_id, array_agg(r.role order by coalesce(array_position(authz.team_roles(), r.role), 0), r.role) as roles
    from me
    join public.profiles p on p.tenant_id = me.home
    join authz.live_roles r on r.user_id = p.user_id and r.tenant_id = p.tenant_id
    group by r.user_id
  )
  select p.user_id, u.email, p.first_name, p.last_name, coalesce(h.roles, '{}'),
         b.statement, b.signature, coalesce(u.email_confirmed_at, u.created_at),
         case when me.manages then (select a.at from auth.uses a where a.user_id = p.user_id) end,
         f.removed_at
  from me
  join public.profiles p on p.tenant_id = me.home
  join auth.users u on u.id = p.user_id
  left join held h on h.user_id = p.user_id
  left join public.user_key_bundles b on b.user_id = p.user_id
  left join public.former_members f on f.user_id = p.user_id
  where u.deleted_at is null and not u.is_anonymous and (f.user_id is null or me.manages)
    and (not me.is_guest or p.user_id in (select authz.known_to_guest()))
  order by p.first_name nulls last, p.last_name, u.email;
$$;
grant execute on function public.team_members() to authenticated;

create or replace function public.organisation_name() returns text
  language sql stable security definer set search_path = ''
as $$
  select t.name from public.tenants t where t.id = authz.tenant()
$$;
grant execute on function public.organisation_name() to authenticated;

-- Invitations do not outlive the rights of who sent them.
create or replace function authz.end_invitations(person uuid, home uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from public.invitations i
  where i.tenant_id = home and i.invited_by = person and i.accepted_at is null
    and not authz.may_invite(person, home, i.role);
$$;

-- Ends what a person may do and open here, at once. Nothing that they sealed is deleted, and nobody else can open it.
create or replace function authz.expel(person uuid, home uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  able   text := authz.most_able(person, home);
  before timestamptz;
begin
  perform authz.require_other_owner(person, home);
  if able is not null then
    perform notify.of_roles(home, 'removed', able, person);
  end if;
  -- A removal takes the place of a suspension.
  delete from public.suspended_members s where s.user_id = person returning s.banned_before into before;
  if not found then
    select u.banned_until into before from auth.users u where u.id = person;
  end if;
  insert into public.former_members (user_id, tenant_id, removed_by, banned_before) values (person, home, auth.uid(), before);
  delete from public.enterprise_user_roles r where r.user_id = person and r.tenant_id = home;
  perform authz.end_invitations(person, home);
  delete from public.file_access a where a.granted_by is not null and (a.user_id = person or a.granted_by = person);
  update public.share_links l set revoked_at = now() where l.user_id = person and l.revoked_at is null;
  delete from auth.one_time_tokens t where t.user_id = person;
  delete from auth.sessions s where s.user_id = person;
  update auth.users u set banned_until = now() + interval '100 years', updated_at = now() where u.id = person;
end $$;

create or replace function public.remove_member(person uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
begin
  if person = auth.uid() then
    raise exception 'nobody removes themselves' using errcode = 'insufficient_privilege';
  end if;
  perform authz.require_member(person, home);
  perform authz.expel(person, home);
end $$;
grant execute on function public.remove_member(uuid) to authenticated;

-- False: they were not removed.
create or replace function authz.readmit(person uuid, home uuid) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  before timestamptz;
begin
  delete from public.former_members f where f.user_id = person and f.tenant_id = home returning f.banned_before into before;
  if not found then
    return false;
  end if;
  -- They take a place of the plan again.
  perform authz.require_seats(home, 0);
  update auth.users u set banned_until = before, updated_at = now() where u.id = person;
  insert into public.enterprise_user_roles (user_id, tenant_id, role) values (person, home, 'member')
  on conflict (user_id, tenant_id, role) do nothing;
  return true;
end $$;

create or replace function public.restore_member(person uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if not authz.readmit(person, authz.lock_team()) then
    raise exception 'this person was not removed' using errcode = 'QS404';
  end if;
end $$;
grant execute on function public.restore_member(uuid) to authenticated;

-- By exact address and in the own organisation only, so that nobody learns of accounts elsewhere. No row: there is no such colleague.
-- Without a statement: they have not made their vault yet.
create or replace function public.find_colleagues(emails text[])
  returns table (email text, user_id uuid, first_name text, last_name text, statement text, signature text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if cardinality(emails) > 500 then
    raise check_violation using message = 'at most 500 addresses can be looked up at once';
  end if;
  return query
    select u.email::text, u.id, p.first_name, p.last_name, b.statement, b.signature
    from (select distinct lower(btrim(typed)) as address from unnest(emails) as typed) as wanted
    join auth.users u on u.email = wanted.address
    join public.profiles p on p.user_id = u.id
    left join public.user_key_bundles b on b.user_id = u.id
    where u.email_confirmed_at is not null and u.deleted_at is null and not u.is_anonymous
      and p.tenant_id = authz.home() and u.id <> auth.uid() and (select authz.is_proven())
      and (not (select authz.is_guest(auth.uid())) or u.id in (select authz.known_to_guest()))
      and not exists (select from public.former_members f where f.user_id = u.id);
end $$;
grant execute on function public.find_colleagues(text[]) to authenticated;

-- Records that the list of people is about to be saved as a file. @throws insufficient_privilege; QS430
create or replace function authz.record_people_export(people bigint) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_people_manager();
  perform audit.record_export('people.exported', jsonb_build_object('count', record_people_export.people));
end $$;
grant execute on function authz.record_people_export(bigint) to authenticated;
