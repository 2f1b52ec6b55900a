-- Breaks nothing. Customers that partners register, what partners earn with them, and statements of it
-- (docs/decisions/0182-two-partners-may-register-one-customer.md, 0183-a-statement-is-of-a-month-that-has-ended.md).

create table partners.registrations (
  id           uuid        primary key default gen_random_uuid(),
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  partner_id   uuid        not null,
  company      text        not null constraint registrations_company_length check (length(btrim(company)) between 1 and 200),
  -- In the form of the domain name system: small letters, `xn--` for others.
  domain       text        not null constraint registrations_domain_form
                           check (length(domain) between 3 and 253 and domain ~ '^[a-z0-9_-]+([.][a-z0-9_-]+)+$'),
  -- In the smallest unit of the currency: expected, and once it is won what the customer pays.
  amount_minor bigint      not null constraint registrations_amount_range check (amount_minor between 0 and 10000000000000),
  currency     text        not null constraint registrations_currency_form check (currency ~ '^[A-Z]{3}$'),
  expected_on  date        not null constraint registrations_expected_range check (expected_on between '2000-01-01' and '2199-12-31'),
  state        text        not null default 'registered' constraint registrations_state_known
                           check (state in ('registered', 'approved', 'declined', 'won', 'lost')),
  -- The last day on which it keeps others from being approved.
  expires_on   date        not null constraint registrations_expires_range check (expires_on between '2000-01-01' and '2199-12-31'),
  -- The rate of the partner's tier when it was approved.
  basis_points integer     constraint registrations_rate_range check (basis_points between 0 and 10000),
  version      integer     not null default 1,
  created_at   timestamptz not null default clock_timestamp(),
  decided_at   timestamptz,
  constraint registrations_rated check (basis_points is not null or state not in ('approved', 'won', 'lost')),
  constraint registrations_tenant_key unique (tenant_id, id),
  constraint registrations_partner_fkey foreign key (tenant_id, partner_id) references partners.partners (tenant_id, id) on delete cascade
);
create index registrations_newest_idx on partners.registrations (tenant_id, created_at desc, id desc);
create index registrations_partner_idx on partners.registrations (tenant_id, partner_id, created_at desc);
create index registrations_domain_idx on partners.registrations (tenant_id, domain) where state in ('registered', 'approved');

-- The last number of a year. It is taken in the transaction that issues, so what is rolled back leaves no gap.
create table partners.statement_numbers (
  tenant_id   uuid    not null references public.tenants (id) on delete cascade,
  year        integer not null,
  last_number integer not null,
  primary key (tenant_id, year)
);

create table partners.statements (
  id         uuid        primary key default gen_random_uuid(),
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  partner_id uuid        not null,
  -- The first day of the month that it is about.
  month      date        not null constraint statements_month_first check (extract(day from month) = 1),
  year       integer     not null,
  number     integer     not null,
  -- Who pays and who is paid, as they were when it was issued.
  payer      text        not null default '' constraint statements_payer_length check (length(payer) <= 1000),
  payee      text        not null constraint statements_payee_length check (length(payee) <= 1000),
  created_at timestamptz not null default clock_timestamp(),
  constraint statements_tenant_key unique (tenant_id, id),
  constraint statements_number_key unique (tenant_id, year, number),
  constraint statements_month_key unique (tenant_id, partner_id, month),
  constraint statements_partner_fkey foreign key (tenant_id, partner_id) references partners.partners (tenant_id, id) on delete cascade
);

