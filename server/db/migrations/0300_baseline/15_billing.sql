create sequence billing.sync_order;

create table public.subscriptions (
  id                   text        primary key,
  user_id              uuid        not null references auth.users (id) on delete cascade,
  provider             text        not null constraint subscriptions_provider check (provider in ('stripe', 'sandbox')),
  plan                 text        not null constraint subscriptions_plan
                                     check (plan in ('guardian', 'enterprise', 'quantum')),
  status               text        not null constraint subscriptions_status
                                     check (status in ('trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
  quantity             integer     not null default 1 constraint subscriptions_quantity check (quantity > 0),
  current_period_end   timestamptz not null,
  trial_end            timestamptz,
  cancel_at_period_end boolean     not null default false,
  -- Order in which the provider was asked; what was asked later is newer.
  sync_order           bigint      not null,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now()
);
create index subscriptions_user_idx on public.subscriptions (user_id);
alter table public.subscriptions enable row level security, force row level security;
create policy subscriptions_read on public.subscriptions for select to authenticated
  using (user_id = (select auth.uid()));
create policy subscriptions_service on public.subscriptions for all to service_role, current_user using (true) with check (true);
create trigger subscriptions_audit after insert or delete
  on public.subscriptions for each row execute function audit.record_change('config_change', 'medium', 'id');
create trigger subscriptions_audit_update after update
  on public.subscriptions for each row
  when ((old.user_id, old.plan, old.status, old.quantity, old.current_period_end, old.trial_end, old.cancel_at_period_end)
        is distinct from
        (new.user_id, new.plan, new.status, new.quantity, new.current_period_end, new.trial_end, new.cancel_at_period_end))
  execute function audit.record_change('config_change', 'medium', 'id');
grant select on public.subscriptions to authenticated;
grant select, insert, update, delete on public.subscriptions to service_role;

-- The only link between a person and a customer of the provider: an event that names another customer changes nothing.
create table billing.customers (
  provider    text        not null,
  user_id     uuid        not null references auth.users (id) on delete cascade,
  customer_id text        not null constraint customers_customer_key unique,
  created_at  timestamptz not null default now(),
  primary key (provider, user_id)
);
create index customers_user_idx on billing.customers (user_id);
alter table billing.customers enable row level security, force row level security;
create policy customers_service on billing.customers for all to current_user using (true) with check (true);
create trigger customers_audit after insert or update or delete
  on billing.customers for each row execute function audit.record_change('config_change', 'low', 'customer_id');
create trigger customers_remember_orphan after delete on billing.customers
  for each row execute function billing.remember_orphan();
revoke all on billing.customers from public, anon, authenticated, service_role;

-- Events that were handled; one that comes again changes nothing.
create table billing.events (
  id         text        primary key,
  type       text        not null,
  outcome    text        not null,
  handled_at timestamptz not null default now()
);
create index events_time_idx on billing.events (handled_at);
alter table billing.events enable row level security, force row level security;
create policy events_service on billing.events for all to current_user using (true) with check (true);
revoke all on billing.events from public, anon, authenticated, service_role;

create table billing.orphaned_customers (
  customer_id text        primary key,
  provider    text        not null,
  since       timestamptz not null default now()
);
alter table billing.orphaned_customers enable row level security, force row level security;
create policy orphaned_customers_service on billing.orphaned_customers for all to current_user using (true) with check (true);
revoke all on billing.orphaned_customers from public, anon, authenticated, service_role;

-- The sandbox: the counterpart that stands in for Stripe until there is a Stripe account. It knows no card.
create table billing.sandbox_sessions (
  token_hash   bytea       primary key,
  kind         text        not null constraint sandbox_sessions_kind check (kind in ('checkout', 'portal')),
  customer_id  text        not null references billing.customers (customer_id) on delete cascade,
  plan         text,
  quantity     integer,
  trial_days   integer     not null default 0,
  -- Each form counts for one number: a form that was sent already is refused.
  form_number  integer     not null default 0,
  completed_at timestamptz,
  expires_at   timestamptz not null,
  constraint sandbox_sessions_order check ((kind = 'checkout') = (plan is not null and quantity is not null))
);
create index sandbox_sessions_customer_idx on billing.sandbox_sessions (customer_id);
create index sandbox_sessions_expiry_idx on billing.sandbox_sessions (expires_at);
alter table billing.sandbox_sessions enable row level security, force row level security;
create policy sandbox_sessions_service on billing.sandbox_sessions for all to current_user using (true) with check (true);
revoke all on billing.sandbox_sessions from public, anon, authenticated, service_role;

create table billing.sandbox_subscriptions (
  id                   text        primary key,
  customer_id          text        not null references billing.customers (customer_id) on delete cascade,
  plan                 text        not null,
  status               text        not null,
  quantity             integer     not null,
  current_period_end   timestamptz not null,
  trial_end            timestamptz,
  cancel_at_period_end boolean     not null default false,
  created_at           timestamptz not null default now()
);
create index sandbox_subscriptions_customer_idx on billing.sandbox_subscriptions (customer_id);
alter table billing.sandbox_subscriptions enable row level security, force row level security;
create policy sandbox_subscriptions_service on billing.sandbox_subscriptions for all to current_user using (true) with check (true);
revoke all on billing.sandbox_subscriptions from public, anon, authenticated, service_role;

-- Written with the change that they tell of, so that none is lost; delivered as Stripe delivers.
create table billing.sandbox_events (
  id           bigint      generated always as identity primary key,
  body         text        not null,
  delivered_at timestamptz
);
create index sandbox_events_waiting_idx on billing.sandbox_events (id) where delivered_at is null;
alter table billing.sandbox_events enable row level security, force row level security;
create policy sandbox_events_service on billing.sandbox_events for all to current_user using (true) with check (true);
revoke all on billing.sandbox_events from public, anon, authenticated, service_role;
