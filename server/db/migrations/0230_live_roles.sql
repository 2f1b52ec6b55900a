-- Breaks nothing: one name for "a role that has not expired", which stood in eight copies. An expired owner no longer counts as one when
-- an organisation must keep an owner, nor when an organisation becomes the operator's.

create view authz.live_roles as
  select r.user_id, r.tenant_id, r.role, r.created_at
  from public.enterprise_user_roles r
  where r.expires_at is null or r.expires_at > now();
comment on view authz.live_roles is 'Functions and policies read roles here, never from enterprise_user_roles: what has expired gives nothing.';
revoke all on authz.live_roles from public, anon, authenticated, service_role;

create or replace function authz.allows(permission text, tenant uuid) returns boolean
  language sql stable security definer set search_path = ''
  return authz.is_proven() and exists (
    select
    from authz.live_roles r
    join authz.permissions p on p.role = r.role
    where r.user_id = auth.uid()
      and r.tenant_id = tenant
      and p.permission = allows.permission
  );

create or replace function public.get_user_roles() returns table (role text)
  language sql stable security definer set search_path = ''
  begin atomic
    select r.role
    from authz.live_roles r
    where r.user_id = auth.uid()
    order by r.created_at, r.role;
  end;

create or replace function authz.leads(person uuid, tenant uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from authz.live_roles r
                 where r.user_id = person and r.tenant_id = tenant and r.role in ('owner', 'tenant_admin', 'super_admin'));

create or replace function authz.require_other_owner(person uuid, home uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  is_owner boolean := exists (select from authz.live_roles r
                              where r.user_id = person and r.tenant_id = home and r.role = 'owner');
begin
  if is_owner and not exists (
    select from authz.live_roles r
    join auth.users u on u.id = r.user_id
    where r.tenant_id = home and r.role = 'owner' and r.user_id <> person and u.deleted_at is null
      and not exists (select from public.former_members f where f.user_id = r.user_id)) then
    raise exception 'an organisation keeps at least one owner' using errcode = 'QS409';
  end if;
end $$;

create or replace function public.team_members()
  returns table (user_id uuid, email text, first_name text, last_name text, roles text[], statement text, signature text,
                 joined_at timestamptz, last_active_at timestamptz, removed_at timestamptz)
  language sql stable security definer set search_path = ''
  begin atomic
    select p.user_id, u.email, p.first_name, p.last_name,
           array(select r.role from authz.live_roles r
                 where r.user_id = p.user_id and r.tenant_id = p.tenant_id
                 order by coalesce(array_position(authz.team_roles(), r.role), 0), r.role),
           b.statement, b.signature, coalesce(u.email_confirmed_at, u.created_at),
           case when me.manages then greatest(u.last_sign_in_at, (select max(s.refreshed_at) from auth.sessions s
                                                                  where s.user_id = u.id)) end,
           f.removed_at
    from (select authz.tenant() as home, authz.allows('manage_users', authz.tenant()) as manages) as me
    join public.profiles p on p.tenant_id = me.home
    join auth.users u on u.id = p.user_id
    left join public.user_key_bundles b on b.user_id = p.user_id
    left join public.former_members f on f.user_id = p.user_id
    where u.deleted_at is null and not u.is_anonymous and (f.user_id is null or me.manages)
      and not exists (select from public.former_members gone where gone.user_id = auth.uid()) and (select authz.is_proven())
    order by p.first_name nulls last, p.last_name, u.email;
  end;

create or replace function authz.may_invite(person uuid, home uuid, given text) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select
                 from authz.live_roles r
                 join authz.permissions p on p.role = r.role
                 where r.user_id = person and r.tenant_id = home and p.permission = 'manage_users')
     and (given <> 'owner' or authz.leads(person, home));

create or replace function auth.claim_installation(person uuid) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  home     uuid;
  operator uuid := authz.operator();
begin
  perform from auth.installation for update;
  select p.tenant_id into home from public.profiles p where p.user_id = person
    and not exists (select from public.former_members f where f.user_id = person);
  if home is null or not auth.is_claimable(person) then
    return false;
  end if;
  -- The organisation that they founded becomes the operator's, unless there are people in that one already.
  if home <> operator then
    if exists (select from public.profiles p where p.tenant_id = operator)
       or not exists (select from authz.live_roles r where r.user_id = person and r.tenant_id = home and r.role = 'owner') then
      return false;
    end if;
    update public.tenants t set is_default = false where t.id = operator;
    update public.tenants t set is_default = true where t.id = home;
    update public.contacts c set tenant_id = home where c.tenant_id = operator;
  end if;
  delete from public.enterprise_user_roles r where r.user_id = person and r.tenant_id = home and r.role <> 'owner';
  insert into public.enterprise_user_roles (user_id, tenant_id, role)
  values (person, home, 'owner'), (person, home, 'super_admin')
  on conflict (user_id, tenant_id, role) do update set expires_at = null;
  update auth.installation set claimed_at = now(), claim_hash = null;
  perform audit.record('installation.claimed', 'config_change', person, 'claim', 'success', 'high', '{}');
  return true;
end $$;