create table partners.commissions (
  id              uuid        primary key default gen_random_uuid(),
  tenant_id       uuid        not null references public.tenants (id) on delete cascade,
  partner_id      uuid        not null,
  registration_id uuid        not null,
  statement_id    uuid,
  -- The customer, what it pays and the share of it, as they were when it was won.
  company         text        not null constraint commissions_company_length check (length(company) <= 200),
  won_minor       bigint      not null constraint commissions_won_range check (won_minor between 0 and 10000000000000),
  basis_points    integer     not null constraint commissions_rate_range check (basis_points between 0 and 10000),
  amount_minor    bigint      not null constraint commissions_amount_range check (amount_minor between 0 and won_minor),
  currency        text        not null constraint commissions_currency_form check (currency ~ '^[A-Z]{3}$'),
  earned_on       date        not null constraint commissions_earned_range check (earned_on between '2000-01-01' and '2199-12-31'),
  state           text        not null default 'open' constraint commissions_state_known check (state in ('open', 'paid')),
  paid_on         date        constraint commissions_paid_range check (paid_on between '2000-01-01' and '2199-12-31'),
  paid_note       text        not null default '' constraint commissions_note_length check (length(paid_note) <= 300),
  constraint commissions_paid_day check ((state = 'paid') = (paid_on is not null)),
  constraint commissions_registration_key unique (tenant_id, registration_id),
  constraint commissions_partner_fkey foreign key (tenant_id, partner_id) references partners.partners (tenant_id, id) on delete cascade,
  constraint commissions_registration_fkey foreign key (tenant_id, registration_id) references partners.registrations (tenant_id, id) on delete cascade,
  constraint commissions_statement_fkey foreign key (tenant_id, statement_id) references partners.statements (tenant_id, id) on delete cascade
);
create index commissions_newest_idx on partners.commissions (tenant_id, earned_on desc, id desc);
create index commissions_partner_idx on partners.commissions (tenant_id, partner_id, earned_on desc);
create index commissions_statement_idx on partners.commissions (tenant_id, statement_id);

alter table partners.registrations enable row level security, force row level security;
alter table partners.statement_numbers enable row level security, force row level security;
alter table partners.statements enable row level security, force row level security;
alter table partners.commissions enable row level security, force row level security;
create policy registrations_proven on partners.registrations as restrictive for all to authenticated using ((select authz.is_proven()));
create policy registrations_service on partners.registrations for all to current_user using (true) with check (true);
create policy statement_numbers_service on partners.statement_numbers for all to current_user using (true) with check (true);
create policy statements_proven on partners.statements as restrictive for all to authenticated using ((select authz.is_proven()));
create policy statements_service on partners.statements for all to current_user using (true) with check (true);
create policy commissions_proven on partners.commissions as restrictive for all to authenticated using ((select authz.is_proven()));
create policy commissions_service on partners.commissions for all to current_user using (true) with check (true);
revoke all on partners.registrations, partners.statement_numbers, partners.statements, partners.commissions
  from public, anon, authenticated, service_role;
grant select on partners.registrations, partners.statements, partners.commissions to authenticated;

--! functions
create policy registrations_read on partners.registrations for select to authenticated
  using (tenant_id = (select authz.tenant())
         and ((select authz.allows('manage_partners', authz.tenant())) or partner_id = (select partners.own())));
create policy statements_read on partners.statements for select to authenticated
  using (tenant_id = (select authz.tenant())
         and ((select authz.allows('manage_partners', authz.tenant())) or partner_id = (select partners.own())));
create policy commissions_read on partners.commissions for select to authenticated
  using (tenant_id = (select authz.tenant())
         and ((select authz.allows('manage_partners', authz.tenant())) or partner_id = (select partners.own())));
create trigger registrations_limit after insert on partners.registrations referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '10000');
-- What one partner may have open at once: a list that takes a domain each must not take all of them.
create trigger registrations_limit_open after insert on partners.registrations referencing new table as added
  for each statement execute function authz.limit_rows('partner_id', '200', 't.state in (''registered'', ''approved'')');
create trigger commissions_keep_paid before update on partners.commissions
  for each row execute function partners.keep_paid();
create trigger registrations_audit_insert after insert on partners.registrations referencing new table as added
  for each statement execute function partners.record_rows();
create trigger registrations_audit_update after update on partners.registrations referencing new table as added
  for each statement execute function partners.record_rows();
create trigger commissions_audit_insert after insert on partners.commissions referencing new table as added
  for each statement execute function partners.record_rows();
create trigger commissions_audit_update after update on partners.commissions referencing new table as added
  for each statement execute function partners.record_rows();
create trigger statements_audit_insert after insert on partners.statements referencing new table as added
  for each statement execute function partners.record_rows();
