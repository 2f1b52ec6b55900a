create table auth.users (
  id                    uuid        primary key default gen_random_uuid(),
  email                 text        constraint users_email_lowercase check (email = lower(email)),
  phone                 text,
  encrypted_password    text,
  -- True once the account has a vault: from then on only a derived secret ("qs1.…") may sign it in.
  is_vault_enrolled     boolean     not null default false,
  email_confirmed_at    timestamptz,
  phone_confirmed_at    timestamptz,
  invited_at            timestamptz,
  confirmation_sent_at  timestamptz,
  recovery_sent_at      timestamptz,
  new_email             text,
  email_change_sent_at  timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at       timestamptz,
  app_metadata          jsonb       not null default '{}',
  user_metadata         jsonb       not null default '{}',
  is_anonymous          boolean     not null default false,
  banned_until          timestamptz,
  deleted_at            timestamptz,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  new_phone             text,
  phone_change_sent_at  timestamptz,
  constraint users_email_key unique (email),
  constraint users_phone_key unique (phone)
);
create trigger users_welcome_on_confirm after update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null
                     or old.phone_confirmed_at is null and new.phone_confirmed_at is not null)
  execute function auth.welcome_user();
-- Signing in and sending a mail stamp a time; those have events of their own and would bury real changes.
create trigger users_audit after insert or delete
  or update of email, phone, encrypted_password, is_vault_enrolled, email_confirmed_at, phone_confirmed_at, new_email,
               app_metadata, user_metadata, banned_until, deleted_at
  on auth.users for each row execute function audit.record_change('auth', 'low', 'id');
-- Not an anonymous visitor: they belong to no organisation until they confirm an address or a number.
create trigger users_welcome_on_insert after insert on auth.users
  for each row when (new.email_confirmed_at is not null or new.phone_confirmed_at is not null)
  execute function auth.welcome_user();
create trigger users_remember_orphans after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function billing.remember_orphans_of_user();
create trigger users_hand_over_team_spaces before delete on auth.users
  for each row execute function public.hand_over_team_spaces();
grant all on auth.users to service_role;

create table auth.identities (
  id              uuid        primary key default gen_random_uuid(),
  user_id         uuid        not null references auth.users (id) on delete cascade,
  provider        text        not null,
  provider_id     text        not null,
  identity_data   jsonb       not null default '{}',
  last_sign_in_at timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint identities_provider_key unique (provider, provider_id)
);
create index identities_user_idx on auth.identities (user_id);
create trigger identities_audit after insert or delete or update on auth.identities
  for each row execute function audit.record_change('auth', 'low', 'id');
grant all on auth.identities to service_role;

-- Argon2id parameters by which the browser turns the password into keys (RFC 9106 names).
create table auth.kdf_parameters (
  user_id    uuid        primary key references auth.users (id) on delete cascade,
  salt       bytea       not null constraint kdf_salt_length check (octet_length(salt) = 16),
  m          integer     not null constraint kdf_memory_floor check (m >= 65536),
  t          integer     not null constraint kdf_time_floor check (t >= 3),
  p          integer     not null constraint kdf_lanes check (p between 1 and 16),
  v          integer     not null default 1,
  updated_at timestamptz not null default now()
);
create trigger kdf_parameters_audit after insert or delete or update on auth.kdf_parameters
  for each row execute function audit.record_change('auth', 'medium', 'user_id');
grant all on auth.kdf_parameters to service_role;

-- Where somebody lands who signs up: in an organisation of their own, or in one for all (docs/decisions/0043). Decided once, because the
-- operator's organisation may well grow later.
create table auth.installation (
  is_only      boolean     primary key default true constraint installation_one check (is_only),
  -- What holds while the operator sets nothing.
  usual_mode   text        not null constraint installation_usual_mode check (usual_mode in ('personal', 'single')),
  -- Written by the server when it starts: ORGANISATION.
  chosen_mode  text        constraint installation_chosen_mode check (chosen_mode in ('personal', 'single')),
  -- Of the secret in the link that the server prints.
  claim_hash   bytea,
  claimed_at   timestamptz
);

insert into auth.installation (usual_mode) values ('personal');

alter table auth.installation enable row level security, force row level security;
create policy installation_owner on auth.installation for all to current_user using (true) with check (true);
revoke all on auth.installation from public, anon, authenticated, service_role;

-- Token buckets shared by all nodes; `bucket` is a hash, so no address or e-mail is kept in clear.
-- Every sign-in writes here and nothing of value is lost in a crash, so it need not wait for the disk.
create unlogged table auth.rate_limits (
  bucket       text        primary key,
  tokens       double precision not null,
  refilled_at  timestamptz not null
);
grant all on auth.rate_limits to service_role;

-- Filled only while no SMTP server is set; shown at /dev/mailbox. No API role may read it.
create table mail.messages (
  id         uuid        primary key default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  sender     text        not null,
  recipient  text        not null,
  subject    text        not null,
  text       text        not null,
  html       text        not null,
  reply_to   text
);
-- Newest first, for the list and for dropping the oldest.
create index messages_time_idx on mail.messages (created_at desc, id desc);
