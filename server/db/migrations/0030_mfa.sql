-- Breaks nothing: second factors, their challenges, recovery codes, and sessions that know how strongly they were proven.
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

-- Minutes of life, so a crash may empty it.
create unlogged table auth.mfa_challenges (
  id         uuid        primary key,
  factor_id  uuid        not null references auth.mfa_factors (id) on delete cascade,
  ip         text        not null,
  -- Of a code sent by SMS.
  otp_hash   bytea,
  webauthn_challenge text,
  webauthn_ceremony  text constraint mfa_challenges_ceremony check (webauthn_ceremony in ('create', 'request')),
  attempts   integer     not null default 0,
  expires_at timestamptz not null
);
create index mfa_challenges_factor_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_expiry_idx on auth.mfa_challenges (expires_at);

-- Keyed hashes: a copy of this table signs nobody in.
create table auth.mfa_recovery_codes (
  id         uuid        primary key default gen_random_uuid(),
  factor_id  uuid        not null references auth.mfa_factors (id) on delete cascade,
  code_hash  bytea       not null,
  used_at    timestamptz,
  constraint mfa_recovery_codes_key unique (factor_id, code_hash)
);

alter table auth.sessions
  -- Refresh tokens that count less were given out before the second factor and must not gain from it.
  add column refresh_floor bigint not null default 0,
  -- The second factor that raised the session; the session falls with it.
  add column factor_id     uuid   references auth.mfa_factors (id) on delete set null;
create index sessions_factor_idx on auth.sessions (factor_id) where factor_id is not null;

-- Challenges stamp a time and TOTP a step; both would bury real changes. Making a set of codes shows as its factor.
create trigger mfa_factors_audit after insert or delete or update of status, friendly_name, phone, credential_id
  on auth.mfa_factors for each row execute function audit.record_change('auth', 'high', 'id');
create trigger mfa_recovery_codes_audit after update
  on auth.mfa_recovery_codes for each row execute function audit.record_change('auth', 'high', 'id');

-- No API role may read these, and not by mistake later either.
do $$
declare
  name text;
begin
  foreach name in array array['mfa_factors', 'mfa_challenges', 'mfa_recovery_codes'] loop
    execute format('alter table auth.%I enable row level security', name);
    execute format('alter table auth.%I force row level security', name);
    execute format('create policy %I on auth.%I for all to %I using (true) with check (true)', name || '_service', name, current_user);
    execute format('revoke all on auth.%I from anon, authenticated, service_role', name);
  end loop;
end $$;
