create table public.tenants (
  id                uuid        primary key default gen_random_uuid(),
  name              text        not null constraint tenants_name_not_blank check (btrim(name) <> ''),
  subscription_tier text        not null default 'enterprise',
  status            text        not null default 'active',
  is_default        boolean     not null default false,
  created_at        timestamptz not null default now()
);
create unique index tenants_one_default on public.tenants (is_default) where is_default;

insert into public.tenants (name, is_default) values ('Default organisation', true);

alter table public.tenants enable row level security, force row level security;
create policy tenants_read on public.tenants for select to authenticated
  using (id = (select authz.tenant()));
create policy tenants_change on public.tenants for update to authenticated
  using (id = (select authz.tenant()) and authz.allows('manage_users', id))
  with check (id = (select authz.tenant()));
create policy tenants_service on public.tenants for all to service_role, current_user using (true) with check (true);
create policy tenants_proven_update on public.tenants as restrictive for update to authenticated using ((select authz.is_proven()));
create trigger tenants_audit after insert or delete or update on public.tenants
  for each row execute function audit.record_change('config_change', 'medium', 'id');
-- The admin probe of specification 1 asks as anyone: the policy answers with no row, which still proves the database.
grant select on public.tenants to anon, authenticated;
grant select, insert, update, delete on public.tenants to service_role;
grant update (name) on public.tenants to authenticated;

-- One row per person; the key is user_id, because clients upsert without naming a conflict target.
create table public.profiles (
  user_id    uuid        primary key references auth.users (id) on delete cascade,
  tenant_id  uuid        not null references public.tenants (id),
  first_name text,
  last_name  text,
  company    text,
  avatar_url text,
  updated_at timestamptz not null default now()
);
create index profiles_tenant_idx on public.profiles (tenant_id);
alter table public.profiles enable row level security, force row level security;
create policy profiles_read on public.profiles for select to authenticated
  using (tenant_id = (select authz.tenant()));
create policy profiles_insert on public.profiles for insert to authenticated
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.tenant()));
create policy profiles_update on public.profiles for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.tenant()));
create policy profiles_service on public.profiles for all to service_role, current_user using (true) with check (true);
create policy profiles_proven_insert on public.profiles as restrictive for insert to authenticated
  with check ((select authz.is_proven()));
create policy profiles_proven_update on public.profiles as restrictive for update to authenticated using ((select authz.is_proven()));
create trigger profiles_tenant before insert on public.profiles
  for each row execute function authz.default_tenant();
create trigger profiles_audit after insert or delete or update on public.profiles
  for each row execute function audit.record_change('config_change', 'low', 'user_id');
create trigger profiles_trim before insert or update of first_name, last_name, company on public.profiles
  for each row execute function public.trim_profile();
create trigger profiles_plain_names before insert or update of first_name, last_name, company on public.profiles
  for each row execute function public.plain_names();
grant select, insert, update on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;

create table public.enterprise_user_roles (
  id         uuid        primary key default gen_random_uuid(),
  user_id    uuid        not null references auth.users (id) on delete cascade,
  role       text        not null constraint enterprise_user_roles_role
                           check (role in ('super_admin', 'tenant_admin', 'owner', 'admin', 'security_admin',
                                           'compliance_officer', 'growth_manager', 'sales_manager', 'partner_manager',
                                           'billing_admin', 'manager', 'analyst', 'viewer', 'partner', 'member')),
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  constraint enterprise_user_roles_once unique (user_id, tenant_id, role)
);
alter table public.enterprise_user_roles enable row level security, force row level security;
create policy enterprise_user_roles_read on public.enterprise_user_roles for select to authenticated
  using (user_id = (select auth.uid()) or authz.allows('manage_users', tenant_id));
create policy enterprise_user_roles_service on public.enterprise_user_roles for all to service_role, current_user
  using (true) with check (true);
