-- Breaks nothing: mail kept for the local mailbox, faster rate limits, and a quieter audit trail of accounts.
create schema mail;

-- Filled only while no SMTP server is set; shown at /dev/mailbox. No API role may read it.
create table mail.messages (
  id         uuid        primary key default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  sender     text        not null,
  recipient  text        not null,
  subject    text        not null,
  text       text        not null,
  html       text        not null
);
-- Newest first, for the list and for dropping the oldest.
create index messages_time_idx on mail.messages (created_at desc, id desc);

-- Every sign-in writes here and nothing of value is lost in a crash, so it need not wait for the disk.
alter table auth.rate_limits set unlogged;

-- Signing in and sending a mail stamp a time; those have events of their own and would bury real changes.
drop trigger users_audit on auth.users;
create trigger users_audit after insert or delete
  or update of email, phone, encrypted_password, is_vault_enrolled, email_confirmed_at, phone_confirmed_at, new_email,
               app_metadata, user_metadata, banned_until, deleted_at
  on auth.users for each row execute function audit.record_change('auth', 'low', 'id');

-- Expired links are looked for by time once an hour.
create index one_time_tokens_expiry_idx on auth.one_time_tokens (expires_at);
create index flow_states_expiry_idx on auth.flow_states (expires_at);
