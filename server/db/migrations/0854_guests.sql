-- Breaks nothing. Guests of an organisation (docs/decisions/0235-a-guest-knows-whom-it-shares-with.md).
create table authz.guests (
  user_id    uuid        primary key references auth.users (id) on delete cascade,
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  -- Known to the guest, and notified before the end.
  invited_by uuid        references auth.users (id) on delete set null,
  since      timestamptz not null default clock_timestamp(),
  ends_at    timestamptz not null,
  -- When the end was carried out: the account is suspended since then.
  ended_at   timestamptz,
  -- End of which people were notified: one that was moved is another.
  told_end   timestamptz
);
comment on table authz.guests is 'People of an organisation who know only those whom they share with, until a day';
create index guests_tenant_idx on authz.guests (tenant_id);
create index guests_invited_by_idx on authz.guests (invited_by);
create index guests_ends_idx on authz.guests (ends_at) where ended_at is null;
alter table authz.guests enable row level security, force row level security;
create policy guests_service on authz.guests for all to current_user using (true) with check (true);
revoke all on authz.guests from public, anon, authenticated, service_role;

-- Null: an invitation of a member.
alter table public.invitations add column guest_until timestamptz;
alter table public.organisation_policies add column allows_guest_links boolean not null default false;

insert into notify.defaults (kind, by_email) values ('guest_ending', true);

--! functions
alter policy profiles_read on public.profiles
  using (tenant_id = (select authz.tenant())
         and (not (select authz.is_guest(auth.uid())) or user_id in (select authz.known_to_guest())));
alter policy user_key_bundles_read on public.user_key_bundles
  using (tenant_id = (select authz.home())
         and (not (select authz.is_guest(auth.uid())) or user_id in (select authz.known_to_guest())));
alter policy teams_read on public.teams
  using (tenant_id = (select authz.tenant()) and not (select authz.is_guest(auth.uid())));
alter policy space_teams_read on public.space_teams
  using (space_id in (select authz.team_spaces()) and not (select authz.is_guest(auth.uid())));
create trigger enterprise_user_roles_guests before insert or update on public.enterprise_user_roles
  for each row execute function authz.refuse_role_of_guest();
