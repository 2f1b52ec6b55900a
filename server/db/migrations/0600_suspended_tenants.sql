-- Breaks nothing. Organisations can be suspended, and the plan of one says how many people it has room for and which roles it gives.

-- Nothing wrote other values so far; what somebody wrote by hand meant little, and stays without a meaning.
update public.tenants set status = 'active' where status <> 'active';
update public.tenants set subscription_tier = 'enterprise' where subscription_tier not in ('starter', 'professional', 'enterprise');

alter table public.tenants
  add column suspended_at timestamptz,
  add column suspended_reason text constraint tenants_suspended_reason_most check (length(suspended_reason) <= 500),
  add constraint tenants_status_known check (status in ('active', 'suspended')),
  add constraint tenants_tier_known check (subscription_tier in ('starter', 'professional', 'enterprise')),
  -- Without it nobody could mend anything.
  add constraint tenants_operator_is_active check (status = 'active' or not is_default),
  add constraint tenants_suspended_since check ((status = 'suspended') = (suspended_at is not null));
comment on column public.tenants.suspended_at is 'Since when nobody of it can sign in';
create index tenants_newest_idx on public.tenants (created_at desc, id desc);

--! functions
create trigger profiles_within_plan before insert on public.profiles
  for each row execute function authz.require_seat();
create trigger enterprise_user_roles_within_plan before insert or update of role on public.enterprise_user_roles
  for each row execute function authz.require_role_of_plan();
create trigger invitations_within_plan before insert or update of role on public.invitations
  for each row execute function authz.require_place_in_plan();
