-- Nobody signs in as a suspended person, and nothing of theirs is open to others; they stay a member, and all of it is there again
-- when the suspension ends.

-- Again for somebody who is suspended, nothing happens.
create or replace function authz.suspend(person uuid, home uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  before timestamptz;
begin
  perform from auth.users u where u.id = person for no key update;
  select u.banned_until into before from auth.users u where u.id = person;
  if before > now() and exists (select from public.suspended_members s where s.user_id = person) then
    return;
  end if;
  perform authz.require_other_owner(person, home);
  -- The operator may have ended a suspension that was written down.
  insert into public.suspended_members as s (user_id, tenant_id, suspended_by, banned_before) values (person, home, auth.uid(), before)
  on conflict (user_id) do update
  set suspended_by = excluded.suspended_by, suspended_at = now(), banned_before = excluded.banned_before;
  delete from auth.one_time_tokens t where t.user_id = person;
  delete from auth.sessions s where s.user_id = person;
  update auth.users u set banned_until = now() + interval '100 years', updated_at = now() where u.id = person;
end $$;

-- False: they were not suspended. What the operator decided before is in force again.
create or replace function authz.end_suspension(person uuid, home uuid) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  before timestamptz;
begin
  delete from public.suspended_members s where s.user_id = person and s.tenant_id = home returning s.banned_before into before;
  if not found then
    return false;
  end if;
  update auth.users u set banned_until = before, updated_at = now() where u.id = person;
  return true;
end $$;

create or replace function public.suspend_member(person uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
begin
  if person = auth.uid() then
    raise exception 'nobody suspends themselves' using errcode = 'insufficient_privilege';
  end if;
  perform authz.require_member(person, home);
  perform authz.suspend(person, home);
end $$;
grant execute on function public.suspend_member(uuid) to authenticated;

create or replace function public.end_suspension(person uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
begin
  perform authz.require_member(person, home);
  if not authz.end_suspension(person, home) then
    raise exception 'this person is not suspended' using errcode = 'QS404';
  end if;
end $$;
grant execute on function public.end_suspension(uuid) to authenticated;

-- Members who cannot sign in now, or have not yet, for people who manage users.
create or replace function public.member_standings()
  returns table (user_id uuid, standing text, is_managed boolean)
  language sql stable security definer set search_path = ''
as $$
  select p.user_id, case when s.user_id is not null and u.banned_until > now() then 'suspended'
                         when u.email_confirmed_at is null and u.phone_confirmed_at is null then 'waiting'
                         else 'active' end,
         a.user_id is not null
  from public.profiles p
  join auth.users u on u.id = p.user_id
  left join public.suspended_members s on s.user_id = p.user_id
  left join scim.accounts a on a.user_id = p.user_id
  where p.tenant_id = authz.tenant() and (select authz.allows('manage_users', authz.tenant()))
    and u.deleted_at is null and not u.is_anonymous
    and (s.user_id is not null or a.user_id is not null or (u.email_confirmed_at is null and u.phone_confirmed_at is null))
  order by p.user_id;
$$;
grant execute on function public.member_standings() to authenticated;
