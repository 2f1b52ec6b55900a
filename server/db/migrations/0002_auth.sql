-- Breaks nothing: accounts, sessions and the tokens that travel by mail. No API role may read this schema's tables.
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
  constraint users_email_key unique (email),
  constraint users_phone_key unique (phone)
);

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

create table auth.sessions (
  id              uuid        primary key default gen_random_uuid(),
  user_id         uuid        not null references auth.users (id) on delete cascade,
  -- Refresh tokens are a counter under this key; see server/auth/refresh-token.ts.
  refresh_key     bytea       not null constraint sessions_refresh_key_length check (octet_length(refresh_key) = 32),
  refresh_counter bigint      not null default 0,
  refreshed_at    timestamptz not null default now(),
  aal             text        not null default 'aal1' constraint sessions_aal check (aal in ('aal1', 'aal2')),
  amr             jsonb       not null default '[]',
  user_agent      text,
  ip              inet,
  created_at      timestamptz not null default now()
);
create index sessions_user_idx on auth.sessions (user_id);

-- Links and codes sent by mail. Only hashes are kept, so a copy of this table opens nothing.
create table auth.one_time_tokens (
  id             uuid        primary key default gen_random_uuid(),
  user_id        uuid        not null references auth.users (id) on delete cascade,
  kind           text        not null constraint one_time_tokens_kind
                               check (kind in ('signup', 'recovery', 'magiclink', 'invite', 'email_change_current',
                                               'email_change_new', 'reauthentication')),
  token_hash     bytea       not null,
  otp_hash       bytea       not null,
  sent_to        text        not null,
  code_challenge text,
  code_challenge_method text,
  attempts       integer     not null default 0,
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null,
  constraint one_time_tokens_hash_key unique (token_hash),
  constraint one_time_tokens_one_per_kind unique (user_id, kind)
);

create table auth.flow_states (
  id                    uuid        primary key default gen_random_uuid(),
  user_id               uuid        references auth.users (id) on delete cascade,
  code_challenge        text        not null,
  code_challenge_method text        not null,
  amr_method            text        not null,
  created_at            timestamptz not null default now(),
  expires_at            timestamptz not null
);

-- Token buckets shared by all nodes; `bucket` is a hash, so no address or e-mail is kept in clear.
create table auth.rate_limits (
  bucket       text        primary key,
  tokens       double precision not null,
  refilled_at  timestamptz not null
);

grant all on all tables in schema auth to service_role;
