-- Who runs the installation, with every other condition that a change has.
create or replace function authz.require_tenant_manager() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.operator();
begin
  if authz.tenant() is distinct from home or not authz.allows('manage_tenants', home) then
    raise exception 'only who runs the installation may do this' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;
grant execute on function authz.require_tenant_manager() to authenticated;

-- A suspended organisation's people are as good as banned, those of one that is being deleted, but its owners, and guests whose time is over. Every place that asks whether an account may act asks this.
create or replace function auth.is_suspended(person uuid, banned timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(is_suspended.banned > now(), false)
      or exists (select from authz.guests g where g.user_id = is_suspended.person and g.ends_at <= now())
      or exists (select from public.profiles p join public.tenants t on t.id = p.tenant_id
                 where p.user_id = is_suspended.person
                   and (t.status in ('suspended', 'deleted') or t.status = 'leaving' and not authz.owns(p.user_id, t.id)))
$$;

-- Whether it is the organisation alone that keeps somebody from signing in: they read so.
create or replace function auth.is_of_suspended(person uuid, banned timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select not coalesce(is_of_suspended.banned > now(), false) and auth.is_suspended(is_of_suspended.person, null)
         and not exists (select from authz.guests g where g.user_id = is_of_suspended.person and g.ends_at <= now())
$$;

-- Until when the owners of somebody's organisation, which is being deleted, can ask to keep it; null where it is not.
create or replace function auth.leaving_until(person uuid) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select d.ends_at
  from public.profiles p
  join public.tenants t on t.id = p.tenant_id and t.status = 'leaving'
  join tenancy.deletions d on d.tenant_id = t.id and d.restored_at is null
  where p.user_id = person
$$;

-- Organisations of this installation, newest first, a page of fifty.
create or replace function public.list_tenants(search text default '', state text default null,
                                               before_time timestamptz default null, before_id uuid default null)
  returns table (id uuid, name text, tier text, status text, is_operator boolean, is_demo boolean, created_at timestamptz, suspended_at timestamptz,
                 suspended_reason text, people bigint, invited bigint, bytes numeric, owners text[], domains text[], last_active_at timestamptz,
                 seats integer, limit_people integer, limit_bytes bigint, limits_version integer)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  pattern text := '%' || regexp_replace(btrim(coalesce(list_tenants.search, '')), '([\\%_])', '\\\1', 'g') || '%';
begin
  perform authz.require_tenant_manager();
  return query
  select t.id, t.name, t.subscription_tier, t.status, t.is_default, exists (select from tenancy.demos d where d.tenant_id = t.id), t.created_at, t.suspended_at, t.suspended_reason,
    authz.people_of(t.id),
    (select count(*) from public.invitations i where i.tenant_id = t.id and i.accepted_at is null and i.expires_at > now()),
    (select s.bytes from storage.used_by(t.id) s),
    array(select u.email::text from authz.live_roles r join auth.users u on u.id = r.user_id
          where r.tenant_id = t.id and r.role = 'owner' and u.deleted_at is null order by u.email limit 5),
    array(select d.domain from public.organisation_domains d where d.tenant_id = t.id and d.verified_at is not null order by d.domain limit 5),
    (select max((select a.at from auth.uses a where a.user_id = p.user_id)) from public.profiles p where p.tenant_id = t.id),
    authz.places_of(t.id), l.people, l.bytes, coalesce(l.version, 0)
  from public.tenants t
  left join tenancy.limits l on l.tenant_id = t.id
  where t.probe is null
    -- What the installation began with before its first organisation took over, and nobody ever belonged to.
    and (t.is_default or exists (select from public.profiles p where p.tenant_id = t.id)
         or exists (select from public.invitations i where i.tenant_id = t.id))
    and (list_tenants.state is null or t.status = list_tenants.state)
    and (btrim(coalesce(list_tenants.search, '')) = '' or t.name ilike pattern
         or exists (select from public.organisation_domains d where d.tenant_id = t.id and d.domain ilike pattern)
         or exists (select from public.profiles p join auth.users u on u.id = p.user_id where p.tenant_id = t.id and u.email ilike pattern))
    and (before_time is null or (t.created_at, t.id) < (before_time, before_id))
  order by t.created_at desc, t.id desc
  limit 50;
end $$;
grant execute on function public.list_tenants(text,text,timestamptz,uuid) to authenticated;

-- In the log of the organisation itself, whose owners read it; who did it is of another one.
create or replace function audit.record_of_tenant(home uuid, kind text, risk text, facts jsonb) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  select log, kind, 'config_change', auth.uid(), split_part(kind, '.', 2), 'success', risk,
         jsonb_build_object('table', 'public.tenants', 'id', home) || facts
  from (select home as log union select authz.operator()) as logs
$$;

-- Called by the service that mails the owner, in one transaction. A limit of its own keeps a stolen session from making thousands.
create or replace function public.create_tenant(called text, plan text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  made uuid;
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  insert into public.tenants (name, subscription_tier) values (btrim(called), plan) returning id into made;
  perform audit.record_of_tenant(made, 'tenant.created', 'high', jsonb_build_object('plan', plan));
  return made;
end $$;

-- For an organisation without an owner: a new one, and one whose invitation was not accepted in time. The earlier invitation ends.
create or replace function public.invite_first_owner(organisation uuid, owner_email text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  invitation uuid;
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  perform from public.tenants t where t.id = organisation and t.probe is null and t.status = 'active' for no key update;
  if not found or exists (select from authz.live_roles r where r.tenant_id = organisation and r.role = 'owner') then
    raise exception 'there is no such organisation, or it has an owner' using errcode = 'QS406';
  end if;
  delete from public.invitations i where i.tenant_id = organisation and i.role = 'owner' and i.accepted_at is null;
  insert into public.invitations (tenant_id, email, role, invited_by, expires_at)
  values (organisation, lower(btrim(owner_email)), 'owner', auth.uid(), now() + interval '7 days') returning id into invitation;
  return invitation;
end $$;

create or replace function public.suspend_tenant(organisation uuid, reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  if btrim(coalesce(reason, '')) = '' then
    raise exception 'say why it is suspended' using errcode = 'check_violation';
  end if;
  if organisation = authz.operator() then
    raise exception 'the organisation that runs the installation is not suspended' using errcode = 'check_violation';
  end if;
  update public.tenants t set status = 'suspended', suspended_at = now(), suspended_reason = btrim(reason)
  where t.id = organisation and t.probe is null and t.status = 'active';
  if not found then
    raise exception 'there is no such organisation, or it is suspended already' using errcode = 'QS406';
  end if;
  delete from auth.sessions s using public.profiles p where p.user_id = s.user_id and p.tenant_id = organisation;
  perform audit.record_of_tenant(organisation, 'tenant.suspended', 'high', jsonb_build_object('reason', btrim(reason)));
end $$;
grant execute on function public.suspend_tenant(uuid,text) to authenticated;

create or replace function public.resume_tenant(organisation uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  update public.tenants t set status = 'active', suspended_at = null, suspended_reason = null
  where t.id = organisation and t.status = 'suspended';
  if not found then
    raise exception 'there is no such organisation, or it is not suspended' using errcode = 'QS406';
  end if;
  perform audit.record_of_tenant(organisation, 'tenant.resumed', 'high', '{}');
end $$;
grant execute on function public.resume_tenant(uuid) to authenticated;

-- @throws QS402 where more people are there than the new plan has room for; QS405 where somebody holds a role that does not come with it;
-- QS406 where somebody else was first
create or replace function public.change_tenant_plan(organisation uuid, plan text, expected text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  present text;
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  select t.subscription_tier into present from public.tenants t where t.id = organisation and t.probe is null for no key update;
  if present is null then
    raise exception 'there is no such organisation' using errcode = 'QS406';
  end if;
  if present <> expected then
    raise exception 'somebody else has changed the plan meanwhile' using errcode = 'QS406';
  end if;
  update public.tenants t set subscription_tier = plan where t.id = organisation;
  -- A limit of the operator's own holds whatever the plan, and takes nobody away.
  if not exists (select from tenancy.limits l where l.tenant_id = organisation and l.people is not null) then
    perform authz.require_seats(organisation, 0);
  end if;
  if exists (select from authz.live_roles r where r.tenant_id = organisation and not authz.is_role_of(r.role, authz.plan_held_by(organisation))) then
    raise exception 'somebody holds a role that comes with the plan Enterprise' using errcode = 'QS405';
  end if;
  perform audit.record_of_tenant(organisation, 'plan.changed', 'medium', jsonb_build_object('before', present, 'plan', plan));
end $$;
grant execute on function public.change_tenant_plan(uuid,text,text) to authenticated;
