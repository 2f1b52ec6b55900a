-- Breaks nothing. The list of people says who has a second factor, to people who may manage users.

--! functions
create or replace view authz.everybody as
select p.user_id as id, p.tenant_id, u.email::text as email, p.first_name, p.last_name,
       -- As the index has it.
       case when p.first_name is null and p.last_name is null then '1'
            else '0' || lower(btrim(coalesce(p.first_name, '') || ' ' || coalesce(p.last_name, ''))) end as name_key,
       -- Each word has a space before it.
       concat_ws(' ', '', p.first_name, p.last_name, u.email) as searched,
       array(select r.role from authz.live_roles r where r.user_id = p.user_id and r.tenant_id = p.tenant_id
             order by coalesce(array_position(authz.team_roles(), r.role), 0), r.role) as roles,
       (select min(r.expires_at) from authz.live_roles r where r.user_id = p.user_id and r.tenant_id = p.tenant_id) as role_ends_at,
       exists (select from public.user_key_bundles b where b.user_id = p.user_id) as has_vault,
       coalesce(u.email_confirmed_at, u.created_at) as joined_at,
       (select l.at from auth.uses l where l.user_id = p.user_id) as last_active_at,
       (select f.removed_at from public.former_members f where f.user_id = p.user_id) as removed_at,
       -- Asked by conditions. As a join, PostgreSQL took nearly everybody for removed, and sorted all people for a page.
       exists (select from public.former_members f where f.user_id = p.user_id) as is_removed,
       case when s.user_id is not null and u.banned_until > now() then 'suspended'
            when u.email_confirmed_at is null and u.phone_confirmed_at is null then 'waiting'
            else 'active' end as standing,
       a.user_id is not null as is_provisioned,
       g.user_id is not null as is_guest,
       g.ends_at as guest_ends_at,
       coalesce(g.ends_at <= now(), false) as guest_has_ended,
       exists (select from auth.mfa_factors f
               where f.user_id = p.user_id and f.status = 'verified' and f.factor_type <> 'recovery_code') as has_app,
       exists (select from auth.passkeys k where k.user_id = p.user_id) as has_passkey
from public.profiles p
join auth.users u on u.id = p.user_id
left join public.suspended_members s on s.user_id = p.user_id
left join scim.accounts a on a.user_id = p.user_id
left join authz.guests g on g.user_id = p.user_id and g.tenant_id = p.tenant_id
where u.deleted_at is null and not u.is_anonymous;

create or replace view authz.people as
select e.id, e.tenant_id, e.email, e.first_name, e.last_name, e.name_key, e.searched, e.roles, e.has_vault, e.joined_at, e.removed_at, e.is_removed, e.is_guest,
       e.guest_has_ended,
       case when (select authz.allows('manage_users', authz.tenant())) or e.id = (select auth.uid()) then e.role_ends_at end as role_ends_at,
       case when (select authz.allows('manage_users', authz.tenant())) or e.id = (select auth.uid()) then e.guest_ends_at end as guest_ends_at,
       case when (select authz.allows('manage_users', authz.tenant())) then e.last_active_at end as last_active_at,
       case when (select authz.allows('manage_users', authz.tenant())) then e.standing else 'active' end as standing,
       (select authz.allows('manage_users', authz.tenant())) and e.is_provisioned as is_provisioned,
       -- As `authz.has_factor` says it of one person. The ways to sign in are one rule for everybody of an organisation.
       case when (select authz.allows('manage_users', authz.tenant()))
            then e.has_app or e.has_passkey and not exists (
              select from public.organisation_policies o
              where o.tenant_id = authz.tenant() and o.sign_in_from <= now() and o.sign_in_by = 'provider') end as second_factor
from authz.everybody e
where e.tenant_id = (select authz.tenant()) and (select authz.is_proven())
  and not exists (select from public.former_members gone where gone.user_id = (select auth.uid()))
  and (not e.is_removed or (select authz.allows('manage_users', authz.tenant())))
  and (not (select authz.is_guest(auth.uid())) or e.id in (select authz.known_to_guest()));
