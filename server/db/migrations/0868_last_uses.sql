-- Breaks nothing. When an account was last used outlives the session: a person who signs out was active all the same.

-- Sessions first, then accounts, as who ends a session does: the trigger and the table that refers to accounts take the same locks in another order.
lock table auth.sessions, auth.users in share row exclusive mode;

create table auth.last_uses (
  user_id uuid        primary key references auth.users (id) on delete cascade,
  at      timestamptz not null
);
comment on table auth.last_uses is 'When the newest of the ended sessions of an account was last used';
alter table auth.last_uses enable row level security, force row level security;
create policy last_uses_service on auth.last_uses for all to service_role, current_user using (true) with check (true);
revoke all on auth.last_uses from public, anon, authenticated, service_role;

-- When an account was last used: signed in to, in a session that is there, or in one that ended. The only place that says so.
create view auth.uses as
select u.id as user_id, greatest(u.last_sign_in_at, l.at, s.at) as at
from auth.users u
left join auth.last_uses l on l.user_id = u.id
-- Joined, it reads all sessions of the installation once; the subquery of one account reads those of that account alone.
left join (select s.user_id, max(s.refreshed_at) as at from auth.sessions s group by s.user_id) s on s.user_id = u.id;
comment on view auth.uses is 'When each account was last used';
revoke all on auth.uses from public, anon, authenticated, service_role;

--! functions
create trigger sessions_last_use after delete on auth.sessions referencing old table as ended
  for each statement execute function auth.keep_last_uses();

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
       coalesce(g.ends_at <= now(), false) as guest_has_ended
from public.profiles p
join auth.users u on u.id = p.user_id
left join public.suspended_members s on s.user_id = p.user_id
left join scim.accounts a on a.user_id = p.user_id
left join authz.guests g on g.user_id = p.user_id and g.tenant_id = p.tenant_id
where u.deleted_at is null and not u.is_anonymous;
