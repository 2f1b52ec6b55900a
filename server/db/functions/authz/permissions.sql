-- True when the caller belongs to `tenant` and holds `permission` there; a role that expired counts for nothing, and neither does one of
-- another organisation.
create or replace function authz.allows(permission text, tenant uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select authz.is_proven() and case when auth.jwt() ? 'entry' then
    tenant = authz.entered() and allows.permission in (select p.permission from authz.permissions p where p.role = 'admin')
  else exists (
    select
    from authz.live_roles r
    join authz.permissions p on p.role = r.role
    join public.profiles h on h.user_id = r.user_id and h.tenant_id = r.tenant_id
    where r.user_id = auth.uid()
      and r.tenant_id = tenant
      and p.permission = allows.permission
  ) end
$$;
grant execute on function authz.allows(text,uuid) to public;

-- The organisation that the caller belongs to, whatever they entered. What is of the vault asks this.
create or replace function authz.home() returns uuid
  language sql stable security definer set search_path = ''
as $$
  select p.tenant_id from public.profiles p where p.user_id = auth.uid()
$$;
grant execute on function authz.home() to public;

-- The organisation that this request acts in: the entered one where the request names an entry, which may have ended; then none.
create or replace function authz.tenant() returns uuid
  language sql stable security definer set search_path = ''
as $$
  select case when auth.jwt() ? 'entry' then authz.entered()
              else (select p.tenant_id from public.profiles p where p.user_id = auth.uid()) end
$$;
grant execute on function authz.tenant() to public;

create or replace function public.get_user_roles() returns table (role text)
  language sql stable security definer set search_path = ''
as $$
  select g.role
  from (select r.role, r.created_at
        from authz.live_roles r
        where r.user_id = auth.uid() and r.tenant_id = authz.tenant() and not auth.jwt() ? 'entry'
        union all
        select 'admin', null where auth.jwt() ? 'entry' and authz.entered() is not null) as g
  order by g.created_at, g.role;
$$;
grant execute on function public.get_user_roles() to authenticated, service_role;

-- A client's upsert of its own profile does not name the tenant.
create or replace function authz.default_tenant() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.tenant_id := coalesce(new.tenant_id, authz.home());
  return new;
end $$;

-- The session's row decides, not the token, which may be older.
create or replace function authz.is_proven() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select (not exists (select from auth.mfa_factors f
                      where f.user_id = auth.uid() and f.status = 'verified' and f.factor_type <> 'recovery_code')
          or exists (select from auth.sessions s
                     where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid() and s.aal = 'aal2'))
    -- As `threats.is_held` has it, and not by calling it: every statement asks.
    and (not exists (select from public.threat_enforcements e
                     where e.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid and e.action = 'step_up' and e.lifted_at is null)
         or threats.refuse_held())
    -- The end of a guest counts at once; the account is suspended by a job, within minutes.
    and not exists (select from authz.guests g where g.user_id = auth.uid() and g.ends_at <= now())
    and (not authz.lacks_way(auth.uid(), nullif(auth.jwt() ->> 'session_id', '')::uuid) or authz.refuse_without_way())
    and (not authz.lacks_factor(auth.uid(), nullif(auth.jwt() ->> 'session_id', '')::uuid) or authz.refuse_without_factor())
$$;
grant execute on function authz.is_proven() to authenticated;

-- Roles that the team page gives. Tested equal to TEAM_ROLES of contract/permissions.ts.
create or replace function authz.team_roles() returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select array['owner', 'admin', 'security_admin', 'compliance_officer', 'growth_manager', 'sales_manager', 'partner_manager',
               'billing_admin', 'manager', 'analyst', 'viewer', 'partner', 'member']
$$;
grant execute on function authz.team_roles() to authenticated, service_role;

-- Roles above the others: only people who hold one of these give, take or touch them.
create or replace function authz.leads(person uuid, tenant uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from authz.live_roles r
                 where r.user_id = person and r.tenant_id = tenant and r.role in ('owner', 'tenant_admin', 'super_admin'))
$$;

-- Whether somebody may give a role to who is invited.
create or replace function authz.may_invite(person uuid, home uuid, given text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select (exists (select
                  from authz.live_roles r
                  join authz.permissions p on p.role = r.role
                  where r.user_id = person and r.tenant_id = home and p.permission = 'manage_users')
          and (given <> 'owner' or authz.leads(person, home)))
      -- Who runs the installation names the first owner of an organisation.
      or (given = 'owner' and not exists (select from authz.live_roles r where r.tenant_id = home)
          and exists (select from authz.live_roles r
                      where r.user_id = person and r.tenant_id = authz.operator() and r.role = 'super_admin'))
$$;

create or replace function authz.require_proven() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.uid() is null or authz.tenant() is null or not authz.is_proven() then
    raise exception 'sign in, with your second factor if you have one' using errcode = 'insufficient_privilege';
  end if;
  return auth.uid();
end $$;

-- The organisation that runs the installation; records speak for it.
create or replace function authz.operator() returns uuid
  language sql stable security definer set search_path = ''
as $$
  select t.id from public.tenants t where t.is_default
$$;
grant execute on function authz.operator() to anon, authenticated, service_role, public;

-- Nobody makes the vault of an account with a second factor by its password alone, nor any vault by a token alone: its keys would be theirs.
create or replace function public.require_proof_for_vault() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform authz.require_fresh();
  end if;
  return new;
end $$;

-- Each of these opens the admin panel. Tested equal to ADMIN_PERMISSIONS of contract/permissions.ts.
create or replace function authz.admin_permissions() returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select array['access_admin', 'manage_users', 'view_audit_logs', 'manage_security', 'run_tests', 'manage_compliance', 'manage_growth',
               'manage_sales', 'manage_partners', 'manage_billing', 'manage_tenants']
$$;

-- Whether a role opens the admin panel, and with it what belongs to others: giving and ending it is a change of privileges, which is judged
-- (`threats.judge_grant`), told (`notify.of_roles`) and high in the audit log. Tested equal to `entersAdmin` of contract/permissions.ts.
create or replace function authz.administers(role text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from authz.permissions p
                 where p.role = administers.role and p.permission = any (authz.admin_permissions()))
$$;
