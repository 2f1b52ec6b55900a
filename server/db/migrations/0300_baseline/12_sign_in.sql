create table auth.mfa_factors (
  id                 uuid        primary key,
  user_id            uuid        not null references auth.users (id) on delete cascade,
  friendly_name      text        constraint mfa_factors_name_length check (length(friendly_name) between 1 and 120),
  factor_type        text        not null constraint mfa_factors_type
                                   check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status             text        not null default 'unverified' constraint mfa_factors_status
                                   check (status in ('unverified', 'verified')),
  -- AES-256-GCM under a key of the installation, bound to this row's id; see server/auth/mfa/secret-seal.ts.
  secret_sealed      bytea,
  -- The newest time step whose code was accepted: it and older ones are used up.
  last_used_step     bigint,
  phone              text,
  credential_id      bytea       constraint mfa_factors_credential_key unique,
  public_key         bytea,
  sign_count         bigint      not null default 0,
  transports         text[]      not null default '{}',
  last_challenged_at timestamptz,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  constraint mfa_factors_secret check ((factor_type = 'totp') = (secret_sealed is not null)),
  constraint mfa_factors_phone check ((factor_type = 'phone') = (phone is not null)),
  constraint mfa_factors_credential check ((credential_id is null) = (public_key is null)
    and (credential_id is not null) = (factor_type = 'webauthn' and status = 'verified'))
);
create index mfa_factors_user_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_name_key on auth.mfa_factors (user_id, friendly_name);
create unique index mfa_factors_one_set_of_codes on auth.mfa_factors (user_id) where factor_type = 'recovery_code';
alter table auth.mfa_factors enable row level security, force row level security;
create policy mfa_factors_service on auth.mfa_factors for all to current_user using (true) with check (true);
-- Challenges stamp a time and TOTP a step; both would bury real changes. Making a set of codes shows as its factor.
create trigger mfa_factors_audit after insert or delete or update of status, friendly_name, phone, credential_id
  on auth.mfa_factors for each row execute function audit.record_change('auth', 'high', 'id');
create trigger mfa_factors_notify after update of status on auth.mfa_factors for each row
  when (old.status <> 'verified' and new.status = 'verified' and new.factor_type <> 'recovery_code')
  execute function notify.on_factor();
revoke all on auth.mfa_factors from public, anon, authenticated, service_role;

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
  created_at      timestamptz not null default now(),
  -- Refresh tokens that count less were given out before the second factor and must not gain from it.
  refresh_floor   bigint      not null default 0,
  -- The second factor that raised the session; the session falls with it.
  factor_id       uuid        references auth.mfa_factors (id) on delete set null,
  -- Of a cookie, not of the browser's name, which a thief may have as well. Who signs in on a new device is notified.
  device_hash     bytea
);
create index sessions_user_idx on auth.sessions (user_id);
create index sessions_factor_idx on auth.sessions (factor_id) where factor_id is not null;
create trigger sessions_notify after insert on auth.sessions for each row execute function notify.on_session();
grant all on auth.sessions to service_role;

-- Minutes of life, so a crash may empty it.
create unlogged table auth.mfa_challenges (
  id         uuid        primary key,
  factor_id  uuid        not null references auth.mfa_factors (id) on delete cascade,
  ip         text        not null,
  -- Of a code sent by SMS.
  otp_hash   bytea,
  webauthn_challenge text,
  webauthn_ceremony text constraint mfa_challenges_ceremony check (webauthn_ceremony in ('create', 'request')),
  attempts   integer     not null default 0,
  expires_at timestamptz not null
);
create index mfa_challenges_factor_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_expiry_idx on auth.mfa_challenges (expires_at);
alter table auth.mfa_challenges enable row level security, force row level security;
create policy mfa_challenges_service on auth.mfa_challenges for all to current_user using (true) with check (true);
revoke all on auth.mfa_challenges from public, anon, authenticated, service_role;

-- Keyed hashes: a copy of this table signs nobody in.
create table auth.mfa_recovery_codes (
  id         uuid        primary key default gen_random_uuid(),
  factor_id  uuid        not null references auth.mfa_factors (id) on delete cascade,
  code_hash  bytea       not null,
  used_at    timestamptz,
  constraint mfa_recovery_codes_key unique (factor_id, code_hash)
);
alter table auth.mfa_recovery_codes enable row level security, force row level security;
create policy mfa_recovery_codes_service on auth.mfa_recovery_codes for all to current_user using (true) with check (true);
create trigger mfa_recovery_codes_audit after update
  on auth.mfa_recovery_codes for each row execute function audit.record_change('auth', 'high', 'id');
