-- Breaks nothing: subscriptions, and what the billing service keeps for itself.
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

alter table public.subscriptions enable row level security;
alter table public.subscriptions force row level security;
create policy subscriptions_read on public.subscriptions for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.subscriptions to authenticated;
grant select, insert, update, delete on public.subscriptions to service_role;
create trigger subscriptions_audit after insert or delete
  or update of plan, status, quantity, current_period_end, cancel_at_period_end
  on public.subscriptions for each row execute function audit.record_change('config_change', 'medium', 'id');

create schema billing;
create sequence billing.sync_order;

-- The only link between a person and a customer of the provider: an event that names another customer changes nothing.
create table billing.customers (
  provider    text        not null,
  user_id     uuid        not null references auth.users (id) on delete cascade,
  customer_id text        not null constraint customers_customer_key unique,
  created_at  timestamptz not null default now(),
  primary key (provider, user_id)
);
create index customers_user_idx on billing.customers (user_id);
create trigger customers_audit after insert or update or delete
  on billing.customers for each row execute function audit.record_change('config_change', 'low', 'customer_id');

-- Events that were handled; one that comes again changes nothing.
create table billing.events (
  id         text        primary key,
  type       text        not null,
  outcome    text        not null,
  handled_at timestamptz not null default now()
);
create index events_time_idx on billing.events (handled_at);

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

-- Written with the change that they tell of, so that none is lost; delivered as Stripe delivers.
create table billing.sandbox_events (
  id           bigint      generated always as identity primary key,
  body         text        not null,
  delivered_at timestamptz
);
create index sandbox_events_waiting_idx on billing.sandbox_events (id) where delivered_at is null;

-- No API role may read these, and not by mistake later either.
do $$
declare
  name text;
begin
  execute format('create policy subscriptions_service on public.subscriptions for all to service_role, %I using (true) '
                 'with check (true)', current_user);
  foreach name in array array['customers', 'events', 'sandbox_sessions', 'sandbox_subscriptions', 'sandbox_events'] loop
    execute format('alter table billing.%I enable row level security', name);
    execute format('alter table billing.%I force row level security', name);
    execute format('create policy %I on billing.%I for all to %I using (true) with check (true)', name || '_service', name, current_user);
    execute format('revoke all on billing.%I from public, anon, authenticated, service_role', name);
  end loop;
end $$;
