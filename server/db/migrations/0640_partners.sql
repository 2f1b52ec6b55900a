-- Breaks nothing. The partner programme of an organisation: its tiers, and the companies that bring it customers
-- (docs/decisions/0181-visits-of-partner-links-are-counted-without-knowing-visitors.md).

create schema partners;
grant usage on schema partners to authenticated;

create table partners.programmes (
  tenant_id  uuid        primary key references public.tenants (id) on delete cascade,
  -- Of the tiers; grows with each change of them.
  version    integer     not null default 1,
  created_at timestamptz not null default clock_timestamp()
);

create table partners.tiers (
  id           uuid    primary key default gen_random_uuid(),
  tenant_id    uuid    not null references public.tenants (id) on delete cascade,
  -- A tier that everybody begins with has its name in the language of the person, until somebody gives it another one.
  preset       text    constraint tiers_preset_known check (preset in ('standard', 'silver', 'gold')),
  name         text    constraint tiers_name_length check (length(btrim(name)) between 1 and 60),
  position     integer not null constraint tiers_position_low check (position between 0 and 4),
  -- Of what a customer pays, in hundredths of a per cent.
  basis_points integer not null constraint tiers_rate_range check (basis_points between 0 and 10000),
  constraint tiers_named check (name is not null or preset is not null),
  constraint tiers_tenant_key unique (tenant_id, id)
);

create table partners.partners (
  id            uuid        primary key default gen_random_uuid(),
  tenant_id     uuid        not null references public.tenants (id) on delete cascade,
  tier_id       uuid        not null,
  company       text        not null constraint partners_company_length check (length(btrim(company)) between 1 and 200),
  contact_name  text        not null default '' constraint partners_contact_name_length check (length(contact_name) <= 200),
  contact_email text        not null default '' constraint partners_contact_email_form
                            check (contact_email = '' or length(contact_email) between 3 and 254 and contact_email ~ '^[^@[:cntrl:][:space:]]+@[^@[:cntrl:][:space:]]+$'),
  state         text        not null default 'active' constraint partners_state_known check (state in ('active', 'paused', 'ended')),
  notes         text        not null default '' constraint partners_notes_length check (length(notes) <= 4000),
  -- The account that sees what is of this partner; a manager of partners chooses it.
  account_id    uuid        references auth.users (id) on delete set null,
  -- Grows with each change, so that nobody overwrites what they have not seen.
  version       integer     not null default 1,
  created_at    timestamptz not null default clock_timestamp(),
  constraint partners_tenant_key unique (tenant_id, id),
  constraint partners_tier_fkey foreign key (tenant_id, tier_id) references partners.tiers (tenant_id, id)
);
create index partners_tier_idx on partners.partners (tenant_id, tier_id);
create index partners_newest_idx on partners.partners (tenant_id, created_at desc, id desc);
create unique index partners_account_key on partners.partners (account_id);

alter table partners.programmes enable row level security, force row level security;
alter table partners.tiers enable row level security, force row level security;
alter table partners.partners enable row level security, force row level security;
create policy programmes_proven on partners.programmes as restrictive for all to authenticated using ((select authz.is_proven()));
create policy programmes_read on partners.programmes for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_partners', authz.tenant())));
create policy programmes_service on partners.programmes for all to current_user using (true) with check (true);
create policy tiers_proven on partners.tiers as restrictive for all to authenticated using ((select authz.is_proven()));
create policy tiers_read on partners.tiers for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_partners', authz.tenant())));
create policy tiers_service on partners.tiers for all to current_user using (true) with check (true);
create policy partners_proven on partners.partners as restrictive for all to authenticated using ((select authz.is_proven()));
-- The notes are not for the partner.
create policy partners_read on partners.partners for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_partners', authz.tenant())));
create policy partners_service on partners.partners for all to current_user using (true) with check (true);
revoke all on all tables in schema partners from public, anon, authenticated, service_role;
grant select on partners.programmes, partners.tiers, partners.partners to authenticated;

--! functions
create trigger tiers_limit after insert on partners.tiers referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '5');
create trigger partners_limit after insert on partners.partners referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '2000');
create trigger programmes_audit_insert after insert on partners.programmes referencing new table as added
  for each statement execute function partners.record_rows();
create trigger programmes_audit_update after update on partners.programmes referencing new table as added
  for each statement execute function partners.record_rows();
create trigger partners_audit_insert after insert on partners.partners referencing new table as added
  for each statement execute function partners.record_rows();
create trigger partners_audit_update after update on partners.partners referencing new table as added
  for each statement execute function partners.record_rows();
