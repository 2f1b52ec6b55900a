-- Breaks nothing: messages that wallets signed, each of which signs in once. Logged: a crash must not make one good again.
create table auth.used_wallet_messages (
  message_hash bytea       primary key,
  expires_at   timestamptz not null
);
create index used_wallet_messages_expiry_idx on auth.used_wallet_messages (expires_at);

alter table auth.used_wallet_messages enable row level security;
alter table auth.used_wallet_messages force row level security;
do $$
begin
  execute format('create policy used_wallet_messages_owner on auth.used_wallet_messages for all to %I using (true) '
                 'with check (true)', current_user);
end $$;
revoke all on auth.used_wallet_messages from anon, authenticated, service_role;
