-- Breaks nothing. A passkey that opens the vault has a wrap of the account key, which goes with the passkey. No release stored one before.

alter table public.account_wraps add column passkey_id uuid references auth.passkeys (id) on delete cascade;
alter table public.account_wraps add constraint account_wraps_passkey check ((kind = 'passkey') = (passkey_id is not null)) not valid;
create unique index account_wraps_passkey_idx on public.account_wraps (passkey_id) where passkey_id is not null;
