-- In the transaction that stores the roster.
create or replace function ledger.await_roster_listing() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into ledger.unlisted_statements (kind, owner_id, version) values ('roster', new.space_id, new.epoch) on conflict do nothing;
  return null;
end $$;

create or replace function ledger.await_policy_listing() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into ledger.unlisted_statements (kind, owner_id, version) values ('policy', new.tenant_id, new.revision) on conflict do nothing;
  return null;
end $$;
