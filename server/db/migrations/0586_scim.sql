-- Breaks nothing. People of an organisation can be suspended, and an identity provider keeps accounts and teams by SCIM 2.0
-- (docs/decisions/0156-scim-is-read-by-us.md, 0157-a-token-of-scim-belongs-to-the-organisation.md, 0158-provisioned-opens-nothing.md).

create table public.suspended_members (
  user_id       uuid        primary key references auth.users (id) on delete cascade,
  tenant_id     uuid        not null references public.tenants (id) on delete cascade,
  -- Null: an identity provider did, or somebody whose account is gone.
  suspended_by  uuid        references auth.users (id) on delete set null,
  suspended_at  timestamptz not null default now(),
  -- What the operator had decided before.
  banned_before timestamptz
);
comment on table public.suspended_members is 'People who belong to an organisation and cannot sign in for now';
create index suspended_members_tenant_idx on public.suspended_members (tenant_id);
create index suspended_members_by_idx on public.suspended_members (suspended_by);
alter table public.suspended_members enable row level security, force row level security;
create policy suspended_members_service on public.suspended_members for all to service_role, current_user using (true) with check (true);
create policy suspended_members_proven on public.suspended_members as restrictive for all to authenticated
  using ((select authz.is_proven()));
create policy suspended_members_read on public.suspended_members for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
revoke all on public.suspended_members from anon, authenticated;
grant select on public.suspended_members to authenticated;
grant select, insert, update, delete on public.suspended_members to service_role;

-- What an identity provider shows and says; nobody reaches it but the server, and people what the functions in `public` show.
create schema scim;

create table scim.tokens (
  id                uuid        primary key default gen_random_uuid(),
  tenant_id         uuid        not null references public.tenants (id) on delete cascade,
  name              text        not null constraint tokens_name
                    check (length(name) between 1 and 100 and name = btrim(name) and name !~ '[[:cntrl:]]'),
  -- SHA-256 of the token, which its maker's browser made and nobody keeps.
  token_hash        bytea       not null unique constraint tokens_hash check (octet_length(token_hash) = 32),
  -- Made by somebody who may: owners are changed by owners.
  may_change_owners boolean     not null,
  -- Who is provisioned gets a mail to sign in for the first time.
  mails_people      boolean     not null default false,
  created_by        uuid        references auth.users (id) on delete set null,
  created_at        timestamptz not null default clock_timestamp(),
  expires_at        timestamptz not null,
  last_used_at      timestamptz,
  -- The last event about it: a program tries a token again and again that has ended.
  refused_at        timestamptz,
  revoked_at        timestamptz
);
create index tokens_tenant_idx on scim.tokens (tenant_id);
create index tokens_creator_idx on scim.tokens (created_by);
comment on table scim.tokens is 'Tokens of identity providers, each for one organisation';

create table scim.accounts (
  user_id      uuid        primary key references auth.users (id) on delete cascade,
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  user_name    text        not null constraint accounts_user_name check (length(user_name) between 1 and 255),
  external_id  text        constraint accounts_external_id check (length(external_id) between 1 and 255),
  display_name text        constraint accounts_display_name check (length(display_name) between 1 and 255),
  updated_at   timestamptz not null default clock_timestamp()
);
create unique index accounts_user_name_once on scim.accounts (tenant_id, lower(user_name));
create unique index accounts_external_once on scim.accounts (tenant_id, external_id) where external_id is not null;
comment on table scim.accounts is 'What an identity provider calls people of its organisation';

-- Everybody of an organisation: those that the provider made, and those who were there before, so that it finds them.
create view scim.people as
select p.tenant_id, u.id, u.email, coalesce(a.user_name, u.email) as user_name, a.external_id, p.first_name, p.last_name,
       coalesce(a.display_name, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), u.email) as display_name,
       u.banned_until is null or u.banned_until <= now() as active,
       u.email_confirmed_at is not null or u.phone_confirmed_at is not null as has_signed_in,
       u.created_at, greatest(u.updated_at, p.updated_at, a.updated_at) as updated_at
from public.profiles p
join auth.users u on u.id = p.user_id
left join scim.accounts a on a.user_id = p.user_id
where u.deleted_at is null and not u.is_anonymous and u.email is not null
  and not exists (select from public.former_members f where f.user_id = p.user_id);

create view scim.groups as
select t.tenant_id, t.id, t.name as display_name, t.external_id, t.created_at, t.updated_at
from public.teams t
where t.source = 'scim';

revoke all on all tables in schema scim from public, anon, authenticated, service_role;

--! functions

create trigger suspended_members_audit after insert or delete or update on public.suspended_members
  for each row execute function audit.record_change('config_change', 'medium', 'user_id');
