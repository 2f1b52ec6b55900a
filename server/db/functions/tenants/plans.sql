-- How many people an organisation of this plan may have; null is without a limit. Tested equal to TENANT_PLANS of contract/organisation/tenant-plans.ts.
create or replace function authz.seats_of(tier text) returns integer
  language sql immutable parallel safe set search_path = ''
as $$
  select case tier when 'starter' then 5 when 'professional' then 50 end
$$;

-- Roles that every plan gives; the others come with Enterprise. Those above an organisation are not the organisation's to give.
create or replace function authz.is_role_of(role text, tier text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(tier not in ('starter', 'professional'), true)
      or role in ('owner', 'admin', 'member', 'tenant_admin', 'super_admin')
$$;

-- The plan whose limits hold for an organisation: none where the operator turned billing off, and runs the software for oneself.
create or replace function authz.plan_held_by(home uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select t.subscription_tier from public.tenants t
  where t.id = home and not exists (select from storage.quota_settings q where q.provider = 'off')
$$;
grant execute on function authz.plan_held_by(uuid) to authenticated;

-- People who may sign in: not those who were removed or deleted their account.
create or replace function authz.people_of(home uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select count(*)
  from public.profiles p
  join auth.users u on u.id = p.user_id and u.deleted_at is null and not u.is_anonymous
  where p.tenant_id = home and not exists (select from public.former_members f where f.user_id = p.user_id)
$$;

-- @throws QS402 where the plan, or the limit that the operator set, has no room for as many more. Waits for others who join at the same moment.
create or replace function authz.require_seats(home uuid, more integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  seats integer := authz.places_of(home);
begin
  if seats is null then
    return;
  end if;
  perform from public.tenants t where t.id = home for no key update;
  if authz.people_of(home) + more > seats then
    raise exception 'the organisation has room for % people', seats using errcode = 'QS402';
  end if;
end $$;

create or replace function authz.require_seat() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.tenant_id is not null and not exists (select from public.profiles p where p.user_id = new.user_id) then
    perform authz.require_seats(new.tenant_id, 1);
  end if;
  return new;
end $$;

-- @throws QS405
create or replace function authz.require_role_of_plan() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not authz.is_role_of(new.role, authz.plan_held_by(new.tenant_id)) then
    raise exception 'this role comes with the plan Enterprise' using errcode = 'QS405';
  end if;
  return new;
end $$;

-- People who were invited and have not come yet take a place as well: nobody is invited to where there is none for them.
-- @throws QS402, QS405
create or replace function authz.require_place_in_plan() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  tier    text := authz.plan_held_by(new.tenant_id);
  waiting integer;
begin
  if not authz.is_role_of(new.role, tier) then
    raise exception 'this role comes with the plan Enterprise' using errcode = 'QS405';
  end if;
  -- Counted where there is a limit: a list of thousands would count itself again for each row.
  if new.accepted_at is null and authz.places_of(new.tenant_id) is not null then
    select count(*) into waiting from public.invitations i
    where i.tenant_id = new.tenant_id and i.accepted_at is null and i.expires_at > now() and i.email <> new.email;
    perform authz.require_seats(new.tenant_id, waiting + 1);
  end if;
  return new;
end $$;
