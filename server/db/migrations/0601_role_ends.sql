-- Breaks nothing. A role is given until a day, an invitation can carry that day, and people are notified a week before.

alter table public.invitations add column role_until timestamptz;
comment on column public.invitations.role_until is 'When the role ends that comes with the invitation; null is never';

-- Of which end of a role somebody was notified: one that was moved is another.
create table notify.told_role_ends (
  role_id uuid        primary key references public.enterprise_user_roles (id) on delete cascade,
  ends_at timestamptz not null
);
alter table notify.told_role_ends enable row level security, force row level security;
create policy told_role_ends_service on notify.told_role_ends for all to current_user, service_role using (true) with check (true);
revoke all on notify.told_role_ends from public, anon, authenticated, service_role;

-- Also when a role ends, and which one it is.
create or replace view authz.live_roles as
  select r.user_id, r.tenant_id, r.role, r.created_at, r.id, r.expires_at
  from public.enterprise_user_roles r
  where r.expires_at is null or r.expires_at > now();

-- The hourly look at what ends within a week: a few rows of all roles.
create index enterprise_user_roles_ends_idx on public.enterprise_user_roles (expires_at) where expires_at is not null;

insert into notify.defaults (kind, by_email) values ('role_ending', true), ('member_role_ending', true);

--! functions
