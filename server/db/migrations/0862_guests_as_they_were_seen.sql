-- Breaks nothing that was released. A change of a guest names the state that was seen (docs/decisions/0239-a-change-of-a-guest-names-what-was-seen.md), lists
-- of people say who is invited or marked as a guest, and an organisation says how long a guest stays whom its identity provider names.
drop function if exists public.set_guest(uuid, timestamptz);
drop function if exists public.admit_guest(uuid);

-- Null: the identity provider makes nobody a guest.
alter table public.organisation_policies
  add column guest_days integer constraint organisation_policies_guest_days check (guest_days between 1 and 365);

-- Null: a member.
alter table public.people_import_rows add column guest_until timestamptz;
update public.people_import_rows r set guest_until = i.guest_until from public.invitations i where i.id = r.invitation_id and i.guest_until is not null;
alter table public.people_import_rows drop constraint people_import_rows_state,
  add constraint people_import_rows_state check (state in ('waiting', 'sent', 'not_sent', 'cancelled', 'marked'));
drop function if exists authz.list_imports(uuid);
drop function if exists authz.report_import(uuid);

--! functions
create or replace view scim.people as
 select p.tenant_id, u.id, u.email, coalesce(a.user_name, u.email) as user_name, a.external_id, p.first_name, p.last_name,
        coalesce(a.display_name, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), u.email) as display_name,
        u.banned_until is null or u.banned_until <= now() as active,
        u.email_confirmed_at is not null or u.phone_confirmed_at is not null as has_signed_in,
        u.created_at, greatest(u.updated_at, p.updated_at, a.updated_at) as updated_at,
        g.user_id is not null as is_guest
 from public.profiles p
 join auth.users u on u.id = p.user_id
 left join scim.accounts a on a.user_id = p.user_id
 left join authz.guests g on g.user_id = p.user_id
 where u.deleted_at is null and not u.is_anonymous and u.email is not null
   and not exists (select from public.former_members f where f.user_id = p.user_id);
