-- Fires for the row that goes with its account, too. What the sandbox sells ends with its rows.
create or replace function billing.remember_orphan() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into billing.orphaned_customers (customer_id, provider)
  select old.customer_id, old.provider
  where old.provider <> 'sandbox'
  on conflict do nothing;
  return null;
end $$;

-- An account that is deleted but kept for the record.
create or replace function billing.remember_orphans_of_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into billing.orphaned_customers (customer_id, provider)
  select c.customer_id, c.provider from billing.customers c where c.user_id = new.id and c.provider <> 'sandbox'
  on conflict do nothing;
  return null;
end $$;