create trigger enterprise_user_roles_audit after insert or delete or update on public.enterprise_user_roles
  for each row execute function audit.record_change('config_change', 'high', 'user_id');
grant select on public.enterprise_user_roles to authenticated;
grant select, insert, update, delete on public.enterprise_user_roles to service_role;

create view authz.live_roles as
  select r.user_id, r.tenant_id, r.role, r.created_at
  from public.enterprise_user_roles r
  where r.expires_at is null or r.expires_at > now();
comment on view authz.live_roles is 'Functions and policies read roles here, never from enterprise_user_roles: what has expired gives nothing.';
revoke all on authz.live_roles from public, anon, authenticated, service_role;

create table authz.permissions (
  permission text not null,
  role       text not null,
  primary key (permission, role)
);

-- Tested equal to contract/permissions.ts.
insert into authz.permissions (permission, role)
select permission, role
from (values ('manage_users'), ('view_audit_logs'), ('manage_security'), ('run_tests'), ('manage_compliance'),
             ('manage_growth'), ('manage_sales'), ('manage_partners'), ('manage_billing'), ('manage_integrations'),
             ('view_dashboard'), ('access_admin')) as p (permission)
cross join (values ('super_admin'), ('tenant_admin'), ('owner'), ('admin')) as r (role)
union all
values ('view_audit_logs', 'security_admin'), ('manage_security', 'security_admin'), ('run_tests', 'security_admin'),
       ('manage_compliance', 'compliance_officer'), ('manage_growth', 'growth_manager'),
       ('manage_sales', 'sales_manager'), ('manage_partners', 'partner_manager'), ('manage_billing', 'billing_admin'),
       ('manage_integrations', 'partner'), ('view_dashboard', 'security_admin'), ('view_dashboard', 'analyst'),
       ('view_dashboard', 'viewer'), ('access_admin', 'manager'), ('manage_tenants', 'super_admin');

-- Whoever signs up with the address joins the organisation with the role: proof is the mailbox, as for every account.
create table public.invitations (
  id          uuid        primary key default gen_random_uuid(),
  tenant_id   uuid        not null references public.tenants (id) on delete cascade,
  email       text        not null constraint invitations_email_lowercase check (email = lower(email)),
  role        text        not null constraint invitations_role check (role = any (authz.team_roles())),
  invited_by  uuid        references auth.users (id) on delete set null,
  sent_at     timestamptz not null default now(),
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  created_at  timestamptz not null default now()
);
create unique index invitations_one_open_idx on public.invitations (tenant_id, email) where accepted_at is null;
create index invitations_email_idx on public.invitations (email) where accepted_at is null;
alter table public.invitations enable row level security, force row level security;
create policy invitations_proven on public.invitations as restrictive for all to authenticated using ((select authz.is_proven()));
create policy invitations_read on public.invitations for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create policy invitations_service on public.invitations for all to service_role, current_user using (true) with check (true);
create trigger invitations_audit after insert or delete or update on public.invitations
  for each row execute function audit.record_change('config_change', 'medium', 'id');
grant select on public.invitations to authenticated;
grant select, insert, update, delete on public.invitations to service_role;

-- People who were removed. Their account stays closed, and what they sealed stays sealed, until they are let back in.
create table public.former_members (
  user_id    uuid        primary key references auth.users (id) on delete cascade,
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  removed_by uuid        references auth.users (id) on delete set null,
  removed_at timestamptz not null default now(),
  -- What the operator had decided before; it holds again for somebody who is let back in.
  banned_before timestamptz
);
create index former_members_tenant_idx on public.former_members (tenant_id);
alter table public.former_members enable row level security, force row level security;
create policy former_members_proven on public.former_members as restrictive for all to authenticated using ((select authz.is_proven()));
create policy former_members_read on public.former_members for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create policy former_members_service on public.former_members for all to service_role, current_user using (true) with check (true);
create trigger former_members_audit after insert or delete or update on public.former_members
  for each row execute function audit.record_change('config_change', 'medium', 'user_id');
