-- In the transaction that publishes the keys.
create or replace function ledger.await_listing() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into ledger.unlisted_keys (user_id) values (new.user_id) on conflict (user_id) do nothing;
  return null;
end $$;
