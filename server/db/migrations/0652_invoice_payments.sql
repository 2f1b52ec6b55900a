-- Breaks nothing. Pages of the provider on which invoices are paid (docs/decisions/0186-an-invoice-is-paid-once.md).

-- Which pages were made for an invoice, so that only the newest can be paid.
create table invoicing.checkouts (
  invoice_id uuid        not null references invoicing.invoices (id) on delete cascade,
  provider   text        not null constraint checkouts_provider_known check (provider in ('stripe', 'sandbox')),
  session_id text        not null constraint checkouts_session_length check (length(session_id) between 1 and 255),
  made_at    timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  primary key (invoice_id, provider, session_id)
);
alter table invoicing.checkouts enable row level security, force row level security;
create policy checkouts_service on invoicing.checkouts for all to current_user using (true) with check (true);
revoke all on invoicing.checkouts from public, anon, authenticated, service_role;

-- The sandbox's own sessions in mode payment, as Stripe has them.
create table billing.sandbox_payments (
  id           text        primary key,
  token_hash   bytea       not null constraint sandbox_payments_token_key unique,
  invoice_id   text        not null,
  name         text        not null,
  amount_minor bigint      not null constraint sandbox_payments_amount_positive check (amount_minor > 0),
  currency     text        not null constraint sandbox_payments_currency_form check (currency ~ '^[A-Z]{3}$'),
  -- Each form counts for one number: a form that was sent already is refused.
  form_number  integer     not null default 0,
  completed_at timestamptz,
  expires_at   timestamptz not null
);
create index sandbox_payments_expiry_idx on billing.sandbox_payments (expires_at);
alter table billing.sandbox_payments enable row level security, force row level security;
create policy sandbox_payments_service on billing.sandbox_payments for all to current_user using (true) with check (true);
revoke all on billing.sandbox_payments from public, anon, authenticated, service_role;