revoke all on auth.mfa_recovery_codes from public, anon, authenticated, service_role;

-- Devices that somebody signed in from, each by the hash of its cookie.
create table auth.known_devices (
  user_id      uuid        not null references auth.users (id) on delete cascade,
  device_hash  bytea       not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
alter table auth.known_devices enable row level security, force row level security;
create policy known_devices_service on auth.known_devices for all to service_role, current_user using (true) with check (true);

-- Links and codes sent by mail. Only hashes are kept, so a copy of this table opens nothing.
create table auth.one_time_tokens (
  id             uuid        primary key default gen_random_uuid(),
  user_id        uuid        not null references auth.users (id) on delete cascade,
  kind           text        not null constraint one_time_tokens_kind
                               check (kind in ('signup', 'recovery', 'magiclink', 'invite', 'email_change_current',
                                               'email_change_new', 'reauthentication', 'sms', 'phone_change')),
  token_hash     bytea       not null,
  otp_hash       bytea       not null,
  sent_to        text        not null,
  code_challenge text,
  code_challenge_method text,
  attempts       integer     not null default 0,
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null,
  -- Anybody may invite any address. So the link of an invitation names it, others do not replace it, and signing up in the ordinary way
  -- accepts only what the operator's organisation sent: a stranger must not draw people into their organisation who never said yes.
  invitation_id  uuid        references public.invitations (id) on delete cascade,
  constraint one_time_tokens_hash_key unique (token_hash)
);
-- Expired links are looked for by time once an hour.
create index one_time_tokens_expiry_idx on auth.one_time_tokens (expires_at);
create unique index one_time_tokens_one_per_kind
  on auth.one_time_tokens (user_id, kind, coalesce(invitation_id, '00000000-0000-0000-0000-000000000000'));
create index one_time_tokens_invitation_idx on auth.one_time_tokens (invitation_id) where invitation_id is not null;
grant all on auth.one_time_tokens to service_role;

create table auth.flow_states (
  id                    uuid        primary key default gen_random_uuid(),
  user_id               uuid        references auth.users (id) on delete cascade,
  code_challenge        text        not null,
  code_challenge_method text        not null,
  amr_method            text        not null,
  created_at            timestamptz not null default now(),
  expires_at            timestamptz not null,
  -- Named in the session that the code is exchanged for.
  provider              text
);
create index flow_states_expiry_idx on auth.flow_states (expires_at);
grant all on auth.flow_states to service_role;

-- A sign-in through a provider that has not ended yet. Kept until it expires after its use, so that a second use is told apart
-- from an unknown one.
create table auth.oauth_states (
  id            uuid        primary key default gen_random_uuid(),
  state_hash    bytea       not null,
  -- Of the cookie that only the browser holds that began.
  browser_hash  bytea       not null,
  provider      text        not null,
  code_verifier text        not null,
  nonce         text        not null,
  redirect_to   text        not null,
  code_challenge text,
  code_challenge_method text,
  -- Set when a signed-in person adds the provider to their account.
  link_user_id  uuid        references auth.users (id) on delete cascade,
  used_at       timestamptz,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  -- Adding an identity ends with the session that began it: somebody who is signed out meanwhile, by a new password for instance, must
  -- not leave a way in behind.
  link_session_id uuid      references auth.sessions (id) on delete cascade,
  constraint oauth_states_hash_key unique (state_hash),
  constraint oauth_states_challenge check ((code_challenge is null) = (code_challenge_method is null))
);
create index oauth_states_expiry_idx on auth.oauth_states (expires_at);
create index oauth_states_user_idx on auth.oauth_states (link_user_id) where link_user_id is not null;
create index oauth_states_session_idx on auth.oauth_states (link_session_id) where link_session_id is not null;
alter table auth.oauth_states enable row level security, force row level security;
create policy oauth_states_owner on auth.oauth_states for all to current_user using (true) with check (true);
revoke all on auth.oauth_states from public, anon, authenticated, service_role;

create table auth.passkeys (
  id            uuid        primary key default gen_random_uuid(),
  user_id       uuid        not null references auth.users (id) on delete cascade,
  friendly_name text        constraint passkeys_name_length check (length(friendly_name) between 1 and 120),
  credential_id bytea       not null constraint passkeys_credential_key unique,
  public_key    bytea       not null,
  sign_count    bigint      not null,
  transports    text[]      not null default '{}',
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
);
create index passkeys_user_idx on auth.passkeys (user_id);
alter table auth.passkeys enable row level security, force row level security;
create policy passkeys_service on auth.passkeys for all to current_user using (true) with check (true);
-- A sign-in counts and stamps a time; it has an event of its own.
create trigger passkeys_audit after insert or delete or update of friendly_name, credential_id, public_key
  on auth.passkeys for each row execute function audit.record_change('auth', 'high', 'id');
revoke all on auth.passkeys from public, anon, authenticated, service_role;

-- Without a user it is of a sign-in. Minutes of life, so a crash may empty it.
create unlogged table auth.passkey_challenges (
  id         uuid        primary key default gen_random_uuid(),
  user_id    uuid        references auth.users (id) on delete cascade,
  challenge  text        not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry_idx on auth.passkey_challenges (expires_at);
create index passkey_challenges_user_idx on auth.passkey_challenges (user_id) where user_id is not null;
alter table auth.passkey_challenges enable row level security, force row level security;
create policy passkey_challenges_service on auth.passkey_challenges for all to current_user using (true) with check (true);
revoke all on auth.passkey_challenges from public, anon, authenticated, service_role;

create table auth.sso_providers (
  id                uuid        primary key default gen_random_uuid(),
  resource_id       text,
  entity_id         text        not null,
  metadata_xml      text        not null,
  metadata_url      text,
  -- { "keys": { "email": { "name": "mail" } } }
  attribute_mapping jsonb       not null default '{}',
  name_id_format    text,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  constraint sso_providers_entity_key unique (entity_id),
  constraint sso_providers_resource_key unique (resource_id)
);
alter table auth.sso_providers enable row level security, force row level security;
create policy sso_providers_owner on auth.sso_providers for all to current_user using (true) with check (true);
create trigger sso_providers_audit after insert or delete or update on auth.sso_providers
  for each row execute function audit.record_change('config_change', 'high', 'id');
revoke all on auth.sso_providers from public, anon, authenticated, service_role;

-- The addresses that a provider speaks for. One domain belongs to one provider.
create table auth.sso_domains (
  id              uuid        primary key default gen_random_uuid(),
  sso_provider_id uuid        not null references auth.sso_providers (id) on delete cascade,
  domain          text        not null constraint sso_domains_lowercase check (domain = lower(domain)),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint sso_domains_domain_key unique (domain)
);
create index sso_domains_provider_idx on auth.sso_domains (sso_provider_id);
alter table auth.sso_domains enable row level security, force row level security;
create policy sso_domains_owner on auth.sso_domains for all to current_user using (true) with check (true);
create trigger sso_domains_audit after insert or delete or update on auth.sso_domains
  for each row execute function audit.record_change('config_change', 'high', 'id');
revoke all on auth.sso_domains from public, anon, authenticated, service_role;

-- Questions that wait for their one answer.
create table auth.sso_requests (
  id              uuid        primary key default gen_random_uuid(),
  sso_provider_id uuid        not null references auth.sso_providers (id) on delete cascade,
  -- The ID of the AuthnRequest, which the answer must name in its signed part.
  request_id      text        not null,
  relay_hash      bytea       not null,
  browser_hash    bytea       not null,
  redirect_to     text        not null,
  code_challenge  text,
  code_challenge_method text,
  used_at         timestamptz,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  -- Set between the answer and the browser that collects its session.
  user_id         uuid        references auth.users (id) on delete cascade,
  pickup_hash     bytea,
  constraint sso_requests_relay_key unique (relay_hash),
  constraint sso_requests_challenge check ((code_challenge is null) = (code_challenge_method is null))
);
create index sso_requests_expiry_idx on auth.sso_requests (expires_at);
create index sso_requests_provider_idx on auth.sso_requests (sso_provider_id);
create index sso_requests_user_idx on auth.sso_requests (user_id) where user_id is not null;
alter table auth.sso_requests enable row level security, force row level security;
create policy sso_requests_owner on auth.sso_requests for all to current_user using (true) with check (true);
revoke all on auth.sso_requests from public, anon, authenticated, service_role;

-- Solved challenges of the proof of work: each counts once.
create unlogged table auth.used_captchas (
  challenge  bytea       primary key,
  expires_at timestamptz not null
);
create index used_captchas_expiry_idx on auth.used_captchas (expires_at);

create table auth.used_wallet_messages (
  message_hash bytea       primary key,
  expires_at   timestamptz not null
);
create index used_wallet_messages_expiry_idx on auth.used_wallet_messages (expires_at);
alter table auth.used_wallet_messages enable row level security, force row level security;
create policy used_wallet_messages_owner on auth.used_wallet_messages for all to current_user using (true) with check (true);
revoke all on auth.used_wallet_messages from public, anon, authenticated, service_role;
