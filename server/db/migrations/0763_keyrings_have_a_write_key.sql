-- Breaks nothing. A keyring is written by who shows a key that follows from the account key; an access token does not have it. Accounts get it with
-- their next keyring (docs/decisions/0207-people-put-back-what-was-changed.md).
alter table public.keyrings
  add column write_hash text constraint keyrings_write_hash check (write_hash ~ '^[A-Za-z0-9_-]{43}$'),
  add column write_proof text constraint keyrings_write_proof_goes check (write_proof is null) constraint keyrings_write_proof_most check (length(write_proof) <= 43);
comment on column public.keyrings.write_hash is 'SHA-256 of the write key, base64url; null: not shown yet';
comment on column public.keyrings.write_proof is 'The write key as it is shown with a change; never stored';
grant update (write_proof) on public.keyrings to authenticated;

insert into notify.defaults (kind, by_email, is_fixed, is_hourly) values ('keyring_refused', true, true, true);

--! functions
create trigger keyrings_write_key before update on public.keyrings
  for each row when (current_user = 'authenticated') execute function public.require_write_key();
