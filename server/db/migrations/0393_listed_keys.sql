-- Breaks nothing. The anchor log lists the keys of every person (docs/decisions/0088-the-anchor-log-lists-the-keys-of-people.md); those that are
-- there already get their entries when it grows next.

create table ledger.listed_keys (
  log_id uuid   not null references ledger.logs (id),
  index  bigint not null,
  -- SHA-256 over the id of the account.
  person bytea  not null constraint listed_keys_person check (octet_length(person) = 32),
  -- The leaf: what the map holds for the person.
  value  bytea  not null constraint listed_keys_value check (octet_length(value) = 32),
  primary key (log_id, index)
);
create index listed_keys_person_idx on ledger.listed_keys (log_id, person, index desc);
comment on table ledger.listed_keys is 'Keys of people, each at the place where the anchor log lists them';

create table ledger.unlisted_keys (
  user_id uuid primary key references auth.users (id) on delete cascade
);
comment on table ledger.unlisted_keys is 'People whose keys wait for their entry in the anchor log';

revoke all on ledger.listed_keys, ledger.unlisted_keys from public, anon, authenticated, service_role;

insert into ledger.unlisted_keys (user_id) select b.user_id from public.user_key_bundles b;

--! functions
create trigger user_key_bundles_list after insert or update of user_id, statement on public.user_key_bundles
  for each row execute function ledger.await_listing();
