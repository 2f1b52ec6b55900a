-- Accounts by phone number, and codes that travel by SMS.
alter table auth.users
  add column new_phone            text,
  add column phone_change_sent_at timestamptz;

alter table auth.one_time_tokens drop constraint one_time_tokens_kind;
alter table auth.one_time_tokens add constraint one_time_tokens_kind
  check (kind in ('signup', 'recovery', 'magiclink', 'invite', 'email_change_current', 'email_change_new', 'reauthentication',
                  'sms', 'phone_change'));

-- An anonymous visitor belongs to no organisation: neither its first owner nor a member who may read the others' profiles.
-- Confirming an address or a number makes a member of them.
drop trigger users_welcome_on_insert on auth.users;
create trigger users_welcome_on_insert after insert on auth.users
  for each row when (new.email_confirmed_at is not null or new.phone_confirmed_at is not null)
  execute function auth.welcome_user();
