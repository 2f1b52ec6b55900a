-- Breaks nothing. Invoices to organisations, numbered without gaps once they are issued
-- (docs/decisions/0185-an-invoice-is-fixed-when-it-is-issued.md).

-- Who sells, as invoices say it: the operator of the installation.
create table invoicing.seller (
  is_only    boolean     primary key default true constraint seller_is_only check (is_only),
  legal_name text        not null constraint seller_legal_name_length check (length(btrim(legal_name)) between 1 and 200),
  address    text        not null constraint seller_address_length check (length(btrim(address)) between 1 and 500),
  country    text        not null constraint seller_country_form check (country ~ '^[A-Z]{2}$'),
  tax_number text        not null default '' constraint seller_tax_number_length check (length(tax_number) <= 30),
  -- Where a transfer goes.
  bank       text        not null default '' constraint seller_bank_length check (length(bank) <= 500),
  version    integer     not null default 1
);

-- The last number of a year. It is taken in the transaction that issues, so what is rolled back leaves no gap.
create table invoicing.numbers (
  year        integer primary key,
  last_number integer not null
);

create table invoicing.invoices (
  id                uuid        primary key default gen_random_uuid(),
  tenant_id         uuid        not null references public.tenants (id) on delete cascade,
  kind              text        not null default 'invoice' constraint invoices_kind_known check (kind in ('invoice', 'cancellation')),
  -- What a cancellation takes back. One does it.
  cancels_id        uuid        constraint invoices_cancels_key unique references invoicing.invoices (id) on delete cascade,
  cancels_number    text        constraint invoices_cancels_number_form check (cancels_number ~ '^INV-\d{4}-\d{4,}$'),
  status            text        not null default 'draft' constraint invoices_status_known
                                check (status in ('draft', 'issued', 'paid', 'cancelled')),
  year              integer,
  number            integer,
  language          text        not null constraint invoices_language_known check (language in ('en', 'de', 'fr')),
  currency          text        not null constraint invoices_currency_form check (currency ~ '^[A-Z]{3}$'),
  lines             jsonb       not null constraint invoices_lines_few check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 100),
  is_reverse_charge boolean     not null default false,
  note              text        not null default '' constraint invoices_note_length check (length(note) <= 1000),
  period_from       date        not null constraint invoices_period_from_range check (period_from between '2000-01-01' and '2199-12-31'),
  period_to         date        not null constraint invoices_period_to_range check (period_to between '2000-01-01' and '2199-12-31'),
  due_on            date        not null constraint invoices_due_range check (due_on between '2000-01-01' and '2199-12-31'),
  net_minor         bigint      not null,
  tax_minor         bigint      not null,
  total_minor       bigint      not null,
  -- Both sides as they were at the moment of issue.
  seller            jsonb,
  buyer             jsonb,
  version           integer     not null default 1,
  created_at        timestamptz not null default clock_timestamp(),
  issued_at         timestamptz,
  paid_on           date,
  paid_by           text        constraint invoices_paid_by_known check (paid_by in ('transfer', 'card', 'other')),
  constraint invoices_period_forward check (period_from <= period_to),
  constraint invoices_total_adds_up check (total_minor = net_minor + tax_minor and abs(total_minor) <= 10000000000000),
  constraint invoices_sign check (case kind when 'invoice' then total_minor >= 0 else total_minor <= 0 end),
  constraint invoices_reverse_charge_untaxed check (not is_reverse_charge or tax_minor = 0),
  constraint invoices_cancels check ((kind = 'cancellation') = (cancels_id is not null) and (cancels_id is null) = (cancels_number is null)),
  constraint invoices_numbered check ((status = 'draft') = (number is null) and (number is null) = (year is null)
                                      and (number is null) = (issued_at is null)),
  constraint invoices_sides check ((status = 'draft') = (seller is null) and (seller is null) = (buyer is null)),
  constraint invoices_paid check ((paid_on is null) = (paid_by is null) and (status <> 'paid' or paid_on is not null)),
  constraint invoices_number_key unique (year, number)
);
create index invoices_tenant_idx on invoicing.invoices (tenant_id, created_at desc, id desc);

alter table invoicing.seller enable row level security, force row level security;
alter table invoicing.numbers enable row level security, force row level security;
alter table invoicing.invoices enable row level security, force row level security;
create policy seller_service on invoicing.seller for all to current_user using (true) with check (true);
create policy numbers_service on invoicing.numbers for all to current_user using (true) with check (true);
create policy invoices_proven on invoicing.invoices as restrictive for all to authenticated using ((select authz.is_proven()));
-- A draft is the operator's own until it is issued.
create policy invoices_read on invoicing.invoices for select to authenticated
  using (status <> 'draft' and tenant_id = (select authz.tenant()) and (select authz.allows('manage_billing', authz.tenant())));
create policy invoices_service on invoicing.invoices for all to current_user using (true) with check (true);
revoke all on invoicing.seller, invoicing.numbers, invoicing.invoices from public, anon, authenticated, service_role;
grant select on invoicing.invoices to authenticated;

--! functions
create trigger invoices_keep before update or delete on invoicing.invoices
  for each row execute function invoicing.keep_issued();
create trigger invoices_limit after insert on invoicing.invoices referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '2000');
create trigger invoices_audit_insert after insert on invoicing.invoices referencing new table as added
  for each statement execute function invoicing.record_rows();
create trigger invoices_audit_update after update on invoicing.invoices referencing new table as added
  for each statement execute function invoicing.record_rows();
create trigger invoices_audit_delete after delete on invoicing.invoices referencing old table as added
  for each statement execute function invoicing.record_rows();