create trigger former_members_drop_recovery_shares after insert on public.former_members
  for each row execute function public.drop_recovery_shares();
create trigger former_members_end_requests after insert on public.former_members
  for each row execute function public.end_requests_of_former();
create trigger former_members_leave_spaces after insert on public.former_members
  for each row execute function public.leave_spaces_of_former_member();
grant select on public.former_members to authenticated;
grant select, insert, update, delete on public.former_members to service_role;

create table public.organisation_domains (
  id            uuid        primary key default gen_random_uuid(),
  tenant_id     uuid        not null references public.tenants (id) on delete cascade,
  -- As DNS has it: lowercase, other scripts as xn--.
  domain        text        not null constraint organisation_domains_domain check (public.is_domain(domain)),
  -- What the record holds. Not a secret: it names the organisation to whom the record belongs.
  proof         text        not null default replace(gen_random_uuid()::text, '-', ''),
  created_by    uuid        references auth.users (id) on delete set null,
  created_at    timestamptz not null default now(),
  checked_at    timestamptz,
  verified_at   timestamptz,
  missing_since timestamptz,
  constraint organisation_domains_once unique (tenant_id, domain)
);
create unique index organisation_domains_one_verified on public.organisation_domains (domain) where verified_at is not null;
create index organisation_domains_created_by_idx on public.organisation_domains (created_by);
alter table public.organisation_domains enable row level security, force row level security;
create policy organisation_domains_service on public.organisation_domains for all to service_role, current_user
  using (true) with check (true);
create policy organisation_domains_proven on public.organisation_domains as restrictive for all to authenticated
  using ((select authz.is_proven()));
create policy organisation_domains_read on public.organisation_domains for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create trigger organisation_domains_added after insert or delete on public.organisation_domains
  for each row execute function audit.record_domain();
create trigger organisation_domains_changed after update on public.organisation_domains
  for each row when ((old.verified_at is null) <> (new.verified_at is null)) execute function audit.record_domain();
grant select on public.organisation_domains to authenticated;
grant select, insert, update, delete on public.organisation_domains to service_role;

create table public.contacts (
  id         uuid        primary key default gen_random_uuid(),
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  -- Of who was signed in while writing.
  user_id    uuid        references auth.users (id) on delete set null,
  name       text        not null constraint contacts_name_length check (length(name) between 1 and 200),
  email      text        not null constraint contacts_email_length check (length(email) between 3 and 320),
  subject    text        not null constraint contacts_subject_length check (length(subject) between 1 and 200),
  message    text        not null constraint contacts_message_length check (length(message) between 1 and 10000),
  priority   text        not null default 'medium' constraint contacts_priority check (priority in ('low', 'medium', 'high')),
  status     text        not null default 'new' constraint contacts_status check (status in ('new', 'answered', 'closed')),
  created_at timestamptz not null default now()
);
-- Newest first per tenant, for the page that works through them.
create index contacts_tenant_time_idx on public.contacts (tenant_id, created_at desc, id desc);
create index contacts_user_idx on public.contacts (user_id);
alter table public.contacts enable row level security, force row level security;
create policy contacts_read on public.contacts for select to authenticated
  using (authz.allows('manage_sales', tenant_id) or authz.allows('manage_growth', tenant_id));
create policy contacts_change on public.contacts for update to authenticated
  using (authz.allows('manage_sales', tenant_id))
  with check (authz.allows('manage_sales', tenant_id));
create policy contacts_service on public.contacts for all to service_role, current_user using (true) with check (true);
create policy contacts_proven_update on public.contacts as restrictive for update to authenticated using ((select authz.is_proven()));
create trigger contacts_audit after insert or update or delete
  on public.contacts for each row execute function audit.record_change('data_access', 'low', 'id');
grant select, update (status) on public.contacts to authenticated;
grant select, insert, update, delete on public.contacts to service_role;
