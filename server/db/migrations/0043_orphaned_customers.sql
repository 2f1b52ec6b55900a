-- Breaks nothing: whoever deletes an account must not go on paying for it.
create table billing.orphaned_customers (
  customer_id text        primary key,
  provider    text        not null,
  since       timestamptz not null default now()
);

alter table billing.orphaned_customers enable row level security;
alter table billing.orphaned_customers force row level security;
revoke all on billing.orphaned_customers from public, anon, authenticated, service_role;
do $$
begin
  execute format('create policy orphaned_customers_service on billing.orphaned_customers for all to %I using (true) '
                 'with check (true)', current_user);
end $$;

-- Fires for the row that goes with its account, too. What the sandbox sells ends with its rows.
create function billing.remember_orphan() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into billing.orphaned_customers (customer_id, provider)
  select old.customer_id, old.provider
  where old.provider <> 'sandbox'
  on conflict do nothing;
  return null;
end $$;
create trigger customers_remember_orphan after delete on billing.customers
  for each row execute function billing.remember_orphan();

-- An account that is deleted but kept for the record.
create function billing.remember_orphans_of_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into billing.orphaned_customers (customer_id, provider)
  select c.customer_id, c.provider from billing.customers c where c.user_id = new.id and c.provider <> 'sandbox'
  on conflict do nothing;
  return null;
end $$;
create trigger users_remember_orphans after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function billing.remember_orphans_of_user();
revoke execute on function billing.remember_orphan(), billing.remember_orphans_of_user() from public;
