-- Breaks nothing. A keyring that is put back has to belong to the account key of today: of each day and account key, the first state is kept.

alter table auth.earlier_account_keys add column epoch integer;
comment on column auth.earlier_account_keys.epoch is 'Epoch of the personal space that was written under, which each account key begins anew; null: not noted';
-- An account key that was never replaced is the one of every day.
update auth.earlier_account_keys e set epoch = 1
where exists (select from public.spaces s where s.owner_id = e.user_id and s.kind = 'personal' and s.current_epoch = 1);

alter table auth.earlier_account_keys drop constraint earlier_account_keys_pkey;
alter table auth.earlier_account_keys
  add constraint earlier_account_keys_one unique nulls not distinct (user_id, what, kept_on, epoch);
