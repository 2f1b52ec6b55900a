-- One role instead of those a person had, for good or until a time. An owner is one until somebody says otherwise: an organisation is not
-- without one because a day has passed.
create or replace function public.give_role(person uuid, role text, until timestamptz default null) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  home uuid := authz.lock_team();
begin
  if not give_role.role = any (authz.team_roles()) then
    raise exception 'there is no such role' using errcode = 'check_violation';
  end if;
  perform authz.check_role_end(give_role.role, give_role.until);
  perform authz.require_member(person, home);
  if give_role.role = 'owner' and not authz.leads(auth.uid(), home) then
    raise exception 'only an owner may make somebody an owner' using errcode = 'insufficient_privilege';
  end if;
  if give_role.role <> 'owner' then
    perform authz.require_other_owner(person, home);
  end if;
  -- Nothing changes, so nothing is told.
  if (select count(*) = 1 and bool_and(r.role = give_role.role and r.expires_at is not distinct from give_role.until)
      from authz.live_roles r where r.user_id = person and r.tenant_id = home) then
    return;
  end if;
  if authz.administers(give_role.role) or authz.most_able(person, home) is not null then
    perform notify.of_roles(home, 'given', give_role.role, person);
  end if;
  delete from public.enterprise_user_roles r
  where r.user_id = person and r.tenant_id = home and r.role <> give_role.role;
  insert into public.enterprise_user_roles (user_id, tenant_id, role, expires_at) values (person, home, give_role.role, give_role.until)
  on conflict (user_id, tenant_id, role) do update set expires_at = excluded.expires_at;
  perform authz.end_invitations(person, home);
end $$;
grant execute on function public.give_role(uuid,text,timestamptz) to authenticated;

-- What clients of earlier versions call.
create or replace function public.set_member_role(person uuid, role text) returns void
  language sql security definer set search_path = ''
as $$
  select public.give_role(set_member_role.person, set_member_role.role)
$$;
grant execute on function public.set_member_role(uuid,text) to authenticated;

-- The most able role that a person has and that opens the admin panel, or just this one; null: none does.
create or replace function authz.most_able(person uuid, home uuid, just text default null) returns text
  language sql stable security definer set search_path = ''
as $$
  select r.role
  from authz.live_roles r
  where r.user_id = person and r.tenant_id = home and (most_able.just is null or r.role = most_able.just) and authz.administers(r.role)
  order by coalesce(array_position(authz.team_roles(), r.role), 0), r.role limit 1
$$;

-- Roles of a person end now, as if their time were over: `just` this one, or all. They stay a member. The caller holds authz.lock_team.
-- @returns how many that were
create or replace function authz.end_roles(person uuid, home uuid, just text default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  able  text := authz.most_able(person, home, just);
  ended integer;
begin
  perform authz.require_member(person, home);
  if just is null or just = 'owner' then
    perform authz.require_other_owner(person, home);
  end if;
  if able is not null then
    perform notify.of_roles(home, 'ended', able, person);
  end if;
  update public.enterprise_user_roles r set expires_at = now()
  where r.user_id = person and r.tenant_id = home and (r.expires_at is null or r.expires_at > now())
    and (end_roles.just is null or r.role = end_roles.just);
  get diagnostics ended = row_count;
  perform authz.end_invitations(person, home);
  return ended;
end $$;

-- Every role of a person ends now.
create or replace function public.end_role(person uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.end_roles(person, authz.lock_team());
end $$;
grant execute on function public.end_role(uuid) to authenticated;

-- Until when the caller manages the people of their organisation; infinity, without an end.
create or replace function authz.manages_until() returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select max(coalesce(r.expires_at, 'infinity'))
  from authz.live_roles r
  join authz.permissions p on p.role = r.role and p.permission = 'manage_users'
  where r.user_id = auth.uid() and r.tenant_id = authz.tenant()
$$;

-- Whose own right to manage people ends gives no right that outlasts it: not to others, not to a mailbox of theirs, not to themselves.
-- @throws QS434 for an end that is none, QS435 for one after the caller's own
create or replace function authz.check_role_end(role text, until timestamptz) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if coalesce(until, 'infinity') > authz.manages_until()
     and exists (select from authz.permissions p where p.role = check_role_end.role) then
    raise exception 'your own role ends before that' using errcode = 'QS435';
  end if;
  if until is null then
    return;
  end if;
  if check_role_end.role = 'owner' then
    raise exception 'the role of an owner has no end' using errcode = 'QS434';
  end if;
  if until <= now() or until > now() + interval '5 years' then
    raise exception 'a role ends later than now, and within five years' using errcode = 'QS434';
  end if;
end $$;
