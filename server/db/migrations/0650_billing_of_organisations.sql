-- Breaks nothing. What is agreed with an organisation, who pays for it, and what it asks to have changed
-- (docs/decisions/0184-an-add-on-is-a-fact-of-the-contract.md).

create schema invoicing;
grant usage on schema invoicing to authenticated;

-- Without a row nothing but the plan was agreed.
create table invoicing.contracts (
  tenant_id  uuid        primary key references public.tenants (id) on delete cascade,
  term       text        constraint contracts_term_known check (term in ('monthly', 'quarterly', 'annual')),
  add_ons    text[]      not null default '{}' constraint contracts_add_ons_known
                         check (add_ons <@ array['analytics', 'compliance', 'operations']),
  changed_at timestamptz not null default clock_timestamp()
);

-- Who pays, as invoices say it.
create table invoicing.buyers (
  tenant_id          uuid        primary key references public.tenants (id) on delete cascade,
  legal_name         text        not null constraint buyers_legal_name_length check (length(btrim(legal_name)) between 1 and 200),
  address            text        not null constraint buyers_address_length check (length(btrim(address)) between 1 and 500),
  country            text        not null constraint buyers_country_form check (country ~ '^[A-Z]{2}$'),
  tax_number         text        not null default '' constraint buyers_tax_number_length check (length(tax_number) <= 30),
  purchase_reference text        not null default '' constraint buyers_purchase_reference_length check (length(purchase_reference) <= 100),
  email              text        not null constraint buyers_email_form
                                 check (length(email) between 3 and 254 and email ~ '^[^@[:cntrl:][:space:]]+@[^@[:cntrl:][:space:]]+$'),
  -- Grows with each change, so that nobody overwrites what they have not seen.
  version            integer     not null default 1,
  changed_at         timestamptz not null default clock_timestamp()
);

create table invoicing.requests (
  id         uuid        primary key default gen_random_uuid(),
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  kind       text        not null,
  wanted     text[]      not null,
  -- What it was when this was asked.
  present    text[]      not null,
  note       text        not null default '' constraint requests_note_length check (length(note) <= 1000),
  state      text        not null default 'open' constraint requests_state_known
                         check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  reason     text        not null default '' constraint requests_reason_length check (length(reason) <= 500),
  asked_by   uuid        references auth.users (id) on delete set null,
  asked_at   timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  constraint requests_wanted_known check (case kind
    when 'plan' then cardinality(wanted) = 1 and wanted <@ array['starter', 'professional', 'enterprise']
    when 'term' then cardinality(wanted) = 1 and wanted <@ array['monthly', 'quarterly', 'annual']
    when 'add_ons' then cardinality(wanted) <= 3 and wanted <@ array['analytics', 'compliance', 'operations']
    else false end),
  constraint requests_decided check ((state = 'open') = (decided_at is null)),
  constraint requests_declined_with_reason check (state <> 'declined' or btrim(reason) <> '')
);
create unique index requests_open_key on invoicing.requests (tenant_id, kind) where state = 'open';
create index requests_tenant_idx on invoicing.requests (tenant_id, asked_at desc, id desc);
create index requests_asked_by_idx on invoicing.requests (asked_by);

alter table invoicing.contracts enable row level security, force row level security;
alter table invoicing.buyers enable row level security, force row level security;
alter table invoicing.requests enable row level security, force row level security;
create policy contracts_proven on invoicing.contracts as restrictive for all to authenticated using ((select authz.is_proven()));
create policy contracts_read on invoicing.contracts for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_billing', authz.tenant())));
create policy contracts_service on invoicing.contracts for all to current_user using (true) with check (true);
create policy buyers_proven on invoicing.buyers as restrictive for all to authenticated using ((select authz.is_proven()));
create policy buyers_read on invoicing.buyers for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_billing', authz.tenant())));
create policy buyers_service on invoicing.buyers for all to current_user using (true) with check (true);
create policy requests_proven on invoicing.requests as restrictive for all to authenticated using ((select authz.is_proven()));
create policy requests_read on invoicing.requests for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_billing', authz.tenant())));
create policy requests_service on invoicing.requests for all to current_user using (true) with check (true);
revoke all on invoicing.contracts, invoicing.buyers, invoicing.requests from public, anon, authenticated, service_role;
grant select on invoicing.contracts, invoicing.buyers, invoicing.requests to authenticated;

--! functions
create trigger requests_limit after insert on invoicing.requests referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '1000');
create trigger contracts_audit_insert after insert on invoicing.contracts referencing new table as added
  for each statement execute function invoicing.record_rows();
create trigger contracts_audit_update after update on invoicing.contracts referencing new table as added
  for each statement execute function invoicing.record_rows();
create trigger buyers_audit_insert after insert on invoicing.buyers referencing new table as added
  for each statement execute function invoicing.record_rows();
create trigger buyers_audit_update after update on invoicing.buyers referencing new table as added
  for each statement execute function invoicing.record_rows();
create trigger requests_audit_insert after insert on invoicing.requests referencing new table as added
  for each statement execute function invoicing.record_rows();
create trigger requests_audit_update after update on invoicing.requests referencing new table as added
  for each statement execute function invoicing.record_rows();
