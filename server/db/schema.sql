-- The database as all migrations leave it, for reading: `npm run schema` writes this file, a test compares it.
-- It is never run. Schemas by name; in each, sequences, types, tables with what belongs to them, views, functions (their bodies stand in
-- server/db/functions).

create role anon nologin noinherit;

create role authenticated nologin noinherit;

create role service_role nologin noinherit;

create event trigger pgrst_ddl_watch on ddl_command_end execute function public.pgrst_ddl_watch();

create event trigger pgrst_drop_watch on sql_drop execute function public.pgrst_ddl_watch();

create schema audit;
grant usage on schema audit to service_role;

create function audit.count_by_day(home uuid, kind text, days integer) RETURNS jsonb LANGUAGE sql STABLE SET search_path TO '';

create function audit.mark_entry() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function audit.named_in(details jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function audit.record(event_type text, event_category text, user_id uuid, action text, status text, risk_level text, details jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function audit.record(text,text,uuid,text,text,text,jsonb) to service_role;

create function audit.record_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function audit.record_delivery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function audit.record_domain() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function audit.record_export(event text, details jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function audit.record_link_download() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function audit.record_of_tenant(home uuid, kind text, risk text, facts jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function audit.record_read(object_name text, reader uuid, client jsonb) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function audit.record_team() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function audit.record_team_member() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function audit.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create schema auth;
grant usage on schema auth to anon;
grant usage on schema auth to authenticated;
grant usage on schema auth to service_role;

create table auth.declined_invitations (
  invitation_id uuid not null,
  declined_at timestamp with time zone default now() not null,
  constraint declined_invitations_pkey PRIMARY KEY (invitation_id),
  constraint declined_invitations_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES public.invitations(id) ON DELETE CASCADE
);
comment on table auth.declined_invitations is 'Invitations that the invited person no longer wants to see; sent again after it, they are seen again';

create table auth.earlier_account_keys (
  user_id uuid not null,
  what text not null,
  kept_on date default CURRENT_DATE not null,
  content text not null,
  version integer,
  epoch integer,
  constraint earlier_account_keys_one UNIQUE NULLS NOT DISTINCT (user_id, what, kept_on, epoch),
  constraint earlier_account_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint earlier_account_keys_what CHECK ((what = ANY (ARRAY['password'::text, 'recovery'::text, 'keyring'::text, 'space_keys'::text])))
);
comment on column auth.earlier_account_keys.epoch is 'Epoch of the personal space that was written under, which each account key begins anew; null: not noted';
alter table auth.earlier_account_keys enable row level security;
alter table auth.earlier_account_keys force row level security;
create policy earlier_account_keys_service on auth.earlier_account_keys for all to postgres, service_role
  using (true)
  with check (true);

create table auth.earlier_key_states (
  id bigint generated always as identity not null,
  user_id uuid not null,
  kept_at timestamp with time zone default clock_timestamp() not null,
  state jsonb not null,
  constraint earlier_key_states_pkey PRIMARY KEY (id),
  constraint earlier_key_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.earlier_key_states enable row level security;
alter table auth.earlier_key_states force row level security;
create policy earlier_key_states_service on auth.earlier_key_states for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX earlier_key_states_user_idx ON auth.earlier_key_states USING btree (user_id, kept_at);

create table auth.flow_states (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  code_challenge text not null,
  code_challenge_method text not null,
  amr_method text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  provider text,
  constraint flow_states_pkey PRIMARY KEY (id),
  constraint flow_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX flow_states_expiry_idx ON auth.flow_states USING btree (expires_at);
grant delete, insert, maintain, references, select, trigger, truncate, update on table auth.flow_states to service_role;

create table auth.identities (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  provider text not null,
  provider_id text not null,
  identity_data jsonb default '{}'::jsonb not null,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_provider_key UNIQUE (provider, provider_id),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX identities_user_idx ON auth.identities USING btree (user_id);
CREATE TRIGGER identities_audit AFTER INSERT OR DELETE OR UPDATE ON auth.identities FOR EACH ROW EXECUTE FUNCTION audit.record_change('auth', 'low', 'id');
grant delete, insert, maintain, references, select, trigger, truncate, update on table auth.identities to service_role;

create table auth.installation (
  is_only boolean default true not null,
  usual_mode text not null,
  chosen_mode text,
  claim_hash bytea,
  claimed_at timestamp with time zone,
  token_seconds integer default 3600 not null,
  providers jsonb default '{}'::jsonb not null,
  constraint installation_pkey PRIMARY KEY (is_only),
  constraint installation_chosen_mode CHECK ((chosen_mode = ANY (ARRAY['personal'::text, 'single'::text]))),
  constraint installation_one CHECK (is_only),
  constraint installation_usual_mode CHECK ((usual_mode = ANY (ARRAY['personal'::text, 'single'::text])))
);
alter table auth.installation enable row level security;
alter table auth.installation force row level security;
create policy installation_owner on auth.installation for all to postgres
  using (true)
  with check (true);

create table auth.kdf_parameters (
  user_id uuid not null,
  salt bytea not null,
  m integer not null,
  t integer not null,
  p integer not null,
  v integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  constraint kdf_parameters_pkey PRIMARY KEY (user_id),
  constraint kdf_parameters_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint kdf_lanes CHECK (((p >= 1) AND (p <= 16))),
  constraint kdf_memory_floor CHECK ((m >= 65536)),
  constraint kdf_salt_length CHECK ((octet_length(salt) = 16)),
  constraint kdf_time_floor CHECK ((t >= 3))
);
CREATE TRIGGER kdf_parameters_audit AFTER INSERT OR DELETE OR UPDATE ON auth.kdf_parameters FOR EACH ROW EXECUTE FUNCTION audit.record_change('auth', 'medium', 'user_id');
grant delete, insert, maintain, references, select, trigger, truncate, update on table auth.kdf_parameters to service_role;

create table auth.known_devices (
  user_id uuid not null,
  device_hash bytea not null,
  last_seen_at timestamp with time zone default now() not null,
  first_seen_at timestamp with time zone default now() not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.known_devices enable row level security;
alter table auth.known_devices force row level security;
create policy known_devices_service on auth.known_devices for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX known_devices_device_idx ON auth.known_devices USING btree (device_hash);

create table auth.last_uses (
  user_id uuid not null,
  at timestamp with time zone not null,
  constraint last_uses_pkey PRIMARY KEY (user_id),
  constraint last_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table auth.last_uses is 'When the newest of the ended sessions of an account was last used';
alter table auth.last_uses enable row level security;
alter table auth.last_uses force row level security;
create policy last_uses_service on auth.last_uses for all to postgres, service_role
  using (true)
  with check (true);

create unlogged table auth.mfa_challenges (
  id uuid not null,
  factor_id uuid not null,
  ip text not null,
  otp_hash bytea,
  webauthn_challenge text,
  webauthn_ceremony text,
  attempts integer default 0 not null,
  expires_at timestamp with time zone not null,
  session_id uuid,
  constraint mfa_challenges_pkey PRIMARY KEY (id),
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint mfa_challenges_ceremony CHECK ((webauthn_ceremony = ANY (ARRAY['create'::text, 'request'::text])))
);
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_challenges force row level security;
create policy mfa_challenges_service on auth.mfa_challenges for all to postgres
  using (true)
  with check (true);
CREATE INDEX mfa_challenges_expiry_idx ON auth.mfa_challenges USING btree (expires_at);
CREATE INDEX mfa_challenges_factor_idx ON auth.mfa_challenges USING btree (factor_id);

create table auth.mfa_factors (
  id uuid not null,
  user_id uuid not null,
  friendly_name text,
  factor_type text not null,
  status text default 'unverified'::text not null,
  secret_sealed bytea,
  last_used_step bigint,
  phone text,
  credential_id bytea,
  public_key bytea,
  sign_count bigint default 0 not null,
  transports text[] default '{}'::text[] not null,
  last_challenged_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint mfa_factors_pkey PRIMARY KEY (id),
  constraint mfa_factors_credential_key UNIQUE (credential_id),
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint mfa_factors_credential CHECK ((((credential_id IS NULL) = (public_key IS NULL)) AND ((credential_id IS NOT NULL) = ((factor_type = 'webauthn'::text) AND (status = 'verified'::text))))),
  constraint mfa_factors_name_length CHECK (((length(friendly_name) >= 1) AND (length(friendly_name) <= 120))),
  constraint mfa_factors_phone CHECK (((factor_type = 'phone'::text) = (phone IS NOT NULL))),
  constraint mfa_factors_secret CHECK (((factor_type = 'totp'::text) = (secret_sealed IS NOT NULL))),
  constraint mfa_factors_status CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text]))),
  constraint mfa_factors_type CHECK ((factor_type = ANY (ARRAY['totp'::text, 'phone'::text, 'webauthn'::text, 'recovery_code'::text])))
);
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_factors force row level security;
create policy mfa_factors_service on auth.mfa_factors for all to postgres
  using (true)
  with check (true);
CREATE UNIQUE INDEX mfa_factors_name_key ON auth.mfa_factors USING btree (user_id, friendly_name);
CREATE UNIQUE INDEX mfa_factors_one_set_of_codes ON auth.mfa_factors USING btree (user_id) WHERE (factor_type = 'recovery_code'::text);
CREATE INDEX mfa_factors_user_idx ON auth.mfa_factors USING btree (user_id);
CREATE TRIGGER mfa_factors_audit AFTER INSERT OR DELETE OR UPDATE OF status, friendly_name, phone, credential_id ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION audit.record_change('auth', 'high', 'id');
CREATE TRIGGER mfa_factors_notify AFTER UPDATE OF status ON auth.mfa_factors FOR EACH ROW WHEN (old.status <> 'verified'::text AND new.status = 'verified'::text AND new.factor_type <> 'recovery_code'::text) EXECUTE FUNCTION notify.on_factor();

create table auth.mfa_recovery_codes (
  id uuid default gen_random_uuid() not null,
  factor_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint mfa_recovery_codes_pkey PRIMARY KEY (id),
  constraint mfa_recovery_codes_key UNIQUE (factor_id, code_hash),
  constraint mfa_recovery_codes_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
);
alter table auth.mfa_recovery_codes enable row level security;
alter table auth.mfa_recovery_codes force row level security;
create policy mfa_recovery_codes_service on auth.mfa_recovery_codes for all to postgres
  using (true)
  with check (true);
CREATE TRIGGER mfa_recovery_codes_audit AFTER UPDATE ON auth.mfa_recovery_codes FOR EACH ROW EXECUTE FUNCTION audit.record_change('auth', 'high', 'id');

create table auth.oauth_states (
  id uuid default gen_random_uuid() not null,
  state_hash bytea not null,
  browser_hash bytea not null,
  provider text not null,
  code_verifier text not null,
  nonce text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text,
  link_user_id uuid,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  link_session_id uuid,
  constraint oauth_states_pkey PRIMARY KEY (id),
  constraint oauth_states_hash_key UNIQUE (state_hash),
  constraint oauth_states_link_session_id_fkey FOREIGN KEY (link_session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint oauth_states_link_user_id_fkey FOREIGN KEY (link_user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint oauth_states_challenge CHECK (((code_challenge IS NULL) = (code_challenge_method IS NULL)))
);
alter table auth.oauth_states enable row level security;
alter table auth.oauth_states force row level security;
create policy oauth_states_owner on auth.oauth_states for all to postgres
  using (true)
  with check (true);
CREATE INDEX oauth_states_expiry_idx ON auth.oauth_states USING btree (expires_at);
CREATE INDEX oauth_states_session_idx ON auth.oauth_states USING btree (link_session_id) WHERE (link_session_id IS NOT NULL);
CREATE INDEX oauth_states_user_idx ON auth.oauth_states USING btree (link_user_id) WHERE (link_user_id IS NOT NULL);

create table auth.one_time_tokens (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  kind text not null,
  token_hash bytea not null,
  otp_hash bytea not null,
  sent_to text not null,
  code_challenge text,
  code_challenge_method text,
  attempts integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  invitation_id uuid,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_hash_key UNIQUE (token_hash),
  constraint one_time_tokens_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES public.invitations(id) ON DELETE CASCADE,
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint one_time_tokens_kind CHECK ((kind = ANY (ARRAY['signup'::text, 'recovery'::text, 'magiclink'::text, 'invite'::text, 'email_change_current'::text, 'email_change_new'::text, 'email_change_stop'::text, 'reauthentication'::text, 'sms'::text, 'phone_change'::text])))
);
CREATE INDEX one_time_tokens_expiry_idx ON auth.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_invitation_idx ON auth.one_time_tokens USING btree (invitation_id) WHERE (invitation_id IS NOT NULL);
CREATE UNIQUE INDEX one_time_tokens_one_per_kind ON auth.one_time_tokens USING btree (user_id, kind, COALESCE(invitation_id, '00000000-0000-0000-0000-000000000000'::uuid));
grant delete, insert, maintain, references, select, trigger, truncate, update on table auth.one_time_tokens to service_role;

create unlogged table auth.passkey_challenges (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.passkey_challenges enable row level security;
alter table auth.passkey_challenges force row level security;
create policy passkey_challenges_service on auth.passkey_challenges for all to postgres
  using (true)
  with check (true);
CREATE INDEX passkey_challenges_expiry_idx ON auth.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_user_idx ON auth.passkey_challenges USING btree (user_id) WHERE (user_id IS NOT NULL);

create table auth.passkeys (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  friendly_name text,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint passkeys_name_length CHECK (((length(friendly_name) >= 1) AND (length(friendly_name) <= 120)))
);
alter table auth.passkeys enable row level security;
alter table auth.passkeys force row level security;
create policy passkeys_service on auth.passkeys for all to postgres
  using (true)
  with check (true);
CREATE INDEX passkeys_user_idx ON auth.passkeys USING btree (user_id);
CREATE TRIGGER passkeys_audit AFTER INSERT OR DELETE OR UPDATE OF friendly_name, credential_id, public_key ON auth.passkeys FOR EACH ROW EXECUTE FUNCTION audit.record_change('auth', 'high', 'id');

create unlogged table auth.rate_limits (
  bucket text not null,
  tokens double precision not null,
  refilled_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (bucket)
);
grant delete, insert, maintain, references, select, trigger, truncate, update on table auth.rate_limits to service_role;

create table auth.sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  refresh_key bytea not null,
  refresh_counter bigint default 0 not null,
  refreshed_at timestamp with time zone default now() not null,
  aal text default 'aal1'::text not null,
  amr jsonb default '[]'::jsonb not null,
  user_agent text,
  ip inet,
  created_at timestamp with time zone default now() not null,
  refresh_floor bigint default 0 not null,
  factor_id uuid,
  device_hash bytea,
  refreshed_device bytea,
  proven_at timestamp with time zone,
  seen_ip inet,
  seen_user_agent text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE SET NULL,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sessions_aal CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text]))),
  constraint sessions_refresh_key_length CHECK ((octet_length(refresh_key) = 32))
);
CREATE INDEX sessions_factor_idx ON auth.sessions USING btree (factor_id) WHERE (factor_id IS NOT NULL);
CREATE INDEX sessions_use_idx ON auth.sessions USING btree (refreshed_at DESC, id DESC);
CREATE INDEX sessions_user_idx ON auth.sessions USING btree (user_id);
CREATE TRIGGER sessions_last_use AFTER DELETE ON auth.sessions REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION auth.keep_last_uses();
CREATE TRIGGER sessions_notify AFTER INSERT ON auth.sessions FOR EACH ROW EXECUTE FUNCTION notify.on_session();
grant delete, insert, maintain, references, select, trigger, truncate, update on table auth.sessions to service_role;

create table auth.sso_domains (
  id uuid default gen_random_uuid() not null,
  sso_provider_id uuid not null,
  domain text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint sso_domains_pkey PRIMARY KEY (id),
  constraint sso_domains_domain_key UNIQUE (domain),
  constraint sso_domains_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE,
  constraint sso_domains_lowercase CHECK ((domain = lower(domain)))
);
alter table auth.sso_domains enable row level security;
alter table auth.sso_domains force row level security;
create policy sso_domains_owner on auth.sso_domains for all to postgres
  using (true)
  with check (true);
CREATE INDEX sso_domains_provider_idx ON auth.sso_domains USING btree (sso_provider_id);
CREATE TRIGGER sso_domains_audit AFTER INSERT OR DELETE OR UPDATE ON auth.sso_domains FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'high', 'id');

create table auth.sso_providers (
  id uuid default gen_random_uuid() not null,
  resource_id text,
  entity_id text not null,
  metadata_xml text not null,
  metadata_url text,
  attribute_mapping jsonb default '{}'::jsonb not null,
  name_id_format text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint sso_providers_pkey PRIMARY KEY (id),
  constraint sso_providers_entity_key UNIQUE (entity_id),
  constraint sso_providers_resource_key UNIQUE (resource_id)
);
alter table auth.sso_providers enable row level security;
alter table auth.sso_providers force row level security;
create policy sso_providers_owner on auth.sso_providers for all to postgres
  using (true)
  with check (true);
CREATE TRIGGER sso_providers_audit AFTER INSERT OR DELETE OR UPDATE ON auth.sso_providers FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'high', 'id');

create table auth.sso_requests (
  id uuid default gen_random_uuid() not null,
  sso_provider_id uuid not null,
  request_id text not null,
  relay_hash bytea not null,
  browser_hash bytea not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  user_id uuid,
  pickup_hash bytea,
  constraint sso_requests_pkey PRIMARY KEY (id),
  constraint sso_requests_relay_key UNIQUE (relay_hash),
  constraint sso_requests_sso_provider_id_fkey FOREIGN KEY (sso_provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE,
  constraint sso_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sso_requests_challenge CHECK (((code_challenge IS NULL) = (code_challenge_method IS NULL)))
);
alter table auth.sso_requests enable row level security;
alter table auth.sso_requests force row level security;
create policy sso_requests_owner on auth.sso_requests for all to postgres
  using (true)
  with check (true);
CREATE INDEX sso_requests_expiry_idx ON auth.sso_requests USING btree (expires_at);
CREATE INDEX sso_requests_provider_idx ON auth.sso_requests USING btree (sso_provider_id);
CREATE INDEX sso_requests_user_idx ON auth.sso_requests USING btree (user_id) WHERE (user_id IS NOT NULL);

create unlogged table auth.used_captchas (
  challenge bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_captchas_pkey PRIMARY KEY (challenge)
);
CREATE INDEX used_captchas_expiry_idx ON auth.used_captchas USING btree (expires_at);

create table auth.used_wallet_messages (
  message_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_wallet_messages_pkey PRIMARY KEY (message_hash)
);
alter table auth.used_wallet_messages enable row level security;
alter table auth.used_wallet_messages force row level security;
create policy used_wallet_messages_owner on auth.used_wallet_messages for all to postgres
  using (true)
  with check (true);
CREATE INDEX used_wallet_messages_expiry_idx ON auth.used_wallet_messages USING btree (expires_at);

create table auth.users (
  id uuid default gen_random_uuid() not null,
  email text,
  phone text,
  encrypted_password text,
  is_vault_enrolled boolean default false not null,
  email_confirmed_at timestamp with time zone,
  phone_confirmed_at timestamp with time zone,
  invited_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  new_email text,
  email_change_sent_at timestamp with time zone,
  reauthentication_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  app_metadata jsonb default '{}'::jsonb not null,
  user_metadata jsonb default '{}'::jsonb not null,
  is_anonymous boolean default false not null,
  banned_until timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  new_phone text,
  phone_change_sent_at timestamp with time zone,
  email_change_waits_for text[],
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_phone_key UNIQUE (phone),
  constraint users_email_lowercase CHECK ((email = lower(email)))
);
CREATE TRIGGER users_audit AFTER INSERT OR DELETE OR UPDATE OF email, phone, encrypted_password, is_vault_enrolled, email_confirmed_at, phone_confirmed_at, new_email, app_metadata, user_metadata, banned_until, deleted_at ON auth.users FOR EACH ROW EXECUTE FUNCTION audit.record_change('auth', 'low', 'id');
CREATE TRIGGER users_hand_over_team_spaces BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION public.hand_over_team_spaces();
CREATE TRIGGER users_remember_orphans AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION billing.remember_orphans_of_user();
CREATE TRIGGER users_welcome_on_confirm AFTER UPDATE ON auth.users FOR EACH ROW WHEN (old.email_confirmed_at IS NULL AND new.email_confirmed_at IS NOT NULL OR old.phone_confirmed_at IS NULL AND new.phone_confirmed_at IS NOT NULL) EXECUTE FUNCTION auth.welcome_user();
CREATE TRIGGER users_welcome_on_insert AFTER INSERT ON auth.users FOR EACH ROW WHEN (new.email_confirmed_at IS NOT NULL OR new.phone_confirmed_at IS NOT NULL) EXECUTE FUNCTION auth.welcome_user();
grant delete, insert, maintain, references, select, trigger, truncate, update on table auth.users to service_role;

create view auth.uses as
 SELECT u.id AS user_id,
    GREATEST(u.last_sign_in_at, l.at, s.at) AS at
   FROM auth.users u
     LEFT JOIN auth.last_uses l ON l.user_id = u.id
     LEFT JOIN ( SELECT s_1.user_id,
            max(s_1.refreshed_at) AS at
           FROM auth.sessions s_1
          GROUP BY s_1.user_id) s ON s.user_id = u.id;
comment on view auth.uses is 'When each account was last used';

create function auth.begin_personal_epoch(person uuid, keys jsonb, replaced integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.claim_installation(person uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.email() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE SET search_path TO '';
grant execute on function auth.email() to anon;
grant execute on function auth.email() to authenticated;
grant execute on function auth.email() to public;
grant execute on function auth.email() to service_role;

create function auth.end_recovery_agreement(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.is_claimable(person uuid DEFAULT NULL::uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function auth.is_of_suspended(person uuid, banned timestamp with time zone) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function auth.is_suspended(person uuid, banned timestamp with time zone) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function auth.joins(person auth.users) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function auth.jwt() RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE SET search_path TO '';
grant execute on function auth.jwt() to anon;
grant execute on function auth.jwt() to authenticated;
grant execute on function auth.jwt() to public;
grant execute on function auth.jwt() to service_role;

create function auth.keep_earlier_keys() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.keep_earlier_space_keys(person uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function auth.keep_key_state(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.keep_last_uses() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.kept_keyrings(person uuid) RETURNS TABLE(kept_on date, sealed text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function auth.least_password(person uuid) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function auth.leaving_until(person uuid) RETURNS timestamp with time zone LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function auth.organisation_mode() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function auth.organisation_name_of(person auth.users) RETURNS text LANGUAGE sql IMMUTABLE SET search_path TO '';

create function auth.renew_recovery_agreement(person uuid, payload jsonb) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.replace_account_keys(person uuid, keys jsonb) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.replace_account_keys_now(person uuid, keys jsonb) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.replace_passkey_wraps(person uuid, given jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function auth.restore_account_keys(person uuid, day date) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.restore_account_keys_at(person uuid, moment timestamp with time zone) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.restore_account_keys_of_day(person uuid, day date) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.role() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE SET search_path TO '';
grant execute on function auth.role() to anon;
grant execute on function auth.role() to authenticated;
grant execute on function auth.role() to public;
grant execute on function auth.role() to service_role;

create function auth.store_domain_check(checked text, proofs text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.uid() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE SET search_path TO '';
grant execute on function auth.uid() to anon;
grant execute on function auth.uid() to authenticated;
grant execute on function auth.uid() to public;
grant execute on function auth.uid() to service_role;

create function auth.welcome_user() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create schema authz;
grant usage on schema authz to anon;
grant usage on schema authz to authenticated;
grant usage on schema authz to service_role;

create table authz.guests (
  user_id uuid not null,
  tenant_id uuid not null,
  invited_by uuid,
  since timestamp with time zone default clock_timestamp() not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  told_end timestamp with time zone,
  by_provider boolean default false not null,
  constraint guests_pkey PRIMARY KEY (user_id),
  constraint guests_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint guests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint guests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table authz.guests is 'People of an organisation who know only those whom they share with, until a day';
comment on column authz.guests.by_provider is 'Marked by the identity provider, which may therefore end it; moving the end by hand leaves that';
alter table authz.guests enable row level security;
alter table authz.guests force row level security;
create policy guests_service on authz.guests for all to postgres
  using (true)
  with check (true);
CREATE INDEX guests_ends_idx ON authz.guests USING btree (ends_at) WHERE (ended_at IS NULL);
CREATE INDEX guests_invited_by_idx ON authz.guests USING btree (invited_by);
CREATE INDEX guests_tenant_idx ON authz.guests USING btree (tenant_id);
CREATE TRIGGER guests_move_time AFTER INSERT OR DELETE ON authz.guests FOR EACH ROW EXECUTE FUNCTION authz.move_time_of_guest();

create table authz.permissions (
  permission text not null,
  role text not null,
  constraint permissions_pkey PRIMARY KEY (permission, role)
);

create view authz.everybody as
 SELECT p.user_id AS id,
    p.tenant_id,
    u.email,
    p.first_name,
    p.last_name,
        CASE
            WHEN p.first_name IS NULL AND p.last_name IS NULL THEN '1'::text
            ELSE '0'::text || lower(btrim((COALESCE(p.first_name, ''::text) || ' '::text) || COALESCE(p.last_name, ''::text)))
        END AS name_key,
    concat_ws(' '::text, '', p.first_name, p.last_name, u.email) AS searched,
    ARRAY( SELECT r.role
           FROM authz.live_roles r
          WHERE r.user_id = p.user_id AND r.tenant_id = p.tenant_id
          ORDER BY (COALESCE(array_position(authz.team_roles(), r.role), 0)), r.role) AS roles,
    ( SELECT min(r.expires_at) AS min
           FROM authz.live_roles r
          WHERE r.user_id = p.user_id AND r.tenant_id = p.tenant_id) AS role_ends_at,
    (EXISTS ( SELECT
           FROM public.user_key_bundles b
          WHERE b.user_id = p.user_id)) AS has_vault,
    COALESCE(u.email_confirmed_at, u.created_at) AS joined_at,
    ( SELECT l.at
           FROM auth.uses l
          WHERE l.user_id = p.user_id) AS last_active_at,
    ( SELECT f.removed_at
           FROM public.former_members f
          WHERE f.user_id = p.user_id) AS removed_at,
    (EXISTS ( SELECT
           FROM public.former_members f
          WHERE f.user_id = p.user_id)) AS is_removed,
        CASE
            WHEN s.user_id IS NOT NULL AND u.banned_until > now() THEN 'suspended'::text
            WHEN u.email_confirmed_at IS NULL AND u.phone_confirmed_at IS NULL THEN 'waiting'::text
            ELSE 'active'::text
        END AS standing,
    a.user_id IS NOT NULL AS is_provisioned,
    g.user_id IS NOT NULL AS is_guest,
    g.ends_at AS guest_ends_at,
    COALESCE(g.ends_at <= now(), false) AS guest_has_ended,
    (EXISTS ( SELECT
           FROM auth.mfa_factors f
          WHERE f.user_id = p.user_id AND f.status = 'verified'::text AND f.factor_type <> 'recovery_code'::text)) AS has_app,
    (EXISTS ( SELECT
           FROM auth.passkeys k
          WHERE k.user_id = p.user_id)) AS has_passkey
   FROM public.profiles p
     JOIN auth.users u ON u.id = p.user_id
     LEFT JOIN public.suspended_members s ON s.user_id = p.user_id
     LEFT JOIN scim.accounts a ON a.user_id = p.user_id
     LEFT JOIN authz.guests g ON g.user_id = p.user_id AND g.tenant_id = p.tenant_id
  WHERE u.deleted_at IS NULL AND NOT u.is_anonymous;
comment on view authz.everybody is 'People of every organisation, without their keys';

create view authz.live_roles as
 SELECT user_id,
    tenant_id,
    role,
    created_at,
    id,
    expires_at
   FROM public.enterprise_user_roles r
  WHERE expires_at IS NULL OR expires_at > now();
comment on view authz.live_roles is 'Functions and policies read roles here, never from enterprise_user_roles: what has expired gives nothing.';

create view authz.people as
 SELECT id,
    tenant_id,
    email,
    first_name,
    last_name,
    name_key,
    searched,
    roles,
    has_vault,
    joined_at,
    removed_at,
    is_removed,
    is_guest,
    guest_has_ended,
        CASE
            WHEN ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows) OR id = (( SELECT auth.uid() AS uid)) THEN role_ends_at
            ELSE NULL::timestamp with time zone
        END AS role_ends_at,
        CASE
            WHEN ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows) OR id = (( SELECT auth.uid() AS uid)) THEN guest_ends_at
            ELSE NULL::timestamp with time zone
        END AS guest_ends_at,
        CASE
            WHEN ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows) THEN last_active_at
            ELSE NULL::timestamp with time zone
        END AS last_active_at,
        CASE
            WHEN ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows) THEN standing
            ELSE 'active'::text
        END AS standing,
    ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows) AND is_provisioned AS is_provisioned,
        CASE
            WHEN ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows) THEN has_app OR has_passkey AND NOT (EXISTS ( SELECT
               FROM public.organisation_policies o
              WHERE o.tenant_id = authz.tenant() AND o.sign_in_from <= now() AND o.sign_in_by = 'provider'::text))
            ELSE NULL::boolean
        END AS second_factor
   FROM authz.everybody e
  WHERE tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.is_proven() AS is_proven) AND NOT (EXISTS ( SELECT
           FROM public.former_members gone
          WHERE gone.user_id = (( SELECT auth.uid() AS uid)))) AND (NOT is_removed OR ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows)) AND (NOT ( SELECT authz.is_guest(auth.uid()) AS is_guest) OR (id IN ( SELECT authz.known_to_guest() AS known_to_guest)));
comment on view authz.people is 'People of the organisation of who asks, without their keys';
grant select on table authz.people to authenticated;

create function authz.add_guest_invitation(email text, until timestamp with time zone) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.add_invitation(email text, role text, until timestamp with time zone) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.admin_permissions() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function authz.administers(role text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.admit_guest(person uuid, home uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.allows(permission text, tenant uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.allows(text,uuid) to public;

create function authz.answer_within(body text, most bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path TO '';
grant execute on function authz.answer_within(text,bigint) to anon;
grant execute on function authz.answer_within(text,bigint) to authenticated;
grant execute on function authz.answer_within(text,bigint) to service_role;

create function authz.base64url(bytes bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function authz.cancel_import(import uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.check_guest_end(until timestamp with time zone) RETURNS void LANGUAGE plpgsql STABLE SET search_path TO '';

create function authz.check_role_end(role text, until timestamp with time zone) RETURNS void LANGUAGE plpgsql STABLE SET search_path TO '';

create function authz.default_tenant() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function authz.describe_import(emails text[], names text[]) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.drop_old_imports() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function authz.edited_spaces() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.edited_spaces() to authenticated;

create function authz.edits_space(space uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.end_guests() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.end_import(import uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function authz.end_invitations(person uuid, home uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function authz.end_recoveries(person uuid, outcome text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function authz.end_roles(person uuid, home uuid, just text DEFAULT NULL::text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.end_suspension(person uuid, home uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.entered() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.entered() to authenticated;

create function authz.enters_admin() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.expel(person uuid, home uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.fits_way(amr jsonb, ways text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function authz.format_1_ends() RETURNS timestamp with time zone LANGUAGE sql IMMUTABLE SET search_path TO '';
grant execute on function authz.format_1_ends() to authenticated;
grant execute on function authz.format_1_ends() to service_role;

create function authz.from_base64url(text text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function authz.has_app(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.has_factor(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.has_other_owner(person uuid, home uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.has_run_out(person uuid, used_at timestamp with time zone, began_at timestamp with time zone) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.has_way(person uuid, ways text, known jsonb DEFAULT NULL::jsonb) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.holds_beyond_guest(person uuid, home uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.home() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.home() to public;

create function authz.invite_listed(home uuid, import uuid, entries jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.is_fresh(session uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.is_guest(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.is_guest(uuid) to authenticated;

create function authz.is_live(a public.file_access) RETURNS boolean LANGUAGE sql STABLE SET search_path TO '';
grant execute on function authz.is_live(public.file_access) to authenticated;

create function authz.is_new_way(person uuid, methods text[]) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.is_no_sooner(wanted timestamp with time zone, had timestamp with time zone) RETURNS boolean LANGUAGE sql STABLE SET search_path TO '';

create function authz.is_object_shared(object_name text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.is_object_shared(text) to authenticated;

create function authz.is_proven() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.is_proven() to authenticated;

create function authz.is_role_of(role text, tier text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function authz.is_team_object(object_name text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.is_team_object(text) to authenticated;

create function authz.join_invited_teams(person uuid, invitation uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.known_to_guest() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.known_to_guest() to authenticated;

create function authz.lacks_factor(person uuid, session uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.lacks_way(person uuid, session uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.leads(person uuid, tenant uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.limit_bytes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.limit_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.list_imports(import uuid DEFAULT NULL::uuid) RETURNS TABLE(id uuid, by_email text, state text, created_at timestamp with time zone, ended_at timestamp with time zone, left_out integer, waiting integer, sent integer, not_sent integer, cancelled integer, marked integer) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.lock_account_keys(person uuid) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.lock_domains() RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.lock_named_team(wanted uuid, is_by_hand boolean DEFAULT true) RETURNS public.teams LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.lock_recovery(request uuid) RETURNS public.recovery_requests LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.lock_team() RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.manages_until() RETURNS timestamp with time zone LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.mark_guest(person uuid, home uuid, until timestamp with time zone) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.mark_listed(home uuid, import uuid, entries jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.may_invite(person uuid, home uuid, given text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.may_know(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.most_able(person uuid, home uuid, just text DEFAULT NULL::text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.move_time_of_guest() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.next_of_import(import uuid) RETURNS TABLE(line integer, email text, first_name text, last_name text, invitation_id uuid, inviter uuid, fingerprint text) LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function authz.note_invited(home uuid, roles text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.note_of_import(import uuid, at_line integer, outcome text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function authz.note_refused_change(who uuid, what text, whom uuid, reason text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function authz.operator() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.operator() to anon;
grant execute on function authz.operator() to authenticated;
grant execute on function authz.operator() to public;
grant execute on function authz.operator() to service_role;

create function authz.owners(home uuid) RETURNS TABLE(user_id uuid, can_sign_in boolean) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.owns(person uuid, home uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.owns(uuid,uuid) to authenticated;

create function authz.people_near_limit(home uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.people_of(home uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.places_of(home uuid) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.plan_held_by(home uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.plan_held_by(uuid) to authenticated;

create function authz.put_into_team(team uuid, person_ids uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.quotas_of(people uuid[]) RETURNS TABLE(user_id uuid, used_bytes bigint, own_bytes bigint, plan_bytes bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.quotas_of(uuid[]) to authenticated;

create function authz.readmit(person uuid, home uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.reads_team_object(object_name text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.reads_team_object(text) to authenticated;

create function authz.record_people_export(people bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function authz.record_people_export(bigint) to authenticated;

create function authz.refuse_role_of_guest() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.refuse_without_factor() RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.refuse_without_way() RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.report_import(import uuid) RETURNS TABLE(line integer, email text, first_name text, last_name text, role text, until timestamp with time zone, state text, done_at timestamp with time zone, is_accepted boolean, guest_until timestamp with time zone) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.require_export() RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.require_export() to authenticated;

create function authz.require_first_factor(person uuid, counts_from timestamp with time zone) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.require_fresh() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.require_fresh() to authenticated;

create function authz.require_fresh_change() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function authz.require_guest_end(person uuid, seen timestamp with time zone) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.require_import_room(home uuid, added integer) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.require_member(person uuid, home uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.require_other_owner(person uuid, home uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.require_own_sign_in(person uuid, before public.organisation_policies, after public.organisation_policies) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.require_people_manager() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.require_place_in_plan() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.require_proven() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.require_role_of_plan() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.require_seat() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.require_seats(home uuid, more integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.require_space_manager(space uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.require_team_name(home uuid, wanted text, besides uuid) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.require_tenant_manager() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.require_tenant_manager() to authenticated;

create function authz.required_ways(person uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.role_of_invitation(invitation public.invitations, OUT given text, OUT until timestamp with time zone) RETURNS record LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.roster_problem(said jsonb, payload jsonb, before text) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.seats_of(tier text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function authz.shows_factor(aal text, amr jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function authz.signs_in(identity auth.identities, providers jsonb) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.space_role(space uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.start_import(entries jsonb, fingerprint text, left_out integer) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.suspend(person uuid, home uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.takes_passkey(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.team_roles() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';
grant execute on function authz.team_roles() to authenticated;
grant execute on function authz.team_roles() to service_role;

create function authz.team_spaces() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.team_spaces() to authenticated;

create function authz.tenant() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.tenant() to public;

create function authz.welcome_guest(person uuid, invitation public.invitations) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function authz.with_rules(rules public.organisation_policies, wanted jsonb) RETURNS public.organisation_policies LANGUAGE plpgsql STABLE SET search_path TO '';

create function authz.write_hash(proof text) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path TO '';

create schema billing;

create sequence billing.sync_order as bigint;

create table billing.customers (
  provider text not null,
  user_id uuid not null,
  customer_id text not null,
  created_at timestamp with time zone default now() not null,
  constraint customers_pkey PRIMARY KEY (provider, user_id),
  constraint customers_customer_key UNIQUE (customer_id),
  constraint customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table billing.customers enable row level security;
alter table billing.customers force row level security;
create policy customers_service on billing.customers for all to postgres
  using (true)
  with check (true);
CREATE INDEX customers_user_idx ON billing.customers USING btree (user_id);
CREATE TRIGGER customers_audit AFTER INSERT OR DELETE OR UPDATE ON billing.customers FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'low', 'customer_id');
CREATE TRIGGER customers_remember_orphan AFTER DELETE ON billing.customers FOR EACH ROW EXECUTE FUNCTION billing.remember_orphan();

create table billing.events (
  id text not null,
  type text not null,
  outcome text not null,
  handled_at timestamp with time zone default now() not null,
  constraint events_pkey PRIMARY KEY (id)
);
alter table billing.events enable row level security;
alter table billing.events force row level security;
create policy events_service on billing.events for all to postgres
  using (true)
  with check (true);
CREATE INDEX events_time_idx ON billing.events USING btree (handled_at);

create table billing.orphaned_customers (
  customer_id text not null,
  provider text not null,
  since timestamp with time zone default now() not null,
  constraint orphaned_customers_pkey PRIMARY KEY (customer_id)
);
alter table billing.orphaned_customers enable row level security;
alter table billing.orphaned_customers force row level security;
create policy orphaned_customers_service on billing.orphaned_customers for all to postgres
  using (true)
  with check (true);

create table billing.sandbox_events (
  id bigint generated always as identity not null,
  body text not null,
  delivered_at timestamp with time zone,
  constraint sandbox_events_pkey PRIMARY KEY (id)
);
alter table billing.sandbox_events enable row level security;
alter table billing.sandbox_events force row level security;
create policy sandbox_events_service on billing.sandbox_events for all to postgres
  using (true)
  with check (true);
CREATE INDEX sandbox_events_waiting_idx ON billing.sandbox_events USING btree (id) WHERE (delivered_at IS NULL);

create table billing.sandbox_payments (
  id text not null,
  token_hash bytea not null,
  invoice_id text not null,
  name text not null,
  amount_minor bigint not null,
  currency text not null,
  form_number integer default 0 not null,
  completed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint sandbox_payments_pkey PRIMARY KEY (id),
  constraint sandbox_payments_token_key UNIQUE (token_hash),
  constraint sandbox_payments_amount_positive CHECK ((amount_minor > 0)),
  constraint sandbox_payments_currency_form CHECK ((currency ~ '^[A-Z]{3}$'::text))
);
alter table billing.sandbox_payments enable row level security;
alter table billing.sandbox_payments force row level security;
create policy sandbox_payments_service on billing.sandbox_payments for all to postgres
  using (true)
  with check (true);
CREATE INDEX sandbox_payments_expiry_idx ON billing.sandbox_payments USING btree (expires_at);

create table billing.sandbox_sessions (
  token_hash bytea not null,
  kind text not null,
  customer_id text not null,
  plan text,
  quantity integer,
  trial_days integer default 0 not null,
  form_number integer default 0 not null,
  completed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint sandbox_sessions_pkey PRIMARY KEY (token_hash),
  constraint sandbox_sessions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES billing.customers(customer_id) ON DELETE CASCADE,
  constraint sandbox_sessions_kind CHECK ((kind = ANY (ARRAY['checkout'::text, 'portal'::text]))),
  constraint sandbox_sessions_order CHECK (((kind = 'checkout'::text) = ((plan IS NOT NULL) AND (quantity IS NOT NULL))))
);
alter table billing.sandbox_sessions enable row level security;
alter table billing.sandbox_sessions force row level security;
create policy sandbox_sessions_service on billing.sandbox_sessions for all to postgres
  using (true)
  with check (true);
CREATE INDEX sandbox_sessions_customer_idx ON billing.sandbox_sessions USING btree (customer_id);
CREATE INDEX sandbox_sessions_expiry_idx ON billing.sandbox_sessions USING btree (expires_at);

create table billing.sandbox_subscriptions (
  id text not null,
  customer_id text not null,
  plan text not null,
  status text not null,
  quantity integer not null,
  current_period_end timestamp with time zone not null,
  trial_end timestamp with time zone,
  cancel_at_period_end boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint sandbox_subscriptions_pkey PRIMARY KEY (id),
  constraint sandbox_subscriptions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES billing.customers(customer_id) ON DELETE CASCADE
);
alter table billing.sandbox_subscriptions enable row level security;
alter table billing.sandbox_subscriptions force row level security;
create policy sandbox_subscriptions_service on billing.sandbox_subscriptions for all to postgres
  using (true)
  with check (true);
CREATE INDEX sandbox_subscriptions_customer_idx ON billing.sandbox_subscriptions USING btree (customer_id);

create function billing.remember_orphan() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function billing.remember_orphans_of_user() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create schema checks;
comment on schema checks is 'The comprehensive test; read and written by the server only';

create table checks.browser_answers (
  run_id uuid not null,
  check_id text not null,
  status text not null,
  error text,
  evidence jsonb default '{}'::jsonb not null,
  constraint browser_answers_pkey PRIMARY KEY (run_id, check_id),
  constraint browser_answers_run_id_fkey FOREIGN KEY (run_id) REFERENCES checks.runs(id) ON DELETE CASCADE,
  constraint browser_answers_status_known CHECK ((status = ANY (ARRAY['passed'::text, 'failed'::text])))
);
comment on table checks.browser_answers is 'What the browser found for the checks of a run that is under way';

create table checks.results (
  run_id uuid not null,
  check_id text not null,
  name text not null,
  category text not null,
  severity text not null,
  status text not null,
  error text,
  reason text,
  evidence jsonb default '{}'::jsonb not null,
  duration_ms integer default 0 not null,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint results_pkey PRIMARY KEY (run_id, check_id),
  constraint results_run_id_fkey FOREIGN KEY (run_id) REFERENCES checks.runs(id) ON DELETE CASCADE,
  constraint results_severity_known CHECK ((severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text]))),
  constraint results_status_known CHECK ((status = ANY (ARRAY['running'::text, 'passed'::text, 'failed'::text, 'skipped'::text])))
);
comment on table checks.results is 'What each check of a run found';

create table checks.runs (
  id uuid default gen_random_uuid() not null,
  name text not null,
  status text default 'running'::text not null,
  cause text not null,
  started_by uuid,
  build text not null,
  version text not null,
  total_tests integer not null,
  started_at timestamp with time zone default clock_timestamp() not null,
  completed_at timestamp with time zone,
  digest text,
  with_browser boolean default false not null,
  categories text[],
  seen_at timestamp with time zone,
  constraint runs_pkey PRIMARY KEY (id),
  constraint runs_started_by_fkey FOREIGN KEY (started_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint runs_categories_some CHECK (((cardinality(categories) >= 1) AND (cardinality(categories) <= 9))),
  constraint runs_cause_known CHECK ((cause = ANY (ARRAY['person'::text, 'schedule'::text, 'command'::text]))),
  constraint runs_status_known CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'cancelled'::text]))),
  constraint runs_total_some CHECK ((total_tests > 0))
);
comment on table checks.runs is 'Each run of the comprehensive test';
comment on column checks.runs.with_browser is 'Whether the page that started it looks at the pages as well';
comment on column checks.runs.categories is 'Categories that this run is of; null: all';
comment on column checks.runs.seen_at is 'When the person who started it was shown or told that it had ended';
CREATE INDEX runs_newest_idx ON checks.runs USING btree (started_at DESC, id DESC);
CREATE UNIQUE INDEX runs_one_at_a_time ON checks.runs USING btree (status) WHERE (status = 'running'::text);

create table checks.settings (
  is_only boolean default true not null,
  is_nightly boolean default false not null,
  constraint settings_pkey PRIMARY KEY (is_only),
  constraint settings_one_row CHECK (is_only)
);
comment on table checks.settings is 'Whether the comprehensive test runs each night';

create function checks.add_probe_person(letter text, email text, password_hash text, given text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function checks.probe_organisation(letter text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function checks.record_event(event_type text, event_category text, person uuid, action text, outcome text, risk text, details jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create schema documentation;
comment on schema documentation is 'Guides that the operator''s organisation writes; read and written by the server only';

create table documentation.guides (
  id uuid default gen_random_uuid() not null,
  slug text not null,
  title text default ''::text not null,
  description text default ''::text not null,
  section text not null,
  place integer default 0 not null,
  replaces text,
  body text default ''::text not null,
  revision integer default 1 not null,
  published_version integer,
  published_revision integer,
  updated_by uuid,
  updated_at timestamp with time zone default clock_timestamp() not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint guides_pkey PRIMARY KEY (id),
  constraint guides_slug_unique UNIQUE (slug),
  constraint guides_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint guides_body_size CHECK ((octet_length(body) <= 204800)),
  constraint guides_description_length CHECK ((length(description) <= 300)),
  constraint guides_place CHECK (((place >= 0) AND (place <= 9999))),
  constraint guides_slug_shape CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  constraint guides_title_length CHECK ((length(title) <= 120))
);
comment on table documentation.guides is 'Guides as they are written now';
CREATE INDEX guides_updated_by_idx ON documentation.guides USING btree (updated_by);

create table documentation.versions (
  guide_id uuid not null,
  version integer not null,
  title text not null,
  description text not null,
  section text not null,
  place integer not null,
  replaces text,
  body text not null,
  note text default ''::text not null,
  published_by uuid,
  published_at timestamp with time zone default clock_timestamp() not null,
  constraint versions_pkey PRIMARY KEY (guide_id, version),
  constraint versions_guide_id_fkey FOREIGN KEY (guide_id) REFERENCES documentation.guides(id) ON DELETE CASCADE,
  constraint versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint versions_note_length CHECK ((length(note) <= 300)),
  constraint versions_number CHECK ((version > 0))
);
comment on table documentation.versions is 'Published versions of own guides';
CREATE INDEX versions_published_by_idx ON documentation.versions USING btree (published_by);

create schema growth;
grant usage on schema growth to authenticated;

create table growth.audiences (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  name text not null,
  rules jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint audiences_pkey PRIMARY KEY (id),
  constraint audiences_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint audiences_name_length CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 100))),
  constraint audiences_rules_size CHECK ((pg_column_size(rules) <= 4096))
);
alter table growth.audiences enable row level security;
alter table growth.audiences force row level security;
create policy audiences_proven on growth.audiences as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy audiences_read on growth.audiences for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy audiences_service on growth.audiences for all to postgres
  using (true)
  with check (true);
CREATE UNIQUE INDEX audiences_name_key ON growth.audiences USING btree (tenant_id, lower(name));
CREATE TRIGGER audiences_audit_delete AFTER DELETE ON growth.audiences REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();
CREATE TRIGGER audiences_audit_insert AFTER INSERT ON growth.audiences REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();
CREATE TRIGGER audiences_audit_update AFTER UPDATE ON growth.audiences REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();
CREATE TRIGGER audiences_limit AFTER INSERT ON growth.audiences REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '200');
grant select on table growth.audiences to authenticated;

create table growth.contact_events (
  id bigint generated always as identity not null,
  tenant_id uuid not null,
  contact_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  kind text not null,
  details jsonb default '{}'::jsonb not null,
  user_id uuid,
  constraint contact_events_pkey PRIMARY KEY (id),
  constraint contact_events_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES growth.contacts(id) ON DELETE CASCADE,
  constraint contact_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint contact_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint contact_events_kind_known CHECK ((kind = ANY (ARRAY['added'::text, 'changed'::text, 'tags'::text, 'consent'::text, 'message'::text, 'sent'::text, 'clicked'::text, 'bounced'::text, 'complained'::text])))
);
alter table growth.contact_events enable row level security;
alter table growth.contact_events force row level security;
create policy contact_events_proven on growth.contact_events as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy contact_events_read on growth.contact_events for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy contact_events_service on growth.contact_events for all to postgres
  using (true)
  with check (true);
CREATE INDEX contact_events_contact_idx ON growth.contact_events USING btree (contact_id, id DESC);
CREATE INDEX contact_events_tenant_idx ON growth.contact_events USING btree (tenant_id);
CREATE INDEX contact_events_user_idx ON growth.contact_events USING btree (user_id);
grant select on table growth.contact_events to authenticated;

create table growth.contact_tags (
  tenant_id uuid not null,
  tag text not null,
  contact_count integer not null,
  constraint contact_tags_pkey PRIMARY KEY (tenant_id, tag),
  constraint contact_tags_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE
);
comment on table growth.contact_tags is 'Tags in use, with the count of contacts that have each. Triggers of growth.contacts write it';
alter table growth.contact_tags enable row level security;
alter table growth.contact_tags force row level security;
create policy contact_tags_proven on growth.contact_tags as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy contact_tags_read on growth.contact_tags for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy contact_tags_service on growth.contact_tags for all to postgres
  using (true)
  with check (true);
CREATE INDEX contact_tags_most_used_idx ON growth.contact_tags USING btree (tenant_id, contact_count DESC, tag);
grant select on table growth.contact_tags to authenticated;

create table growth.contacts (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  email text not null,
  name text default ''::text not null,
  company text default ''::text not null,
  phone text default ''::text not null,
  source text not null,
  tags text[] default '{}'::text[] not null,
  consent text default 'none'::text not null,
  consent_at timestamp with time zone,
  consent_from text,
  consent_address_hash text,
  consent_text text,
  created_at timestamp with time zone default clock_timestamp() not null,
  searched text generated always as (lower(((((email || chr(10)) || name) || chr(10)) || company))) stored,
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint contacts_company_length CHECK ((length(company) <= 200)),
  constraint contacts_consent_from_length CHECK ((length(consent_from) <= 300)),
  constraint contacts_consent_hash_length CHECK ((length(consent_address_hash) <= 100)),
  constraint contacts_consent_known CHECK ((consent = ANY (ARRAY['none'::text, 'pending'::text, 'confirmed'::text, 'withdrawn'::text]))),
  constraint contacts_consent_proved CHECK (((consent = 'none'::text) OR ((consent_at IS NOT NULL) AND (consent_from IS NOT NULL)))),
  constraint contacts_consent_said CHECK (((consent <> 'confirmed'::text) OR (consent_text IS NOT NULL))),
  constraint contacts_consent_text_length CHECK (((length(consent_text) >= 1) AND (length(consent_text) <= 2000))),
  constraint contacts_email_form CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email ~ '^[^@[:cntrl:][:space:]]+@[^@[:cntrl:][:space:]]+$'::text))),
  constraint contacts_name_length CHECK ((length(name) <= 200)),
  constraint contacts_phone_length CHECK ((length(phone) <= 50)),
  constraint contacts_source_known CHECK ((source = ANY (ARRAY['typed'::text, 'import'::text, 'contact_form'::text, 'landing_form'::text]))),
  constraint contacts_tags_few CHECK ((cardinality(tags) <= 20))
);
comment on column growth.contacts.searched is 'What a search reads, in small letters';
alter table growth.contacts enable row level security;
alter table growth.contacts force row level security;
create policy contacts_proven on growth.contacts as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy contacts_read on growth.contacts for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy contacts_service on growth.contacts for all to postgres
  using (true)
  with check (true);
CREATE UNIQUE INDEX contacts_email_key ON growth.contacts USING btree (tenant_id, lower(email));
CREATE INDEX contacts_newest_idx ON growth.contacts USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX contacts_tags_idx ON growth.contacts USING gin (tags);
CREATE TRIGGER contacts_after AFTER INSERT OR UPDATE ON growth.contacts FOR EACH ROW EXECUTE FUNCTION growth.after_contact();
CREATE TRIGGER contacts_audit_delete AFTER DELETE ON growth.contacts REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();
CREATE TRIGGER contacts_audit_insert AFTER INSERT ON growth.contacts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();
CREATE TRIGGER contacts_audit_update AFTER UPDATE ON growth.contacts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();
CREATE TRIGGER contacts_before BEFORE INSERT OR UPDATE ON growth.contacts FOR EACH ROW EXECUTE FUNCTION growth.before_contact();
CREATE TRIGGER contacts_limit AFTER INSERT ON growth.contacts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '100000');
CREATE TRIGGER contacts_tags_delete AFTER DELETE ON growth.contacts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION growth.count_tags();
CREATE TRIGGER contacts_tags_insert AFTER INSERT ON growth.contacts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.count_tags();
CREATE TRIGGER contacts_tags_update AFTER UPDATE ON growth.contacts REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.count_tags();
grant select on table growth.contacts to authenticated;

create table growth.deliveries (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  newsletter_id uuid not null,
  contact_id uuid,
  status text default 'waiting'::text not null,
  tries integer default 0 not null,
  problem text,
  taken_at timestamp with time zone,
  sent_at timestamp with time zone,
  unsubscribed_at timestamp with time zone,
  complained_at timestamp with time zone,
  clicked_at timestamp with time zone,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_once UNIQUE (newsletter_id, contact_id),
  constraint deliveries_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES growth.contacts(id) ON DELETE SET NULL,
  constraint deliveries_newsletter_id_fkey FOREIGN KEY (newsletter_id) REFERENCES growth.newsletters(id) ON DELETE CASCADE,
  constraint deliveries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint deliveries_problem_length CHECK ((length(problem) <= 300)),
  constraint deliveries_status_known CHECK ((status = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'bounced'::text, 'failed'::text, 'left_out'::text])))
);
alter table growth.deliveries enable row level security;
alter table growth.deliveries force row level security;
create policy deliveries_proven on growth.deliveries as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy deliveries_read on growth.deliveries for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy deliveries_service on growth.deliveries for all to postgres
  using (true)
  with check (true);
CREATE INDEX deliveries_contact_idx ON growth.deliveries USING btree (contact_id);
CREATE INDEX deliveries_tenant_idx ON growth.deliveries USING btree (tenant_id, taken_at DESC);
CREATE INDEX deliveries_waiting_idx ON growth.deliveries USING btree (newsletter_id) WHERE (status = ANY (ARRAY['waiting'::text, 'sending'::text]));
grant select on table growth.deliveries to authenticated;

create table growth.forms (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  title text not null,
  lead text default ''::text not null,
  consent_text text not null,
  tag text,
  is_open boolean default true not null,
  asked bigint default 0 not null,
  confirmed bigint default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint forms_pkey PRIMARY KEY (id),
  constraint forms_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint forms_consent_length CHECK (((length(btrim(consent_text)) >= 1) AND (length(btrim(consent_text)) <= 2000))),
  constraint forms_lead_length CHECK ((length(lead) <= 1000)),
  constraint forms_tag_length CHECK (((length(tag) >= 1) AND (length(tag) <= 50))),
  constraint forms_title_length CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 150)))
);
alter table growth.forms enable row level security;
alter table growth.forms force row level security;
create policy forms_proven on growth.forms as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy forms_read on growth.forms for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy forms_service on growth.forms for all to postgres
  using (true)
  with check (true);
CREATE INDEX forms_tenant_idx ON growth.forms USING btree (tenant_id, created_at DESC);
CREATE TRIGGER forms_audit_delete AFTER DELETE ON growth.forms REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();
CREATE TRIGGER forms_audit_insert AFTER INSERT ON growth.forms REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();
CREATE TRIGGER forms_limit AFTER INSERT ON growth.forms REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '200');
grant select on table growth.forms to authenticated;

create table growth.link_clicks (
  newsletter_id uuid not null,
  tenant_id uuid not null,
  link integer not null,
  clicks bigint default 0 not null,
  constraint link_clicks_pkey PRIMARY KEY (newsletter_id, link),
  constraint link_clicks_newsletter_id_fkey FOREIGN KEY (newsletter_id) REFERENCES growth.newsletters(id) ON DELETE CASCADE,
  constraint link_clicks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint link_clicks_link CHECK (((link >= 0) AND (link <= 99)))
);
alter table growth.link_clicks enable row level security;
alter table growth.link_clicks force row level security;
create policy link_clicks_proven on growth.link_clicks as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy link_clicks_read on growth.link_clicks for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy link_clicks_service on growth.link_clicks for all to postgres
  using (true)
  with check (true);
CREATE INDEX link_clicks_tenant_idx ON growth.link_clicks USING btree (tenant_id);
grant select on table growth.link_clicks to authenticated;

create table growth.mail_settings (
  tenant_id uuid not null,
  per_hour integer default 1000 not null,
  report_token bytea,
  token_made_at timestamp with time zone,
  constraint mail_settings_pkey PRIMARY KEY (tenant_id),
  constraint mail_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint mail_settings_pace CHECK (((per_hour >= 1) AND (per_hour <= 100000))),
  constraint mail_settings_token_length CHECK ((octet_length(report_token) = 32))
);
grant select (tenant_id, per_hour, token_made_at) on table growth.mail_settings to authenticated;
alter table growth.mail_settings enable row level security;
alter table growth.mail_settings force row level security;
create policy mail_settings_proven on growth.mail_settings as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy mail_settings_read on growth.mail_settings for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy mail_settings_service on growth.mail_settings for all to postgres
  using (true)
  with check (true);
CREATE UNIQUE INDEX mail_settings_token_key ON growth.mail_settings USING btree (report_token);
CREATE TRIGGER mail_settings_audit_insert AFTER INSERT ON growth.mail_settings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();
CREATE TRIGGER mail_settings_audit_update AFTER UPDATE ON growth.mail_settings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();

create table growth.newsletters (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  subject text not null,
  blocks jsonb default '[]'::jsonb not null,
  footer text default ''::text not null,
  reply_to text,
  audience_id uuid,
  status text default 'draft'::text not null,
  scheduled_at timestamp with time zone,
  per_hour integer default 500 not null,
  links text[] default '{}'::text[] not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint newsletters_pkey PRIMARY KEY (id),
  constraint newsletters_audience_id_fkey FOREIGN KEY (audience_id) REFERENCES growth.audiences(id),
  constraint newsletters_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint newsletters_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint newsletters_blocks_size CHECK ((pg_column_size(blocks) <= 131072)),
  constraint newsletters_footer_length CHECK ((length(footer) <= 500)),
  constraint newsletters_links_few CHECK ((cardinality(links) <= 100)),
  constraint newsletters_pace CHECK (((per_hour >= 1) AND (per_hour <= 10000))),
  constraint newsletters_reply_to_length CHECK (((length(reply_to) >= 3) AND (length(reply_to) <= 254))),
  constraint newsletters_schedule CHECK (((status <> ALL (ARRAY['scheduled'::text, 'sending'::text])) OR (scheduled_at IS NOT NULL))),
  constraint newsletters_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'paused'::text, 'sent'::text, 'cancelled'::text]))),
  constraint newsletters_subject_line CHECK ((((length(subject) >= 1) AND (length(subject) <= 150)) AND (subject !~ '[[:cntrl:]]'::text)))
);
alter table growth.newsletters enable row level security;
alter table growth.newsletters force row level security;
create policy newsletters_proven on growth.newsletters as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy newsletters_read on growth.newsletters for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy newsletters_service on growth.newsletters for all to postgres
  using (true)
  with check (true);
CREATE INDEX newsletters_audience_idx ON growth.newsletters USING btree (audience_id);
CREATE INDEX newsletters_creator_idx ON growth.newsletters USING btree (created_by);
CREATE INDEX newsletters_due_idx ON growth.newsletters USING btree (scheduled_at) WHERE (status = ANY (ARRAY['scheduled'::text, 'sending'::text]));
CREATE INDEX newsletters_newest_idx ON growth.newsletters USING btree (tenant_id, created_at DESC, id DESC);
CREATE TRIGGER newsletters_audit_delete AFTER DELETE ON growth.newsletters REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();
CREATE TRIGGER newsletters_audit_insert AFTER INSERT ON growth.newsletters REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();
CREATE TRIGGER newsletters_audit_update AFTER UPDATE ON growth.newsletters REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION growth.record_rows();
CREATE TRIGGER newsletters_limit AFTER INSERT ON growth.newsletters REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '2000');
grant select on table growth.newsletters to authenticated;

create table growth.suppressions (
  tenant_id uuid not null,
  address_hash bytea not null,
  reason text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint suppressions_pkey PRIMARY KEY (tenant_id, address_hash),
  constraint suppressions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint suppressions_hash_length CHECK ((octet_length(address_hash) = 32)),
  constraint suppressions_reason_known CHECK ((reason = ANY (ARRAY['withdrawn'::text, 'bounced'::text, 'complained'::text])))
);
alter table growth.suppressions enable row level security;
alter table growth.suppressions force row level security;
create policy suppressions_proven on growth.suppressions as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy suppressions_read on growth.suppressions for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy suppressions_service on growth.suppressions for all to postgres
  using (true)
  with check (true);
grant select on table growth.suppressions to authenticated;

create function growth.add_contacts(entries jsonb, origin text, ground text, place text) RETURNS TABLE(added bigint, changed bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.add_contacts(jsonb,text,text,text) to authenticated;

create function growth.admit_delivery(delivery uuid) RETURNS TABLE(email text, newsletter_id uuid, tenant_id uuid, organisation text, subject text, blocks jsonb, footer text, reply_to text, links text[]) LANGUAGE plpgsql SET search_path TO '';

create function growth.after_contact() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function growth.before_contact() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function growth.change_contact(contact uuid, fields jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.change_contact(uuid,jsonb) to authenticated;

create function growth.confirm_sign_up(contact uuid, form uuid, address_hash text) RETURNS boolean LANGUAGE plpgsql SET search_path TO '';

create function growth.copy_newsletter(newsletter uuid) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.copy_newsletter(uuid) to authenticated;

create function growth.count_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function growth.finish_delivery(delivery uuid, outcome text, problem text) RETURNS void LANGUAGE plpgsql SET search_path TO '';

create function growth.follow_link(delivery uuid, number integer) RETURNS text LANGUAGE plpgsql SET search_path TO '';

create function growth.hash_of(email text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function growth.managed() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function growth.managed() to authenticated;

create function growth.note_report(tenant uuid, delivery uuid, address text, is_complaint boolean) RETURNS boolean LANGUAGE plpgsql SET search_path TO '';

create function growth.record_export(contacts bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.record_export(bigint) to authenticated;

create function growth.record_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function growth.remove_audience(audience uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.remove_audience(uuid) to authenticated;

create function growth.remove_contacts(chosen uuid[]) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.remove_contacts(uuid[]) to authenticated;

create function growth.remove_form(form uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.remove_form(uuid) to authenticated;

create function growth.require_newsletter(newsletter uuid, states text[]) RETURNS growth.newsletters LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function growth.save_audience(audience uuid, name text, rules jsonb) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.save_audience(uuid,text,jsonb) to authenticated;

create function growth.save_form(form uuid, fields jsonb) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.save_form(uuid,jsonb) to authenticated;

create function growth.save_mail_settings(per_hour integer, token bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.save_mail_settings(integer,bytea) to authenticated;

create function growth.save_newsletter(newsletter uuid, fields jsonb) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.save_newsletter(uuid,jsonb) to authenticated;

create function growth.sign_up(form uuid, address text, person text, address_hash text) RETURNS uuid LANGUAGE plpgsql SET search_path TO '';

create function growth.state_consent(contact uuid, state text, ground text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.state_consent(uuid,text,text) to authenticated;

create function growth.steer_newsletter(newsletter uuid, act text, at timestamp with time zone, links text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.steer_newsletter(uuid,text,timestamp with time zone,text[]) to authenticated;

create function growth.suppress(contact uuid, reason text) RETURNS void LANGUAGE plpgsql SET search_path TO '';

create function growth.tag_contacts(chosen uuid[], tag text, is_on boolean) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function growth.tag_contacts(uuid[],text,boolean) to authenticated;

create function growth.take_deliveries(newsletter uuid) RETURNS SETOF uuid LANGUAGE plpgsql SET search_path TO '';

create function growth.take_message() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function growth.unsubscribe(delivery uuid) RETURNS boolean LANGUAGE plpgsql SET search_path TO '';

create schema invoicing;
grant usage on schema invoicing to authenticated;

create table invoicing.buyers (
  tenant_id uuid not null,
  legal_name text not null,
  address text not null,
  country text not null,
  tax_number text default ''::text not null,
  purchase_reference text default ''::text not null,
  email text not null,
  version integer default 1 not null,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint buyers_pkey PRIMARY KEY (tenant_id),
  constraint buyers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint buyers_address_length CHECK (((length(btrim(address)) >= 1) AND (length(btrim(address)) <= 500))),
  constraint buyers_country_form CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint buyers_email_form CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email ~ '^[^@[:cntrl:][:space:]]+@[^@[:cntrl:][:space:]]+$'::text))),
  constraint buyers_legal_name_length CHECK (((length(btrim(legal_name)) >= 1) AND (length(btrim(legal_name)) <= 200))),
  constraint buyers_purchase_reference_length CHECK ((length(purchase_reference) <= 100)),
  constraint buyers_tax_number_length CHECK ((length(tax_number) <= 30))
);
alter table invoicing.buyers enable row level security;
alter table invoicing.buyers force row level security;
create policy buyers_proven on invoicing.buyers as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy buyers_read on invoicing.buyers for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_billing'::text, authz.tenant()) AS allows));
create policy buyers_service on invoicing.buyers for all to postgres
  using (true)
  with check (true);
CREATE TRIGGER buyers_audit_insert AFTER INSERT ON invoicing.buyers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoicing.record_rows();
CREATE TRIGGER buyers_audit_update AFTER UPDATE ON invoicing.buyers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoicing.record_rows();
grant select on table invoicing.buyers to authenticated;

create table invoicing.checkouts (
  invoice_id uuid not null,
  provider text not null,
  session_id text not null,
  made_at timestamp with time zone default clock_timestamp() not null,
  settled_at timestamp with time zone,
  constraint checkouts_pkey PRIMARY KEY (invoice_id, provider, session_id),
  constraint checkouts_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoicing.invoices(id) ON DELETE CASCADE,
  constraint checkouts_provider_known CHECK ((provider = ANY (ARRAY['stripe'::text, 'sandbox'::text]))),
  constraint checkouts_session_length CHECK (((length(session_id) >= 1) AND (length(session_id) <= 255)))
);
alter table invoicing.checkouts enable row level security;
alter table invoicing.checkouts force row level security;
create policy checkouts_service on invoicing.checkouts for all to postgres
  using (true)
  with check (true);

create table invoicing.contracts (
  tenant_id uuid not null,
  term text,
  add_ons text[] default '{}'::text[] not null,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint contracts_pkey PRIMARY KEY (tenant_id),
  constraint contracts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint contracts_add_ons_known CHECK ((add_ons <@ ARRAY['analytics'::text, 'compliance'::text, 'operations'::text])),
  constraint contracts_term_known CHECK ((term = ANY (ARRAY['monthly'::text, 'quarterly'::text, 'annual'::text])))
);
alter table invoicing.contracts enable row level security;
alter table invoicing.contracts force row level security;
create policy contracts_proven on invoicing.contracts as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy contracts_read on invoicing.contracts for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_billing'::text, authz.tenant()) AS allows));
create policy contracts_service on invoicing.contracts for all to postgres
  using (true)
  with check (true);
CREATE TRIGGER contracts_audit_insert AFTER INSERT ON invoicing.contracts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoicing.record_rows();
CREATE TRIGGER contracts_audit_update AFTER UPDATE ON invoicing.contracts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoicing.record_rows();
grant select on table invoicing.contracts to authenticated;

create table invoicing.invoices (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  kind text default 'invoice'::text not null,
  cancels_id uuid,
  cancels_number text,
  status text default 'draft'::text not null,
  year integer,
  number integer,
  language text not null,
  currency text not null,
  lines jsonb not null,
  is_reverse_charge boolean default false not null,
  note text default ''::text not null,
  period_from date not null,
  period_to date not null,
  due_on date not null,
  net_minor bigint not null,
  tax_minor bigint not null,
  total_minor bigint not null,
  seller jsonb,
  buyer jsonb,
  version integer default 1 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  issued_at timestamp with time zone,
  paid_on date,
  paid_by text,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_cancels_key UNIQUE (cancels_id),
  constraint invoices_number_key UNIQUE (year, number),
  constraint invoices_cancels_id_fkey FOREIGN KEY (cancels_id) REFERENCES invoicing.invoices(id) ON DELETE CASCADE,
  constraint invoices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint invoices_cancels CHECK ((((kind = 'cancellation'::text) = (cancels_id IS NOT NULL)) AND ((cancels_id IS NULL) = (cancels_number IS NULL)))),
  constraint invoices_cancels_number_form CHECK ((cancels_number ~ '^INV-\d{4}-\d{4,}$'::text)),
  constraint invoices_currency_form CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint invoices_due_range CHECK (((due_on >= '2000-01-01'::date) AND (due_on <= '2199-12-31'::date))),
  constraint invoices_kind_known CHECK ((kind = ANY (ARRAY['invoice'::text, 'cancellation'::text]))),
  constraint invoices_language_known CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text]))),
  constraint invoices_lines_few CHECK (((jsonb_typeof(lines) = 'array'::text) AND ((jsonb_array_length(lines) >= 1) AND (jsonb_array_length(lines) <= 100)))),
  constraint invoices_note_length CHECK ((length(note) <= 1000)),
  constraint invoices_numbered CHECK ((((status = 'draft'::text) = (number IS NULL)) AND ((number IS NULL) = (year IS NULL)) AND ((number IS NULL) = (issued_at IS NULL)))),
  constraint invoices_paid CHECK ((((paid_on IS NULL) = (paid_by IS NULL)) AND ((status <> 'paid'::text) OR (paid_on IS NOT NULL)))),
  constraint invoices_paid_by_known CHECK ((paid_by = ANY (ARRAY['transfer'::text, 'card'::text, 'other'::text]))),
  constraint invoices_period_forward CHECK ((period_from <= period_to)),
  constraint invoices_period_from_range CHECK (((period_from >= '2000-01-01'::date) AND (period_from <= '2199-12-31'::date))),
  constraint invoices_period_to_range CHECK (((period_to >= '2000-01-01'::date) AND (period_to <= '2199-12-31'::date))),
  constraint invoices_reverse_charge_untaxed CHECK (((NOT is_reverse_charge) OR (tax_minor = 0))),
  constraint invoices_sides CHECK ((((status = 'draft'::text) = (seller IS NULL)) AND ((seller IS NULL) = (buyer IS NULL)))),
  constraint invoices_sign CHECK (
CASE kind
    WHEN 'invoice'::text THEN (total_minor >= 0)
    ELSE (total_minor <= 0)
END),
  constraint invoices_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'issued'::text, 'paid'::text, 'cancelled'::text]))),
  constraint invoices_total_adds_up CHECK (((total_minor = (net_minor + tax_minor)) AND (abs(total_minor) <= '10000000000000'::bigint)))
);
alter table invoicing.invoices enable row level security;
alter table invoicing.invoices force row level security;
create policy invoices_proven on invoicing.invoices as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy invoices_read on invoicing.invoices for select to authenticated
  using (status <> 'draft'::text AND tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_billing'::text, authz.tenant()) AS allows));
create policy invoices_service on invoicing.invoices for all to postgres
  using (true)
  with check (true);
CREATE INDEX invoices_tenant_idx ON invoicing.invoices USING btree (tenant_id, created_at DESC, id DESC);
CREATE TRIGGER invoices_audit_delete AFTER DELETE ON invoicing.invoices REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoicing.record_rows();
CREATE TRIGGER invoices_audit_insert AFTER INSERT ON invoicing.invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoicing.record_rows();
CREATE TRIGGER invoices_audit_update AFTER UPDATE ON invoicing.invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoicing.record_rows();
CREATE TRIGGER invoices_keep BEFORE DELETE OR UPDATE ON invoicing.invoices FOR EACH ROW EXECUTE FUNCTION invoicing.keep_issued();
CREATE TRIGGER invoices_limit AFTER INSERT ON invoicing.invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '2000');
grant select on table invoicing.invoices to authenticated;

create table invoicing.numbers (
  year integer not null,
  last_number integer not null,
  constraint numbers_pkey PRIMARY KEY (year)
);
alter table invoicing.numbers enable row level security;
alter table invoicing.numbers force row level security;
create policy numbers_service on invoicing.numbers for all to postgres
  using (true)
  with check (true);

create table invoicing.requests (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  kind text not null,
  wanted text[] not null,
  present text[] not null,
  note text default ''::text not null,
  state text default 'open'::text not null,
  reason text default ''::text not null,
  asked_by uuid,
  asked_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  constraint requests_pkey PRIMARY KEY (id),
  constraint requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint requests_decided CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint requests_declined_with_reason CHECK (((state <> 'declined'::text) OR (btrim(reason) <> ''::text))),
  constraint requests_note_length CHECK ((length(note) <= 1000)),
  constraint requests_reason_length CHECK ((length(reason) <= 500)),
  constraint requests_state_known CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint requests_wanted_known CHECK (
CASE kind
    WHEN 'plan'::text THEN ((cardinality(wanted) = 1) AND (wanted <@ ARRAY['starter'::text, 'professional'::text, 'enterprise'::text]))
    WHEN 'term'::text THEN ((cardinality(wanted) = 1) AND (wanted <@ ARRAY['monthly'::text, 'quarterly'::text, 'annual'::text]))
    WHEN 'add_ons'::text THEN ((cardinality(wanted) <= 3) AND (wanted <@ ARRAY['analytics'::text, 'compliance'::text, 'operations'::text]))
    ELSE false
END)
);
alter table invoicing.requests enable row level security;
alter table invoicing.requests force row level security;
create policy requests_proven on invoicing.requests as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy requests_read on invoicing.requests for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_billing'::text, authz.tenant()) AS allows));
create policy requests_service on invoicing.requests for all to postgres
  using (true)
  with check (true);
CREATE INDEX requests_asked_by_idx ON invoicing.requests USING btree (asked_by);
CREATE UNIQUE INDEX requests_open_key ON invoicing.requests USING btree (tenant_id, kind) WHERE (state = 'open'::text);
CREATE INDEX requests_tenant_idx ON invoicing.requests USING btree (tenant_id, asked_at DESC, id DESC);
CREATE TRIGGER requests_audit_insert AFTER INSERT ON invoicing.requests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoicing.record_rows();
CREATE TRIGGER requests_audit_update AFTER UPDATE ON invoicing.requests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoicing.record_rows();
CREATE TRIGGER requests_limit AFTER INSERT ON invoicing.requests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '1000');
grant select on table invoicing.requests to authenticated;

create table invoicing.seller (
  is_only boolean default true not null,
  legal_name text not null,
  address text not null,
  country text not null,
  tax_number text default ''::text not null,
  bank text default ''::text not null,
  version integer default 1 not null,
  constraint seller_pkey PRIMARY KEY (is_only),
  constraint seller_address_length CHECK (((length(btrim(address)) >= 1) AND (length(btrim(address)) <= 500))),
  constraint seller_bank_length CHECK ((length(bank) <= 500)),
  constraint seller_country_form CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint seller_is_only CHECK (is_only),
  constraint seller_legal_name_length CHECK (((length(btrim(legal_name)) >= 1) AND (length(btrim(legal_name)) <= 200))),
  constraint seller_tax_number_length CHECK ((length(tax_number) <= 30))
);
alter table invoicing.seller enable row level security;
alter table invoicing.seller force row level security;
create policy seller_service on invoicing.seller for all to postgres
  using (true)
  with check (true);

create function invoicing.account_of(home uuid) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function invoicing.account_of_tenant(organisation uuid) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.account_of_tenant(uuid) to authenticated;

create function invoicing.add_invoice(organisation uuid, fields jsonb) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.add_invoice(uuid,jsonb) to authenticated;

create function invoicing.answer_request(request uuid, answer text, why text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.answer_request(uuid,text,text) to authenticated;

create function invoicing.ask_for(asked_kind text, asked_for text[], words text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.ask_for(text,text[],text) to authenticated;

create function invoicing.cancel_invoice(invoice uuid, why text, known integer) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.cancel_invoice(uuid,text,integer) to authenticated;

create function invoicing.change_invoice(invoice uuid, fields jsonb, known integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.change_invoice(uuid,jsonb,integer) to authenticated;

create function invoicing.invoices_of_tenant(organisation uuid) RETURNS SETOF invoicing.invoices LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.invoices_of_tenant(uuid) to authenticated;

create function invoicing.issue_invoice(invoice uuid, known integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.issue_invoice(uuid,integer) to authenticated;

create function invoicing.keep_issued() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function invoicing.managed() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.managed() to authenticated;

create function invoicing.note_payment(invoice uuid, day date, way text, known integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.note_payment(uuid,date,text,integer) to authenticated;

create function invoicing.open_requests() RETURNS TABLE(id uuid, tenant_id uuid, organisation text, kind text, wanted text[], present text[], note text, asked_by_name text, is_own boolean, asked_at timestamp with time zone) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.open_requests() to authenticated;

create function invoicing.own_account() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.own_account() to authenticated;

create function invoicing.present_of(home uuid, asked_kind text) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function invoicing.read_seller() RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.read_seller() to authenticated;

create function invoicing.readable_invoice(invoice uuid) RETURNS invoicing.invoices LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.readable_invoice(uuid) to authenticated;

create function invoicing.record_export(lines bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.record_export(bigint) to authenticated;

create function invoicing.record_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function invoicing.remove_invoice(invoice uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.remove_invoice(uuid) to authenticated;

create function invoicing.require_invoice(invoice uuid, states text[], known integer) RETURNS invoicing.invoices LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function invoicing.save_buyer(fields jsonb, known integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.save_buyer(jsonb,integer) to authenticated;

create function invoicing.save_seller(fields jsonb, known integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.save_seller(jsonb,integer) to authenticated;

create function invoicing.settle(of_provider text, session text, invoice text, amount bigint, paid_currency text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function invoicing.sums(lines jsonb) RETURNS TABLE(net bigint, tax bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function invoicing.take_number(of_year integer) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function invoicing.withdraw_request(request uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function invoicing.withdraw_request(uuid) to authenticated;

create schema keywords;
comment on schema keywords is 'Keyword projects of organisations; read by its people through the server only';
grant usage on schema keywords to authenticated;

create table keywords.clusters (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  project_id uuid not null,
  place integer not null,
  topic text not null,
  page text not null,
  name text not null,
  intent text not null,
  difficulty integer not null,
  reason text not null,
  angles text[] default '{}'::text[] not null,
  briefed_at timestamp with time zone,
  constraint clusters_pkey PRIMARY KEY (id),
  constraint clusters_project_key UNIQUE (project_id, id),
  constraint clusters_project_fkey FOREIGN KEY (tenant_id, project_id) REFERENCES keywords.projects(tenant_id, id) ON DELETE CASCADE,
  constraint clusters_difficulty_range CHECK (((difficulty >= 1) AND (difficulty <= 100))),
  constraint clusters_intent_known CHECK ((intent = ANY (ARRAY['informational'::text, 'commercial'::text, 'transactional'::text, 'navigational'::text]))),
  constraint clusters_name_length CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 240))),
  constraint clusters_page_known CHECK ((page = ANY (ARRAY['pillar'::text, 'how-to'::text, 'comparison'::text, 'pricing'::text, 'proof'::text, 'audience'::text, 'local'::text, 'versus'::text, 'brand'::text]))),
  constraint clusters_reason_known CHECK ((reason = ANY (ARRAY['head_term'::text, 'commercial'::text, 'brand'::text, 'middle'::text, 'question'::text, 'long_tail'::text]))),
  constraint clusters_topic_length CHECK (((length(topic) >= 1) AND (length(topic) <= 200)))
);
comment on table keywords.clusters is 'Pages that the keywords of a project are clustered into';
alter table keywords.clusters enable row level security;
alter table keywords.clusters force row level security;
create policy clusters_proven on keywords.clusters as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy clusters_read on keywords.clusters for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy clusters_service on keywords.clusters for all to postgres
  using (true)
  with check (true);
CREATE INDEX clusters_project_idx ON keywords.clusters USING btree (tenant_id, project_id, place);
grant select on table keywords.clusters to authenticated;

create table keywords.entries (
  project_id uuid not null,
  place integer not null,
  tenant_id uuid not null,
  keyword text not null,
  source text not null,
  cluster_id uuid,
  volume bigint,
  cpc_micros bigint,
  kd integer,
  clicks bigint,
  impressions bigint,
  "position" real,
  constraint entries_pkey PRIMARY KEY (project_id, place),
  constraint entries_cluster_fkey FOREIGN KEY (project_id, cluster_id) REFERENCES keywords.clusters(project_id, id) ON DELETE SET NULL (cluster_id),
  constraint entries_project_fkey FOREIGN KEY (tenant_id, project_id) REFERENCES keywords.projects(tenant_id, id) ON DELETE CASCADE,
  constraint entries_clicks_range CHECK ((clicks >= 0)),
  constraint entries_cpc_range CHECK ((cpc_micros >= 0)),
  constraint entries_impressions_range CHECK ((impressions >= 0)),
  constraint entries_kd_range CHECK (((kd >= 0) AND (kd <= 100))),
  constraint entries_keyword_length CHECK (((length(keyword) >= 1) AND (length(keyword) <= 200))),
  constraint entries_position_range CHECK (("position" >= (0)::double precision)),
  constraint entries_source_known CHECK ((source = ANY (ARRAY['seed'::text, 'idea'::text, 'list'::text, 'search_console'::text, 'keyword_planner'::text, 'semrush'::text, 'ahrefs'::text]))),
  constraint entries_volume_range CHECK ((volume >= 0))
);
comment on table keywords.entries is 'Keywords of a project with where they come from';
alter table keywords.entries enable row level security;
alter table keywords.entries force row level security;
create policy entries_proven on keywords.entries as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy entries_read on keywords.entries for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy entries_service on keywords.entries for all to postgres
  using (true)
  with check (true);
CREATE INDEX entries_cluster_idx ON keywords.entries USING btree (project_id, cluster_id);
CREATE INDEX entries_tenant_idx ON keywords.entries USING btree (tenant_id, project_id);
grant select on table keywords.entries to authenticated;

create table keywords.projects (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  name text not null,
  state text default 'queued'::text not null,
  method text,
  seeds text[] default '{}'::text[] not null,
  import jsonb,
  done integer default 0 not null,
  total integer not null,
  created_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  completed_at timestamp with time zone,
  stage text default 'reading'::text not null,
  stage_done integer default 0 not null,
  stage_total integer default 0 not null,
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_tenant_key UNIQUE (tenant_id, id),
  constraint projects_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint projects_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint projects_counted CHECK ((((done >= 0) AND (done <= total)) AND ((total >= 1) AND (total <= 10000)))),
  constraint projects_method_known CHECK ((method = ANY (ARRAY['embeddings'::text, 'words'::text]))),
  constraint projects_name_length CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 120))),
  constraint projects_stage_counted CHECK (((stage_done >= 0) AND (stage_done <= stage_total))),
  constraint projects_stage_known CHECK ((stage = ANY (ARRAY['reading'::text, 'comparing'::text, 'joining'::text, 'naming'::text]))),
  constraint projects_state_known CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text])))
);
comment on table keywords.projects is 'Lists of keywords, and how far each is with its clusters';
alter table keywords.projects enable row level security;
alter table keywords.projects force row level security;
create policy projects_proven on keywords.projects as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy projects_read on keywords.projects for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy projects_service on keywords.projects for all to postgres
  using (true)
  with check (true);
CREATE INDEX projects_created_by_idx ON keywords.projects USING btree (created_by);
CREATE INDEX projects_newest_idx ON keywords.projects USING btree (tenant_id, created_at DESC, id DESC);
CREATE TRIGGER projects_limit AFTER INSERT ON keywords.projects REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '100');
grant select on table keywords.projects to authenticated;

create table keywords.terms (
  tenant_id uuid not null,
  brands text[] default '{}'::text[] not null,
  competitors text[] default '{}'::text[] not null,
  audiences text[] default '{}'::text[] not null,
  places text[] default '{}'::text[] not null,
  constraint terms_pkey PRIMARY KEY (tenant_id),
  constraint terms_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint terms_audiences_few CHECK ((cardinality(audiences) <= 50)),
  constraint terms_brands_few CHECK ((cardinality(brands) <= 50)),
  constraint terms_competitors_few CHECK ((cardinality(competitors) <= 50)),
  constraint terms_places_few CHECK ((cardinality(places) <= 50))
);
comment on table keywords.terms is 'Names by which keywords of an organisation are sorted: its brands, competitors, audiences and places';
alter table keywords.terms enable row level security;
alter table keywords.terms force row level security;
create policy terms_proven on keywords.terms as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy terms_read on keywords.terms for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy terms_service on keywords.terms for all to postgres
  using (true)
  with check (true);
grant select on table keywords.terms to authenticated;

create table keywords.vectors (
  tenant_id uuid not null,
  key bytea not null,
  vector bytea not null,
  used_on date default CURRENT_DATE not null,
  constraint vectors_pkey PRIMARY KEY (tenant_id, key),
  constraint vectors_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint vectors_key_length CHECK ((length(key) = 32)),
  constraint vectors_vector_length CHECK ((length(vector) = 1536))
);
comment on table keywords.vectors is 'Meanings of texts that an organisation asked for before';
alter table keywords.vectors enable row level security;
alter table keywords.vectors force row level security;
create policy vectors_service on keywords.vectors for all to postgres
  using (true)
  with check (true);
CREATE INDEX vectors_used_idx ON keywords.vectors USING btree (used_on);

create schema ledger;
grant usage on schema ledger to anon;
grant usage on schema ledger to authenticated;

create table ledger.builds (
  log_id uuid not null,
  index bigint not null,
  manifest bytea not null,
  constraint builds_pkey PRIMARY KEY (log_id, index),
  constraint builds_log_id_fkey FOREIGN KEY (log_id) REFERENCES ledger.logs(id),
  constraint builds_manifest CHECK ((octet_length(manifest) = 32))
);
comment on table ledger.builds is 'Builds of the web app that a server ran with, each at the place where the anchor log lists it';
CREATE INDEX builds_manifest_idx ON ledger.builds USING btree (log_id, manifest, index);

create table ledger.checkpoints (
  log_id uuid not null,
  size bigint not null,
  root bytea not null,
  note text not null,
  signed_at timestamp with time zone default clock_timestamp() not null,
  constraint checkpoints_pkey PRIMARY KEY (log_id, size),
  constraint checkpoints_log_id_fkey FOREIGN KEY (log_id) REFERENCES ledger.logs(id),
  constraint checkpoints_root CHECK ((octet_length(root) = 32))
);
CREATE TRIGGER checkpoints_unchanged BEFORE UPDATE ON ledger.checkpoints FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();

create table ledger.cosignatures (
  log_id uuid not null,
  size bigint not null,
  witness text not null,
  seconds bigint not null,
  line text not null,
  constraint cosignatures_pkey PRIMARY KEY (log_id, size, witness),
  constraint cosignatures_log_id_size_fkey FOREIGN KEY (log_id, size) REFERENCES ledger.checkpoints(log_id, size) ON DELETE CASCADE,
  constraint cosignatures_line CHECK (((length(line) >= 1) AND (length(line) <= 8192))),
  constraint cosignatures_seconds CHECK ((seconds > 0)),
  constraint cosignatures_witness CHECK (((length(witness) >= 1) AND (length(witness) <= 300)))
);
comment on table ledger.cosignatures is 'Signatures of witnesses, who sign only what continues the tree that they signed before';

create table ledger.erasures (
  subject_id uuid not null,
  reason text not null,
  erased_at timestamp with time zone default clock_timestamp() not null,
  constraint erasures_pkey PRIMARY KEY (subject_id),
  constraint erasures_reason CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

create table ledger.event_keys (
  log_id uuid not null,
  subject_id uuid not null,
  category text not null,
  day date not null,
  key bytea not null,
  where_key bytea,
  constraint event_keys_pkey PRIMARY KEY (log_id, subject_id, category, day),
  constraint event_keys_log_id_fkey FOREIGN KEY (log_id) REFERENCES ledger.logs(id),
  constraint event_keys_key CHECK ((octet_length(key) = 32)),
  constraint event_keys_where_key CHECK ((octet_length(where_key) = 32))
);
comment on table ledger.event_keys is 'Keys that the salts of events come from, by person, category and day';
CREATE INDEX event_keys_day_idx ON ledger.event_keys USING btree (log_id, category, day);
CREATE INDEX event_keys_subject_idx ON ledger.event_keys USING btree (subject_id);

create table ledger.leaves (
  log_id uuid not null,
  index bigint not null,
  event_id uuid,
  entry bytea not null,
  constraint leaves_pkey PRIMARY KEY (log_id, index),
  constraint leaves_log_id_fkey FOREIGN KEY (log_id) REFERENCES ledger.logs(id),
  constraint leaves_entry CHECK (((octet_length(entry) >= 1) AND (octet_length(entry) <= 65535))),
  constraint leaves_index CHECK ((index >= 0))
);
comment on column ledger.leaves.entry is 'The bytes that are hashed: what the event says to everybody, and commitments to the rest';
CREATE UNIQUE INDEX leaves_event_idx ON ledger.leaves USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE TRIGGER leaves_append_only BEFORE DELETE OR UPDATE ON ledger.leaves FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER leaves_no_truncate BEFORE TRUNCATE ON ledger.leaves FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

create table ledger.listed_keys (
  log_id uuid not null,
  index bigint not null,
  person bytea not null,
  value bytea not null,
  constraint listed_keys_pkey PRIMARY KEY (log_id, index),
  constraint listed_keys_log_id_fkey FOREIGN KEY (log_id) REFERENCES ledger.logs(id),
  constraint listed_keys_person CHECK ((octet_length(person) = 32)),
  constraint listed_keys_value CHECK ((octet_length(value) = 32))
);
comment on table ledger.listed_keys is 'Keys of people, rosters and policies, each at the place where the anchor log lists them; person is the subject in its map';
CREATE INDEX listed_keys_person_idx ON ledger.listed_keys USING btree (log_id, person, index DESC);

create table ledger.logs (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  tenant_id uuid,
  epoch integer default 1 not null,
  origin text not null,
  size bigint default 0 not null,
  roots bytea[] default '{}'::bytea[] not null,
  imported bigint default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  anchored bigint default 0 not null,
  anchored_at bigint,
  ended_at timestamp with time zone,
  constraint logs_pkey PRIMARY KEY (id),
  constraint logs_origin_key UNIQUE (origin),
  constraint logs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id),
  constraint logs_epoch CHECK ((epoch > 0)),
  constraint logs_kind CHECK ((kind = ANY (ARRAY['organisation'::text, 'system'::text, 'anchor'::text]))),
  constraint logs_size CHECK ((size >= 0)),
  constraint logs_tenant CHECK (((kind = 'organisation'::text) = (tenant_id IS NOT NULL)))
);
comment on table ledger.logs is 'Logs that only grow: one for each organisation, one of the system, one that anchors the others';
CREATE UNIQUE INDEX logs_current_idx ON ledger.logs USING btree (kind, COALESCE(tenant_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE (ended_at IS NULL);

create table ledger.pending (
  id bigint generated by default as identity not null,
  event_id uuid not null,
  tenant_id uuid,
  added_at timestamp with time zone default clock_timestamp() not null,
  is_import boolean default false not null,
  constraint pending_pkey PRIMARY KEY (id)
);
comment on table ledger.pending is 'Events of the audit log that have no place in a log yet';

create table ledger.retention_progress (
  tenant_id uuid not null,
  category text not null,
  removed_before date default '-infinity'::date not null,
  where_before date default '-infinity'::date not null,
  emptied bigint default 0 not null,
  cleared bigint default 0 not null,
  constraint retention_progress_pkey PRIMARY KEY (tenant_id, category),
  constraint retention_progress_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE
);

create table ledger.retention_start (
  is_only boolean default true not null,
  keys_from timestamp with time zone not null,
  begins_at timestamp with time zone not null,
  constraint retention_start_pkey PRIMARY KEY (is_only),
  constraint retention_start_only CHECK (is_only)
);

create table ledger.shown (
  log_id uuid not null,
  size bigint not null,
  witnessed_at timestamp with time zone,
  constraint shown_pkey PRIMARY KEY (log_id),
  constraint shown_log_id_fkey FOREIGN KEY (log_id) REFERENCES ledger.logs(id)
);
comment on table ledger.shown is 'How far readers are shown a log that witnesses sign';

create table ledger.subject_keys (
  subject_id uuid not null,
  key bytea not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint subject_keys_pkey PRIMARY KEY (subject_id),
  constraint subject_keys_key CHECK ((octet_length(key) = 32))
);

create table ledger.tiles (
  log_id uuid not null,
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  constraint tiles_pkey PRIMARY KEY (log_id, level, index),
  constraint tiles_log_id_fkey FOREIGN KEY (log_id) REFERENCES ledger.logs(id),
  constraint tiles_hashes CHECK ((((octet_length(hashes) >= 32) AND (octet_length(hashes) <= 8192)) AND ((octet_length(hashes) % 32) = 0)))
);

create table ledger.timestamps (
  log_id uuid not null,
  size bigint not null,
  stamped_at timestamp with time zone not null,
  authority text not null,
  stamped text not null,
  reply bytea not null,
  constraint timestamps_pkey PRIMARY KEY (log_id, size),
  constraint timestamps_log_id_fkey FOREIGN KEY (log_id) REFERENCES ledger.logs(id),
  constraint timestamps_authority CHECK (((length(authority) >= 1) AND (length(authority) <= 200))),
  constraint timestamps_reply CHECK (((length(reply) >= 1) AND (length(reply) <= 65536))),
  constraint timestamps_stamped CHECK (((length(stamped) >= 1) AND (length(stamped) <= 4096)))
);
comment on table ledger.timestamps is 'Time stamps of an authority outside over states of the anchor log';

create table ledger.unlisted_keys (
  user_id uuid not null,
  constraint unlisted_keys_pkey PRIMARY KEY (user_id),
  constraint unlisted_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table ledger.unlisted_keys is 'People whose keys wait for their entry in the anchor log';

create table ledger.unlisted_statements (
  kind text not null,
  owner_id uuid not null,
  version integer not null,
  constraint unlisted_statements_pkey PRIMARY KEY (kind, owner_id, version),
  constraint unlisted_statements_kind CHECK ((kind = ANY (ARRAY['roster'::text, 'policy'::text])))
);
comment on table ledger.unlisted_statements is 'Rosters and policies that wait for their entry in the anchor log';

create function ledger.apply_retention(tenant uuid, category text) RETURNS boolean LANGUAGE plpgsql SET search_path TO '';

create function ledger.await_listing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function ledger.await_place() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function ledger.await_policy_listing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function ledger.await_roster_listing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function ledger.emptied(days integer) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function ledger.erase_person(person uuid, reason text) RETURNS bigint LANGUAGE plpgsql SET search_path TO '';

create function ledger.forget_early_keys() RETURNS void LANGUAGE sql SET search_path TO '';

create function ledger.grown_by_day(log uuid, days integer) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function ledger.is_due(before public.system_audit_log, after public.system_audit_log) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path TO '';

create function ledger.is_emptied(details jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function ledger.is_held(tenant uuid, person uuid, details jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path TO '';

create function ledger.is_kept_for_good(event_type text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function ledger.is_retention_stopped(tenant uuid, category text, before date) RETURNS boolean LANGUAGE sql STABLE SET search_path TO '';

create function ledger.lock_retention(tenant uuid) RETURNS void LANGUAGE sql SET search_path TO '';

create function ledger.longer(one integer, other integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function ledger.next_day(tenant uuid, category text, since date, has_where boolean) RETURNS date LANGUAGE sql STABLE SET search_path TO '';

create function ledger.record_epoch(tenant uuid, details jsonb) RETURNS void LANGUAGE plpgsql SET search_path TO '';

create function ledger.record_import() RETURNS void LANGUAGE sql SET search_path TO '';

create function ledger.record_refusal(witness text, reason text) RETURNS void LANGUAGE sql SET search_path TO '';

create function ledger.remove_addresses(tenant uuid, category text, since date, before date, days integer) RETURNS bigint LANGUAGE plpgsql SET search_path TO '';

create function ledger.remove_events(tenant uuid, category text, since date, before date, days integer) RETURNS bigint LANGUAGE plpgsql SET search_path TO '';

create function ledger.require_keeper() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function ledger.retention_of(tenant uuid, category text, OUT days integer, OUT where_days integer) RETURNS record LANGUAGE sql STABLE SET search_path TO '';

create function ledger.subjects_left(tenant uuid, category text, since date, before date, has_where boolean) RETURNS TABLE(subject_id uuid, day date) LANGUAGE sql STABLE SET search_path TO '';

create function ledger.visible_logs() RETURNS TABLE(log_id uuid, shows_entries boolean) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function ledger.visible_logs() to anon;
grant execute on function ledger.visible_logs() to authenticated;

create function ledger.without_where(details jsonb, days integer) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create schema mail;

create table mail.messages (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  sender text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  reply_to text,
  constraint messages_pkey PRIMARY KEY (id)
);
CREATE INDEX messages_time_idx ON mail.messages USING btree (created_at DESC, id DESC);

create schema meta;

create table meta.backups (
  id bigint generated always as identity not null,
  taken_at timestamp with time zone not null,
  ended_at timestamp with time zone default clock_timestamp() not null,
  place text not null,
  name text not null,
  database_bytes bigint not null,
  contents bigint not null,
  content_bytes bigint not null,
  damaged integer not null,
  constraint backups_pkey PRIMARY KEY (id)
);
comment on table meta.backups is 'Backups that were taken with npm run backup';

create table meta.device_watch (
  is_only boolean default true not null,
  ran_at timestamp with time zone default clock_timestamp() not null,
  back_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint device_watch_pkey PRIMARY KEY (is_only),
  constraint device_watch_only CHECK (is_only)
);
comment on table meta.device_watch is 'When the server last looked for silent devices, and since when it does without a gap';

create table meta.job_workers (
  id text not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  constraint job_workers_pkey PRIMARY KEY (id)
);
comment on table meta.job_workers is 'Workers of the job queue, and when they were there last';

create table meta.nodes (
  id uuid not null,
  name text not null,
  role text not null,
  version text not null,
  started_at timestamp with time zone default clock_timestamp() not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  pools jsonb not null,
  disk_free_bytes bigint,
  disk_bytes bigint,
  constraint nodes_pkey PRIMARY KEY (id),
  constraint nodes_name_short CHECK ((length(name) <= 255)),
  constraint nodes_role_known CHECK ((role = ANY (ARRAY['all'::text, 'api'::text, 'worker'::text])))
);
comment on table meta.nodes is 'Servers of this installation, and when they were there last; one that ended in order is not in it';

create table meta.schema_migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  version text,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table meta.shared_secrets (
  name text not null,
  sealed bytea not null,
  changed_at timestamp with time zone default now() not null,
  constraint shared_secrets_pkey PRIMARY KEY (name),
  constraint shared_secrets_name CHECK ((name ~ '^[a-z][a-z0-9.-]{0,63}$'::text))
);
comment on table meta.shared_secrets is 'Secrets of this installation, sealed with SECRETS_KEY; empty where they lie in DATA_DIR';

create schema notify;
grant usage on schema notify to service_role;

create table notify.alarm_mails (
  user_id uuid not null,
  sent_at timestamp with time zone not null,
  is_grave boolean not null,
  waiting integer default 0 not null,
  constraint alarm_mails_pkey PRIMARY KEY (user_id),
  constraint alarm_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table notify.alarm_mails enable row level security;
alter table notify.alarm_mails force row level security;
create policy alarm_mails_service on notify.alarm_mails for all to postgres, service_role
  using (true)
  with check (true);

create table notify.defaults (
  kind text not null,
  by_email boolean not null,
  is_fixed boolean default false not null,
  is_hourly boolean default false not null,
  constraint defaults_pkey PRIMARY KEY (kind)
);
comment on column notify.defaults.is_fixed is 'Nobody switches the mail off: rows of notification_settings say nothing about it';
comment on column notify.defaults.is_hourly is 'One mail an hour for a person; the app shows each';
alter table notify.defaults enable row level security;
alter table notify.defaults force row level security;
create policy defaults_service on notify.defaults for all to postgres, service_role
  using (true)
  with check (true);

create table notify.last_mails (
  user_id uuid not null,
  kind text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint last_mails_pkey PRIMARY KEY (user_id, kind),
  constraint last_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table notify.last_mails is 'When a person was last mailed about a kind that is mailed once an hour';
alter table notify.last_mails enable row level security;
alter table notify.last_mails force row level security;
create policy last_mails_service on notify.last_mails for all to postgres, service_role
  using (true)
  with check (true);

create table notify.role_mails (
  user_id uuid not null,
  since timestamp with time zone default clock_timestamp() not null,
  changes integer default 1 not null,
  constraint role_mails_pkey PRIMARY KEY (user_id),
  constraint role_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table notify.role_mails is 'How many roles a person gave or ended within an hour that is counted: the first are mailed';
alter table notify.role_mails enable row level security;
alter table notify.role_mails force row level security;
create policy role_mails_service on notify.role_mails for all to postgres, service_role
  using (true)
  with check (true);

create table notify.told_role_ends (
  role_id uuid not null,
  ends_at timestamp with time zone not null,
  constraint told_role_ends_pkey PRIMARY KEY (role_id),
  constraint told_role_ends_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.enterprise_user_roles(id) ON DELETE CASCADE
);
alter table notify.told_role_ends enable row level security;
alter table notify.told_role_ends force row level security;
create policy told_role_ends_service on notify.told_role_ends for all to postgres, service_role
  using (true)
  with check (true);

create function notify.counts_role_mail(giver uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.in_app(recipient uuid, kind text, details jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function notify.keepers(home uuid, kind text, details jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function notify.mail_alarm(recipient uuid, kind text, details jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.of_guest_ends() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.of_keys(recipient uuid, number integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.of_leaver(space uuid, person uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function notify.of_loss(home uuid, object uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.of_policies(home uuid, by uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function notify.of_recovery(recipient uuid, kind text, details jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.of_retention(home uuid, details jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function notify.of_role_ends() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.of_roles(home uuid, change text, given text, person uuid, counted bigint DEFAULT NULL::bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.of_stream(stream uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function notify.on_delivery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.on_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.on_factor() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.on_session() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.on_share() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.person(recipient uuid, kind text, details jsonb DEFAULT '{}'::jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function notify.person(uuid,text,jsonb) to service_role;

create function notify.starts_hour(recipient uuid, kind text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.take_alarms(recipient uuid) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create schema panel;
comment on schema panel is 'How people set up lists for themselves; each reads their own through the server only';
grant usage on schema panel to authenticated;

create table panel.requests (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  tenant_id uuid default authz.tenant(),
  key text not null,
  fingerprint bytea not null,
  state text default 'running'::text not null,
  status integer,
  answer text,
  begun_at timestamp with time zone default clock_timestamp() not null,
  constraint requests_pkey PRIMARY KEY (id),
  constraint requests_key_once UNIQUE NULLS NOT DISTINCT (user_id, tenant_id, key),
  constraint requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint requests_answer_size CHECK ((octet_length(answer) <= 8192)),
  constraint requests_answered CHECK ((((state = 'answered'::text) = (status IS NOT NULL)) AND ((answer IS NULL) OR (state = 'answered'::text)))),
  constraint requests_fingerprint_size CHECK ((octet_length(fingerprint) = 32)),
  constraint requests_key_form CHECK ((key ~ '^[\x20-\x7e]{1,255}$'::text)),
  constraint requests_state_known CHECK ((state = ANY (ARRAY['running'::text, 'answered'::text, 'done'::text, 'unsure'::text]))),
  constraint requests_status_good CHECK (((status >= 200) AND (status <= 299)))
);
comment on table panel.requests is 'Requests of people that carry a key, for 24 hours; each reads their own through the server only';
alter table panel.requests enable row level security;
alter table panel.requests force row level security;
create policy requests_own on panel.requests for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND NOT tenant_id IS DISTINCT FROM (( SELECT authz.tenant() AS tenant)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND NOT tenant_id IS DISTINCT FROM (( SELECT authz.tenant() AS tenant)));
create policy requests_proven on panel.requests as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy requests_service on panel.requests for all to postgres
  using (true)
  with check (true);
CREATE INDEX requests_begun_idx ON panel.requests USING btree (begun_at);
CREATE INDEX requests_tenant_idx ON panel.requests USING btree (tenant_id);
CREATE INDEX requests_user_idx ON panel.requests USING btree (user_id, begun_at);
grant delete, insert, select, update on table panel.requests to authenticated;

create table panel.views (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid default authz.home() not null,
  user_id uuid default auth.uid() not null,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint views_pkey PRIMARY KEY (id),
  constraint views_name_once UNIQUE (user_id, tenant_id, list, name),
  constraint views_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint views_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint views_list_form CHECK ((list ~ '^[a-z][a-z-]{0,39}$'::text)),
  constraint views_name_length CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 60))),
  constraint views_query_length CHECK ((length(query) <= 1000))
);
comment on table panel.views is 'Names that people gave to filters of a list; each person has their own';
alter table panel.views enable row level security;
alter table panel.views force row level security;
create policy views_own on panel.views for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.home() AS home)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.home() AS home)));
create policy views_proven on panel.views as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy views_service on panel.views for all to postgres
  using (true)
  with check (true);
CREATE INDEX views_tenant_idx ON panel.views USING btree (tenant_id);
CREATE TRIGGER views_limit AFTER INSERT ON panel.views REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '200');
grant delete, insert, select, update on table panel.views to authenticated;

create schema partners;
grant usage on schema partners to authenticated;

create table partners.commissions (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  partner_id uuid not null,
  registration_id uuid not null,
  statement_id uuid,
  company text not null,
  won_minor bigint not null,
  basis_points integer not null,
  amount_minor bigint not null,
  currency text not null,
  earned_on date not null,
  state text default 'open'::text not null,
  paid_on date,
  paid_note text default ''::text not null,
  constraint commissions_pkey PRIMARY KEY (id),
  constraint commissions_registration_key UNIQUE (tenant_id, registration_id),
  constraint commissions_partner_fkey FOREIGN KEY (tenant_id, partner_id) REFERENCES partners.partners(tenant_id, id) ON DELETE CASCADE,
  constraint commissions_registration_fkey FOREIGN KEY (tenant_id, registration_id) REFERENCES partners.registrations(tenant_id, id) ON DELETE CASCADE,
  constraint commissions_statement_fkey FOREIGN KEY (tenant_id, statement_id) REFERENCES partners.statements(tenant_id, id) ON DELETE CASCADE,
  constraint commissions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint commissions_amount_range CHECK (((amount_minor >= 0) AND (amount_minor <= won_minor))),
  constraint commissions_company_length CHECK ((length(company) <= 200)),
  constraint commissions_currency_form CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint commissions_earned_range CHECK (((earned_on >= '2000-01-01'::date) AND (earned_on <= '2199-12-31'::date))),
  constraint commissions_note_length CHECK ((length(paid_note) <= 300)),
  constraint commissions_paid_day CHECK (((state = 'paid'::text) = (paid_on IS NOT NULL))),
  constraint commissions_paid_range CHECK (((paid_on >= '2000-01-01'::date) AND (paid_on <= '2199-12-31'::date))),
  constraint commissions_rate_range CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
  constraint commissions_state_known CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text]))),
  constraint commissions_won_range CHECK (((won_minor >= 0) AND (won_minor <= '10000000000000'::bigint)))
);
alter table partners.commissions enable row level security;
alter table partners.commissions force row level security;
create policy commissions_proven on partners.commissions as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy commissions_read on partners.commissions for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND (( SELECT authz.allows('manage_partners'::text, authz.tenant()) AS allows) OR partner_id = (( SELECT partners.own() AS own))));
create policy commissions_service on partners.commissions for all to postgres
  using (true)
  with check (true);
CREATE INDEX commissions_newest_idx ON partners.commissions USING btree (tenant_id, earned_on DESC, id DESC);
CREATE INDEX commissions_partner_idx ON partners.commissions USING btree (tenant_id, partner_id, earned_on DESC);
CREATE INDEX commissions_statement_idx ON partners.commissions USING btree (tenant_id, statement_id);
CREATE TRIGGER commissions_audit_insert AFTER INSERT ON partners.commissions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION partners.record_rows();
CREATE TRIGGER commissions_audit_update AFTER UPDATE ON partners.commissions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION partners.record_rows();
CREATE TRIGGER commissions_keep_paid BEFORE UPDATE ON partners.commissions FOR EACH ROW EXECUTE FUNCTION partners.keep_paid();
grant select on table partners.commissions to authenticated;

create table partners.links (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  partner_id uuid not null,
  code text not null,
  path text not null,
  is_paused boolean default false not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint links_pkey PRIMARY KEY (id),
  constraint links_code_key UNIQUE (code),
  constraint links_tenant_key UNIQUE (tenant_id, id),
  constraint links_partner_fkey FOREIGN KEY (tenant_id, partner_id) REFERENCES partners.partners(tenant_id, id) ON DELETE CASCADE,
  constraint links_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint links_code_form CHECK ((code ~ '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$'::text)),
  constraint links_path_form CHECK (((length(path) <= 200) AND (path ~ '^/([A-Za-z0-9_~-][A-Za-z0-9_.~-]*(/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)*)?$'::text) AND (path !~ '^/r(/|$)'::text)))
);
alter table partners.links enable row level security;
alter table partners.links force row level security;
create policy links_proven on partners.links as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy links_read on partners.links for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND (( SELECT authz.allows('manage_partners'::text, authz.tenant()) AS allows) OR partner_id = (( SELECT partners.own() AS own))));
create policy links_service on partners.links for all to postgres
  using (true)
  with check (true);
CREATE INDEX links_partner_idx ON partners.links USING btree (tenant_id, partner_id, created_at);
CREATE TRIGGER links_audit_insert AFTER INSERT ON partners.links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION partners.record_rows();
CREATE TRIGGER links_audit_update AFTER UPDATE ON partners.links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION partners.record_rows();
CREATE TRIGGER links_limit AFTER INSERT ON partners.links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('partner_id', '50');
grant select on table partners.links to authenticated;

create table partners.partners (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  tier_id uuid not null,
  company text not null,
  contact_name text default ''::text not null,
  contact_email text default ''::text not null,
  state text default 'active'::text not null,
  notes text default ''::text not null,
  account_id uuid,
  version integer default 1 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  resumes_as text,
  constraint partners_pkey PRIMARY KEY (id),
  constraint partners_tenant_key UNIQUE (tenant_id, id),
  constraint partners_account_id_fkey FOREIGN KEY (account_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint partners_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint partners_tier_fkey FOREIGN KEY (tenant_id, tier_id) REFERENCES partners.tiers(tenant_id, id),
  constraint partners_company_length CHECK (((length(btrim(company)) >= 1) AND (length(btrim(company)) <= 200))),
  constraint partners_contact_email_form CHECK (((contact_email = ''::text) OR (((length(contact_email) >= 3) AND (length(contact_email) <= 254)) AND (contact_email ~ '^[^@[:cntrl:][:space:]]+@[^@[:cntrl:][:space:]]+$'::text)))),
  constraint partners_contact_name_length CHECK ((length(contact_name) <= 200)),
  constraint partners_notes_length CHECK ((length(notes) <= 4000)),
  constraint partners_resumes_known CHECK ((resumes_as = ANY (ARRAY['active'::text, 'paused'::text]))),
  constraint partners_state_known CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text])))
);
comment on column partners.partners.resumes_as is 'State of before it was archived; null for one that the form ended';
alter table partners.partners enable row level security;
alter table partners.partners force row level security;
create policy partners_proven on partners.partners as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy partners_read on partners.partners for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_partners'::text, authz.tenant()) AS allows));
create policy partners_service on partners.partners for all to postgres
  using (true)
  with check (true);
CREATE UNIQUE INDEX partners_account_key ON partners.partners USING btree (account_id);
CREATE INDEX partners_company_idx ON partners.partners USING btree (tenant_id, company, id);
CREATE INDEX partners_newest_idx ON partners.partners USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX partners_tier_idx ON partners.partners USING btree (tenant_id, tier_id);
CREATE TRIGGER partners_audit_insert AFTER INSERT ON partners.partners REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION partners.record_rows();
CREATE TRIGGER partners_audit_update AFTER UPDATE ON partners.partners REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION partners.record_rows();
CREATE TRIGGER partners_limit AFTER INSERT ON partners.partners REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '2000');
grant select on table partners.partners to authenticated;

create table partners.programmes (
  tenant_id uuid not null,
  version integer default 1 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint programmes_pkey PRIMARY KEY (tenant_id),
  constraint programmes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE
);
alter table partners.programmes enable row level security;
alter table partners.programmes force row level security;
create policy programmes_proven on partners.programmes as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy programmes_read on partners.programmes for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_partners'::text, authz.tenant()) AS allows));
create policy programmes_service on partners.programmes for all to postgres
  using (true)
  with check (true);
CREATE TRIGGER programmes_audit_insert AFTER INSERT ON partners.programmes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION partners.record_rows();
CREATE TRIGGER programmes_audit_update AFTER UPDATE ON partners.programmes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION partners.record_rows();
grant select on table partners.programmes to authenticated;

create table partners.registrations (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  partner_id uuid not null,
  company text not null,
  domain text not null,
  amount_minor bigint not null,
  currency text not null,
  expected_on date not null,
  state text default 'registered'::text not null,
  expires_on date not null,
  basis_points integer,
  version integer default 1 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  decided_at timestamp with time zone,
  constraint registrations_pkey PRIMARY KEY (id),
  constraint registrations_tenant_key UNIQUE (tenant_id, id),
  constraint registrations_partner_fkey FOREIGN KEY (tenant_id, partner_id) REFERENCES partners.partners(tenant_id, id) ON DELETE CASCADE,
  constraint registrations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint registrations_amount_range CHECK (((amount_minor >= 0) AND (amount_minor <= '10000000000000'::bigint))),
  constraint registrations_company_length CHECK (((length(btrim(company)) >= 1) AND (length(btrim(company)) <= 200))),
  constraint registrations_currency_form CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint registrations_domain_form CHECK ((((length(domain) >= 3) AND (length(domain) <= 253)) AND (domain ~ '^[a-z0-9_-]+([.][a-z0-9_-]+)+$'::text))),
  constraint registrations_expected_range CHECK (((expected_on >= '2000-01-01'::date) AND (expected_on <= '2199-12-31'::date))),
  constraint registrations_expires_range CHECK (((expires_on >= '2000-01-01'::date) AND (expires_on <= '2199-12-31'::date))),
  constraint registrations_rate_range CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
  constraint registrations_rated CHECK (((basis_points IS NOT NULL) OR (state <> ALL (ARRAY['approved'::text, 'won'::text, 'lost'::text])))),
  constraint registrations_state_known CHECK ((state = ANY (ARRAY['registered'::text, 'approved'::text, 'declined'::text, 'won'::text, 'lost'::text])))
);
alter table partners.registrations enable row level security;
alter table partners.registrations force row level security;
create policy registrations_proven on partners.registrations as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy registrations_read on partners.registrations for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND (( SELECT authz.allows('manage_partners'::text, authz.tenant()) AS allows) OR partner_id = (( SELECT partners.own() AS own))));
create policy registrations_service on partners.registrations for all to postgres
  using (true)
  with check (true);
CREATE INDEX registrations_domain_idx ON partners.registrations USING btree (tenant_id, domain) WHERE (state = ANY (ARRAY['registered'::text, 'approved'::text]));
CREATE INDEX registrations_newest_idx ON partners.registrations USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX registrations_partner_idx ON partners.registrations USING btree (tenant_id, partner_id, created_at DESC);
CREATE TRIGGER registrations_audit_insert AFTER INSERT ON partners.registrations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION partners.record_rows();
CREATE TRIGGER registrations_audit_update AFTER UPDATE ON partners.registrations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION partners.record_rows();
CREATE TRIGGER registrations_limit AFTER INSERT ON partners.registrations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '10000');
CREATE TRIGGER registrations_limit_open AFTER INSERT ON partners.registrations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('partner_id', '200', 't.state in (''registered'', ''approved'')');
grant select on table partners.registrations to authenticated;

create table partners.statement_numbers (
  tenant_id uuid not null,
  year integer not null,
  last_number integer not null,
  constraint statement_numbers_pkey PRIMARY KEY (tenant_id, year),
  constraint statement_numbers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE
);
alter table partners.statement_numbers enable row level security;
alter table partners.statement_numbers force row level security;
create policy statement_numbers_service on partners.statement_numbers for all to postgres
  using (true)
  with check (true);

create table partners.statements (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  partner_id uuid not null,
  month date not null,
  year integer not null,
  number integer not null,
  payer text default ''::text not null,
  payee text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint statements_pkey PRIMARY KEY (id),
  constraint statements_month_key UNIQUE (tenant_id, partner_id, month),
  constraint statements_number_key UNIQUE (tenant_id, year, number),
  constraint statements_tenant_key UNIQUE (tenant_id, id),
  constraint statements_partner_fkey FOREIGN KEY (tenant_id, partner_id) REFERENCES partners.partners(tenant_id, id) ON DELETE CASCADE,
  constraint statements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint statements_month_first CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint statements_payee_length CHECK ((length(payee) <= 1000)),
  constraint statements_payer_length CHECK ((length(payer) <= 1000))
);
alter table partners.statements enable row level security;
alter table partners.statements force row level security;
create policy statements_proven on partners.statements as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy statements_read on partners.statements for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND (( SELECT authz.allows('manage_partners'::text, authz.tenant()) AS allows) OR partner_id = (( SELECT partners.own() AS own))));
create policy statements_service on partners.statements for all to postgres
  using (true)
  with check (true);
CREATE TRIGGER statements_audit_insert AFTER INSERT ON partners.statements REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION partners.record_rows();
grant select on table partners.statements to authenticated;

create table partners.tiers (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  preset text,
  name text,
  "position" integer not null,
  basis_points integer not null,
  constraint tiers_pkey PRIMARY KEY (id),
  constraint tiers_tenant_key UNIQUE (tenant_id, id),
  constraint tiers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint tiers_name_length CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 60))),
  constraint tiers_named CHECK (((name IS NOT NULL) OR (preset IS NOT NULL))),
  constraint tiers_position_low CHECK ((("position" >= 0) AND ("position" <= 4))),
  constraint tiers_preset_known CHECK ((preset = ANY (ARRAY['standard'::text, 'silver'::text, 'gold'::text]))),
  constraint tiers_rate_range CHECK (((basis_points >= 0) AND (basis_points <= 10000)))
);
alter table partners.tiers enable row level security;
alter table partners.tiers force row level security;
create policy tiers_proven on partners.tiers as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy tiers_read on partners.tiers for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_partners'::text, authz.tenant()) AS allows));
create policy tiers_service on partners.tiers for all to postgres
  using (true)
  with check (true);
CREATE TRIGGER tiers_limit AFTER INSERT ON partners.tiers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '5');
grant select on table partners.tiers to authenticated;

create table partners.visits (
  tenant_id uuid not null,
  link_id uuid not null,
  day date not null,
  visit_count integer not null,
  constraint visits_pkey PRIMARY KEY (link_id, day),
  constraint visits_link_fkey FOREIGN KEY (tenant_id, link_id) REFERENCES partners.links(tenant_id, id) ON DELETE CASCADE,
  constraint visits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint visits_count_positive CHECK ((visit_count > 0))
);
alter table partners.visits enable row level security;
alter table partners.visits force row level security;
create policy visits_proven on partners.visits as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy visits_read on partners.visits for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND (( SELECT authz.allows('manage_partners'::text, authz.tenant()) AS allows) OR (link_id IN ( SELECT l.id
   FROM partners.links l
  WHERE l.partner_id = (( SELECT partners.own() AS own))))));
create policy visits_service on partners.visits for all to postgres
  using (true)
  with check (true);
CREATE INDEX visits_link_idx ON partners.visits USING btree (tenant_id, link_id);
grant select on table partners.visits to authenticated;

create function partners.add_link(chosen uuid, partner uuid, called text, leads_to text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.add_link(uuid,uuid,text,text) to authenticated;

create function partners.add_own_registration(chosen uuid, fields jsonb) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.add_own_registration(uuid,jsonb) to authenticated;

create function partners.add_partner(chosen uuid, fields jsonb) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.add_partner(uuid,jsonb) to authenticated;

create function partners.add_registration(partner uuid, chosen uuid, fields jsonb) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.add_registration(uuid,uuid,jsonb) to authenticated;

create function partners.archive_partner(partner uuid, known integer, is_archived boolean) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.archive_partner(uuid,integer,boolean) to authenticated;

create function partners.begin_programme() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.begin_programme() to authenticated;

create function partners.change_partner(partner uuid, fields jsonb, known integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.change_partner(uuid,jsonb,integer) to authenticated;

create function partners.commission_of(won bigint, rate integer) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';
grant execute on function partners.commission_of(bigint,integer) to authenticated;

create function partners.currency() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function partners.currency() to authenticated;

create function partners.currency_of(home uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function partners.decide_registration(registration uuid, outcome text, price bigint, known integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.decide_registration(uuid,text,bigint,integer) to authenticated;

create function partners.follow_link(called text, counts boolean) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function partners.issue_statement(partner uuid, first_day date) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.issue_statement(uuid,date) to authenticated;

create function partners.keep_paid() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function partners.link_account(partner uuid, person uuid, known integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.link_account(uuid,uuid,integer) to authenticated;

create function partners.managed() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function partners.managed() to authenticated;

create function partners.own() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function partners.own() to authenticated;

create function partners.own_record() RETURNS TABLE(partner_id uuid, company_name text, partner_state text, tier_preset text, tier_name text, tier_rate integer) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function partners.own_record() to authenticated;

create function partners.pause_link(link uuid, paused boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.pause_link(uuid,boolean) to authenticated;

create function partners.pay_commission(commission uuid, paid_day date, remark text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.pay_commission(uuid,date,text) to authenticated;

create function partners.people() RETURNS TABLE(person_id uuid, called text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function partners.people() to authenticated;

create function partners.record_export(lines bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.record_export(bigint) to authenticated;

create function partners.record_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function partners.register(home uuid, partner uuid, chosen uuid, fields jsonb) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function partners.require_partner(partner uuid, known integer) RETURNS partners.partners LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function partners.save_tiers(given jsonb, known integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function partners.save_tiers(jsonb,integer) to authenticated;

create function partners.take_turn(home uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function partners.today() RETURNS date LANGUAGE sql STABLE SET search_path TO '';
grant execute on function partners.today() to authenticated;

create schema public;
comment on schema public is 'standard public schema';
grant usage on schema public to anon;
grant usage on schema public to authenticated;
grant usage on schema public to service_role;

create table public.account_wraps (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  kind text not null,
  label text default ''::text not null,
  wrapped_key text not null,
  created_at timestamp with time zone default now() not null,
  checked_at timestamp with time zone,
  passkey_id uuid,
  constraint account_wraps_pkey PRIMARY KEY (id),
  constraint account_wraps_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES auth.passkeys(id) ON DELETE CASCADE,
  constraint account_wraps_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint account_wraps_kind CHECK ((kind = ANY (ARRAY['password'::text, 'recovery'::text, 'passkey'::text, 'device'::text, 'organisation'::text]))),
  constraint account_wraps_label_most CHECK ((length(label) <= 200)) NOT VALID,
  constraint account_wraps_passkey CHECK (((kind = 'passkey'::text) = (passkey_id IS NOT NULL))) NOT VALID,
  constraint account_wraps_wrapped_key_most CHECK ((length(wrapped_key) <= 4096)) NOT VALID
);
alter table public.account_wraps enable row level security;
alter table public.account_wraps force row level security;
create policy account_wraps_own on public.account_wraps for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
create policy account_wraps_proven on public.account_wraps as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy account_wraps_service on public.account_wraps for all to postgres, service_role
  using (true)
  with check (true);
CREATE UNIQUE INDEX account_wraps_passkey_idx ON public.account_wraps USING btree (passkey_id) WHERE (passkey_id IS NOT NULL);
CREATE UNIQUE INDEX account_wraps_single_idx ON public.account_wraps USING btree (user_id, kind) WHERE (kind = ANY (ARRAY['password'::text, 'recovery'::text, 'organisation'::text]));
CREATE INDEX account_wraps_user_idx ON public.account_wraps USING btree (user_id);
CREATE TRIGGER account_wraps_audit AFTER INSERT OR DELETE OR UPDATE ON public.account_wraps FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'kind');
CREATE TRIGGER account_wraps_finish_recovery AFTER UPDATE OF wrapped_key ON public.account_wraps FOR EACH ROW WHEN (new.kind = 'password'::text) EXECUTE FUNCTION public.finish_recovery();
CREATE TRIGGER account_wraps_first_check BEFORE INSERT ON public.account_wraps FOR EACH ROW EXECUTE FUNCTION public.stamp_first_check();
CREATE TRIGGER account_wraps_keep_earlier AFTER UPDATE OF wrapped_key ON public.account_wraps FOR EACH ROW WHEN ((old.kind = ANY (ARRAY['password'::text, 'recovery'::text])) AND old.wrapped_key <> new.wrapped_key) EXECUTE FUNCTION auth.keep_earlier_keys();
grant delete, insert, select, update on table public.account_wraps to service_role;
grant select on table public.account_wraps to authenticated;

create table public.audit_retention (
  tenant_id uuid not null,
  category text not null,
  days integer,
  where_days integer,
  next_days integer,
  next_where_days integer,
  next_from timestamp with time zone,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint audit_retention_pkey PRIMARY KEY (tenant_id, category),
  constraint audit_retention_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint audit_retention_category CHECK ((category = ANY (ARRAY['auth'::text, 'data_access'::text, 'config_change'::text, 'security_incident'::text]))),
  constraint audit_retention_days CHECK ((((days >= 30) AND (days <= 36500)) AND ((next_days >= 30) AND (next_days <= 36500)))),
  constraint audit_retention_next CHECK (((next_from IS NOT NULL) OR ((next_days IS NULL) AND (next_where_days IS NULL)))),
  constraint audit_retention_where_days CHECK ((((where_days >= 30) AND (where_days <= 36500)) AND ((where_days < days) IS NOT FALSE) AND ((next_where_days >= 30) AND (next_where_days <= 36500)) AND ((next_where_days < next_days) IS NOT FALSE)))
);
comment on table public.audit_retention is 'How long an organisation keeps what its events say';
alter table public.audit_retention enable row level security;
alter table public.audit_retention force row level security;
create policy audit_retention_proven on public.audit_retention as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy audit_retention_read on public.audit_retention for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('view_audit_logs'::text, authz.tenant()) AS allows));
create policy audit_retention_service on public.audit_retention for all to postgres, service_role
  using (true)
  with check (true);
grant delete, insert, select, update on table public.audit_retention to service_role;
grant select on table public.audit_retention to authenticated;

create table public.canaries (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  tenant_id uuid not null,
  file_id uuid,
  link_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint canaries_pkey PRIMARY KEY (id),
  constraint canaries_file UNIQUE (file_id),
  constraint canaries_link UNIQUE (link_id),
  constraint canaries_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.file_records(id) ON DELETE CASCADE,
  constraint canaries_link_id_fkey FOREIGN KEY (link_id) REFERENCES public.share_links(id) ON DELETE CASCADE,
  constraint canaries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint canaries_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint canaries_one CHECK (((file_id IS NULL) <> (link_id IS NULL)))
);
comment on table public.canaries is 'Files and links that nobody has a reason to open';
alter table public.canaries enable row level security;
alter table public.canaries force row level security;
create policy canaries_fresh on public.canaries as restrictive for select to authenticated
  using (
CASE
    WHEN user_id = (( SELECT auth.uid() AS uid)) THEN authz.require_fresh() IS NOT NULL
    ELSE false
END);
create policy canaries_own on public.canaries for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.home() AS home)) AND (file_id IS NULL OR (EXISTS ( SELECT
   FROM public.file_records f
  WHERE f.id = canaries.file_id AND f.user_id = (( SELECT auth.uid() AS uid))))) AND (link_id IS NULL OR (EXISTS ( SELECT
   FROM public.share_links l
  WHERE l.id = canaries.link_id AND l.user_id = (( SELECT auth.uid() AS uid))))));
create policy canaries_proven on public.canaries as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy canaries_service on public.canaries for all to postgres, service_role
  using (true)
  with check (true);
CREATE TRIGGER canaries_audit AFTER INSERT OR DELETE ON public.canaries FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
CREATE TRIGGER canaries_fresh BEFORE INSERT OR DELETE OR UPDATE ON public.canaries FOR EACH STATEMENT EXECUTE FUNCTION authz.require_fresh_change();
CREATE TRIGGER canaries_limit AFTER INSERT ON public.canaries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '200');
CREATE TRIGGER canaries_tenant BEFORE INSERT ON public.canaries FOR EACH ROW EXECUTE FUNCTION authz.default_tenant();
grant delete, insert, select on table public.canaries to authenticated;
grant delete, insert, select, update on table public.canaries to service_role;

create table public.certificate_files (
  certification_id uuid not null,
  content bytea not null,
  uploaded_at timestamp with time zone default now() not null,
  constraint certificate_files_pkey PRIMARY KEY (certification_id),
  constraint certificate_files_certification_id_fkey FOREIGN KEY (certification_id) REFERENCES public.certifications(id) ON DELETE CASCADE,
  constraint certificate_files_size CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 2097152)))
);
alter table public.certificate_files enable row level security;
alter table public.certificate_files force row level security;
create policy certificate_files_service on public.certificate_files for all to postgres, service_role
  using (true)
  with check (true);
grant delete, insert, select, update on table public.certificate_files to service_role;

create table public.certifications (
  id uuid default gen_random_uuid() not null,
  "position" integer default 100 not null,
  name text not null,
  description text default ''::text not null,
  recorded_status text not null,
  issuer text,
  valid_from date,
  valid_until date,
  report_available boolean default false not null,
  is_confirmed boolean default true not null,
  certificate_name text,
  certificate_sha256 text,
  constraint certifications_pkey PRIMARY KEY (id),
  constraint certifications_certificate_name_length CHECK (((length(certificate_name) >= 1) AND (length(certificate_name) <= 200))),
  constraint certifications_certificate_sha256_form CHECK ((certificate_sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint certifications_certificate_whole CHECK (((certificate_name IS NULL) = (certificate_sha256 IS NULL))),
  constraint certifications_dates_in_order CHECK (((valid_from IS NULL) OR (valid_until IS NULL) OR (valid_from <= valid_until))),
  constraint certifications_description_length CHECK ((length(description) <= 600)),
  constraint certifications_issuer_length CHECK (((length(btrim(issuer)) >= 1) AND (length(btrim(issuer)) <= 200))),
  constraint certifications_name_length CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 120))),
  constraint certifications_recorded_status CHECK ((recorded_status = ANY (ARRAY['Certified'::text, 'Compliant'::text, 'Implemented'::text])))
);
grant insert (id, "position", name, description, recorded_status, issuer, valid_from, valid_until, report_available) on table public.certifications to authenticated;
grant update ("position", name, description, recorded_status, issuer, valid_from, valid_until, report_available) on table public.certifications to authenticated;
alter table public.certifications enable row level security;
alter table public.certifications force row level security;
create policy certifications_change on public.certifications for all to authenticated
  using (( SELECT authz.allows('manage_compliance'::text, authz.operator()) AS allows))
  with check (( SELECT authz.allows('manage_compliance'::text, authz.operator()) AS allows));
create policy certifications_proven_delete on public.certifications as restrictive for delete to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy certifications_proven_insert on public.certifications as restrictive for insert to authenticated
  with check (( SELECT authz.is_proven() AS is_proven));
create policy certifications_proven_update on public.certifications as restrictive for update to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy certifications_read on public.certifications for select to anon, authenticated
  using (true);
create policy certifications_service on public.certifications for all to postgres, service_role
  using (true)
  with check (true);
CREATE TRIGGER certifications_audit AFTER INSERT OR DELETE OR UPDATE ON public.certifications FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
CREATE TRIGGER certifications_confirm BEFORE UPDATE ON public.certifications FOR EACH ROW EXECUTE FUNCTION public.confirm_certification();
grant delete, insert, select, update on table public.certifications to service_role;
grant delete, select on table public.certifications to authenticated;
grant select on table public.certifications to anon;

create table public.contacts (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  user_id uuid,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  priority text default 'medium'::text not null,
  status text default 'new'::text not null,
  created_at timestamp with time zone default now() not null,
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint contacts_email_length CHECK (((length(email) >= 3) AND (length(email) <= 320))),
  constraint contacts_message_length CHECK (((length(message) >= 1) AND (length(message) <= 10000))),
  constraint contacts_name_length CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint contacts_priority CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  constraint contacts_status CHECK ((status = ANY (ARRAY['new'::text, 'answered'::text, 'closed'::text]))),
  constraint contacts_subject_length CHECK (((length(subject) >= 1) AND (length(subject) <= 200)))
);
grant update (status) on table public.contacts to authenticated;
alter table public.contacts enable row level security;
alter table public.contacts force row level security;
create policy contacts_change on public.contacts for update to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_sales'::text, authz.tenant()) AS allows))
  with check (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_sales'::text, authz.tenant()) AS allows));
create policy contacts_proven_update on public.contacts as restrictive for update to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy contacts_read on public.contacts for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND (( SELECT authz.allows('manage_sales'::text, authz.tenant()) AS allows) OR ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows)));
create policy contacts_service on public.contacts for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX contacts_tenant_time_idx ON public.contacts USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX contacts_user_idx ON public.contacts USING btree (user_id);
CREATE TRIGGER contacts_audit AFTER INSERT OR DELETE OR UPDATE ON public.contacts FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'id');
CREATE TRIGGER contacts_to_growth AFTER INSERT ON public.contacts FOR EACH ROW EXECUTE FUNCTION growth.take_message();
grant delete, insert, select, update on table public.contacts to service_role;
grant select on table public.contacts to authenticated;

create table public.device_codes (
  device_id uuid not null,
  user_id uuid default auth.uid() not null,
  token_hash text not null,
  expires_at timestamp with time zone default (now() + '24:00:00'::interval) not null,
  used_at timestamp with time zone,
  constraint device_codes_pkey PRIMARY KEY (device_id),
  constraint device_codes_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.devices(id) ON DELETE CASCADE,
  constraint device_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint device_codes_token_hash CHECK ((token_hash ~ '^[A-Za-z0-9_-]{43}$'::text))
);
grant insert (device_id, token_hash) on table public.device_codes to authenticated;
alter table public.device_codes enable row level security;
alter table public.device_codes force row level security;
create policy device_codes_make on public.device_codes for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.devices d
  WHERE d.id = device_codes.device_id AND d.user_id = (( SELECT auth.uid() AS uid)) AND d.key_serial IS NULL)));
create policy device_codes_own on public.device_codes for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy device_codes_proven on public.device_codes as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy device_codes_service on public.device_codes for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX device_codes_user_idx ON public.device_codes USING btree (user_id);
CREATE TRIGGER device_codes_fresh BEFORE INSERT OR DELETE OR UPDATE ON public.device_codes FOR EACH STATEMENT EXECUTE FUNCTION authz.require_fresh_change();
grant delete, insert, select, update on table public.device_codes to service_role;
grant select on table public.device_codes to authenticated;

create table public.device_inboxes (
  id uuid not null,
  user_id uuid default auth.uid() not null,
  suite text not null,
  epoch integer not null,
  public_key text not null,
  owner_record text not null,
  space_id uuid not null,
  space_epoch integer not null,
  created_at timestamp with time zone default now() not null,
  constraint device_inboxes_pkey PRIMARY KEY (id),
  constraint device_inboxes_once UNIQUE (user_id, suite, epoch),
  constraint device_inboxes_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint device_inboxes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint device_inboxes_epoch CHECK ((epoch >= 1)),
  constraint device_inboxes_owner_record_length CHECK (((length(owner_record) >= 1) AND (length(owner_record) <= 16384))),
  constraint device_inboxes_public_key CHECK (((length(public_key) >= 1) AND (length(public_key) <= 4096))),
  constraint device_inboxes_suite CHECK ((suite = ANY (ARRAY['std'::text, 'iot'::text])))
);
grant insert (id, suite, epoch, public_key, owner_record, space_id, space_epoch) on table public.device_inboxes to authenticated;
alter table public.device_inboxes enable row level security;
alter table public.device_inboxes force row level security;
create policy device_inboxes_own on public.device_inboxes for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (( SELECT authz.home() AS home)) IS NOT NULL AND (EXISTS ( SELECT
   FROM public.spaces s
  WHERE s.id = device_inboxes.space_id AND s.owner_id = (( SELECT auth.uid() AS uid)))));
create policy device_inboxes_proven on public.device_inboxes as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy device_inboxes_service on public.device_inboxes for all to postgres, service_role
  using (true)
  with check (true);
CREATE TRIGGER device_inboxes_audit AFTER INSERT ON public.device_inboxes FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
CREATE TRIGGER device_inboxes_fresh BEFORE INSERT OR DELETE OR UPDATE ON public.device_inboxes FOR EACH STATEMENT EXECUTE FUNCTION authz.require_fresh_change();
CREATE TRIGGER device_inboxes_limit AFTER INSERT ON public.device_inboxes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '200');
grant delete, insert, select, update on table public.device_inboxes to service_role;
grant select on table public.device_inboxes to authenticated;

create table public.device_keys (
  device_id uuid not null,
  serial integer not null,
  user_id uuid not null,
  public_key text not null,
  statement text not null,
  mac text not null,
  signed text not null,
  signature text not null,
  created_at timestamp with time zone default now() not null,
  constraint device_keys_pkey PRIMARY KEY (device_id, serial),
  constraint device_keys_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.devices(id) ON DELETE CASCADE,
  constraint device_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint device_keys_mac CHECK ((mac ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint device_keys_public_key CHECK (((length(public_key) >= 1) AND (length(public_key) <= 4096))),
  constraint device_keys_serial CHECK ((serial >= 0)),
  constraint device_keys_signature_length CHECK (((length(signature) >= 1) AND (length(signature) <= 8192))),
  constraint device_keys_signed_length CHECK (((length(signed) >= 1) AND (length(signed) <= 1024))),
  constraint device_keys_statement_length CHECK (((length(statement) >= 1) AND (length(statement) <= 4096)))
);
alter table public.device_keys enable row level security;
alter table public.device_keys force row level security;
create policy device_keys_own on public.device_keys for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy device_keys_proven on public.device_keys as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy device_keys_service on public.device_keys for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX device_keys_user_idx ON public.device_keys USING btree (user_id);
CREATE TRIGGER device_keys_audit AFTER INSERT ON public.device_keys FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'device_id');
grant delete, insert, select, update on table public.device_keys to service_role;
grant select on table public.device_keys to authenticated;

create table public.devices (
  id uuid not null,
  user_id uuid default auth.uid() not null,
  name text not null,
  suite text not null,
  interval_seconds integer not null,
  inbox_id uuid not null,
  inbox_statement text not null,
  inbox_mac text not null,
  owner_record text not null,
  record_version integer default 1 not null,
  space_id uuid not null,
  space_epoch integer not null,
  key_serial integer,
  counter bigint default 0 not null,
  delivered_counter bigint default 0 not null,
  enrolled_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  battery smallint,
  firmware text,
  files_received integer default 0 not null,
  bytes_received bigint default 0 not null,
  day date default CURRENT_DATE not null,
  day_bytes bigint default 0 not null,
  refusals integer default 0 not null,
  refusal_recorded timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  silence_seconds integer,
  silence_noticed_at timestamp with time zone,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_inbox_id_fkey FOREIGN KEY (inbox_id) REFERENCES public.device_inboxes(id) ON DELETE CASCADE,
  constraint devices_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint devices_battery CHECK (((battery >= 0) AND (battery <= 100))),
  constraint devices_counter CHECK (((counter >= 0) AND (counter <= '9007199254740991'::bigint))),
  constraint devices_firmware CHECK (((length(firmware) >= 1) AND (length(firmware) <= 100))),
  constraint devices_inbox_mac CHECK ((inbox_mac ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint devices_inbox_statement_length CHECK (((length(inbox_statement) >= 1) AND (length(inbox_statement) <= 4096))),
  constraint devices_interval CHECK (((interval_seconds >= 60) AND (interval_seconds <= 2592000))),
  constraint devices_key_serial CHECK ((key_serial >= 0)),
  constraint devices_name CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint devices_owner_record_length CHECK (((length(owner_record) >= 1) AND (length(owner_record) <= 16384))),
  constraint devices_record_version CHECK ((record_version >= 1)),
  constraint devices_silence CHECK ((silence_seconds = ANY (ARRAY[3600, 86400, 604800]))),
  constraint devices_suite CHECK ((suite = ANY (ARRAY['std'::text, 'iot'::text])))
);
grant insert (id, name, suite, interval_seconds, inbox_id, inbox_statement, inbox_mac, owner_record, space_id, space_epoch) on table public.devices to authenticated;
grant update (inbox_id, inbox_statement, inbox_mac, owner_record, record_version, space_id, space_epoch, revoked_at, silence_seconds) on table public.devices to authenticated;
alter table public.devices enable row level security;
alter table public.devices force row level security;
create policy devices_own on public.devices for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (( SELECT authz.home() AS home)) IS NOT NULL AND (EXISTS ( SELECT
   FROM public.spaces s
  WHERE s.id = devices.space_id AND s.owner_id = (( SELECT auth.uid() AS uid)))) AND (EXISTS ( SELECT
   FROM public.device_inboxes i
  WHERE i.id = devices.inbox_id AND i.user_id = (( SELECT auth.uid() AS uid)) AND i.suite = devices.suite)));
create policy devices_proven on public.devices as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy devices_service on public.devices for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX devices_inbox_idx ON public.devices USING btree (inbox_id);
CREATE INDEX devices_silence_idx ON public.devices USING btree (COALESCE(last_seen_at, enrolled_at)) WHERE (silence_seconds IS NOT NULL);
CREATE INDEX devices_user_time_idx ON public.devices USING btree (user_id, created_at DESC);
CREATE TRIGGER devices_audit_changed AFTER UPDATE OF revoked_at, inbox_id ON public.devices FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
CREATE TRIGGER devices_audit_made AFTER INSERT ON public.devices FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
CREATE TRIGGER devices_fresh BEFORE INSERT OR DELETE ON public.devices FOR EACH STATEMENT EXECUTE FUNCTION authz.require_fresh_change();
CREATE TRIGGER devices_fresh_update BEFORE UPDATE OF revoked_at, silence_seconds, inbox_id, inbox_statement, inbox_mac ON public.devices FOR EACH STATEMENT EXECUTE FUNCTION authz.require_fresh_change();
CREATE TRIGGER devices_keep_revoked BEFORE UPDATE ON public.devices FOR EACH ROW EXECUTE FUNCTION public.keep_revoked_device();
CREATE TRIGGER devices_limit AFTER INSERT ON public.devices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '10000', 't.revoked_at is null');
CREATE TRIGGER devices_paused BEFORE UPDATE OF revoked_at ON public.devices FOR EACH STATEMENT EXECUTE FUNCTION threats.refuse_while_frozen();
CREATE TRIGGER devices_revoked AFTER UPDATE OF revoked_at ON public.devices FOR EACH ROW WHEN (old.revoked_at IS NULL AND new.revoked_at IS NOT NULL) EXECUTE FUNCTION public.end_device();
CREATE TRIGGER realtime_hint_insert AFTER INSERT ON public.devices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('requests', 't.user_id', 'null::uuid');
grant delete, insert, select, update on table public.devices to service_role;
grant select on table public.devices to authenticated;

create table public.earlier_states (
  id bigint generated always as identity not null,
  kind text not null,
  item_id uuid not null,
  user_id uuid not null,
  team_space_id uuid,
  state jsonb not null,
  kept_at timestamp with time zone default clock_timestamp() not null,
  constraint earlier_states_pkey PRIMARY KEY (id),
  constraint earlier_states_team_space_id_fkey FOREIGN KEY (team_space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint earlier_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint earlier_states_kind CHECK ((kind = ANY (ARRAY['file'::text, 'folder'::text])))
);
alter table public.earlier_states enable row level security;
alter table public.earlier_states force row level security;
create policy earlier_states_service on public.earlier_states for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX earlier_states_item_idx ON public.earlier_states USING btree (item_id, kept_at);
CREATE INDEX earlier_states_space_idx ON public.earlier_states USING btree (team_space_id, kept_at) WHERE (team_space_id IS NOT NULL);
CREATE INDEX earlier_states_time_idx ON public.earlier_states USING btree (kept_at);
CREATE INDEX earlier_states_user_idx ON public.earlier_states USING btree (user_id, kept_at);

create table public.enterprise_user_roles (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  role text not null,
  tenant_id uuid not null,
  expires_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint enterprise_user_roles_pkey PRIMARY KEY (id),
  constraint enterprise_user_roles_once UNIQUE (user_id, tenant_id, role),
  constraint enterprise_user_roles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint enterprise_user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint enterprise_user_roles_role CHECK ((role = ANY (ARRAY['super_admin'::text, 'tenant_admin'::text, 'owner'::text, 'admin'::text, 'security_admin'::text, 'compliance_officer'::text, 'growth_manager'::text, 'sales_manager'::text, 'partner_manager'::text, 'billing_admin'::text, 'manager'::text, 'analyst'::text, 'viewer'::text, 'partner'::text, 'member'::text])))
);
alter table public.enterprise_user_roles enable row level security;
alter table public.enterprise_user_roles force row level security;
create policy enterprise_user_roles_read on public.enterprise_user_roles for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND (NOT (( SELECT auth.jwt() AS jwt)) ? 'entry'::text OR tenant_id = (( SELECT authz.tenant() AS tenant))) OR tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy enterprise_user_roles_service on public.enterprise_user_roles for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX enterprise_user_roles_ends_idx ON public.enterprise_user_roles USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE TRIGGER enterprise_user_roles_audit AFTER INSERT OR DELETE OR UPDATE ON public.enterprise_user_roles FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'high', 'user_id');
CREATE TRIGGER enterprise_user_roles_guests BEFORE INSERT OR UPDATE ON public.enterprise_user_roles FOR EACH ROW EXECUTE FUNCTION authz.refuse_role_of_guest();
CREATE TRIGGER enterprise_user_roles_noticed AFTER INSERT OR UPDATE ON public.enterprise_user_roles FOR EACH ROW EXECUTE FUNCTION threats.notice_grant();
CREATE TRIGGER enterprise_user_roles_within_plan BEFORE INSERT OR UPDATE OF role ON public.enterprise_user_roles FOR EACH ROW EXECUTE FUNCTION authz.require_role_of_plan();
grant delete, insert, select, update on table public.enterprise_user_roles to service_role;
grant select on table public.enterprise_user_roles to authenticated;

create table public.event_streams (
  id uuid not null,
  tenant_id uuid not null,
  name text not null,
  kind text not null,
  address text not null,
  format text not null,
  categories text[] default '{}'::text[] not null,
  least_risk text default 'low'::text not null,
  ca text,
  paused_at timestamp with time zone,
  secret_changed_at timestamp with time zone,
  revision integer default 1 not null,
  created_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint event_streams_pkey PRIMARY KEY (id),
  constraint event_streams_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint event_streams_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint event_streams_address CHECK (((length(address) >= 1) AND (length(address) <= 2000))),
  constraint event_streams_ca CHECK ((length(ca) <= 65536)),
  constraint event_streams_categories CHECK ((cardinality(categories) <= 20)),
  constraint event_streams_format CHECK ((format = ANY (ARRAY['json'::text, 'cef'::text, 'ocsf'::text]))),
  constraint event_streams_kind CHECK ((kind = ANY (ARRAY['webhook'::text, 'syslog'::text, 'splunk'::text, 'loki'::text, 's3'::text]))),
  constraint event_streams_name CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 100))),
  constraint event_streams_risk CHECK ((least_risk = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);
alter table public.event_streams enable row level security;
alter table public.event_streams force row level security;
create policy event_streams_proven on public.event_streams as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy event_streams_read on public.event_streams for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_security'::text, authz.tenant()) AS allows));
create policy event_streams_service on public.event_streams for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX event_streams_creator_idx ON public.event_streams USING btree (created_by);
CREATE INDEX event_streams_tenant_idx ON public.event_streams USING btree (tenant_id);
CREATE TRIGGER event_streams_audit AFTER INSERT OR DELETE OR UPDATE ON public.event_streams FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'high', 'id');
grant delete, insert, select, update on table public.event_streams to service_role;
grant select on table public.event_streams to authenticated;

create table public.file_access (
  user_id uuid not null,
  file_id uuid not null,
  created_at timestamp with time zone default now() not null,
  wrapped_key text,
  granted_by uuid,
  role text,
  grant_text text,
  grant_signature text,
  expires_at timestamp with time zone,
  constraint file_access_pkey PRIMARY KEY (user_id, file_id),
  constraint file_access_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.file_records(id) ON DELETE CASCADE,
  constraint file_access_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint file_access_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint file_access_grant_signature_most CHECK ((length(grant_signature) <= 8192)) NOT VALID,
  constraint file_access_grant_text_most CHECK ((length(grant_text) <= 8192)) NOT VALID,
  constraint file_access_grant_whole CHECK ((((granted_by IS NULL) AND (role IS NULL) AND (grant_text IS NULL) AND (grant_signature IS NULL)) OR ((granted_by IS NOT NULL) AND (role IS NOT NULL) AND (grant_text IS NOT NULL) AND (grant_signature IS NOT NULL) AND (wrapped_key IS NOT NULL)))),
  constraint file_access_role CHECK ((role = 'viewer'::text)),
  constraint file_access_wrapped_key_most CHECK ((length(wrapped_key) <= 4096)) NOT VALID
);
grant insert (user_id, file_id, wrapped_key, granted_by, role, grant_text, grant_signature, expires_at) on table public.file_access to authenticated;
grant update (user_id, file_id, wrapped_key, granted_by, role, grant_text, grant_signature, expires_at) on table public.file_access to authenticated;
alter table public.file_access enable row level security;
alter table public.file_access force row level security;
create policy file_access_end on public.file_access for delete to authenticated
  using (granted_by IS NOT NULL AND (granted_by = (( SELECT auth.uid() AS uid)) OR user_id = (( SELECT auth.uid() AS uid))));
create policy file_access_grant on public.file_access for insert to authenticated
  with check (granted_by = (( SELECT auth.uid() AS uid)) AND user_id <> (( SELECT auth.uid() AS uid)) AND public.owns_file(file_id) AND public.is_colleague(user_id));
create policy file_access_proven on public.file_access as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy file_access_read on public.file_access for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR granted_by = (( SELECT auth.uid() AS uid)));
create policy file_access_regrant on public.file_access for update to authenticated
  using (granted_by = (( SELECT auth.uid() AS uid)))
  with check (granted_by = (( SELECT auth.uid() AS uid)) AND user_id <> (( SELECT auth.uid() AS uid)) AND public.owns_file(file_id) AND public.is_colleague(user_id));
create policy file_access_service on public.file_access for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX file_access_file_idx ON public.file_access USING btree (file_id);
CREATE INDEX file_access_granted_idx ON public.file_access USING btree (granted_by, created_at DESC) WHERE (granted_by IS NOT NULL);
CREATE INDEX file_access_time_idx ON public.file_access USING btree (user_id, created_at DESC, file_id DESC);
CREATE TRIGGER file_access_audit_end AFTER DELETE ON public.file_access FOR EACH ROW WHEN (old.granted_by IS NOT NULL) EXECUTE FUNCTION audit.record_change('data_access', 'low', 'file_id');
CREATE TRIGGER file_access_audit_grant AFTER INSERT OR UPDATE ON public.file_access FOR EACH ROW WHEN (new.granted_by IS NOT NULL) EXECUTE FUNCTION audit.record_change('data_access', 'medium', 'file_id');
CREATE TRIGGER file_access_format BEFORE INSERT OR UPDATE OF grant_text ON public.file_access FOR EACH ROW WHEN (new.grant_text ~~ '%"v":1,%'::text) EXECUTE FUNCTION public.refuse_format_1('grant_text');
CREATE TRIGGER file_access_limit AFTER INSERT ON public.file_access REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('file_id', '20000');
CREATE TRIGGER file_access_notify AFTER INSERT ON public.file_access FOR EACH ROW WHEN (new.granted_by IS NOT NULL) EXECUTE FUNCTION notify.on_share();
CREATE TRIGGER file_access_paused BEFORE DELETE OR UPDATE ON public.file_access FOR EACH STATEMENT WHEN (CURRENT_USER = 'authenticated'::name) EXECUTE FUNCTION threats.refuse_while_frozen();
CREATE TRIGGER file_access_refresh_on_end AFTER DELETE ON public.file_access FOR EACH ROW WHEN (old.granted_by IS NOT NULL) EXECUTE FUNCTION public.refresh_is_shared();
CREATE TRIGGER file_access_refresh_on_grant AFTER INSERT OR UPDATE ON public.file_access FOR EACH ROW WHEN (new.granted_by IS NOT NULL) EXECUTE FUNCTION public.refresh_is_shared();
CREATE TRIGGER realtime_hint_delete AFTER DELETE ON public.file_access REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('sharing', 't.user_id', 'null::uuid');
CREATE TRIGGER realtime_hint_insert AFTER INSERT ON public.file_access REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('sharing', 't.user_id', 'null::uuid');
CREATE TRIGGER realtime_hint_update AFTER UPDATE ON public.file_access REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('sharing', 't.user_id', 'null::uuid');
grant delete, insert, select, update on table public.file_access to service_role;
grant delete, select on table public.file_access to authenticated;

create table public.file_records (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  tenant_id uuid not null,
  folder_id uuid,
  file_name text not null,
  original_name text not null,
  file_size bigint not null,
  mime_type text not null,
  encryption_key text not null,
  bucket_id text default 'encrypted-files'::text not null,
  storage_path text not null,
  is_encrypted boolean default true not null,
  is_shared boolean default false not null,
  space_id uuid,
  space_epoch integer,
  content_id uuid,
  version integer default 1 not null,
  manifest text,
  manifest_signature text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  last_accessed timestamp with time zone,
  trashed_at timestamp with time zone,
  is_starred boolean default false not null,
  shared_record text,
  team_space_id uuid,
  changed bigint default 0 not null,
  segment_hashes text,
  placed_at timestamp with time zone,
  constraint file_records_pkey PRIMARY KEY (id),
  constraint file_records_object_once UNIQUE (bucket_id, storage_path),
  constraint file_records_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES public.folders(id),
  constraint file_records_object_fkey FOREIGN KEY (bucket_id, storage_path) REFERENCES storage.objects(bucket_id, name) ON UPDATE CASCADE ON DELETE RESTRICT,
  constraint file_records_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE RESTRICT,
  constraint file_records_team_space_id_fkey FOREIGN KEY (team_space_id) REFERENCES public.spaces(id) ON DELETE RESTRICT,
  constraint file_records_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id),
  constraint file_records_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint file_records_bucket CHECK ((bucket_id = 'encrypted-files'::text)),
  constraint file_records_encryption_key_most CHECK ((length(encryption_key) <= 4096)) NOT VALID,
  constraint file_records_file_name_most CHECK ((length(file_name) <= 8192)) NOT VALID,
  constraint file_records_manifest_most CHECK ((length(manifest) <= 16384)) NOT VALID,
  constraint file_records_manifest_signature_most CHECK ((length(manifest_signature) <= 8192)) NOT VALID,
  constraint file_records_mime_type_most CHECK ((length(mime_type) <= 8192)) NOT VALID,
  constraint file_records_name_length CHECK (((length(original_name) >= 1) AND (length(original_name) <= 8192))),
  constraint file_records_segment_hashes CHECK ((((length(segment_hashes) >= 86) AND (length(segment_hashes) <= 8388608)) AND (segment_hashes ~ '^[A-Za-z0-9_-]+$'::text))),
  constraint file_records_shared_record_length CHECK (((length(shared_record) >= 1) AND (length(shared_record) <= 8192))),
  constraint file_records_size_not_negative CHECK ((file_size >= 0)),
  constraint file_records_storage_path_most CHECK ((length(storage_path) <= 1024)) NOT VALID
);
grant update (folder_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path, is_shared, space_epoch, content_id, version, manifest, manifest_signature, updated_at, last_accessed, trashed_at, is_starred, shared_record, segment_hashes) on table public.file_records to authenticated;
alter table public.file_records enable row level security;
alter table public.file_records force row level security;
create policy file_records_own on public.file_records for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND team_space_id IS NULL)
  with check (user_id = (( SELECT auth.uid() AS uid)) AND team_space_id IS NULL AND tenant_id = (( SELECT authz.home() AS home)) AND (storage.foldername(storage_path))[1] = ((( SELECT auth.uid() AS uid))::text) AND (space_id IS NULL OR (EXISTS ( SELECT
   FROM public.spaces s
  WHERE s.id = file_records.space_id))) AND (folder_id IS NULL OR (EXISTS ( SELECT
   FROM public.folders f
  WHERE f.id = file_records.folder_id))));
create policy file_records_proven on public.file_records as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy file_records_service on public.file_records for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX file_records_folder_idx ON public.file_records USING btree (folder_id);
CREATE INDEX file_records_space_changed_idx ON public.file_records USING btree (space_id, changed) INCLUDE (user_id);
CREATE INDEX file_records_space_time_idx ON public.file_records USING btree (space_id, created_at DESC, id DESC);
CREATE INDEX file_records_team_time_idx ON public.file_records USING btree (team_space_id, created_at DESC, id DESC) WHERE (team_space_id IS NOT NULL);
CREATE INDEX file_records_trashed_idx ON public.file_records USING btree (trashed_at) WHERE (trashed_at IS NOT NULL);
CREATE INDEX file_records_user_time_idx ON public.file_records USING btree (user_id, created_at DESC, id DESC);
CREATE TRIGGER file_records_accept_delivery AFTER INSERT ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.accept_delivery();
CREATE TRIGGER file_records_audit AFTER INSERT OR DELETE OR UPDATE ON public.file_records FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'id');
CREATE TRIGGER file_records_format BEFORE INSERT OR UPDATE OF manifest ON public.file_records FOR EACH ROW WHEN (new.manifest ~~ '%"v":1,%'::text) EXECUTE FUNCTION public.refuse_format_1('manifest');
CREATE TRIGGER file_records_fresh BEFORE DELETE ON public.file_records FOR EACH STATEMENT EXECUTE FUNCTION authz.require_fresh_change();
CREATE TRIGGER file_records_guard_deletion AFTER DELETE ON public.file_records REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION threats.guard_deletion();
CREATE TRIGGER file_records_guard_replacement AFTER UPDATE OF content_id, storage_path, encryption_key ON public.file_records FOR EACH ROW WHEN (old.content_id IS DISTINCT FROM new.content_id OR old.storage_path IS DISTINCT FROM new.storage_path OR old.encryption_key IS DISTINCT FROM new.encryption_key) EXECUTE FUNCTION threats.guard_replacement();
CREATE TRIGGER file_records_guard_team BEFORE INSERT OR UPDATE ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.guard_team_file();
CREATE TRIGGER file_records_is_shared BEFORE INSERT OR UPDATE OF is_shared ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.derive_is_shared();
CREATE TRIGGER file_records_keep_state AFTER UPDATE ON public.file_records FOR EACH ROW WHEN (NOT old.content_id IS DISTINCT FROM new.content_id AND (old.original_name IS DISTINCT FROM new.original_name OR old.mime_type IS DISTINCT FROM new.mime_type OR old.manifest IS DISTINCT FROM new.manifest OR old.manifest_signature IS DISTINCT FROM new.manifest_signature OR old.encryption_key IS DISTINCT FROM new.encryption_key OR old.space_epoch IS DISTINCT FROM new.space_epoch OR old.folder_id IS DISTINCT FROM new.folder_id OR old.segment_hashes IS DISTINCT FROM new.segment_hashes OR old.version IS DISTINCT FROM new.version OR old.storage_path IS DISTINCT FROM new.storage_path OR old.file_name IS DISTINCT FROM new.file_name OR old.file_size IS DISTINCT FROM new.file_size)) EXECUTE FUNCTION public.keep_earlier_state('file');
CREATE TRIGGER file_records_keep_version AFTER UPDATE OF content_id ON public.file_records FOR EACH ROW WHEN (old.content_id IS DISTINCT FROM new.content_id) EXECUTE FUNCTION public.keep_version();
CREATE TRIGGER file_records_next_version BEFORE UPDATE ON public.file_records FOR EACH ROW WHEN (old.manifest IS NOT NULL) EXECUTE FUNCTION public.require_next_version();
CREATE TRIGGER file_records_note_departure AFTER UPDATE OF space_id ON public.file_records FOR EACH ROW WHEN (old.space_id IS NOT NULL AND old.space_id IS DISTINCT FROM new.space_id) EXECUTE FUNCTION public.note_removal();
CREATE TRIGGER file_records_note_removal AFTER DELETE ON public.file_records FOR EACH ROW WHEN (old.space_id IS NOT NULL) EXECUTE FUNCTION public.note_removal();
CREATE TRIGGER file_records_owner_access AFTER INSERT ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.grant_owner_access();
CREATE TRIGGER file_records_paused BEFORE DELETE OR UPDATE OF original_name, mime_type, manifest, manifest_signature, encryption_key, content_id, storage_path, segment_hashes, folder_id, version, file_name, file_size ON public.file_records FOR EACH STATEMENT EXECUTE FUNCTION threats.refuse_while_frozen();
CREATE TRIGGER file_records_refuse_kept BEFORE INSERT OR UPDATE OF storage_path ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.refuse_kept_content();
CREATE TRIGGER file_records_stamp_change BEFORE INSERT OR UPDATE ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.stamp_change();
CREATE TRIGGER file_records_stamp_place BEFORE INSERT OR UPDATE OF folder_id, placed_at ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.stamp_place('folder_id');
CREATE TRIGGER file_records_stamp_trash BEFORE INSERT OR UPDATE OF trashed_at ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.stamp_trash();
CREATE TRIGGER file_records_tenant BEFORE INSERT ON public.file_records FOR EACH ROW EXECUTE FUNCTION authz.default_tenant();
CREATE TRIGGER realtime_delete AFTER DELETE ON public.file_records REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('user_id', 'id');
CREATE TRIGGER realtime_hint_delete AFTER DELETE ON public.file_records REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id');
CREATE TRIGGER realtime_hint_insert AFTER INSERT ON public.file_records REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id');
CREATE TRIGGER realtime_hint_trash AFTER UPDATE OF trashed_at ON public.file_records FOR EACH ROW WHEN (old.trashed_at IS DISTINCT FROM new.trashed_at AND new.is_shared) EXECUTE FUNCTION realtime.hint_recipients();
CREATE TRIGGER realtime_hint_update AFTER UPDATE ON public.file_records REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id');
CREATE TRIGGER realtime_insert AFTER INSERT ON public.file_records REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('user_id', 'id');
CREATE TRIGGER realtime_update AFTER UPDATE ON public.file_records REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('user_id', 'id');
grant delete, insert, select on table public.file_records to authenticated;
grant delete, insert, select, update on table public.file_records to service_role;

create table public.file_removals (
  space_id uuid not null,
  file_id uuid not null,
  changed bigint not null,
  removed_at timestamp with time zone default now() not null,
  constraint file_removals_pkey PRIMARY KEY (space_id, file_id),
  constraint file_removals_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE
);
alter table public.file_removals enable row level security;
alter table public.file_removals force row level security;
create policy file_removals_proven on public.file_removals as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy file_removals_read on public.file_removals for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.spaces s
  WHERE s.id = file_removals.space_id)));
create policy file_removals_service on public.file_removals for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX file_removals_changed_idx ON public.file_removals USING btree (space_id, changed);
CREATE INDEX file_removals_time_idx ON public.file_removals USING btree (removed_at);
grant delete, insert, select, update on table public.file_removals to service_role;
grant select on table public.file_removals to authenticated;

create table public.file_requests (
  id uuid not null,
  user_id uuid default auth.uid() not null,
  door_hash text not null,
  token_hash text not null,
  description text not null,
  owner_record text not null,
  space_id uuid not null,
  space_epoch integer not null,
  kdf jsonb,
  has_password boolean generated always as ((kdf IS NOT NULL)) stored,
  expires_at timestamp with time zone not null,
  max_files integer not null,
  max_bytes bigint not null,
  files_delivered integer default 0 not null,
  bytes_delivered bigint default 0 not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint file_requests_pkey PRIMARY KEY (id),
  constraint file_requests_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint file_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint file_requests_description_length CHECK (((length(description) >= 1) AND (length(description) <= 16384))),
  constraint file_requests_door_hash CHECK ((door_hash ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint file_requests_expiry CHECK (((expires_at >= (created_at - '01:00:00'::interval)) AND (expires_at <= (created_at + '90 days 01:00:00'::interval)))),
  constraint file_requests_kdf CHECK (((jsonb_typeof(kdf) = 'object'::text) AND (pg_column_size(kdf) < 1024))),
  constraint file_requests_max_bytes CHECK ((max_bytes > 0)),
  constraint file_requests_max_files CHECK (((max_files >= 1) AND (max_files <= 1000))),
  constraint file_requests_owner_record_length CHECK (((length(owner_record) >= 1) AND (length(owner_record) <= 16384))),
  constraint file_requests_token_hash CHECK ((token_hash ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint file_requests_within_bytes CHECK (((bytes_delivered >= 0) AND (bytes_delivered <= max_bytes))),
  constraint file_requests_within_files CHECK (((files_delivered >= 0) AND (files_delivered <= max_files)))
);
grant insert (id, user_id, door_hash, token_hash, description, owner_record, space_id, space_epoch, kdf, expires_at, max_files, max_bytes) on table public.file_requests to authenticated;
grant update (ended_at) on table public.file_requests to authenticated;
alter table public.file_requests enable row level security;
alter table public.file_requests force row level security;
create policy file_requests_own on public.file_requests for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (( SELECT authz.home() AS home)) IS NOT NULL AND (EXISTS ( SELECT
   FROM public.spaces s
  WHERE s.id = file_requests.space_id AND s.owner_id = (( SELECT auth.uid() AS uid)))));
create policy file_requests_proven on public.file_requests as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy file_requests_service on public.file_requests for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX file_requests_user_time_idx ON public.file_requests USING btree (user_id, created_at DESC);
CREATE TRIGGER file_requests_audit_ended AFTER UPDATE OF ended_at ON public.file_requests FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'id');
CREATE TRIGGER file_requests_audit_made AFTER INSERT OR DELETE ON public.file_requests FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'medium', 'id');
CREATE TRIGGER file_requests_end AFTER UPDATE OF ended_at ON public.file_requests FOR EACH ROW WHEN (new.ended_at IS NOT NULL) EXECUTE FUNCTION public.end_request();
CREATE TRIGGER file_requests_keep_ended BEFORE UPDATE OF ended_at ON public.file_requests FOR EACH ROW EXECUTE FUNCTION public.keep_ended();
CREATE TRIGGER file_requests_limit AFTER INSERT ON public.file_requests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '5000');
CREATE TRIGGER file_requests_paused BEFORE UPDATE ON public.file_requests FOR EACH STATEMENT WHEN (CURRENT_USER = 'authenticated'::name) EXECUTE FUNCTION threats.refuse_while_frozen();
CREATE TRIGGER file_requests_rules BEFORE INSERT ON public.file_requests FOR EACH ROW EXECUTE FUNCTION public.check_request_rules();
CREATE TRIGGER realtime_hint_delete AFTER DELETE ON public.file_requests REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('requests', 't.user_id', 'null::uuid');
CREATE TRIGGER realtime_hint_insert AFTER INSERT ON public.file_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('requests', 't.user_id', 'null::uuid');
CREATE TRIGGER realtime_hint_update AFTER UPDATE ON public.file_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('requests', 't.user_id', 'null::uuid');
grant delete, insert, select, update on table public.file_requests to service_role;
grant select on table public.file_requests to authenticated;

create table public.file_tags (
  file_id uuid not null,
  tag_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint file_tags_pkey PRIMARY KEY (file_id, tag_id),
  constraint file_tags_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.file_records(id) ON DELETE CASCADE,
  constraint file_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES public.tags(id) ON DELETE CASCADE
);
alter table public.file_tags enable row level security;
alter table public.file_tags force row level security;
create policy file_tags_own on public.file_tags for all to authenticated
  using ((EXISTS ( SELECT
   FROM public.file_records f
  WHERE f.id = file_tags.file_id)))
  with check ((EXISTS ( SELECT
   FROM public.file_records f
  WHERE f.id = file_tags.file_id)) AND (EXISTS ( SELECT
   FROM public.tags t
  WHERE t.id = file_tags.tag_id)));
create policy file_tags_proven on public.file_tags as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy file_tags_service on public.file_tags for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX file_tags_tag_idx ON public.file_tags USING btree (tag_id);
CREATE TRIGGER file_tags_audit AFTER INSERT OR DELETE OR UPDATE ON public.file_tags FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'file_id');
CREATE TRIGGER file_tags_limit AFTER INSERT ON public.file_tags REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('file_id', '200');
CREATE TRIGGER file_tags_paused BEFORE DELETE OR UPDATE ON public.file_tags FOR EACH STATEMENT WHEN (CURRENT_USER = 'authenticated'::name) EXECUTE FUNCTION threats.refuse_while_frozen();
grant delete, insert, select, update on table public.file_tags to authenticated;
grant delete, insert, select, update on table public.file_tags to service_role;

create table public.file_versions (
  id uuid default gen_random_uuid() not null,
  file_id uuid not null,
  user_id uuid not null,
  version integer not null,
  original_name text not null,
  mime_type text not null,
  file_size bigint not null,
  encryption_key text not null,
  space_id uuid not null,
  space_epoch integer not null,
  content_id uuid not null,
  bucket_id text not null,
  storage_path text not null,
  manifest text not null,
  manifest_signature text not null,
  replaced_at timestamp with time zone default now() not null,
  team_space_id uuid,
  segment_hashes text,
  trashed_at timestamp with time zone,
  constraint file_versions_pkey PRIMARY KEY (id),
  constraint file_versions_object_once UNIQUE (bucket_id, storage_path),
  constraint file_versions_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.file_records(id) ON DELETE CASCADE,
  constraint file_versions_object_fkey FOREIGN KEY (bucket_id, storage_path) REFERENCES storage.objects(bucket_id, name) ON UPDATE CASCADE ON DELETE RESTRICT,
  constraint file_versions_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE RESTRICT,
  constraint file_versions_team_space_id_fkey FOREIGN KEY (team_space_id) REFERENCES public.spaces(id) ON DELETE RESTRICT,
  constraint file_versions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.file_versions enable row level security;
alter table public.file_versions force row level security;
create policy file_versions_delete on public.file_versions for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND team_space_id IS NULL);
create policy file_versions_proven on public.file_versions as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy file_versions_read on public.file_versions for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND team_space_id IS NULL);
create policy file_versions_service on public.file_versions for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX file_versions_file_idx ON public.file_versions USING btree (file_id, replaced_at DESC);
CREATE INDEX file_versions_replaced_idx ON public.file_versions USING btree (replaced_at);
CREATE INDEX file_versions_space_idx ON public.file_versions USING btree (space_id);
CREATE INDEX file_versions_team_idx ON public.file_versions USING btree (team_space_id) WHERE (team_space_id IS NOT NULL);
CREATE INDEX file_versions_trashed_idx ON public.file_versions USING btree (trashed_at) WHERE (trashed_at IS NOT NULL);
CREATE INDEX file_versions_user_idx ON public.file_versions USING btree (user_id);
CREATE TRIGGER file_versions_audit AFTER INSERT OR DELETE ON public.file_versions FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'file_id');
CREATE TRIGGER file_versions_count_deletion AFTER DELETE ON public.file_versions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION threats.guard_version_deletion();
CREATE TRIGGER file_versions_drop_object AFTER DELETE ON public.file_versions FOR EACH ROW EXECUTE FUNCTION public.drop_version_object();
CREATE TRIGGER file_versions_fresh BEFORE DELETE ON public.file_versions FOR EACH STATEMENT EXECUTE FUNCTION authz.require_fresh_change();
CREATE TRIGGER file_versions_guard_deletion BEFORE DELETE ON public.file_versions FOR EACH STATEMENT EXECUTE FUNCTION threats.refuse_while_frozen();
CREATE TRIGGER file_versions_mark_team BEFORE INSERT ON public.file_versions FOR EACH ROW EXECUTE FUNCTION public.mark_team_version();
CREATE TRIGGER file_versions_trash BEFORE DELETE ON public.file_versions FOR EACH ROW EXECUTE FUNCTION public.trash_version();
grant delete, insert, select, update on table public.file_versions to service_role;
grant delete, select on table public.file_versions to authenticated;

create table public.folders (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  tenant_id uuid not null,
  space_id uuid,
  space_epoch integer,
  parent_folder_id uuid,
  name text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  trashed_at timestamp with time zone,
  is_starred boolean default false not null,
  team_space_id uuid,
  placed_at timestamp with time zone,
  record text,
  record_signature text,
  constraint folders_pkey PRIMARY KEY (id),
  constraint folders_parent_folder_id_fkey FOREIGN KEY (parent_folder_id) REFERENCES public.folders(id) ON DELETE CASCADE,
  constraint folders_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint folders_team_space_id_fkey FOREIGN KEY (team_space_id) REFERENCES public.spaces(id) ON DELETE RESTRICT,
  constraint folders_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id),
  constraint folders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint folders_name_length CHECK (((length(name) >= 1) AND (length(name) <= 4096))),
  constraint folders_record_length CHECK (((length(record) >= 1) AND (length(record) <= 16384))),
  constraint folders_record_signature_length CHECK (((length(record_signature) >= 1) AND (length(record_signature) <= 8192))),
  constraint folders_record_signed CHECK (((record IS NULL) = (record_signature IS NULL)))
);
alter table public.folders enable row level security;
alter table public.folders force row level security;
create policy folders_own on public.folders for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND team_space_id IS NULL)
  with check (user_id = (( SELECT auth.uid() AS uid)) AND team_space_id IS NULL AND tenant_id = (( SELECT authz.home() AS home)) AND (space_id IS NULL OR (EXISTS ( SELECT
   FROM public.spaces s
  WHERE s.id = folders.space_id))) AND (parent_folder_id IS NULL OR public.owns_folder(parent_folder_id)));
create policy folders_proven on public.folders as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy folders_service on public.folders for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX folders_parent_idx ON public.folders USING btree (parent_folder_id);
CREATE INDEX folders_team_idx ON public.folders USING btree (team_space_id) WHERE (team_space_id IS NOT NULL);
CREATE INDEX folders_trashed_idx ON public.folders USING btree (trashed_at) WHERE (trashed_at IS NOT NULL);
CREATE INDEX folders_user_idx ON public.folders USING btree (user_id);
CREATE TRIGGER folders_audit AFTER INSERT OR DELETE OR UPDATE ON public.folders FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'id');
CREATE TRIGGER folders_fresh BEFORE DELETE ON public.folders FOR EACH STATEMENT EXECUTE FUNCTION authz.require_fresh_change();
CREATE TRIGGER folders_guard_team BEFORE INSERT OR UPDATE ON public.folders FOR EACH ROW EXECUTE FUNCTION public.guard_team_folder();
CREATE TRIGGER folders_keep_state AFTER UPDATE ON public.folders FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.parent_folder_id IS DISTINCT FROM new.parent_folder_id OR old.space_epoch IS DISTINCT FROM new.space_epoch OR old.version IS DISTINCT FROM new.version) EXECUTE FUNCTION public.keep_earlier_state('folder');
CREATE TRIGGER folders_limit AFTER INSERT ON public.folders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '100000');
CREATE TRIGGER folders_next_record BEFORE INSERT OR UPDATE OF name, parent_folder_id, version, space_id, record, record_signature ON public.folders FOR EACH ROW EXECUTE FUNCTION public.require_next_record();
CREATE TRIGGER folders_paused BEFORE DELETE OR UPDATE OF name, parent_folder_id, version, space_epoch ON public.folders FOR EACH STATEMENT EXECUTE FUNCTION threats.refuse_while_frozen();
CREATE TRIGGER folders_refuse_circle BEFORE INSERT OR UPDATE OF parent_folder_id ON public.folders FOR EACH ROW WHEN (new.parent_folder_id IS NOT NULL) EXECUTE FUNCTION public.refuse_folder_circle();
CREATE TRIGGER folders_release_unsigned_files BEFORE DELETE ON public.folders FOR EACH ROW EXECUTE FUNCTION public.release_unsigned_files();
CREATE TRIGGER folders_stamp_place BEFORE INSERT OR UPDATE OF parent_folder_id, placed_at ON public.folders FOR EACH ROW EXECUTE FUNCTION public.stamp_place('parent_folder_id');
CREATE TRIGGER folders_stamp_trash BEFORE INSERT OR UPDATE OF trashed_at ON public.folders FOR EACH ROW EXECUTE FUNCTION public.stamp_trash();
CREATE TRIGGER folders_tenant BEFORE INSERT ON public.folders FOR EACH ROW EXECUTE FUNCTION authz.default_tenant();
CREATE TRIGGER realtime_delete AFTER DELETE ON public.folders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('user_id', 'id');
CREATE TRIGGER realtime_hint_delete AFTER DELETE ON public.folders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id');
CREATE TRIGGER realtime_hint_insert AFTER INSERT ON public.folders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id');
CREATE TRIGGER realtime_hint_update AFTER UPDATE ON public.folders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id');
CREATE TRIGGER realtime_insert AFTER INSERT ON public.folders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('user_id', 'id');
CREATE TRIGGER realtime_update AFTER UPDATE ON public.folders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('user_id', 'id');
grant delete, insert, select, update on table public.folders to authenticated;
grant delete, insert, select, update on table public.folders to service_role;

create table public.former_members (
  user_id uuid not null,
  tenant_id uuid not null,
  removed_by uuid,
  removed_at timestamp with time zone default now() not null,
  banned_before timestamp with time zone,
  constraint former_members_pkey PRIMARY KEY (user_id),
  constraint former_members_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint former_members_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint former_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.former_members enable row level security;
alter table public.former_members force row level security;
create policy former_members_proven on public.former_members as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy former_members_read on public.former_members for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy former_members_service on public.former_members for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX former_members_tenant_idx ON public.former_members USING btree (tenant_id);
CREATE TRIGGER former_members_audit AFTER INSERT OR DELETE OR UPDATE ON public.former_members FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'user_id');
CREATE TRIGGER former_members_drop_recovery_shares AFTER INSERT ON public.former_members FOR EACH ROW EXECUTE FUNCTION public.drop_recovery_shares();
CREATE TRIGGER former_members_end_requests AFTER INSERT ON public.former_members FOR EACH ROW EXECUTE FUNCTION public.end_requests_of_former();
CREATE TRIGGER former_members_leave_spaces AFTER INSERT ON public.former_members FOR EACH ROW EXECUTE FUNCTION public.leave_spaces_of_former_member();
CREATE TRIGGER former_members_leave_teams AFTER INSERT ON public.former_members FOR EACH ROW EXECUTE FUNCTION public.leave_teams_of_former();
CREATE TRIGGER former_members_revoke_devices AFTER INSERT ON public.former_members FOR EACH ROW EXECUTE FUNCTION public.revoke_devices_of_former();
grant delete, insert, select, update on table public.former_members to service_role;
grant select on table public.former_members to authenticated;

create table public.invitation_teams (
  invitation_id uuid not null,
  team_id uuid not null,
  constraint invitation_teams_pkey PRIMARY KEY (invitation_id, team_id),
  constraint invitation_teams_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES public.invitations(id) ON DELETE CASCADE,
  constraint invitation_teams_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.teams(id) ON DELETE CASCADE
);
comment on table public.invitation_teams is 'Teams that somebody joins who accepts an invitation';
alter table public.invitation_teams enable row level security;
alter table public.invitation_teams force row level security;
create policy invitation_teams_service on public.invitation_teams for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX invitation_teams_team_idx ON public.invitation_teams USING btree (team_id);
grant delete, insert, select, update on table public.invitation_teams to service_role;

create table public.invitations (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  email text not null,
  role text not null,
  invited_by uuid,
  sent_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  role_until timestamp with time zone,
  guest_until timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint invitations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint invitations_email_lowercase CHECK ((email = lower(email))),
  constraint invitations_role CHECK ((role = ANY (authz.team_roles())))
);
comment on column public.invitations.role_until is 'When the role ends that comes with the invitation; null is never';
alter table public.invitations enable row level security;
alter table public.invitations force row level security;
create policy invitations_proven on public.invitations as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy invitations_read on public.invitations for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy invitations_service on public.invitations for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX invitations_email_idx ON public.invitations USING btree (email) WHERE (accepted_at IS NULL);
CREATE UNIQUE INDEX invitations_one_open_idx ON public.invitations USING btree (tenant_id, email) WHERE (accepted_at IS NULL);
CREATE TRIGGER invitations_audit AFTER INSERT OR DELETE OR UPDATE ON public.invitations FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
CREATE TRIGGER invitations_within_plan BEFORE INSERT OR UPDATE OF role ON public.invitations FOR EACH ROW EXECUTE FUNCTION authz.require_place_in_plan();
grant delete, insert, select, update on table public.invitations to service_role;
grant select on table public.invitations to authenticated;

create table public.keyrings (
  user_id uuid default auth.uid() not null,
  sealed text not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  write_hash text,
  write_proof text,
  constraint keyrings_pkey PRIMARY KEY (user_id),
  constraint keyrings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint keyrings_sealed_most CHECK ((length(sealed) <= 1048576)) NOT VALID,
  constraint keyrings_write_hash CHECK ((write_hash ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint keyrings_write_proof_goes CHECK ((write_proof IS NULL)),
  constraint keyrings_write_proof_most CHECK ((length(write_proof) <= 43))
);
comment on column public.keyrings.write_hash is 'SHA-256 of the write key, base64url; null: not shown yet';
comment on column public.keyrings.write_proof is 'The write key as it is shown with a change; never stored';
grant update (sealed, version, updated_at, write_proof) on table public.keyrings to authenticated;
alter table public.keyrings enable row level security;
alter table public.keyrings force row level security;
create policy keyrings_own on public.keyrings for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
create policy keyrings_proven on public.keyrings as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy keyrings_service on public.keyrings for all to postgres, service_role
  using (true)
  with check (true);
CREATE TRIGGER keyrings_audit AFTER INSERT OR DELETE OR UPDATE ON public.keyrings FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'user_id');
CREATE TRIGGER keyrings_keep_earlier AFTER UPDATE OF sealed ON public.keyrings FOR EACH ROW WHEN (old.sealed <> new.sealed) EXECUTE FUNCTION auth.keep_earlier_keys();
CREATE TRIGGER keyrings_next_version BEFORE UPDATE ON public.keyrings FOR EACH ROW EXECUTE FUNCTION public.require_next_keyring_version();
CREATE TRIGGER keyrings_paused BEFORE UPDATE ON public.keyrings FOR EACH STATEMENT EXECUTE FUNCTION threats.refuse_while_frozen();
CREATE TRIGGER keyrings_write_key BEFORE UPDATE ON public.keyrings FOR EACH ROW WHEN (CURRENT_USER = 'authenticated'::name) EXECUTE FUNCTION public.require_write_key();
grant delete, insert, select, update on table public.keyrings to service_role;
grant select on table public.keyrings to authenticated;

create table public.legal_holds (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  about uuid,
  reason text not null,
  set_by uuid,
  set_at timestamp with time zone default clock_timestamp() not null,
  released_by uuid,
  released_at timestamp with time zone,
  release_reason text,
  constraint legal_holds_pkey PRIMARY KEY (id),
  constraint legal_holds_released_by_fkey FOREIGN KEY (released_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint legal_holds_set_by_fkey FOREIGN KEY (set_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint legal_holds_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint legal_holds_reason CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 500))),
  constraint legal_holds_release_reason CHECK (((length(btrim(release_reason)) >= 1) AND (length(btrim(release_reason)) <= 500))),
  constraint legal_holds_released CHECK (((released_at IS NULL) = (release_reason IS NULL)))
);
comment on table public.legal_holds is 'What of the audit log is kept until somebody releases it, and why';
alter table public.legal_holds enable row level security;
alter table public.legal_holds force row level security;
create policy legal_holds_proven on public.legal_holds as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy legal_holds_read on public.legal_holds for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('view_audit_logs'::text, authz.tenant()) AS allows));
create policy legal_holds_service on public.legal_holds for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX legal_holds_releaser_idx ON public.legal_holds USING btree (released_by);
CREATE INDEX legal_holds_setter_idx ON public.legal_holds USING btree (set_by);
CREATE INDEX legal_holds_tenant_idx ON public.legal_holds USING btree (tenant_id, set_at DESC, id DESC);
grant delete, insert, select, update on table public.legal_holds to service_role;
grant select on table public.legal_holds to authenticated;

create table public.notification_settings (
  user_id uuid default auth.uid() not null,
  kind text not null,
  in_app boolean default true not null,
  by_email boolean default true not null,
  constraint notification_settings_pkey PRIMARY KEY (user_id, kind),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint notification_settings_kind CHECK ((kind ~ '^[a-z][a-z0-9_]{1,62}$'::text))
);
alter table public.notification_settings enable row level security;
alter table public.notification_settings force row level security;
create policy notification_settings_own on public.notification_settings for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
create policy notification_settings_proven_delete on public.notification_settings as restrictive for delete to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy notification_settings_proven_insert on public.notification_settings as restrictive for insert to authenticated
  with check (( SELECT authz.is_proven() AS is_proven));
create policy notification_settings_proven_update on public.notification_settings as restrictive for update to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy notification_settings_service on public.notification_settings for all to postgres, service_role
  using (true)
  with check (true);
CREATE TRIGGER notification_settings_audit AFTER INSERT OR DELETE OR UPDATE ON public.notification_settings FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'low', 'kind');
CREATE TRIGGER notification_settings_fresh BEFORE INSERT OR DELETE OR UPDATE ON public.notification_settings FOR EACH STATEMENT EXECUTE FUNCTION authz.require_fresh_change();
CREATE TRIGGER notification_settings_limit AFTER INSERT ON public.notification_settings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '100');
grant delete, insert, select, update on table public.notification_settings to authenticated;
grant delete, insert, select, update on table public.notification_settings to service_role;

create table public.notifications (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  kind text not null,
  details jsonb default '{}'::jsonb not null,
  read_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint notifications_details_size CHECK ((pg_column_size(details) < 8192)),
  constraint notifications_kind CHECK ((kind ~ '^[a-z][a-z0-9_]{1,62}$'::text))
);
grant update (read_at) on table public.notifications to authenticated;
alter table public.notifications enable row level security;
alter table public.notifications force row level security;
create policy notifications_mark on public.notifications for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
create policy notifications_own on public.notifications for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy notifications_proven_update on public.notifications as restrictive for update to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy notifications_service on public.notifications for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX notifications_unread_idx ON public.notifications USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX notifications_user_time_idx ON public.notifications USING btree (user_id, created_at DESC, id DESC);
CREATE TRIGGER realtime_delete AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('user_id', 'id');
CREATE TRIGGER realtime_hint_delete AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('notices', 't.user_id', 'null::uuid');
CREATE TRIGGER realtime_hint_insert AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('notices', 't.user_id', 'null::uuid');
CREATE TRIGGER realtime_hint_update AFTER UPDATE ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('notices', 't.user_id', 'null::uuid');
CREATE TRIGGER realtime_insert AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('user_id', 'id');
CREATE TRIGGER realtime_update AFTER UPDATE ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('user_id', 'id');
grant delete, insert, select, update on table public.notifications to service_role;
grant select on table public.notifications to authenticated;

create table public.organisation_domains (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  domain text not null,
  proof text default replace((gen_random_uuid())::text, '-'::text, ''::text) not null,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  checked_at timestamp with time zone,
  verified_at timestamp with time zone,
  missing_since timestamp with time zone,
  constraint organisation_domains_pkey PRIMARY KEY (id),
  constraint organisation_domains_once UNIQUE (tenant_id, domain),
  constraint organisation_domains_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint organisation_domains_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint organisation_domains_domain CHECK (public.is_domain(domain))
);
alter table public.organisation_domains enable row level security;
alter table public.organisation_domains force row level security;
create policy organisation_domains_proven on public.organisation_domains as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy organisation_domains_read on public.organisation_domains for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy organisation_domains_service on public.organisation_domains for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX organisation_domains_created_by_idx ON public.organisation_domains USING btree (created_by);
CREATE UNIQUE INDEX organisation_domains_one_verified ON public.organisation_domains USING btree (domain) WHERE (verified_at IS NOT NULL);
CREATE TRIGGER organisation_domains_added AFTER INSERT OR DELETE ON public.organisation_domains FOR EACH ROW EXECUTE FUNCTION audit.record_domain();
CREATE TRIGGER organisation_domains_changed AFTER UPDATE ON public.organisation_domains FOR EACH ROW WHEN ((old.verified_at IS NULL) <> (new.verified_at IS NULL)) EXECUTE FUNCTION audit.record_domain();
grant delete, insert, select, update on table public.organisation_domains to service_role;
grant select on table public.organisation_domains to authenticated;

create table public.organisation_policies (
  tenant_id uuid not null,
  version integer default 0 not null,
  second_factor_from timestamp with time zone,
  least_password integer,
  idle_hours integer,
  session_days integer,
  allows_links boolean default true not null,
  needs_link_password boolean default false not null,
  link_days integer,
  link_downloads integer,
  allows_requests boolean default true not null,
  updated_at timestamp with time zone default now() not null,
  updated_by uuid,
  allows_guest_links boolean default false not null,
  guest_days integer,
  sign_in_by text,
  sign_in_from timestamp with time zone,
  exports_by text default 'readers'::text not null,
  constraint organisation_policies_pkey PRIMARY KEY (tenant_id),
  constraint organisation_policies_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint organisation_policies_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint organisation_policies_exports_by CHECK ((exports_by = ANY (ARRAY['readers'::text, 'owners'::text]))),
  constraint organisation_policies_guest_days CHECK (((guest_days >= 1) AND (guest_days <= 365))),
  constraint organisation_policies_idle_hours CHECK (((idle_hours >= 2) AND (idle_hours <= 720))),
  constraint organisation_policies_least_password CHECK (((least_password >= 8) AND (least_password <= 64))),
  constraint organisation_policies_link_days CHECK (((link_days >= 1) AND (link_days <= 90))),
  constraint organisation_policies_link_downloads CHECK (((link_downloads >= 1) AND (link_downloads <= 10000))),
  constraint organisation_policies_session_days CHECK (((session_days >= 1) AND (session_days <= 180))),
  constraint organisation_policies_sign_in_both CHECK (((sign_in_by IS NULL) = (sign_in_from IS NULL))),
  constraint organisation_policies_sign_in_by CHECK ((sign_in_by = ANY (ARRAY['passkey'::text, 'provider'::text, 'either'::text])))
);
comment on table public.organisation_policies is 'Rules of an organisation for everybody in it';
alter table public.organisation_policies enable row level security;
alter table public.organisation_policies force row level security;
create policy organisation_policies_read on public.organisation_policies for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)));
create policy organisation_policies_service on public.organisation_policies for all to postgres, service_role
  using (true)
  with check (true);
grant delete, insert, select, update on table public.organisation_policies to service_role;
grant select on table public.organisation_policies to authenticated;

create table public.people_import_rows (
  import_id uuid not null,
  line integer not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null,
  invitation_id uuid,
  is_renewed boolean not null,
  state text default 'waiting'::text not null,
  done_at timestamp with time zone,
  guest_until timestamp with time zone,
  constraint people_import_rows_pkey PRIMARY KEY (import_id, line),
  constraint people_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.people_imports(id) ON DELETE CASCADE,
  constraint people_import_rows_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES public.invitations(id) ON DELETE SET NULL,
  constraint people_import_rows_email CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email = lower(email)))),
  constraint people_import_rows_first_name CHECK ((length(first_name) <= 100)),
  constraint people_import_rows_last_name CHECK ((length(last_name) <= 100)),
  constraint people_import_rows_line CHECK (((line >= 2) AND (line <= 5002))),
  constraint people_import_rows_role CHECK ((role = ANY (authz.team_roles()))),
  constraint people_import_rows_state CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'not_sent'::text, 'cancelled'::text, 'marked'::text])))
);
comment on table public.people_import_rows is 'The people of a list, and where the invitation of each is';
alter table public.people_import_rows enable row level security;
alter table public.people_import_rows force row level security;
create policy people_import_rows_service on public.people_import_rows for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX people_import_rows_invitation_idx ON public.people_import_rows USING btree (invitation_id);
CREATE INDEX people_import_rows_waiting_idx ON public.people_import_rows USING btree (import_id, line) WHERE (state = 'waiting'::text);
grant delete, insert, select, update on table public.people_import_rows to service_role;

create table public.people_imports (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  created_by uuid,
  fingerprint text not null,
  state text default 'sending'::text not null,
  left_out integer not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint people_imports_pkey PRIMARY KEY (id),
  constraint people_imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint people_imports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint people_imports_ended CHECK (((state = 'sending'::text) = (ended_at IS NULL))),
  constraint people_imports_fingerprint CHECK ((fingerprint ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint people_imports_left_out CHECK (((left_out >= 0) AND (left_out <= 5000))),
  constraint people_imports_state CHECK ((state = ANY (ARRAY['sending'::text, 'done'::text, 'cancelled'::text])))
);
comment on table public.people_imports is 'Lists of people who were invited together; deleted after 30 days';
alter table public.people_imports enable row level security;
alter table public.people_imports force row level security;
create policy people_imports_service on public.people_imports for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX people_imports_creator_idx ON public.people_imports USING btree (created_by);
CREATE UNIQUE INDEX people_imports_one_sending_idx ON public.people_imports USING btree (tenant_id) WHERE (state = 'sending'::text);
CREATE INDEX people_imports_tenant_idx ON public.people_imports USING btree (tenant_id, created_at DESC);
grant delete, insert, select, update on table public.people_imports to service_role;

create table public.profiles (
  user_id uuid not null,
  tenant_id uuid not null,
  first_name text,
  last_name text,
  company text,
  avatar_url text,
  updated_at timestamp with time zone default now() not null,
  constraint profiles_pkey PRIMARY KEY (user_id),
  constraint profiles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id),
  constraint profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint profiles_avatar_url_most CHECK ((length(avatar_url) <= 2048)) NOT VALID,
  constraint profiles_company CHECK (((company IS NULL) OR (length(company) <= 100))) NOT VALID,
  constraint profiles_first_name CHECK (((first_name IS NULL) OR ((btrim(first_name) <> ''::text) AND (length(first_name) <= 100)))) NOT VALID,
  constraint profiles_last_name CHECK (((last_name IS NULL) OR ((btrim(last_name) <> ''::text) AND (length(last_name) <= 100)))) NOT VALID
);
alter table public.profiles enable row level security;
alter table public.profiles force row level security;
create policy profiles_insert on public.profiles for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.home() AS home)));
create policy profiles_proven_insert on public.profiles as restrictive for insert to authenticated
  with check (( SELECT authz.is_proven() AS is_proven));
create policy profiles_proven_update on public.profiles as restrictive for update to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy profiles_read on public.profiles for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND (NOT ( SELECT authz.is_guest(auth.uid()) AS is_guest) OR (user_id IN ( SELECT authz.known_to_guest() AS known_to_guest))));
create policy profiles_service on public.profiles for all to postgres, service_role
  using (true)
  with check (true);
create policy profiles_update on public.profiles for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.home() AS home)));
CREATE INDEX profiles_by_name_idx ON public.profiles USING btree (tenant_id, (
CASE
    WHEN ((first_name IS NULL) AND (last_name IS NULL)) THEN '1'::text
    ELSE ('0'::text || lower(btrim(((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text)))))
END), user_id);
CREATE INDEX profiles_tenant_idx ON public.profiles USING btree (tenant_id);
CREATE TRIGGER profiles_audit AFTER INSERT OR DELETE OR UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'low', 'user_id');
CREATE TRIGGER profiles_plain_names BEFORE INSERT OR UPDATE OF first_name, last_name, company ON public.profiles FOR EACH ROW EXECUTE FUNCTION public.plain_names();
CREATE TRIGGER profiles_tenant BEFORE INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION authz.default_tenant();
CREATE TRIGGER profiles_trim BEFORE INSERT OR UPDATE OF first_name, last_name, company ON public.profiles FOR EACH ROW EXECUTE FUNCTION public.trim_profile();
CREATE TRIGGER profiles_within_plan BEFORE INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION authz.require_seat();
grant delete, insert, select, update on table public.profiles to service_role;
grant insert, select, update on table public.profiles to authenticated;

create table public.received_files (
  file_id uuid not null,
  user_id uuid not null,
  constraint received_files_pkey PRIMARY KEY (file_id),
  constraint received_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.file_records(id) ON DELETE CASCADE,
  constraint received_files_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.received_files enable row level security;
alter table public.received_files force row level security;
create policy received_files_own on public.received_files for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy received_files_proven on public.received_files as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy received_files_service on public.received_files for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX received_files_user_idx ON public.received_files USING btree (user_id);
grant delete, insert, select, update on table public.received_files to service_role;
grant select on table public.received_files to authenticated;

create table public.recovery_agreements (
  user_id uuid not null,
  tenant_id uuid not null,
  revision integer not null,
  threshold integer not null,
  agreed_at timestamp with time zone default now() not null,
  constraint recovery_agreements_pkey PRIMARY KEY (user_id),
  constraint recovery_agreements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint recovery_agreements_tenant_id_revision_fkey FOREIGN KEY (tenant_id, revision) REFERENCES public.recovery_policies(tenant_id, revision) ON DELETE CASCADE,
  constraint recovery_agreements_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint recovery_agreements_threshold CHECK (((threshold >= 1) AND (threshold <= 10)))
);
alter table public.recovery_agreements enable row level security;
alter table public.recovery_agreements force row level security;
create policy recovery_agreements_service on public.recovery_agreements for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX recovery_agreements_policy_idx ON public.recovery_agreements USING btree (tenant_id, revision);
CREATE TRIGGER recovery_agreements_audit AFTER INSERT OR DELETE OR UPDATE ON public.recovery_agreements FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'high', 'user_id');
CREATE CONSTRAINT TRIGGER recovery_agreements_tell AFTER INSERT ON public.recovery_agreements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.tell_of_agreement();
CREATE CONSTRAINT TRIGGER recovery_agreements_tell_end AFTER DELETE ON public.recovery_agreements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.tell_of_withdrawal();
grant delete, insert, select, update on table public.recovery_agreements to service_role;

create table public.recovery_answers (
  request_id uuid not null,
  holder_id uuid not null,
  sealed_share text not null,
  wrapped_key text not null,
  created_at timestamp with time zone default now() not null,
  constraint recovery_answers_pkey PRIMARY KEY (request_id, holder_id),
  constraint recovery_answers_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint recovery_answers_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.recovery_requests(id) ON DELETE CASCADE,
  constraint recovery_answers_sealed_length CHECK (((length(sealed_share) >= 1) AND (length(sealed_share) <= 256))),
  constraint recovery_answers_wrap_length CHECK (((length(wrapped_key) >= 1) AND (length(wrapped_key) <= 4096)))
);
alter table public.recovery_answers enable row level security;
alter table public.recovery_answers force row level security;
create policy recovery_answers_service on public.recovery_answers for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX recovery_answers_holder_idx ON public.recovery_answers USING btree (holder_id);
CREATE TRIGGER recovery_answers_audit AFTER INSERT OR DELETE OR UPDATE ON public.recovery_answers FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'high', 'request_id');
grant delete, insert, select, update on table public.recovery_answers to service_role;

create table public.recovery_policies (
  tenant_id uuid not null,
  revision integer not null,
  statement text not null,
  signature text not null,
  created_at timestamp with time zone default now() not null,
  constraint recovery_policies_pkey PRIMARY KEY (tenant_id, revision),
  constraint recovery_policies_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint recovery_policies_revision CHECK ((revision > 0)),
  constraint recovery_policies_signature_length CHECK (((length(signature) >= 1) AND (length(signature) <= 8192))),
  constraint recovery_policies_statement_length CHECK (((length(statement) >= 1) AND (length(statement) <= 8192)))
);
alter table public.recovery_policies enable row level security;
alter table public.recovery_policies force row level security;
create policy recovery_policies_service on public.recovery_policies for all to postgres, service_role
  using (true)
  with check (true);
CREATE TRIGGER recovery_policies_audit AFTER INSERT OR DELETE OR UPDATE ON public.recovery_policies FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'high', 'revision');
CREATE TRIGGER recovery_policies_limit AFTER INSERT ON public.recovery_policies REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '1000', 't.statement not like ''%"holders":[]%''');
CREATE TRIGGER recovery_policies_list AFTER INSERT OR UPDATE OF tenant_id, revision, statement ON public.recovery_policies FOR EACH ROW EXECUTE FUNCTION ledger.await_policy_listing();
grant delete, insert, select, update on table public.recovery_policies to service_role;

create table public.recovery_requests (
  id uuid not null,
  user_id uuid not null,
  public_key text not null,
  revision integer not null,
  threshold integer not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '7 days'::interval) not null,
  ended_at timestamp with time zone,
  outcome text,
  constraint recovery_requests_pkey PRIMARY KEY (id),
  constraint recovery_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint recovery_requests_ended CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint recovery_requests_outcome CHECK ((outcome = ANY (ARRAY['done'::text, 'cancelled'::text, 'refused'::text, 'replaced'::text, 'expired'::text]))),
  constraint recovery_requests_public_key CHECK (((length(public_key) = 1622) AND (public_key ~ '^[A-Za-z0-9_-]+$'::text)))
);
alter table public.recovery_requests enable row level security;
alter table public.recovery_requests force row level security;
create policy recovery_requests_service on public.recovery_requests for all to postgres, service_role
  using (true)
  with check (true);
CREATE UNIQUE INDEX recovery_requests_one_open_idx ON public.recovery_requests USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX recovery_requests_user_time_idx ON public.recovery_requests USING btree (user_id, created_at);
CREATE TRIGGER recovery_requests_audit AFTER INSERT OR DELETE OR UPDATE ON public.recovery_requests FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'high', 'id');
CREATE TRIGGER recovery_requests_end AFTER UPDATE OF ended_at ON public.recovery_requests FOR EACH ROW WHEN (old.ended_at IS NULL AND new.ended_at IS NOT NULL) EXECUTE FUNCTION public.end_recovery();
grant delete, insert, select, update on table public.recovery_requests to service_role;

create table public.recovery_shares (
  user_id uuid not null,
  holder_id uuid not null,
  sealed_share text not null,
  wrapped_key text not null,
  created_at timestamp with time zone default now() not null,
  constraint recovery_shares_pkey PRIMARY KEY (user_id, holder_id),
  constraint recovery_shares_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint recovery_shares_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.recovery_agreements(user_id) ON DELETE CASCADE,
  constraint recovery_shares_sealed_length CHECK (((length(sealed_share) >= 1) AND (length(sealed_share) <= 256))),
  constraint recovery_shares_wrap_length CHECK (((length(wrapped_key) >= 1) AND (length(wrapped_key) <= 4096)))
);
alter table public.recovery_shares enable row level security;
alter table public.recovery_shares force row level security;
create policy recovery_shares_service on public.recovery_shares for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX recovery_shares_holder_idx ON public.recovery_shares USING btree (holder_id);
CREATE TRIGGER recovery_shares_audit AFTER INSERT OR DELETE OR UPDATE ON public.recovery_shares FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'holder_id');
grant delete, insert, select, update on table public.recovery_shares to service_role;

create table public.request_deliveries (
  id uuid not null,
  request_id uuid,
  user_id uuid not null,
  file_size bigint not null,
  bucket_id text default 'encrypted-files'::text not null,
  storage_path text not null,
  upload_id uuid,
  object_name text,
  wrapped_key text,
  record text,
  statement text,
  mac text,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  segment_hashes text,
  device_id uuid,
  signed text,
  signature text,
  content_hash text,
  constraint request_deliveries_pkey PRIMARY KEY (id),
  constraint request_deliveries_path_once UNIQUE (storage_path),
  constraint request_deliveries_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.devices(id) ON DELETE CASCADE,
  constraint request_deliveries_object_fkey FOREIGN KEY (bucket_id, object_name) REFERENCES storage.objects(bucket_id, name) ON UPDATE CASCADE ON DELETE RESTRICT,
  constraint request_deliveries_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.file_requests(id) ON DELETE CASCADE,
  constraint request_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint request_deliveries_bucket CHECK ((bucket_id = 'encrypted-files'::text)),
  constraint request_deliveries_content_hash CHECK ((content_hash ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint request_deliveries_device_signed CHECK (((device_id IS NULL) OR (delivered_at IS NULL) OR ((signed IS NOT NULL) AND (signature IS NOT NULL)))),
  constraint request_deliveries_mac_length CHECK (((length(mac) >= 1) AND (length(mac) <= 64))),
  constraint request_deliveries_origin CHECK ((num_nonnulls(request_id, device_id) = 1)),
  constraint request_deliveries_record_length CHECK (((length(record) >= 1) AND (length(record) <= 8192))),
  constraint request_deliveries_segment_hashes CHECK ((((length(segment_hashes) >= 86) AND (length(segment_hashes) <= 8388608)) AND (segment_hashes ~ '^[A-Za-z0-9_-]+$'::text))),
  constraint request_deliveries_signature_length CHECK (((length(signature) >= 1) AND (length(signature) <= 8192))),
  constraint request_deliveries_signed_length CHECK (((length(signed) >= 1) AND (length(signed) <= 1024))),
  constraint request_deliveries_size_not_negative CHECK ((file_size >= 0)),
  constraint request_deliveries_statement_length CHECK (((length(statement) >= 1) AND (length(statement) <= 4096))),
  constraint request_deliveries_whole CHECK ((((delivered_at IS NULL) AND (object_name IS NULL)) OR ((delivered_at IS NOT NULL) AND (object_name IS NOT NULL) AND (object_name = storage_path) AND (wrapped_key IS NOT NULL) AND (record IS NOT NULL) AND (statement IS NOT NULL) AND (mac IS NOT NULL)))),
  constraint request_deliveries_wrap_length CHECK (((length(wrapped_key) >= 1) AND (length(wrapped_key) <= 4096)))
);
alter table public.request_deliveries enable row level security;
alter table public.request_deliveries force row level security;
create policy request_deliveries_delete on public.request_deliveries for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND delivered_at IS NOT NULL AND request_id IS NOT NULL);
create policy request_deliveries_proven on public.request_deliveries as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy request_deliveries_read on public.request_deliveries for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND delivered_at IS NOT NULL AND request_id IS NOT NULL);
create policy request_deliveries_service on public.request_deliveries for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX request_deliveries_arriving_idx ON public.request_deliveries USING btree (created_at) WHERE (delivered_at IS NULL);
CREATE INDEX request_deliveries_device_idx ON public.request_deliveries USING btree (device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX request_deliveries_request_idx ON public.request_deliveries USING btree (request_id);
CREATE INDEX request_deliveries_user_idx ON public.request_deliveries USING btree (user_id, delivered_at);
CREATE TRIGGER realtime_hint_delete AFTER DELETE ON public.request_deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('requests', 't.user_id', 'null::uuid');
CREATE TRIGGER realtime_hint_insert AFTER INSERT ON public.request_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('requests', 't.user_id', 'null::uuid');
CREATE TRIGGER realtime_hint_update AFTER UPDATE ON public.request_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('requests', 't.user_id', 'null::uuid');
CREATE TRIGGER request_deliveries_audit AFTER DELETE ON public.request_deliveries FOR EACH ROW WHEN (old.delivered_at IS NOT NULL) EXECUTE FUNCTION audit.record_change('data_access', 'low', 'id');
CREATE TRIGGER request_deliveries_delivered AFTER UPDATE OF delivered_at ON public.request_deliveries FOR EACH ROW WHEN (old.delivered_at IS NULL AND new.delivered_at IS NOT NULL) EXECUTE FUNCTION audit.record_delivery();
CREATE TRIGGER request_deliveries_drop AFTER DELETE ON public.request_deliveries FOR EACH ROW EXECUTE FUNCTION public.drop_delivery();
CREATE TRIGGER request_deliveries_fresh BEFORE DELETE ON public.request_deliveries FOR EACH STATEMENT EXECUTE FUNCTION authz.require_fresh_change();
CREATE TRIGGER request_deliveries_notify AFTER UPDATE OF delivered_at ON public.request_deliveries FOR EACH ROW WHEN (old.delivered_at IS NULL AND new.delivered_at IS NOT NULL) EXECUTE FUNCTION notify.on_delivery();
CREATE TRIGGER request_deliveries_paused BEFORE DELETE ON public.request_deliveries FOR EACH STATEMENT WHEN (CURRENT_USER = 'authenticated'::name) EXECUTE FUNCTION threats.refuse_while_frozen();
grant delete, insert, select, update on table public.request_deliveries to service_role;
grant delete, select on table public.request_deliveries to authenticated;

create table public.share_link_files (
  link_id uuid not null,
  file_id uuid not null,
  user_id uuid not null,
  ended_at timestamp with time zone,
  constraint share_link_files_pkey PRIMARY KEY (link_id, file_id),
  constraint share_link_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.file_records(id) ON DELETE CASCADE,
  constraint share_link_files_link_id_fkey FOREIGN KEY (link_id) REFERENCES public.share_links(id) ON DELETE CASCADE,
  constraint share_link_files_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.share_link_files enable row level security;
alter table public.share_link_files force row level security;
create policy share_link_files_own on public.share_link_files for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy share_link_files_proven on public.share_link_files as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy share_link_files_service on public.share_link_files for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX share_link_files_file_idx ON public.share_link_files USING btree (file_id);
CREATE INDEX share_link_files_user_idx ON public.share_link_files USING btree (user_id);
CREATE TRIGGER share_link_files_ended AFTER DELETE OR UPDATE ON public.share_link_files FOR EACH ROW EXECUTE FUNCTION public.end_empty_link();
CREATE TRIGGER share_link_files_limit AFTER INSERT ON public.share_link_files REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('file_id', '10000');
CREATE TRIGGER share_link_files_refresh AFTER INSERT OR DELETE OR UPDATE ON public.share_link_files FOR EACH ROW EXECUTE FUNCTION public.refresh_is_shared();
grant delete, insert, select, update on table public.share_link_files to service_role;
grant select on table public.share_link_files to authenticated;

create table public.share_links (
  id uuid not null,
  file_id uuid,
  user_id uuid default auth.uid() not null,
  door_hash text not null,
  token_hash text not null,
  handover text not null,
  kdf jsonb,
  has_password boolean generated always as ((kdf IS NOT NULL)) stored,
  expires_at timestamp with time zone not null,
  max_downloads integer,
  downloads integer default 0 not null,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  owner_record text,
  space_id uuid,
  space_epoch integer,
  file_ids uuid[],
  constraint share_links_pkey PRIMARY KEY (id),
  constraint share_links_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.file_records(id) ON DELETE CASCADE,
  constraint share_links_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint share_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint share_links_door_hash CHECK ((door_hash ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint share_links_downloads_not_negative CHECK ((downloads >= 0)),
  constraint share_links_files_most CHECK (((cardinality(file_ids) >= 1) AND (cardinality(file_ids) <= 1000))),
  constraint share_links_handover_length CHECK (((length(handover) >= 1) AND (length(handover) <=
CASE
    WHEN (file_ids IS NULL) THEN 16384
    ELSE 983040
END))),
  constraint share_links_kdf CHECK (((jsonb_typeof(kdf) = 'object'::text) AND (pg_column_size(kdf) < 1024))),
  constraint share_links_max_positive CHECK ((max_downloads > 0)),
  constraint share_links_names_files CHECK ((num_nonnulls(file_id, file_ids) = 1)),
  constraint share_links_owner_record_length CHECK (((length(owner_record) >= 1) AND (length(owner_record) <=
CASE
    WHEN (file_ids IS NULL) THEN 4096
    ELSE 32768
END))),
  constraint share_links_owner_record_space CHECK ((((owner_record IS NULL) = (space_id IS NULL)) AND ((owner_record IS NULL) = (space_epoch IS NULL)))),
  constraint share_links_token_hash CHECK ((token_hash ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint share_links_version_positive CHECK ((version > 0))
);
grant insert (id, file_id, user_id, door_hash, token_hash, handover, kdf, expires_at, max_downloads, owner_record, space_id, space_epoch, file_ids) on table public.share_links to authenticated;
grant update (token_hash, handover, kdf, expires_at, max_downloads, revoked_at, version, owner_record, space_id, space_epoch) on table public.share_links to authenticated;
alter table public.share_links enable row level security;
alter table public.share_links force row level security;
create policy share_links_own on public.share_links for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (file_id IS NULL OR public.owns_file(file_id)));
create policy share_links_proven on public.share_links as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy share_links_service on public.share_links for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX share_links_file_idx ON public.share_links USING btree (file_id);
CREATE INDEX share_links_user_time_idx ON public.share_links USING btree (user_id, created_at DESC);
CREATE TRIGGER share_links_audit_changed AFTER UPDATE OF revoked_at, expires_at, max_downloads, token_hash ON public.share_links FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'id');
CREATE TRIGGER share_links_audit_made AFTER INSERT OR DELETE ON public.share_links FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'medium', 'id');
CREATE TRIGGER share_links_download AFTER UPDATE OF downloads ON public.share_links FOR EACH ROW WHEN (new.downloads > old.downloads) EXECUTE FUNCTION audit.record_link_download();
CREATE TRIGGER share_links_ended BEFORE UPDATE ON public.share_links FOR EACH ROW WHEN (new.revoked_at IS NOT NULL OR old.revoked_at IS NOT NULL) EXECUTE FUNCTION public.empty_handover();
CREATE TRIGGER share_links_files AFTER INSERT ON public.share_links FOR EACH ROW WHEN (new.file_ids IS NOT NULL) EXECUTE FUNCTION public.name_link_files();
CREATE TRIGGER share_links_fresh BEFORE UPDATE OF expires_at, max_downloads, handover, token_hash, kdf, owner_record, version, space_id, space_epoch ON public.share_links FOR EACH STATEMENT EXECUTE FUNCTION authz.require_fresh_change();
CREATE TRIGGER share_links_handover_stays BEFORE UPDATE OF handover ON public.share_links FOR EACH ROW WHEN (octet_length(new.handover) > octet_length(old.handover)) EXECUTE FUNCTION public.refuse_longer_handover();
CREATE TRIGGER share_links_keep_revoked BEFORE UPDATE OF revoked_at ON public.share_links FOR EACH ROW EXECUTE FUNCTION public.keep_revoked();
CREATE TRIGGER share_links_limit AFTER INSERT ON public.share_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('file_id', '1000', 't.revoked_at is null');
CREATE TRIGGER share_links_limit_bytes AFTER INSERT ON public.share_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_bytes('user_id', '67108864', 'octet_length(t.handover)', 't.file_ids is not null');
CREATE TRIGGER share_links_limit_ever AFTER INSERT ON public.share_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('file_id', '10000');
CREATE TRIGGER share_links_limit_several AFTER INSERT ON public.share_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '1000', 't.file_ids is not null and t.revoked_at is null');
CREATE TRIGGER share_links_limit_several_ever AFTER INSERT ON public.share_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '10000', 't.file_ids is not null');
CREATE TRIGGER share_links_paused BEFORE UPDATE ON public.share_links FOR EACH STATEMENT WHEN (CURRENT_USER = 'authenticated'::name) EXECUTE FUNCTION threats.refuse_while_frozen();
CREATE TRIGGER share_links_refresh AFTER INSERT OR DELETE OR UPDATE ON public.share_links FOR EACH ROW EXECUTE FUNCTION public.refresh_is_shared();
CREATE TRIGGER share_links_rules BEFORE INSERT OR UPDATE OF expires_at, max_downloads, kdf ON public.share_links FOR EACH ROW EXECUTE FUNCTION public.check_link_rules();
CREATE TRIGGER share_links_terms BEFORE INSERT OR UPDATE OF expires_at ON public.share_links FOR EACH ROW EXECUTE FUNCTION public.check_link_end();
grant delete, insert, select, update on table public.share_links to service_role;
grant select on table public.share_links to authenticated;

create table public.space_keys (
  space_id uuid not null,
  epoch integer not null,
  user_id uuid default auth.uid() not null,
  wrapped_key text not null,
  created_at timestamp with time zone default now() not null,
  constraint space_keys_pkey PRIMARY KEY (space_id, epoch, user_id),
  constraint space_keys_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint space_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint space_keys_wrapped_key_most CHECK ((length(wrapped_key) <= 4096)) NOT VALID
);
alter table public.space_keys enable row level security;
alter table public.space_keys force row level security;
create policy space_keys_own on public.space_keys for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.spaces s
  WHERE s.id = space_keys.space_id AND s.owner_id = (( SELECT auth.uid() AS uid)))));
create policy space_keys_proven on public.space_keys as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy space_keys_service on public.space_keys for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX space_keys_user_idx ON public.space_keys USING btree (user_id);
CREATE TRIGGER space_keys_audit AFTER INSERT OR DELETE OR UPDATE ON public.space_keys FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'space_id');
grant delete, insert, select, update on table public.space_keys to service_role;
grant select on table public.space_keys to authenticated;

create table public.space_marks (
  user_id uuid default auth.uid() not null,
  team_space_id uuid not null,
  space_id uuid not null,
  space_epoch integer not null,
  sealed text not null,
  version integer default 1 not null,
  constraint space_marks_pkey PRIMARY KEY (user_id, team_space_id),
  constraint space_marks_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint space_marks_team_space_id_fkey FOREIGN KEY (team_space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint space_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint space_marks_length CHECK (((length(sealed) >= 1) AND (length(sealed) <= 1000000)))
);
alter table public.space_marks enable row level security;
alter table public.space_marks force row level security;
create policy space_marks_own on public.space_marks for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (team_space_id IN ( SELECT authz.team_spaces() AS team_spaces)) AND (EXISTS ( SELECT
   FROM public.spaces s
  WHERE s.id = space_marks.space_id AND s.owner_id = (( SELECT auth.uid() AS uid)) AND s.kind = 'personal'::text)));
create policy space_marks_proven on public.space_marks as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy space_marks_service on public.space_marks for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX space_marks_personal_idx ON public.space_marks USING btree (space_id);
CREATE INDEX space_marks_space_idx ON public.space_marks USING btree (team_space_id);
CREATE TRIGGER space_marks_limit AFTER INSERT ON public.space_marks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '1000');
CREATE TRIGGER space_marks_limit_bytes AFTER INSERT ON public.space_marks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_bytes('user_id', '67108864', 'octet_length(t.sealed)');
CREATE TRIGGER space_marks_limit_updates AFTER UPDATE ON public.space_marks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_bytes('user_id', '67108864', 'octet_length(t.sealed)');
grant delete, insert, select, update on table public.space_marks to authenticated;
grant delete, insert, select, update on table public.space_marks to service_role;

create table public.space_teams (
  space_id uuid not null,
  team_id uuid not null,
  added uuid[] default '{}'::uuid[] not null,
  left_out uuid[] default '{}'::uuid[] not null,
  noted_at timestamp with time zone default now() not null,
  constraint space_teams_pkey PRIMARY KEY (space_id, team_id),
  constraint space_teams_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint space_teams_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.teams(id) ON DELETE CASCADE,
  constraint space_teams_added CHECK ((cardinality(added) <= 1000)),
  constraint space_teams_left_out CHECK ((cardinality(left_out) <= 1000))
);
comment on table public.space_teams is 'Teams whose people a space was made for; what managers are shown, and nothing else';
alter table public.space_teams enable row level security;
alter table public.space_teams force row level security;
create policy space_teams_proven on public.space_teams as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy space_teams_read on public.space_teams for select to authenticated
  using ((space_id IN ( SELECT authz.team_spaces() AS team_spaces)) AND NOT ( SELECT authz.is_guest(auth.uid()) AS is_guest));
create policy space_teams_service on public.space_teams for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX space_teams_team_idx ON public.space_teams USING btree (team_id);
CREATE TRIGGER space_teams_audit AFTER INSERT OR DELETE ON public.space_teams FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'low', 'space_id');
CREATE TRIGGER space_teams_limit AFTER INSERT ON public.space_teams REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('space_id', '20');
grant delete, insert, select, update on table public.space_teams to service_role;
grant select on table public.space_teams to authenticated;

create table public.spaces (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  owner_id uuid default auth.uid(),
  kind text default 'personal'::text not null,
  current_epoch integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  constraint spaces_pkey PRIMARY KEY (id),
  constraint spaces_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint spaces_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id),
  constraint spaces_epoch_positive CHECK ((current_epoch > 0)),
  constraint spaces_kind CHECK ((kind = ANY (ARRAY['personal'::text, 'team'::text]))),
  constraint spaces_owner CHECK (((kind = 'team'::text) = (owner_id IS NULL)))
);
alter table public.spaces enable row level security;
alter table public.spaces force row level security;
create policy spaces_own on public.spaces for all to authenticated
  using (owner_id = (( SELECT auth.uid() AS uid)))
  with check (owner_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.home() AS home)));
create policy spaces_proven on public.spaces as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy spaces_service on public.spaces for all to postgres, service_role
  using (true)
  with check (true);
CREATE UNIQUE INDEX spaces_one_personal_idx ON public.spaces USING btree (owner_id) WHERE (kind = 'personal'::text);
CREATE TRIGGER realtime_hint_delete AFTER DELETE ON public.spaces REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('spaces', 't.owner_id', 'case when t.kind = ''team'' then t.id end');
CREATE TRIGGER realtime_hint_insert AFTER INSERT ON public.spaces REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('spaces', 't.owner_id', 'case when t.kind = ''team'' then t.id end');
CREATE TRIGGER realtime_hint_update AFTER UPDATE ON public.spaces REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('spaces', 't.owner_id', 'case when t.kind = ''team'' then t.id end');
CREATE TRIGGER spaces_audit AFTER INSERT OR DELETE OR UPDATE ON public.spaces FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'low', 'id');
CREATE TRIGGER spaces_tenant BEFORE INSERT ON public.spaces FOR EACH ROW EXECUTE FUNCTION authz.default_tenant();
grant delete, insert, select, update on table public.spaces to service_role;
grant select on table public.spaces to authenticated;

create table public.status_incident_updates (
  id uuid default gen_random_uuid() not null,
  incident_id uuid not null,
  status text not null,
  text text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  mailed_at timestamp with time zone,
  constraint status_incident_updates_pkey PRIMARY KEY (id),
  constraint status_incident_updates_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES public.status_incidents(id) ON DELETE CASCADE,
  constraint status_incident_updates_status CHECK ((status = ANY (ARRAY['investigating'::text, 'identified'::text, 'monitoring'::text, 'resolved'::text]))),
  constraint status_incident_updates_text CHECK (((length(btrim(text)) >= 1) AND (length(btrim(text)) <= 4000)))
);
alter table public.status_incident_updates enable row level security;
alter table public.status_incident_updates force row level security;
create policy status_incident_updates_read on public.status_incident_updates for select to anon, authenticated
  using (true);
create policy status_incident_updates_service on public.status_incident_updates for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX status_incident_updates_incident_idx ON public.status_incident_updates USING btree (incident_id, created_at DESC);
CREATE TRIGGER status_incident_updates_audit AFTER INSERT OR DELETE OR UPDATE OF status, text ON public.status_incident_updates FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'low', 'id');
CREATE TRIGGER status_incident_updates_mail AFTER INSERT ON public.status_incident_updates FOR EACH ROW EXECUTE FUNCTION status.mail_update();
grant delete, insert, select, update on table public.status_incident_updates to service_role;
grant select on table public.status_incident_updates to anon;
grant select on table public.status_incident_updates to authenticated;

create table public.status_incidents (
  id uuid default gen_random_uuid() not null,
  title text not null,
  description text not null,
  status text not null,
  severity text not null,
  services text[] not null,
  opened_for text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  resolved_at timestamp with time zone,
  cause text,
  constraint status_incidents_pkey PRIMARY KEY (id),
  constraint status_incidents_cause CHECK ((cause = 'content'::text)),
  constraint status_incidents_description CHECK (((length(description) >= 1) AND (length(description) <= 4000))),
  constraint status_incidents_opened_for CHECK ((opened_for = ANY (status.service_ids()))),
  constraint status_incidents_resolved CHECK (((status = 'resolved'::text) = (resolved_at IS NOT NULL))),
  constraint status_incidents_services CHECK (((cardinality(services) > 0) AND (services <@ status.service_ids()))),
  constraint status_incidents_severity CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
  constraint status_incidents_status CHECK ((status = ANY (ARRAY['investigating'::text, 'identified'::text, 'monitoring'::text, 'resolved'::text]))),
  constraint status_incidents_title CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 200)))
);
alter table public.status_incidents enable row level security;
alter table public.status_incidents force row level security;
create policy status_incidents_read on public.status_incidents for select to anon, authenticated
  using (true);
create policy status_incidents_service on public.status_incidents for all to postgres, service_role
  using (true)
  with check (true);
CREATE UNIQUE INDEX status_incidents_one_cause_idx ON public.status_incidents USING btree (cause) WHERE (resolved_at IS NULL);
CREATE UNIQUE INDEX status_incidents_one_open_idx ON public.status_incidents USING btree (opened_for) WHERE (resolved_at IS NULL);
CREATE INDEX status_incidents_time_idx ON public.status_incidents USING btree (created_at DESC);
CREATE TRIGGER status_incidents_audit AFTER INSERT OR DELETE OR UPDATE ON public.status_incidents FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
grant delete, insert, select, update on table public.status_incidents to service_role;
grant select on table public.status_incidents to anon;
grant select on table public.status_incidents to authenticated;

create table public.status_maintenance (
  id uuid default gen_random_uuid() not null,
  title text not null,
  description text default ''::text not null,
  services text[] not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint status_maintenance_pkey PRIMARY KEY (id),
  constraint status_maintenance_description CHECK ((length(description) <= 4000)),
  constraint status_maintenance_services CHECK (((cardinality(services) > 0) AND (services <@ status.service_ids()))),
  constraint status_maintenance_title CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 200))),
  constraint status_maintenance_window CHECK (((ends_at > starts_at) AND (ends_at <= (starts_at + '7 days'::interval))))
);
alter table public.status_maintenance enable row level security;
alter table public.status_maintenance force row level security;
create policy status_maintenance_read on public.status_maintenance for select to anon, authenticated
  using (true);
create policy status_maintenance_service on public.status_maintenance for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX status_maintenance_time_idx ON public.status_maintenance USING btree (ends_at);
CREATE TRIGGER status_maintenance_audit AFTER INSERT OR DELETE OR UPDATE ON public.status_maintenance FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
grant delete, insert, select, update on table public.status_maintenance to service_role;
grant select on table public.status_maintenance to anon;
grant select on table public.status_maintenance to authenticated;

create table public.subscriptions (
  id text not null,
  user_id uuid not null,
  provider text not null,
  plan text not null,
  status text not null,
  quantity integer default 1 not null,
  current_period_end timestamp with time zone not null,
  trial_end timestamp with time zone,
  cancel_at_period_end boolean default false not null,
  sync_order bigint not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint subscriptions_plan CHECK ((plan = ANY (ARRAY['guardian'::text, 'enterprise'::text, 'quantum'::text]))),
  constraint subscriptions_provider CHECK ((provider = ANY (ARRAY['stripe'::text, 'sandbox'::text]))),
  constraint subscriptions_quantity CHECK ((quantity > 0)),
  constraint subscriptions_status CHECK ((status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'unpaid'::text, 'paused'::text, 'canceled'::text])))
);
alter table public.subscriptions enable row level security;
alter table public.subscriptions force row level security;
create policy subscriptions_read on public.subscriptions for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy subscriptions_service on public.subscriptions for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX subscriptions_user_idx ON public.subscriptions USING btree (user_id);
CREATE TRIGGER subscriptions_audit AFTER INSERT OR DELETE ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
CREATE TRIGGER subscriptions_audit_update AFTER UPDATE ON public.subscriptions FOR EACH ROW WHEN (old.user_id IS DISTINCT FROM new.user_id OR old.plan IS DISTINCT FROM new.plan OR old.status IS DISTINCT FROM new.status OR old.quantity IS DISTINCT FROM new.quantity OR old.current_period_end IS DISTINCT FROM new.current_period_end OR old.trial_end IS DISTINCT FROM new.trial_end OR old.cancel_at_period_end IS DISTINCT FROM new.cancel_at_period_end) EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
grant delete, insert, select, update on table public.subscriptions to service_role;
grant select on table public.subscriptions to authenticated;

create table public.suspended_members (
  user_id uuid not null,
  tenant_id uuid not null,
  suspended_by uuid,
  suspended_at timestamp with time zone default now() not null,
  banned_before timestamp with time zone,
  constraint suspended_members_pkey PRIMARY KEY (user_id),
  constraint suspended_members_suspended_by_fkey FOREIGN KEY (suspended_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint suspended_members_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint suspended_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table public.suspended_members is 'People who belong to an organisation and cannot sign in for now';
alter table public.suspended_members enable row level security;
alter table public.suspended_members force row level security;
create policy suspended_members_proven on public.suspended_members as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy suspended_members_read on public.suspended_members for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy suspended_members_service on public.suspended_members for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX suspended_members_by_idx ON public.suspended_members USING btree (suspended_by);
CREATE INDEX suspended_members_tenant_idx ON public.suspended_members USING btree (tenant_id);
CREATE TRIGGER suspended_members_audit AFTER INSERT OR DELETE OR UPDATE ON public.suspended_members FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'user_id');
grant delete, insert, select, update on table public.suspended_members to service_role;
grant select on table public.suspended_members to authenticated;

create table public.system_audit_log (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  tenant_id uuid,
  event_type text not null,
  event_category text not null,
  user_id uuid,
  action text not null,
  status text default 'success'::text not null,
  risk_level text default 'low'::text not null,
  details jsonb default '{}'::jsonb not null,
  constraint system_audit_log_pkey PRIMARY KEY (id),
  constraint system_audit_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id),
  constraint system_audit_log_category CHECK ((event_category = ANY (ARRAY['auth'::text, 'data_access'::text, 'config_change'::text, 'security_incident'::text]))),
  constraint system_audit_log_risk CHECK ((risk_level = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
  constraint system_audit_log_status CHECK ((status = ANY (ARRAY['success'::text, 'failure'::text, 'blocked'::text]))),
  constraint system_audit_log_words CHECK (((length(event_type) <= 200) AND (length(action) <= 200))) NOT VALID
);
alter table public.system_audit_log enable row level security;
alter table public.system_audit_log force row level security;
create policy system_audit_log_read on public.system_audit_log for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND (( SELECT authz.allows('view_audit_logs'::text, authz.tenant()) AS allows) OR user_id = (( SELECT auth.uid() AS uid))));
create policy system_audit_log_service on public.system_audit_log for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX system_audit_log_about_idx ON public.system_audit_log USING btree (tenant_id, ((details ->> 'id'::text)), created_at DESC, id DESC);
CREATE INDEX system_audit_log_category_idx ON public.system_audit_log USING btree (tenant_id, event_category, created_at DESC, id DESC) WHERE (event_category <> 'data_access'::text);
CREATE INDEX system_audit_log_file_idx ON public.system_audit_log USING btree (((details ->> 'file_id'::text)), created_at DESC, id DESC) WHERE ((details ->> 'file_id'::text) IS NOT NULL);
CREATE INDEX system_audit_log_object_idx ON public.system_audit_log USING btree (user_id, ((details ->> 'id'::text)), created_at DESC, id DESC) WHERE (user_id IS NOT NULL);
CREATE INDEX system_audit_log_owner_idx ON public.system_audit_log USING btree (((details ->> 'owner_id'::text)), created_at DESC, id DESC) WHERE ((details ->> 'owner_id'::text) IS NOT NULL);
CREATE INDEX system_audit_log_risk_idx ON public.system_audit_log USING btree (tenant_id, risk_level, created_at DESC, id DESC) WHERE (risk_level <> 'low'::text);
CREATE INDEX system_audit_log_status_idx ON public.system_audit_log USING btree (tenant_id, status, created_at DESC, id DESC) WHERE (status <> 'success'::text);
CREATE INDEX system_audit_log_tenant_time_idx ON public.system_audit_log USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX system_audit_log_type_idx ON public.system_audit_log USING btree (tenant_id, event_type, created_at DESC, id DESC);
CREATE INDEX system_audit_log_user_time_idx ON public.system_audit_log USING btree (user_id, created_at DESC, id DESC) WHERE (user_id IS NOT NULL);
CREATE STATISTICS public.system_audit_log_cause ON (details ->> 'cause'::text) FROM public.system_audit_log;
CREATE TRIGGER system_audit_log_append_only BEFORE DELETE OR UPDATE ON public.system_audit_log FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER system_audit_log_entry BEFORE INSERT ON public.system_audit_log FOR EACH ROW EXECUTE FUNCTION audit.mark_entry();
CREATE TRIGGER system_audit_log_no_truncate BEFORE TRUNCATE ON public.system_audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER system_audit_log_notify AFTER INSERT ON public.system_audit_log FOR EACH ROW WHEN (new.user_id IS NOT NULL AND (new.event_type = ANY (ARRAY['password.changed'::text, 'password.reset'::text, 'email.changed'::text, 'refresh.reuse_detected'::text, 'passkey.registered'::text, 'passkey.removed'::text, 'mfa.removed'::text]))) EXECUTE FUNCTION notify.on_event();
CREATE TRIGGER system_audit_log_pending AFTER INSERT ON public.system_audit_log REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.await_place();
grant insert, select on table public.system_audit_log to service_role;
grant select on table public.system_audit_log to authenticated;

create table public.tags (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  tenant_id uuid not null,
  space_id uuid,
  space_epoch integer,
  name text not null,
  color text default '#6366f1'::text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  constraint tags_pkey PRIMARY KEY (id),
  constraint tags_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint tags_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id),
  constraint tags_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint tags_color CHECK ((color = ANY (ARRAY['#6366f1'::text, '#8b5cf6'::text, '#06b6d4'::text, '#10b981'::text, '#f59e0b'::text, '#ef4444'::text, '#ec4899'::text, '#84cc16'::text]))),
  constraint tags_name_length CHECK (((length(name) >= 1) AND (length(name) <= 4096)))
);
alter table public.tags enable row level security;
alter table public.tags force row level security;
create policy tags_own on public.tags for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.home() AS home)) AND (space_id IS NULL OR (EXISTS ( SELECT
   FROM public.spaces s
  WHERE s.id = tags.space_id))));
create policy tags_proven on public.tags as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy tags_service on public.tags for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX tags_user_idx ON public.tags USING btree (user_id);
CREATE TRIGGER realtime_delete AFTER DELETE ON public.tags REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('user_id', 'id');
CREATE TRIGGER realtime_insert AFTER INSERT ON public.tags REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('user_id', 'id');
CREATE TRIGGER realtime_update AFTER UPDATE ON public.tags REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('user_id', 'id');
CREATE TRIGGER tags_audit AFTER INSERT OR DELETE OR UPDATE ON public.tags FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'id');
CREATE TRIGGER tags_limit AFTER INSERT ON public.tags REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '2000');
CREATE TRIGGER tags_paused BEFORE DELETE OR UPDATE ON public.tags FOR EACH STATEMENT EXECUTE FUNCTION threats.refuse_while_frozen();
CREATE TRIGGER tags_tenant BEFORE INSERT ON public.tags FOR EACH ROW EXECUTE FUNCTION authz.default_tenant();
grant delete, insert, select, update on table public.tags to authenticated;
grant delete, insert, select, update on table public.tags to service_role;

create table public.team_members (
  team_id uuid not null,
  user_id uuid not null,
  added_at timestamp with time zone default now() not null,
  added_by uuid,
  constraint team_members_pkey PRIMARY KEY (team_id, user_id),
  constraint team_members_added_by_fkey FOREIGN KEY (added_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.teams(id) ON DELETE CASCADE,
  constraint team_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table public.team_members is 'The people of each team';
alter table public.team_members enable row level security;
alter table public.team_members force row level security;
create policy team_members_proven on public.team_members as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy team_members_read on public.team_members for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.teams t
  WHERE t.id = team_members.team_id AND t.tenant_id = (( SELECT authz.tenant() AS tenant)))));
create policy team_members_service on public.team_members for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX team_members_added_by_idx ON public.team_members USING btree (added_by) WHERE (added_by IS NOT NULL);
CREATE INDEX team_members_user_idx ON public.team_members USING btree (user_id);
CREATE TRIGGER team_members_audit AFTER INSERT OR DELETE ON public.team_members FOR EACH ROW EXECUTE FUNCTION audit.record_team_member();
CREATE TRIGGER team_members_limit AFTER INSERT ON public.team_members REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('team_id', '1000');
CREATE TRIGGER team_members_of_organisation BEFORE INSERT ON public.team_members FOR EACH ROW EXECUTE FUNCTION public.require_colleague_of_team();
grant delete, insert, select, update on table public.team_members to service_role;
grant select on table public.team_members to authenticated;

create table public.team_space_bundles (
  space_id uuid not null,
  user_id uuid not null,
  statement text not null,
  signature text not null,
  constraint team_space_bundles_pkey PRIMARY KEY (space_id, user_id),
  constraint team_space_bundles_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE
);
alter table public.team_space_bundles enable row level security;
alter table public.team_space_bundles force row level security;
create policy team_space_bundles_service on public.team_space_bundles for all to postgres, service_role
  using (true)
  with check (true);
grant delete, insert, select, update on table public.team_space_bundles to service_role;

create table public.team_space_epochs (
  space_id uuid not null,
  epoch integer not null,
  roster text not null,
  signature text not null,
  previous_key text,
  created_at timestamp with time zone default now() not null,
  signed_by uuid default auth.uid(),
  removes_only boolean default false not null,
  constraint team_space_epochs_pkey PRIMARY KEY (space_id, epoch),
  constraint team_space_epochs_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint team_space_epochs_previous_length CHECK (((length(previous_key) >= 1) AND (length(previous_key) <= 256))),
  constraint team_space_epochs_roster_length CHECK (((length(roster) >= 1) AND (length(roster) <= 524288))),
  constraint team_space_epochs_signature_length CHECK (((length(signature) >= 1) AND (length(signature) <= 8192)))
);
alter table public.team_space_epochs enable row level security;
alter table public.team_space_epochs force row level security;
create policy team_space_epochs_service on public.team_space_epochs for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX team_space_epochs_signed_by_idx ON public.team_space_epochs USING btree (signed_by);
CREATE TRIGGER team_space_epochs_audit AFTER INSERT ON public.team_space_epochs FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'space_id');
CREATE TRIGGER team_space_epochs_limit AFTER INSERT ON public.team_space_epochs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('space_id', '5000', 'not t.removes_only');
CREATE TRIGGER team_space_epochs_limit_bytes AFTER INSERT ON public.team_space_epochs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_bytes('signed_by', '536870912', 'octet_length(t.roster) + octet_length(t.signature)', 'not t.removes_only');
CREATE TRIGGER team_space_epochs_limit_history AFTER INSERT ON public.team_space_epochs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_bytes('space_id', '134217728', 'octet_length(t.roster) + octet_length(t.signature)', 'not t.removes_only');
CREATE TRIGGER team_space_epochs_limit_spaces AFTER INSERT ON public.team_space_epochs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('signed_by', '500', 't.epoch = 1');
CREATE TRIGGER team_space_epochs_list AFTER INSERT OR UPDATE OF space_id, epoch, roster ON public.team_space_epochs FOR EACH ROW EXECUTE FUNCTION ledger.await_roster_listing();
grant delete, insert, select, update on table public.team_space_epochs to service_role;

create table public.team_space_members (
  space_id uuid not null,
  user_id uuid not null,
  role text not null,
  wrapped_key text not null,
  added_at timestamp with time zone default now() not null,
  constraint team_space_members_pkey PRIMARY KEY (space_id, user_id),
  constraint team_space_members_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint team_space_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint team_space_members_key_length CHECK (((length(wrapped_key) >= 1) AND (length(wrapped_key) <= 8192))),
  constraint team_space_members_role CHECK ((role = ANY (ARRAY['manager'::text, 'editor'::text, 'viewer'::text])))
);
alter table public.team_space_members enable row level security;
alter table public.team_space_members force row level security;
create policy team_space_members_service on public.team_space_members for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX team_space_members_user_idx ON public.team_space_members USING btree (user_id);
CREATE TRIGGER realtime_hint_delete AFTER DELETE ON public.team_space_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('spaces', 't.user_id', 't.space_id');
CREATE TRIGGER realtime_hint_insert AFTER INSERT ON public.team_space_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('spaces', 't.user_id', 't.space_id');
CREATE TRIGGER realtime_hint_update AFTER UPDATE ON public.team_space_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('spaces', 't.user_id', 't.space_id');
CREATE TRIGGER team_space_members_audit AFTER INSERT OR DELETE ON public.team_space_members FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'space_id');
CREATE TRIGGER team_space_members_audit_role AFTER UPDATE OF role ON public.team_space_members FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role) EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'space_id');
CREATE TRIGGER team_space_members_reviewed AFTER DELETE ON public.team_space_members REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION reviews.note_left();
grant delete, insert, select, update on table public.team_space_members to service_role;

create table public.teams (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  name text not null,
  description text default ''::text not null,
  external_id text,
  source text default 'manual'::text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint teams_pkey PRIMARY KEY (id),
  constraint teams_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint teams_description CHECK ((length(description) <= 500)),
  constraint teams_external_id CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255))),
  constraint teams_external_of_scim CHECK (((external_id IS NULL) OR (source = 'scim'::text))),
  constraint teams_name CHECK ((((length(name) >= 1) AND (length(name) <= 100)) AND (name = btrim(name)) AND (name !~ '[[:cntrl:]]'::text))),
  constraint teams_source CHECK ((source = ANY (ARRAY['manual'::text, 'scim'::text])))
);
comment on table public.teams is 'Named groups of people of one organisation; a team opens nothing by itself';
alter table public.teams enable row level security;
alter table public.teams force row level security;
create policy teams_proven on public.teams as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy teams_read on public.teams for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND NOT ( SELECT authz.is_guest(auth.uid()) AS is_guest));
create policy teams_service on public.teams for all to postgres, service_role
  using (true)
  with check (true);
CREATE UNIQUE INDEX teams_external_once ON public.teams USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX teams_name_once ON public.teams USING btree (tenant_id, lower(name));
CREATE TRIGGER teams_audit_deleted BEFORE DELETE ON public.teams FOR EACH ROW EXECUTE FUNCTION audit.record_team();
CREATE TRIGGER teams_audit_made AFTER INSERT ON public.teams FOR EACH ROW EXECUTE FUNCTION audit.record_team();
CREATE TRIGGER teams_audit_renamed AFTER UPDATE ON public.teams FOR EACH ROW WHEN (old.name <> new.name OR old.description <> new.description) EXECUTE FUNCTION audit.record_team();
CREATE TRIGGER teams_limit AFTER INSERT ON public.teams REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '500');
grant delete, insert, select, update on table public.teams to service_role;
grant select on table public.teams to authenticated;

create table public.tenants (
  id uuid default gen_random_uuid() not null,
  name text not null,
  subscription_tier text default 'enterprise'::text not null,
  status text default 'active'::text not null,
  is_default boolean default false not null,
  created_at timestamp with time zone default now() not null,
  probe text,
  suspended_at timestamp with time zone,
  suspended_reason text,
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_name_most CHECK ((length(name) <= 200)) NOT VALID,
  constraint tenants_name_not_blank CHECK ((btrim(name) <> ''::text)),
  constraint tenants_operator_is_active CHECK (((status = 'active'::text) OR (NOT is_default))),
  constraint tenants_probe_known CHECK ((probe = ANY (ARRAY['a'::text, 'b'::text, 'c'::text]))),
  constraint tenants_status_known CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'leaving'::text, 'deleted'::text]))),
  constraint tenants_suspended_reason_most CHECK ((length(suspended_reason) <= 500)),
  constraint tenants_suspended_since CHECK (((status = 'suspended'::text) = (suspended_at IS NOT NULL))),
  constraint tenants_tier_known CHECK ((subscription_tier = ANY (ARRAY['starter'::text, 'professional'::text, 'enterprise'::text])))
);
comment on column public.tenants.probe is 'Set for the three organisations of the comprehensive test, which are nobody''s';
comment on column public.tenants.suspended_at is 'Since when nobody of it can sign in';
grant update (name) on table public.tenants to authenticated;
alter table public.tenants enable row level security;
alter table public.tenants force row level security;
create policy tenants_change on public.tenants for update to authenticated
  using (id = (( SELECT authz.tenant() AS tenant)) AND authz.allows('manage_users'::text, id))
  with check (id = (( SELECT authz.tenant() AS tenant)));
create policy tenants_proven_update on public.tenants as restrictive for update to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy tenants_read on public.tenants for select to authenticated
  using (id = (( SELECT authz.tenant() AS tenant)));
create policy tenants_service on public.tenants for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX tenants_newest_idx ON public.tenants USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX tenants_one_default ON public.tenants USING btree (is_default) WHERE is_default;
CREATE UNIQUE INDEX tenants_one_of_each_probe ON public.tenants USING btree (probe) WHERE (probe IS NOT NULL);
CREATE TRIGGER tenants_audit AFTER INSERT OR DELETE OR UPDATE ON public.tenants FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
CREATE TRIGGER tenants_fresh BEFORE UPDATE ON public.tenants FOR EACH STATEMENT EXECUTE FUNCTION authz.require_fresh_change();
grant delete, insert, select, update on table public.tenants to service_role;
grant select on table public.tenants to anon;
grant select on table public.tenants to authenticated;

create table public.threat_detections (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  detector text not null,
  risk text not null,
  user_id uuid,
  session_id uuid,
  subject text not null,
  reasons jsonb default '[]'::jsonb not null,
  score real,
  enforcement text not null,
  is_dry_run boolean default false not null,
  times integer default 1 not null,
  incident_id uuid,
  answer text,
  answered_at timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  last_at timestamp with time zone default clock_timestamp() not null,
  constraint threat_detections_pkey PRIMARY KEY (id),
  constraint threat_detections_detector_fkey FOREIGN KEY (detector) REFERENCES threats.detectors(name),
  constraint threat_detections_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES public.threat_incidents(id) ON DELETE SET NULL,
  constraint threat_detections_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint threat_detections_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint threat_detections_answer CHECK ((answer = ANY (ARRAY['me'::text, 'not_me'::text]))),
  constraint threat_detections_enforcement CHECK ((enforcement = ANY (ARRAY['challenge'::text, 'step_up'::text, 'throttle'::text, 'block'::text, 'freeze'::text, 'pause'::text, 'none'::text]))),
  constraint threat_detections_reasons CHECK ((jsonb_typeof(reasons) = 'array'::text)),
  constraint threat_detections_risk CHECK ((risk = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
  constraint threat_detections_subject CHECK (((length(subject) >= 1) AND (length(subject) <= 200))),
  constraint threat_detections_times CHECK ((times >= 1))
);
comment on table public.threat_detections is 'What detectors noticed, with reasons and what was done';
alter table public.threat_detections enable row level security;
alter table public.threat_detections force row level security;
create policy threat_detections_read on public.threat_detections for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_security'::text, authz.tenant()) AS allows));
create policy threat_detections_service on public.threat_detections for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX threat_detections_incident_idx ON public.threat_detections USING btree (incident_id) WHERE (incident_id IS NOT NULL);
CREATE INDEX threat_detections_person_idx ON public.threat_detections USING btree (user_id, created_at DESC, id DESC) WHERE (user_id IS NOT NULL);
CREATE INDEX threat_detections_subject_idx ON public.threat_detections USING btree (tenant_id, detector, subject, last_at DESC);
CREATE INDEX threat_detections_time_idx ON public.threat_detections USING btree (tenant_id, created_at DESC, id DESC);
grant delete, insert, select, update on table public.threat_detections to service_role;
grant select on table public.threat_detections to authenticated;

create table public.threat_enforcements (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  detection_id uuid,
  action text not null,
  subject text not null,
  user_id uuid,
  session_id uuid,
  needs text default 'any'::text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  until timestamp with time zone,
  lifted_at timestamp with time zone,
  lifted_by uuid,
  lifted_how text,
  constraint threat_enforcements_pkey PRIMARY KEY (id),
  constraint threat_enforcements_detection_id_fkey FOREIGN KEY (detection_id) REFERENCES public.threat_detections(id) ON DELETE SET NULL,
  constraint threat_enforcements_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint threat_enforcements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint threat_enforcements_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint threat_enforcements_action CHECK ((action = ANY (ARRAY['challenge'::text, 'step_up'::text, 'throttle'::text, 'block'::text, 'freeze'::text, 'pause'::text]))),
  constraint threat_enforcements_lifted_how CHECK ((lifted_how = ANY (ARRAY['password'::text, 'code'::text, 'second_factor'::text, 'administrator'::text, 'owner'::text]))),
  constraint threat_enforcements_needs CHECK ((needs = ANY (ARRAY['any'::text, 'mailbox'::text, 'second_factor'::text]))),
  constraint threat_enforcements_subject CHECK (((length(subject) >= 1) AND (length(subject) <= 200)))
);
comment on table public.threat_enforcements is 'What the server does about what was noticed, until when, and who lifted it';
alter table public.threat_enforcements enable row level security;
alter table public.threat_enforcements force row level security;
create policy threat_enforcements_read on public.threat_enforcements for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_security'::text, authz.tenant()) AS allows));
create policy threat_enforcements_service on public.threat_enforcements for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX threat_enforcements_lifted_idx ON public.threat_enforcements USING btree (user_id, lifted_at) WHERE ((action = 'freeze'::text) AND (lifted_at IS NOT NULL));
CREATE INDEX threat_enforcements_pause_idx ON public.threat_enforcements USING btree (subject) WHERE (action = 'pause'::text);
CREATE INDEX threat_enforcements_person_idx ON public.threat_enforcements USING btree (user_id, action) WHERE ((user_id IS NOT NULL) AND (lifted_at IS NULL));
CREATE INDEX threat_enforcements_session_idx ON public.threat_enforcements USING btree (session_id) WHERE ((session_id IS NOT NULL) AND (lifted_at IS NULL));
CREATE INDEX threat_enforcements_subject_idx ON public.threat_enforcements USING btree (subject) WHERE (lifted_at IS NULL);
CREATE INDEX threat_enforcements_time_idx ON public.threat_enforcements USING btree (tenant_id, created_at DESC, id DESC);
CREATE TRIGGER threat_enforcements_audit AFTER INSERT OR UPDATE ON public.threat_enforcements FOR EACH ROW EXECUTE FUNCTION audit.record_change('security_incident', 'high', 'id');
grant delete, insert, select, update on table public.threat_enforcements to service_role;
grant select on table public.threat_enforcements to authenticated;

create table public.threat_incidents (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  detector text not null,
  risk text not null,
  user_id uuid,
  subject text not null,
  state text default 'open'::text not null,
  assigned_to uuid,
  opened_at timestamp with time zone default clock_timestamp() not null,
  last_at timestamp with time zone default clock_timestamp() not null,
  resolved_at timestamp with time zone,
  constraint threat_incidents_pkey PRIMARY KEY (id),
  constraint threat_incidents_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint threat_incidents_detector_fkey FOREIGN KEY (detector) REFERENCES threats.detectors(name),
  constraint threat_incidents_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint threat_incidents_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint threat_incidents_resolved CHECK (((state = 'resolved'::text) = (resolved_at IS NOT NULL))),
  constraint threat_incidents_risk CHECK ((risk = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
  constraint threat_incidents_state CHECK ((state = ANY (ARRAY['open'::text, 'investigating'::text, 'resolved'::text]))),
  constraint threat_incidents_subject CHECK (((length(subject) >= 1) AND (length(subject) <= 200)))
);
comment on table public.threat_incidents is 'Detections of one subject that somebody looks after';
alter table public.threat_incidents enable row level security;
alter table public.threat_incidents force row level security;
create policy threat_incidents_read on public.threat_incidents for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_security'::text, authz.tenant()) AS allows));
create policy threat_incidents_service on public.threat_incidents for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX threat_incidents_subject_idx ON public.threat_incidents USING btree (tenant_id, subject) WHERE (state <> 'resolved'::text);
CREATE INDEX threat_incidents_time_idx ON public.threat_incidents USING btree (tenant_id, opened_at DESC, id DESC);
CREATE TRIGGER threat_incidents_audit AFTER INSERT OR UPDATE ON public.threat_incidents FOR EACH ROW EXECUTE FUNCTION audit.record_change('security_incident', 'high', 'id');
grant delete, insert, select, update on table public.threat_incidents to service_role;
grant select on table public.threat_incidents to authenticated;

create table public.threat_notes (
  id uuid default gen_random_uuid() not null,
  incident_id uuid not null,
  user_id uuid default auth.uid(),
  body text,
  state text,
  assigned_to uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint threat_notes_pkey PRIMARY KEY (id),
  constraint threat_notes_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint threat_notes_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES public.threat_incidents(id) ON DELETE CASCADE,
  constraint threat_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint threat_notes_body CHECK (((length(body) >= 1) AND (length(body) <= 4000))),
  constraint threat_notes_state CHECK ((state = ANY (ARRAY['open'::text, 'investigating'::text, 'resolved'::text])))
);
comment on table public.threat_notes is 'Timeline of an incident: notes, states, who took it';
alter table public.threat_notes enable row level security;
alter table public.threat_notes force row level security;
create policy threat_notes_read on public.threat_notes for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.threat_incidents i
  WHERE i.id = threat_notes.incident_id)));
create policy threat_notes_service on public.threat_notes for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX threat_notes_incident_idx ON public.threat_notes USING btree (incident_id, created_at);
CREATE TRIGGER threat_notes_audit AFTER INSERT ON public.threat_notes FOR EACH ROW EXECUTE FUNCTION audit.record_change('security_incident', 'low', 'incident_id');
grant delete, insert, select, update on table public.threat_notes to service_role;
grant select on table public.threat_notes to authenticated;

create table public.threat_settings (
  tenant_id uuid not null,
  detector text not null,
  mode text default 'enforce'::text not null,
  factor real default 1 not null,
  updated_at timestamp with time zone default now() not null,
  constraint threat_settings_pkey PRIMARY KEY (tenant_id, detector),
  constraint threat_settings_detector_fkey FOREIGN KEY (detector) REFERENCES threats.detectors(name),
  constraint threat_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint threat_settings_factor CHECK (((factor >= (0.25)::double precision) AND (factor <= (8)::double precision))),
  constraint threat_settings_mode CHECK ((mode = ANY (ARRAY['enforce'::text, 'dry_run'::text, 'off'::text])))
);
comment on table public.threat_settings is 'How an organisation wants each detector';
alter table public.threat_settings enable row level security;
alter table public.threat_settings force row level security;
create policy threat_settings_read on public.threat_settings for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_security'::text, authz.tenant()) AS allows));
create policy threat_settings_service on public.threat_settings for all to postgres, service_role
  using (true)
  with check (true);
CREATE TRIGGER threat_settings_audit AFTER INSERT OR DELETE OR UPDATE ON public.threat_settings FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'high', 'detector');
grant delete, insert, select, update on table public.threat_settings to service_role;
grant select on table public.threat_settings to authenticated;

create table public.user_key_bundles (
  user_id uuid default auth.uid() not null,
  tenant_id uuid not null,
  statement text not null,
  signature text not null,
  created_at timestamp with time zone default now() not null,
  constraint user_key_bundles_pkey PRIMARY KEY (user_id),
  constraint user_key_bundles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id),
  constraint user_key_bundles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint user_key_bundles_signature_most CHECK ((length(signature) <= 8192)) NOT VALID,
  constraint user_key_bundles_statement_most CHECK ((length(statement) <= 16384)) NOT VALID
);
alter table public.user_key_bundles enable row level security;
alter table public.user_key_bundles force row level security;
create policy user_key_bundles_insert on public.user_key_bundles for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.home() AS home)));
create policy user_key_bundles_proven_insert on public.user_key_bundles as restrictive for insert to authenticated
  with check (( SELECT authz.is_proven() AS is_proven));
create policy user_key_bundles_read on public.user_key_bundles for select to authenticated
  using (tenant_id = (( SELECT authz.home() AS home)) AND (NOT ( SELECT authz.is_guest(auth.uid()) AS is_guest) OR (user_id IN ( SELECT authz.known_to_guest() AS known_to_guest))));
create policy user_key_bundles_service on public.user_key_bundles for all to postgres, service_role
  using (true)
  with check (true);
CREATE TRIGGER user_key_bundles_audit AFTER INSERT OR DELETE OR UPDATE ON public.user_key_bundles FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'user_id');
CREATE TRIGGER user_key_bundles_list AFTER INSERT OR UPDATE OF user_id, statement ON public.user_key_bundles FOR EACH ROW EXECUTE FUNCTION ledger.await_listing();
CREATE TRIGGER user_key_bundles_proven BEFORE INSERT ON public.user_key_bundles FOR EACH ROW EXECUTE FUNCTION public.require_proof_for_vault();
CREATE TRIGGER user_key_bundles_tenant BEFORE INSERT ON public.user_key_bundles FOR EACH ROW EXECUTE FUNCTION authz.default_tenant();
grant delete, insert, select, update on table public.user_key_bundles to service_role;
grant insert, select on table public.user_key_bundles to authenticated;

create view public.device_deliveries with (security_barrier=true) as
 SELECT id,
    device_id,
    user_id,
    file_size,
    storage_path,
    wrapped_key,
    record,
    statement,
    mac,
    segment_hashes,
    signed,
    signature,
    delivered_at
   FROM public.request_deliveries d
  WHERE device_id IS NOT NULL AND delivered_at IS NOT NULL AND user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT authz.is_proven() AS is_proven);
grant delete, select on table public.device_deliveries to authenticated;

create view public.own_devices with (security_barrier=true) as
 SELECT d.id,
    d.name,
    d.suite,
    d.interval_seconds,
    d.inbox_id,
    d.inbox_statement,
    d.inbox_mac,
    d.owner_record,
    d.record_version,
    d.space_id,
    d.space_epoch,
    d.key_serial,
    d.enrolled_at,
    d.last_seen_at,
    d.battery,
    d.firmware,
    d.files_received,
    d.bytes_received,
    d.refusals,
    d.revoked_at,
    d.created_at,
    public.device_state(d.*) AS state,
    c.expires_at AS code_expires_at,
    d.silence_seconds,
    public.device_pause(d.*) AS pause
   FROM public.devices d
     LEFT JOIN public.device_codes c ON c.device_id = d.id AND c.used_at IS NULL
  WHERE d.user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT authz.is_proven() AS is_proven);
grant select on table public.own_devices to authenticated;

create view public.reachable_files with (security_barrier=true) as
 SELECT id,
    user_id,
    tenant_id,
    folder_id,
    file_name,
    original_name,
    file_size,
    mime_type,
    encryption_key,
    bucket_id,
    storage_path,
    is_encrypted,
    is_shared,
    is_starred,
    space_id,
    space_epoch,
    content_id,
    version,
    manifest,
    manifest_signature,
    shared_record,
    created_at,
    updated_at,
    last_accessed,
    trashed_at,
    team_space_id,
    segment_hashes
   FROM public.file_records f
  WHERE team_space_id IS NULL AND user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT authz.is_proven() AS is_proven) OR (team_space_id IN ( SELECT authz.team_spaces() AS team_spaces));
grant select on table public.reachable_files to authenticated;

create view public.reachable_folders with (security_barrier=true) as
 SELECT id,
    user_id,
    tenant_id,
    space_id,
    space_epoch,
    parent_folder_id,
    name,
    version,
    created_at,
    is_starred,
    trashed_at,
    team_space_id,
    record,
    record_signature
   FROM public.folders f
  WHERE team_space_id IS NULL AND user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT authz.is_proven() AS is_proven) OR (team_space_id IN ( SELECT authz.team_spaces() AS team_spaces));
grant select on table public.reachable_folders to authenticated;

create view public.reachable_states with (security_barrier=true) as
 SELECT id,
    kind,
    item_id,
    team_space_id,
    state,
    kept_at
   FROM public.earlier_states e
  WHERE kept_at > (now() - '7 days'::interval) AND (team_space_id IS NULL AND user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT authz.is_proven() AS is_proven) OR (team_space_id IN ( SELECT authz.edited_spaces() AS edited_spaces)));
grant select on table public.reachable_states to authenticated;

create view public.reachable_versions with (security_barrier=true) as
 SELECT id,
    file_id,
    user_id,
    version,
    original_name,
    mime_type,
    file_size,
    encryption_key,
    space_id,
    space_epoch,
    content_id,
    bucket_id,
    storage_path,
    manifest,
    manifest_signature,
    replaced_at,
    team_space_id,
    segment_hashes
   FROM public.file_versions v
  WHERE trashed_at IS NULL AND (team_space_id IS NULL AND user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT authz.is_proven() AS is_proven) OR (team_space_id IN ( SELECT authz.team_spaces() AS team_spaces)));
grant select on table public.reachable_versions to authenticated;

create view public.team_files with (security_barrier=true, check_option=local) as
 SELECT id,
    user_id,
    tenant_id,
    folder_id,
    file_name,
    original_name,
    file_size,
    mime_type,
    encryption_key,
    bucket_id,
    storage_path,
    is_encrypted,
    is_shared,
    is_starred,
    space_id,
    space_epoch,
    content_id,
    version,
    manifest,
    manifest_signature,
    shared_record,
    created_at,
    updated_at,
    last_accessed,
    trashed_at,
    team_space_id,
    segment_hashes
   FROM public.file_records f
  WHERE (team_space_id IN ( SELECT authz.team_spaces() AS team_spaces));
grant insert (id, folder_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path, is_encrypted, space_id, space_epoch, content_id, version, manifest, manifest_signature, segment_hashes) on table public.team_files to authenticated;
grant update (folder_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path, space_epoch, content_id, version, manifest, manifest_signature, updated_at, trashed_at, segment_hashes) on table public.team_files to authenticated;
grant select on table public.team_files to authenticated;

create view public.team_folders with (security_barrier=true, check_option=local) as
 SELECT id,
    user_id,
    tenant_id,
    space_id,
    space_epoch,
    parent_folder_id,
    name,
    version,
    created_at,
    is_starred,
    trashed_at,
    team_space_id,
    record,
    record_signature
   FROM public.folders f
  WHERE (team_space_id IN ( SELECT authz.team_spaces() AS team_spaces));
grant insert (id, space_id, space_epoch, parent_folder_id, name, version, record, record_signature) on table public.team_folders to authenticated;
grant update (space_epoch, parent_folder_id, name, version, trashed_at, record, record_signature) on table public.team_folders to authenticated;
grant select on table public.team_folders to authenticated;

create view public.trashed_versions with (security_barrier=true) as
 SELECT id,
    file_id,
    user_id,
    version,
    original_name,
    mime_type,
    file_size,
    encryption_key,
    space_id,
    space_epoch,
    content_id,
    bucket_id,
    storage_path,
    manifest,
    manifest_signature,
    replaced_at,
    team_space_id,
    segment_hashes,
    trashed_at
   FROM public.file_versions v
  WHERE trashed_at > (now() - '30 days'::interval) AND (team_space_id IS NULL AND user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT authz.is_proven() AS is_proven) OR (team_space_id IN ( SELECT authz.edited_spaces() AS edited_spaces)));
grant select on table public.trashed_versions to authenticated;

create function public.accept_delivery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.add_devices(added jsonb) RETURNS void LANGUAGE plpgsql SET search_path TO '';
grant execute on function public.add_devices(jsonb) to authenticated;

create function public.add_domain(domain text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.add_domain(text) to authenticated;

create function public.add_invitation(email text, role text) RETURNS uuid LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function public.add_scim_token(called text, hash_hex text, days integer, with_mails boolean) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.add_scim_token(text,text,integer,boolean) to authenticated;

create function public.admit_guest(person uuid, seen timestamp with time zone) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.admit_guest(uuid,timestamp with time zone) to authenticated;

create function public.agree_to_recovery(payload jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.agree_to_recovery(jsonb) to authenticated;

create function public.alarm_mark() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.alarm_mark() to authenticated;

create function public.answer_detection(detection uuid, answer text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.answer_detection(uuid,text) to authenticated;

create function public.answer_recovery(request uuid, sealed_share text, wrapped_key text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.answer_recovery(uuid,text,text) to authenticated;

create function public.ask_recovery(id uuid, public_key text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.ask_recovery(uuid,text) to authenticated;

create function public.audit_event_types() RETURNS TABLE(event_type text) LANGUAGE sql STABLE SET search_path TO '';
grant execute on function public.audit_event_types() to authenticated;
grant execute on function public.audit_event_types() to service_role;

create function public.audit_log_about(object uuid) RETURNS SETOF public.system_audit_log LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.audit_log_about(uuid) to authenticated;

create function public.audit_people() RETURNS TABLE(user_id uuid, name text, email text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.audit_people() to authenticated;
grant execute on function public.audit_people() to service_role;

create function public.begin_team_epoch(payload jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.cancel_recovery() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.cancel_recovery() to authenticated;

create function public.change_people_of_team(team uuid, coming uuid[], going uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.change_people_of_team(uuid,uuid[],uuid[]) to authenticated;

create function public.change_retention(category text, days integer, where_days integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.change_retention(text,integer,integer) to authenticated;

create function public.change_team(team uuid, seen integer, named text, about text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.change_team(uuid,integer,text,text) to authenticated;

create function public.change_tenant_plan(organisation uuid, plan text, expected text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.change_tenant_plan(uuid,text,text) to authenticated;

create function public.check_link_end() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.check_link_rules() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.check_request_rules() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.confirm_certification() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.count_device_refusal(device uuid, reason text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.count_device_refusal(uuid,text) to service_role;

create function public.create_team(named text, about text DEFAULT ''::text, person_ids uuid[] DEFAULT '{}'::uuid[]) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.create_team(text,text,uuid[]) to authenticated;

create function public.create_tenant(called text, plan text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.decline_invitation(invitation uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.decline_invitation(uuid) to authenticated;

create function public.delete_forever(file_ids uuid[], folder_ids uuid[]) RETURNS integer LANGUAGE plpgsql SET search_path TO '';
grant execute on function public.delete_forever(uuid[],uuid[]) to authenticated;

create function public.delete_from_team(file_ids uuid[], folder_ids uuid[]) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.delete_from_team(uuid[],uuid[]) to authenticated;

create function public.delete_team(team uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.delete_team(uuid) to authenticated;

create function public.delete_team_space(space uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.delete_team_space(uuid) to authenticated;

create function public.delete_team_version(version uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.delete_team_version(uuid) to authenticated;

create function public.derive_is_shared() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.detections_by_day(days integer DEFAULT 30) RETURNS TABLE(day date, detector text, detections bigint, dry_runs bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.detections_by_day(integer) to authenticated;

create function public.device_fleet() RETURNS TABLE(id uuid, owner_id uuid, owner_email text, name text, suite text, state text, last_seen_at timestamp with time zone, refusals integer, pause jsonb) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.device_fleet() to authenticated;

create function public.device_pause(device public.devices) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.device_pause(public.devices) to authenticated;

create function public.device_state(device public.devices) RETURNS text LANGUAGE sql STABLE SET search_path TO '';
grant execute on function public.device_state(public.devices) to authenticated;
grant execute on function public.device_state(public.devices) to service_role;

create function public.domain_to_check(id uuid) RETURNS TABLE(domain text, checked_at timestamp with time zone) LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.domain_to_check(uuid) to authenticated;

create function public.drop_delivery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.drop_recovery_shares() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.drop_stale_deliveries(lifetime interval) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path TO '';
grant execute on function public.drop_stale_deliveries(interval) to service_role;

create function public.drop_version_object() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.empty_handover() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.end_device() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.end_empty_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.end_expired_recoveries() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.end_expired_recoveries() to service_role;

create function public.end_recovery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.end_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.end_requests_of_former() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.end_role(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.end_role(uuid) to authenticated;

create function public.end_sessions_of(person uuid, session uuid DEFAULT NULL::uuid) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.end_sessions_of(uuid,uuid) to authenticated;

create function public.end_status_maintenance(maintenance uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.end_status_maintenance(uuid) to authenticated;

create function public.end_suspension(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.end_suspension(uuid) to authenticated;

create function public.enrol_vault(payload jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.enrol_vault(jsonb) to authenticated;

create function public.expire_shares() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
grant execute on function public.expire_shares() to service_role;

create function public.file_changes(space uuid, since bigint) RETURNS jsonb LANGUAGE sql STABLE SET search_path TO '';
grant execute on function public.file_changes(uuid,bigint) to authenticated;

create function public.files_shared_with_me(file uuid DEFAULT NULL::uuid) RETURNS TABLE(file_id uuid, owner_id uuid, owner_email text, first_name text, last_name text, statement text, signature text, wrapped_key text, grant_text text, grant_signature text, shared_at timestamp with time zone, expires_at timestamp with time zone, shared_record text, file_size bigint, version integer, content_id uuid, storage_path text, manifest text, manifest_signature text, segment_hashes text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.files_shared_with_me(uuid) to authenticated;

create function public.find_colleagues(emails text[]) RETURNS TABLE(email text, user_id uuid, first_name text, last_name text, statement text, signature text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.find_colleagues(text[]) to authenticated;

create function public.finish_recovery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.forget_team_of_space(space uuid, team uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.forget_team_of_space(uuid,uuid) to authenticated;

create function public.get_user_roles() RETURNS TABLE(role text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.get_user_roles() to authenticated;
grant execute on function public.get_user_roles() to service_role;

create function public.give_role(person uuid, role text, until timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.give_role(uuid,text,timestamp with time zone) to authenticated;

create function public.grant_owner_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.guard_team_file() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.guard_team_folder() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.hand_over_team_spaces() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.hint_replacement(file uuid, hint text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.hint_replacement(uuid,text) to authenticated;

create function public.invite_first_owner(organisation uuid, owner_email text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.is_colleague(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.is_colleague(uuid) to authenticated;

create function public.is_domain(name text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function public.is_file_shared(file uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function public.is_in_trash(file public.file_records) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.is_in_trash(public.file_records) to service_role;

create function public.is_kept_as_version(file public.file_records) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path TO '';

create function public.keep_earlier_state() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.keep_ended() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.keep_revoked() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.keep_revoked_device() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.keep_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.kept_keyrings() RETURNS TABLE(kept_on date, sealed text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.kept_keyrings() to authenticated;

create function public.leave_spaces_of_former_member() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.leave_team_space(space uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.leave_team_space(uuid) to authenticated;

create function public.leave_teams_of_former() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.lift_enforcement(enforcement uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.lift_enforcement(uuid) to authenticated;

create function public.list_scim_tokens() RETURNS TABLE(id uuid, name text, mails_people boolean, may_change_owners boolean, made_by text, is_maker_gone boolean, created_at timestamp with time zone, expires_at timestamp with time zone, last_used_at timestamp with time zone, revoked_at timestamp with time zone) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.list_scim_tokens() to authenticated;

create function public.list_teams() RETURNS TABLE(team_id uuid, name text, description text, source text, version integer, people integer, is_mine boolean) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.list_teams() to authenticated;

create function public.list_tenants(search text DEFAULT ''::text, state text DEFAULT NULL::text, before_time timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid) RETURNS TABLE(id uuid, name text, tier text, status text, is_operator boolean, is_demo boolean, created_at timestamp with time zone, suspended_at timestamp with time zone, suspended_reason text, people bigint, invited bigint, bytes numeric, owners text[], domains text[], last_active_at timestamp with time zone, seats integer, limit_people integer, limit_bytes bigint, limits_version integer) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.list_tenants(text,text,timestamp with time zone,uuid) to authenticated;

create function public.mark_team_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.may_manage_status() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.may_manage_status() to authenticated;

create function public.member_standings() RETURNS TABLE(user_id uuid, standing text, is_managed boolean) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.member_standings() to authenticated;

create function public.my_enforcements() RETURNS TABLE(id uuid, action text, needs text, created_at timestamp with time zone, until timestamp with time zone, detector text, reasons jsonb) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.my_enforcements() to authenticated;

create function public.my_team_spaces() RETURNS TABLE(space_id uuid, epoch integer, role text, wrapped_key text, members integer, has_left integer, created_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.my_team_spaces() to authenticated;

create function public.name_link_files() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.note_removal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.note_team_of_space(space uuid, team uuid, came uuid[], omitted uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.note_team_of_space(uuid,uuid,uuid[],uuid[]) to authenticated;

create function public.notice_silent_devices() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.open_status_incident(title text, description text, severity text, services text[]) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.open_status_incident(text,text,text,text[]) to authenticated;

create function public.organisation_guests() RETURNS TABLE(user_id uuid, ends_at timestamp with time zone, has_ended boolean) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.organisation_guests() to authenticated;

create function public.organisation_name() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.organisation_name() to authenticated;

create function public.organisation_overview() RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.organisation_overview() to authenticated;

create function public.organisation_sessions(before_at timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid) RETURNS TABLE(id uuid, user_id uuid, created_at timestamp with time zone, last_active_at timestamp with time zone, user_agent text, ip text, has_factor boolean, is_held boolean, is_current boolean, may_end boolean) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.organisation_sessions(timestamp with time zone,uuid) to authenticated;

create function public.organisation_waits() RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.organisation_waits() to authenticated;

create function public.own_invitations() RETURNS TABLE(id uuid, organisation text, inviter text, sent_at timestamp with time zone, expires_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.own_invitations() to authenticated;

create function public.own_recovery() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.own_recovery() to authenticated;

create function public.own_security() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.own_security() to authenticated;

create function public.own_sessions() RETURNS TABLE(id uuid, created_at timestamp with time zone, last_active_at timestamp with time zone, user_agent text, ip text, aal text, is_current boolean) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.own_sessions() to authenticated;

create function public.owns_file(file uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.owns_file(uuid) to authenticated;

create function public.owns_folder(folder uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.owns_folder(uuid) to authenticated;

create function public.people_i_share_with() RETURNS TABLE(user_id uuid, email text, first_name text, last_name text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.people_i_share_with() to authenticated;

create function public.pgrst_ddl_watch() RETURNS event_trigger LANGUAGE plpgsql SET search_path TO '';

create function public.plain_names() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.policy_counts() RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.policy_counts() to authenticated;

create function public.put_back(moment timestamp with time zone, items uuid[] DEFAULT NULL::uuid[]) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.put_back(timestamp with time zone,uuid[]) to authenticated;

create function public.put_back_keyring(day date) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.put_back_keyring(date) to authenticated;

create function public.put_back_versions(file uuid) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.put_back_versions(uuid) to authenticated;

create function public.put_certificate(certification uuid, file_name text, content bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.put_certificate(uuid,text,bytea) to authenticated;

create function public.readable_events(events uuid[]) RETURNS TABLE(event_id uuid, has_session boolean) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.readable_events(uuid[]) to authenticated;

create function public.reads_of_my_files(file uuid DEFAULT NULL::uuid, before timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, at_most integer DEFAULT 50) RETURNS SETOF public.system_audit_log LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.reads_of_my_files(uuid,timestamp with time zone,uuid,integer) to authenticated;

create function public.record_audit_export(events bigint, form text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.record_audit_export(bigint,text) to authenticated;

create function public.record_recovery_check() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.record_recovery_check() to authenticated;

create function public.recoveries_to_answer() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.recoveries_to_answer() to authenticated;

create function public.recovery_policy() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.recovery_policy() to authenticated;

create function public.refresh_is_shared() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.refresh_link_files(link uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.refuse_by_rule(rule text, says text) RETURNS void LANGUAGE plpgsql STABLE SET search_path TO '';

create function public.refuse_folder_circle() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.refuse_format_1() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.refuse_kept_content() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.refuse_longer_handover() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.refuse_recovery(request uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.refuse_recovery(uuid) to authenticated;

create function public.refuse_viewer(space uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.release_legal_hold(hold uuid, reason text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.release_legal_hold(uuid,text) to authenticated;

create function public.release_unsigned_files() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.remove_certificate(certification uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.remove_certificate(uuid) to authenticated;

create function public.remove_domain(id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.remove_domain(uuid) to authenticated;

create function public.remove_member(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.remove_member(uuid) to authenticated;

create function public.remove_team_space(space uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.require_audit_export() RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.require_audit_export() to authenticated;

create function public.require_colleague_of_team() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.require_current_epoch(space uuid, epoch integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.require_next_keyring_version() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.require_next_record() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.require_next_version() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.require_own_manifest(space uuid, manifest text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.require_proof_for_vault() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.require_write_key() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.required_factor() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.required_factor() to authenticated;

create function public.required_ways() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.required_ways() to authenticated;

create function public.restore_member(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.restore_member(uuid) to authenticated;

create function public.resume_tenant(organisation uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.resume_tenant(uuid) to authenticated;

create function public.revoke_devices_of_former() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.revoke_invitation(invitation uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.revoke_invitation(uuid) to authenticated;

create function public.revoke_own_session(session uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.revoke_own_session(uuid) to authenticated;

create function public.revoke_scim_token(token uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.revoke_scim_token(uuid) to authenticated;

create function public.schedule_status_maintenance(title text, description text, services text[], starts_at timestamp with time zone, ends_at timestamp with time zone) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.schedule_status_maintenance(text,text,text[],timestamp with time zone,timestamp with time zone) to authenticated;

create function public.set_guest(person uuid, until timestamp with time zone, seen timestamp with time zone) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.set_guest(uuid,timestamp with time zone,timestamp with time zone) to authenticated;

create function public.set_legal_hold(reason text, person uuid DEFAULT NULL::uuid) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.set_legal_hold(text,uuid) to authenticated;

create function public.set_member_quota(person uuid, quota bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.set_member_quota(uuid,bigint) to authenticated;

create function public.set_member_role(person uuid, role text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
grant execute on function public.set_member_role(uuid,text) to authenticated;

create function public.set_policies(wanted jsonb, seen integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.set_policies(jsonb,integer) to authenticated;

create function public.set_recovery_policy(statement text, signature text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.set_tenant_limits(organisation uuid, most_people integer, most_bytes bigint, known integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.set_tenant_limits(uuid,integer,bigint,integer) to authenticated;

create function public.stamp_change() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.stamp_first_check() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';
grant execute on function public.stamp_first_check() to public;

create function public.stamp_place() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.stamp_trash() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.storage_usage() RETURNS TABLE(used_bytes bigint, limit_bytes bigint, is_own_limit boolean) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.storage_usage() to authenticated;

create function public.suspend_member(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.suspend_member(uuid) to authenticated;

create function public.suspend_tenant(organisation uuid, reason text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.suspend_tenant(uuid,text) to authenticated;

create function public.team_members() RETURNS TABLE(user_id uuid, email text, first_name text, last_name text, roles text[], statement text, signature text, joined_at timestamp with time zone, last_active_at timestamp with time zone, removed_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.team_members() to authenticated;

create function public.team_space_history(space uuid, below integer DEFAULT NULL::integer) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.team_space_history(uuid,integer) to authenticated;

create function public.team_space_people(space uuid, after uuid DEFAULT NULL::uuid) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.team_space_people(uuid,uuid) to authenticated;

create function public.teams_of_space(space uuid) RETURNS TABLE(team_id uuid, name text, added uuid[], left_out uuid[], people uuid[]) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.teams_of_space(uuid) to authenticated;

create function public.tell_of_agreement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.tell_of_withdrawal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.trash_version() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.trim_profile() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.tune_detector(detector text, mode text, factor real DEFAULT 1) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.tune_detector(text,text,real) to authenticated;

create function public.update_incident(incident uuid, state text DEFAULT NULL::text, assignee uuid DEFAULT NULL::uuid, note text DEFAULT NULL::text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.update_incident(uuid,text,uuid,text) to authenticated;

create function public.update_status_incident(incident uuid, status text, text text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.update_status_incident(uuid,text,text) to authenticated;

create function public.withdraw_recovery() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.withdraw_recovery() to authenticated;

create schema realtime;
grant usage on schema realtime to anon;
grant usage on schema realtime to authenticated;
grant usage on schema realtime to service_role;

create unlogged table realtime.hints (
  id bigint generated always as identity not null,
  kind text not null,
  person_id uuid not null,
  space_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint hints_pkey PRIMARY KEY (id)
);
alter table realtime.hints enable row level security;
alter table realtime.hints force row level security;
create policy hints_proven on realtime.hints as restrictive for select to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy hints_read on realtime.hints for select to authenticated
  using (person_id = (( SELECT auth.uid() AS uid)) AND (space_id IS NULL OR (space_id IN ( SELECT authz.team_spaces() AS team_spaces))));
create policy hints_service on realtime.hints for all to postgres, service_role
  using (true)
  with check (true);
CREATE TRIGGER realtime_insert AFTER INSERT ON realtime.hints REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce('person_id', 'id');
grant select on table realtime.hints to authenticated;

create table realtime.messages (
  id uuid default gen_random_uuid() not null,
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  private boolean default true not null,
  inserted_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_extension CHECK ((extension = ANY (ARRAY['broadcast'::text, 'presence'::text])))
);
alter table realtime.messages enable row level security;
alter table realtime.messages force row level security;
create policy messages_service on realtime.messages for all to postgres, service_role
  using (true)
  with check (true);
grant insert, select on table realtime.messages to anon;
grant insert, select on table realtime.messages to authenticated;
grant insert, select on table realtime.messages to service_role;

create unlogged table realtime.node_messages (
  id bigint generated always as identity not null,
  body text not null,
  created_at timestamp with time zone default now() not null,
  constraint node_messages_pkey PRIMARY KEY (id)
);

create table realtime.tables (
  relation regclass not null,
  owner_column name,
  enabled_at timestamp with time zone default now() not null,
  constraint tables_pkey PRIMARY KEY (relation)
);

create function realtime.announce() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function realtime.begin_check(topic text) RETURNS SETOF uuid LANGUAGE sql SECURITY DEFINER SET search_path TO '';
grant execute on function realtime.begin_check(text) to anon;
grant execute on function realtime.begin_check(text) to authenticated;
grant execute on function realtime.begin_check(text) to service_role;

create function realtime.disable(relation regclass) RETURNS void LANGUAGE plpgsql SET search_path TO '';

create function realtime.enable(relation regclass, owner_column name DEFAULT NULL::name) RETURNS void LANGUAGE plpgsql SET search_path TO '';

create function realtime.hint() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function realtime.hint_recipients() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function realtime.topic() RETURNS text LANGUAGE sql STABLE SET search_path TO '';
grant execute on function realtime.topic() to anon;
grant execute on function realtime.topic() to authenticated;
grant execute on function realtime.topic() to service_role;

create schema reviews;
comment on schema reviews is 'Access reviews and offboarding; read by managers of people through the server only';
grant usage on schema reviews to authenticated;

create table reviews.handovers (
  offboarding_id uuid not null,
  tenant_id uuid not null,
  space_id uuid not null,
  successor_id uuid,
  successor text default ''::text not null,
  is_managed boolean not null,
  left_at timestamp with time zone,
  constraint handovers_pkey PRIMARY KEY (offboarding_id, space_id),
  constraint handovers_offboarding_fkey FOREIGN KEY (tenant_id, offboarding_id) REFERENCES reviews.offboardings(tenant_id, id) ON DELETE CASCADE,
  constraint handovers_successor_id_fkey FOREIGN KEY (successor_id) REFERENCES auth.users(id) ON DELETE SET NULL
);
comment on table reviews.handovers is 'Team spaces of a person who leaves, and which manager takes them out of each';
alter table reviews.handovers enable row level security;
alter table reviews.handovers force row level security;
create policy handovers_proven on reviews.handovers as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy handovers_read on reviews.handovers for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy handovers_service on reviews.handovers for all to postgres
  using (true)
  with check (true);
CREATE INDEX handovers_offboarding_idx ON reviews.handovers USING btree (tenant_id, offboarding_id);
CREATE INDEX handovers_space_idx ON reviews.handovers USING btree (space_id) WHERE (left_at IS NULL);
CREATE INDEX handovers_successor_idx ON reviews.handovers USING btree (successor_id);
grant select on table reviews.handovers to authenticated;

create table reviews.items (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  review_id uuid not null,
  person_id uuid,
  person_name text not null,
  person_email text not null,
  kind text not null,
  held_role text not null,
  space_id uuid,
  granted_at timestamp with time zone not null,
  until timestamp with time zone,
  state text default 'pending'::text not null,
  reason text,
  note text default ''::text not null,
  decided_by uuid,
  decider text default ''::text not null,
  decided_at timestamp with time zone,
  applied_at timestamp with time zone,
  constraint items_pkey PRIMARY KEY (id),
  constraint items_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint items_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint items_review_fkey FOREIGN KEY (tenant_id, review_id) REFERENCES reviews.reviews(tenant_id, id) ON DELETE CASCADE,
  constraint items_decided CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
  constraint items_failed CHECK (((state = 'failed'::text) = (reason IS NOT NULL))),
  constraint items_kind_known CHECK ((kind = ANY (ARRAY['role'::text, 'space'::text]))),
  constraint items_note_length CHECK ((length(note) <= 500)),
  constraint items_reason_known CHECK ((reason = ANY (ARRAY['changed'::text, 'last_owner'::text, 'last_manager'::text, 'owner_only'::text, 'gone'::text]))),
  constraint items_space CHECK (((kind = 'space'::text) = (space_id IS NOT NULL))),
  constraint items_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'keep'::text, 'remove'::text, 'applied'::text, 'failed'::text])))
);
comment on table reviews.items is 'Grants as they were when a review began, each with what was decided';
alter table reviews.items enable row level security;
alter table reviews.items force row level security;
create policy items_proven on reviews.items as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy items_read on reviews.items for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy items_service on reviews.items for all to postgres
  using (true)
  with check (true);
CREATE INDEX items_decided_by_idx ON reviews.items USING btree (decided_by);
CREATE INDEX items_person_idx ON reviews.items USING btree (person_id);
CREATE INDEX items_review_idx ON reviews.items USING btree (tenant_id, review_id, person_email, id);
CREATE INDEX items_waiting_idx ON reviews.items USING btree (space_id, person_id) WHERE (state = 'remove'::text);
CREATE TRIGGER items_limit AFTER INSERT ON reviews.items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('review_id', '20000');
grant select on table reviews.items to authenticated;

create table reviews.offboardings (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  person_id uuid,
  person_name text not null,
  person_email text not null,
  ending text not null,
  facts jsonb not null,
  started_by uuid,
  starter text not null,
  started_at timestamp with time zone default clock_timestamp() not null,
  finished_at timestamp with time zone,
  constraint offboardings_pkey PRIMARY KEY (id),
  constraint offboardings_tenant_key UNIQUE (tenant_id, id),
  constraint offboardings_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint offboardings_started_by_fkey FOREIGN KEY (started_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint offboardings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint offboardings_ending_known CHECK ((ending = ANY (ARRAY['suspend'::text, 'remove'::text])))
);
comment on table reviews.offboardings is 'People who leave an organisation, and how far that is';
alter table reviews.offboardings enable row level security;
alter table reviews.offboardings force row level security;
create policy offboardings_proven on reviews.offboardings as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy offboardings_read on reviews.offboardings for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy offboardings_service on reviews.offboardings for all to postgres
  using (true)
  with check (true);
CREATE INDEX offboardings_newest_idx ON reviews.offboardings USING btree (tenant_id, started_at DESC, id DESC);
CREATE UNIQUE INDEX offboardings_once_idx ON reviews.offboardings USING btree (person_id) WHERE (finished_at IS NULL);
CREATE INDEX offboardings_person_idx ON reviews.offboardings USING btree (person_id);
CREATE INDEX offboardings_started_by_idx ON reviews.offboardings USING btree (started_by);
CREATE TRIGGER offboardings_limit AFTER INSERT ON reviews.offboardings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '5000');
grant select on table reviews.offboardings to authenticated;

create table reviews.reviewers (
  review_id uuid not null,
  tenant_id uuid not null,
  user_id uuid not null,
  constraint reviewers_pkey PRIMARY KEY (review_id, user_id),
  constraint reviewers_review_fkey FOREIGN KEY (tenant_id, review_id) REFERENCES reviews.reviews(tenant_id, id) ON DELETE CASCADE,
  constraint reviewers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table reviews.reviewers is 'People who decide on the items of a review';
alter table reviews.reviewers enable row level security;
alter table reviews.reviewers force row level security;
create policy reviewers_proven on reviews.reviewers as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy reviewers_read on reviews.reviewers for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy reviewers_service on reviews.reviewers for all to postgres
  using (true)
  with check (true);
CREATE INDEX reviewers_review_idx ON reviews.reviewers USING btree (tenant_id, review_id);
CREATE INDEX reviewers_user_idx ON reviews.reviewers USING btree (user_id);
grant select on table reviews.reviewers to authenticated;

create table reviews.reviews (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  name text not null,
  due_on date not null,
  scope text not null,
  scope_team uuid,
  scope_role text,
  scope_name text default ''::text not null,
  covers_roles boolean not null,
  covers_spaces boolean not null,
  state text default 'draft'::text not null,
  made_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  opened_at timestamp with time zone,
  closed_at timestamp with time zone,
  reminded_at timestamp with time zone,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_tenant_key UNIQUE (tenant_id, id),
  constraint reviews_made_by_fkey FOREIGN KEY (made_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint reviews_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint reviews_covers_something CHECK ((covers_roles OR covers_spaces)),
  constraint reviews_name_length CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 120))),
  constraint reviews_scope_complete CHECK ((((scope = 'team'::text) = (scope_team IS NOT NULL)) AND ((scope = 'role'::text) = (scope_role IS NOT NULL)))),
  constraint reviews_scope_known CHECK ((scope = ANY (ARRAY['people'::text, 'guests'::text, 'team'::text, 'role'::text]))),
  constraint reviews_state_known CHECK ((state = ANY (ARRAY['draft'::text, 'open'::text, 'closed'::text])))
);
comment on table reviews.reviews is 'Access reviews: what each covers, until when, and how far it is';
alter table reviews.reviews enable row level security;
alter table reviews.reviews force row level security;
create policy reviews_proven on reviews.reviews as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy reviews_read on reviews.reviews for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy reviews_service on reviews.reviews for all to postgres
  using (true)
  with check (true);
CREATE INDEX reviews_due_idx ON reviews.reviews USING btree (due_on) WHERE ((state = 'open'::text) AND (reminded_at IS NULL));
CREATE INDEX reviews_made_by_idx ON reviews.reviews USING btree (made_by);
CREATE INDEX reviews_newest_idx ON reviews.reviews USING btree (tenant_id, created_at DESC, id DESC);
CREATE TRIGGER reviews_limit AFTER INSERT ON reviews.reviews REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '500');
grant select on table reviews.reviews to authenticated;

create table reviews.steps (
  offboarding_id uuid not null,
  tenant_id uuid not null,
  place integer not null,
  step text not null,
  state text default 'pending'::text not null,
  reason text,
  ended integer,
  doer text default ''::text not null,
  done_at timestamp with time zone,
  constraint steps_pkey PRIMARY KEY (offboarding_id, place),
  constraint steps_offboarding_fkey FOREIGN KEY (tenant_id, offboarding_id) REFERENCES reviews.offboardings(tenant_id, id) ON DELETE CASCADE,
  constraint steps_reason_known CHECK ((reason = ANY (ARRAY['last_owner'::text, 'owner_only'::text, 'gone'::text]))),
  constraint steps_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text]))),
  constraint steps_step_known CHECK ((step = ANY (ARRAY['access'::text, 'devices'::text, 'links'::text, 'requests'::text, 'roles'::text, 'spaces'::text, 'removal'::text])))
);
comment on table reviews.steps is 'What an offboarding does, in order';
alter table reviews.steps enable row level security;
alter table reviews.steps force row level security;
create policy steps_proven on reviews.steps as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy steps_read on reviews.steps for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy steps_service on reviews.steps for all to postgres
  using (true)
  with check (true);
CREATE INDEX steps_offboarding_idx ON reviews.steps USING btree (tenant_id, offboarding_id);
grant select on table reviews.steps to authenticated;

create function reviews.access_on_day(person uuid, day date) RETURNS TABLE(kind text, what text, held_role text, began timestamp with time zone, ended timestamp with time zone, source text, given_by text, files bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.access_on_day(uuid,date) to authenticated;

create function reviews.ask_to_leave(one reviews.items) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function reviews.close(review uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.close(uuid) to authenticated;

create function reviews.decide(item uuid, wanted text, why text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.decide(uuid,text,text) to authenticated;

create function reviews.discard(review uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.discard(uuid) to authenticated;

create function reviews.do_step(one reviews.offboardings, act text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function reviews.grant_times(home uuid, person uuid, kinds text[], about text) RETURNS TABLE(about_id text, role text, began timestamp with time zone, ended timestamp with time zone, until timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function reviews.label_of(account uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function reviews.locked(review uuid, home uuid) RETURNS reviews.reviews LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function reviews.make(called text, due date, about text, of_team uuid, of_role text, with_roles boolean, with_spaces boolean, deciders uuid[]) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.make(text,date,text,uuid,text,boolean,boolean,uuid[]) to authenticated;

create function reviews.managed() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.managed() to authenticated;

create function reviews.manages(account uuid, home uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function reviews.note_left() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function reviews.offboard_next(offboarding uuid) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.offboard_next(uuid) to authenticated;

create function reviews.offboarding_facts(person uuid) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.offboarding_facts(uuid) to authenticated;

create function reviews.open(review uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.open(uuid) to authenticated;

create function reviews.other_managers(space uuid, besides uuid) RETURNS TABLE(id uuid, label text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function reviews.people(home uuid) RETURNS TABLE(user_id uuid, email text, name text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function reviews.record_access_list(person uuid, day date, sha256 text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.record_access_list(uuid,date,text) to authenticated;

create function reviews.record_export(review uuid, lines bigint, digest text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.record_export(uuid,bigint,text) to authenticated;

create function reviews.record_report(offboarding uuid, digest text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.record_report(uuid,text) to authenticated;

create function reviews.remind() RETURNS bigint LANGUAGE plpgsql SET search_path TO '';

create function reviews.remove_role(one reviews.items) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function reviews.require_person(person uuid, home uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function reviews.reviewers_of(review uuid) RETURNS TABLE(user_id uuid, email text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.reviewers_of(uuid) to authenticated;

create function reviews.start_offboarding(person uuid, wanted text, handing jsonb, leaves_unmanaged boolean) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function reviews.start_offboarding(uuid,text,jsonb,boolean) to authenticated;

create schema sales;
grant usage on schema sales to authenticated;

create table sales.deal_events (
  id bigint generated always as identity not null,
  tenant_id uuid not null,
  deal_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  kind text not null,
  details jsonb default '{}'::jsonb not null,
  user_id uuid,
  constraint deal_events_pkey PRIMARY KEY (id),
  constraint deal_events_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES sales.deals(id) ON DELETE CASCADE,
  constraint deal_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint deal_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint deal_events_kind_known CHECK ((kind = ANY (ARRAY['created'::text, 'moved'::text, 'changed'::text, 'noted'::text, 'task_added'::text, 'task_done'::text, 'quoted'::text, 'quote_sent'::text, 'quote_accepted'::text, 'quote_declined'::text])))
);
alter table sales.deal_events enable row level security;
alter table sales.deal_events force row level security;
create policy deal_events_proven on sales.deal_events as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy deal_events_read on sales.deal_events for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_sales'::text, authz.tenant()) AS allows));
create policy deal_events_service on sales.deal_events for all to postgres
  using (true)
  with check (true);
CREATE INDEX deal_events_deal_idx ON sales.deal_events USING btree (deal_id, id DESC);
CREATE INDEX deal_events_tenant_idx ON sales.deal_events USING btree (tenant_id);
CREATE INDEX deal_events_user_idx ON sales.deal_events USING btree (user_id);
grant select on table sales.deal_events to authenticated;

create table sales.deals (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  stage_id uuid not null,
  title text not null,
  contact_id uuid,
  contact_name text default ''::text not null,
  contact_email text default ''::text not null,
  contact_company text default ''::text not null,
  amount_minor bigint,
  closes_on date,
  owner_id uuid,
  lost_reason text,
  version integer default 1 not null,
  stage_since timestamp with time zone default clock_timestamp() not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint deals_pkey PRIMARY KEY (id),
  constraint deals_tenant_key UNIQUE (tenant_id, id),
  constraint deals_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES growth.contacts(id) ON DELETE SET NULL,
  constraint deals_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint deals_stage_fkey FOREIGN KEY (tenant_id, stage_id) REFERENCES sales.stages(tenant_id, id),
  constraint deals_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint deals_amount_range CHECK (((amount_minor >= 0) AND (amount_minor <= '10000000000000'::bigint))),
  constraint deals_closes_range CHECK (((closes_on >= '2000-01-01'::date) AND (closes_on <= '2199-12-31'::date))),
  constraint deals_contact_company_length CHECK ((length(contact_company) <= 200)),
  constraint deals_contact_email_form CHECK (((contact_email = ''::text) OR (((length(contact_email) >= 3) AND (length(contact_email) <= 254)) AND (contact_email ~ '^[^@[:cntrl:][:space:]]+@[^@[:cntrl:][:space:]]+$'::text)))),
  constraint deals_contact_name_length CHECK ((length(contact_name) <= 200)),
  constraint deals_lost_reason_length CHECK (((length(btrim(lost_reason)) >= 1) AND (length(btrim(lost_reason)) <= 500))),
  constraint deals_title_length CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 200)))
);
alter table sales.deals enable row level security;
alter table sales.deals force row level security;
create policy deals_proven on sales.deals as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy deals_read on sales.deals for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_sales'::text, authz.tenant()) AS allows));
create policy deals_service on sales.deals for all to postgres
  using (true)
  with check (true);
CREATE INDEX deals_contact_idx ON sales.deals USING btree (contact_id);
CREATE INDEX deals_owner_idx ON sales.deals USING btree (owner_id);
CREATE INDEX deals_stage_idx ON sales.deals USING btree (tenant_id, stage_id, stage_since DESC, id DESC);
CREATE TRIGGER deals_audit_delete AFTER DELETE ON sales.deals REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
CREATE TRIGGER deals_audit_insert AFTER INSERT ON sales.deals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
CREATE TRIGGER deals_audit_update AFTER UPDATE ON sales.deals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
CREATE TRIGGER deals_limit AFTER INSERT ON sales.deals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '10000');
grant select on table sales.deals to authenticated;

create table sales.notes (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  deal_id uuid not null,
  body text not null,
  author_id uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint notes_pkey PRIMARY KEY (id),
  constraint notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint notes_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES sales.deals(id) ON DELETE CASCADE,
  constraint notes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint notes_body_length CHECK (((length(btrim(body)) >= 1) AND (length(btrim(body)) <= 4000)))
);
alter table sales.notes enable row level security;
alter table sales.notes force row level security;
create policy notes_proven on sales.notes as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy notes_read on sales.notes for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_sales'::text, authz.tenant()) AS allows));
create policy notes_service on sales.notes for all to postgres
  using (true)
  with check (true);
CREATE INDEX notes_author_idx ON sales.notes USING btree (author_id);
CREATE INDEX notes_deal_idx ON sales.notes USING btree (deal_id, created_at DESC);
CREATE INDEX notes_tenant_idx ON sales.notes USING btree (tenant_id);
CREATE TRIGGER notes_audit_delete AFTER DELETE ON sales.notes REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
CREATE TRIGGER notes_audit_insert AFTER INSERT ON sales.notes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
CREATE TRIGGER notes_limit AFTER INSERT ON sales.notes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('deal_id', '500');
grant select on table sales.notes to authenticated;

create table sales.quote_numbers (
  tenant_id uuid not null,
  year integer not null,
  last_number integer not null,
  constraint quote_numbers_pkey PRIMARY KEY (tenant_id, year),
  constraint quote_numbers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE
);
alter table sales.quote_numbers enable row level security;
alter table sales.quote_numbers force row level security;
create policy quote_numbers_service on sales.quote_numbers for all to postgres
  using (true)
  with check (true);

create table sales.quotes (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  deal_id uuid not null,
  status text default 'draft'::text not null,
  year integer,
  number integer,
  revision integer default 1 not null,
  revises_id uuid,
  language text not null,
  currency text not null,
  recipient text not null,
  seller text default ''::text not null,
  terms text default ''::text not null,
  valid_on date not null,
  lines jsonb not null,
  net_minor bigint not null,
  tax_minor bigint not null,
  total_minor bigint not null,
  version integer default 1 not null,
  sent_at timestamp with time zone,
  decided_at timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint quotes_pkey PRIMARY KEY (id),
  constraint quotes_number_key UNIQUE (tenant_id, year, number, revision),
  constraint quotes_deal_fkey FOREIGN KEY (tenant_id, deal_id) REFERENCES sales.deals(tenant_id, id) ON DELETE CASCADE,
  constraint quotes_revises_id_fkey FOREIGN KEY (revises_id) REFERENCES sales.quotes(id) ON DELETE CASCADE,
  constraint quotes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint quotes_currency_form CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint quotes_language_known CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text]))),
  constraint quotes_lines_few CHECK (((jsonb_typeof(lines) = 'array'::text) AND ((jsonb_array_length(lines) >= 1) AND (jsonb_array_length(lines) <= 100)))),
  constraint quotes_numbered CHECK ((((status = 'draft'::text) = (number IS NULL)) OR ((revises_id IS NOT NULL) AND (number IS NOT NULL)))),
  constraint quotes_recipient_length CHECK (((length(btrim(recipient)) >= 1) AND (length(btrim(recipient)) <= 1000))),
  constraint quotes_seller_length CHECK ((length(seller) <= 1000)),
  constraint quotes_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'sent'::text, 'accepted'::text, 'declined'::text, 'replaced'::text]))),
  constraint quotes_terms_length CHECK ((length(terms) <= 2000)),
  constraint quotes_total_adds_up CHECK (((total_minor = (net_minor + tax_minor)) AND ((total_minor >= 0) AND (total_minor <= '10000000000000'::bigint)))),
  constraint quotes_valid_range CHECK (((valid_on >= '2000-01-01'::date) AND (valid_on <= '2199-12-31'::date)))
);
alter table sales.quotes enable row level security;
alter table sales.quotes force row level security;
create policy quotes_proven on sales.quotes as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy quotes_read on sales.quotes for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_sales'::text, authz.tenant()) AS allows));
create policy quotes_service on sales.quotes for all to postgres
  using (true)
  with check (true);
CREATE INDEX quotes_deal_idx ON sales.quotes USING btree (tenant_id, deal_id, created_at DESC);
CREATE UNIQUE INDEX quotes_revises_key ON sales.quotes USING btree (revises_id);
CREATE TRIGGER quotes_audit_delete AFTER DELETE ON sales.quotes REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
CREATE TRIGGER quotes_audit_insert AFTER INSERT ON sales.quotes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
CREATE TRIGGER quotes_audit_update AFTER UPDATE ON sales.quotes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
CREATE TRIGGER quotes_limit AFTER INSERT ON sales.quotes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('deal_id', '100');
grant select on table sales.quotes to authenticated;

create table sales.settings (
  tenant_id uuid not null,
  currency text default 'EUR'::text not null,
  seller text default ''::text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint settings_pkey PRIMARY KEY (tenant_id),
  constraint settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint settings_currency_form CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint settings_seller_length CHECK ((length(seller) <= 1000))
);
alter table sales.settings enable row level security;
alter table sales.settings force row level security;
create policy settings_proven on sales.settings as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy settings_read on sales.settings for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_sales'::text, authz.tenant()) AS allows));
create policy settings_service on sales.settings for all to postgres
  using (true)
  with check (true);
CREATE TRIGGER settings_audit_insert AFTER INSERT ON sales.settings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
CREATE TRIGGER settings_audit_update AFTER UPDATE ON sales.settings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
grant select on table sales.settings to authenticated;

create table sales.stages (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  preset text,
  name text,
  kind text default 'open'::text not null,
  "position" integer not null,
  probability integer not null,
  constraint stages_pkey PRIMARY KEY (id),
  constraint stages_tenant_key UNIQUE (tenant_id, id),
  constraint stages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint stages_ended_probability CHECK (((kind = 'open'::text) OR (probability =
CASE kind
    WHEN 'won'::text THEN 100
    ELSE 0
END))),
  constraint stages_kind_known CHECK ((kind = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
  constraint stages_name_length CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 60))),
  constraint stages_named CHECK (((name IS NOT NULL) OR (preset IS NOT NULL))),
  constraint stages_position_low CHECK ((("position" >= 0) AND ("position" <= 99))),
  constraint stages_preset_known CHECK ((preset = ANY (ARRAY['new'::text, 'qualified'::text, 'proposal'::text, 'negotiation'::text, 'won'::text, 'lost'::text]))),
  constraint stages_probability_range CHECK (((probability >= 0) AND (probability <= 100)))
);
alter table sales.stages enable row level security;
alter table sales.stages force row level security;
create policy stages_proven on sales.stages as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy stages_read on sales.stages for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_sales'::text, authz.tenant()) AS allows));
create policy stages_service on sales.stages for all to postgres
  using (true)
  with check (true);
CREATE UNIQUE INDEX stages_ended_key ON sales.stages USING btree (tenant_id, kind) WHERE (kind <> 'open'::text);
CREATE TRIGGER stages_limit AFTER INSERT ON sales.stages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '12');
grant select on table sales.stages to authenticated;

create table sales.tasks (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  deal_id uuid not null,
  title text not null,
  due_on date,
  doer_id uuid,
  done_at timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES sales.deals(id) ON DELETE CASCADE,
  constraint tasks_doer_id_fkey FOREIGN KEY (doer_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint tasks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint tasks_due_range CHECK (((due_on >= '2000-01-01'::date) AND (due_on <= '2199-12-31'::date))),
  constraint tasks_title_length CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 300)))
);
alter table sales.tasks enable row level security;
alter table sales.tasks force row level security;
create policy tasks_proven on sales.tasks as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy tasks_read on sales.tasks for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_sales'::text, authz.tenant()) AS allows));
create policy tasks_service on sales.tasks for all to postgres
  using (true)
  with check (true);
CREATE INDEX tasks_deal_idx ON sales.tasks USING btree (deal_id, due_on);
CREATE INDEX tasks_doer_idx ON sales.tasks USING btree (doer_id);
CREATE INDEX tasks_due_idx ON sales.tasks USING btree (tenant_id, due_on) WHERE (done_at IS NULL);
CREATE INDEX tasks_tenant_idx ON sales.tasks USING btree (tenant_id);
CREATE TRIGGER tasks_audit_delete AFTER DELETE ON sales.tasks REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
CREATE TRIGGER tasks_audit_insert AFTER INSERT ON sales.tasks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
CREATE TRIGGER tasks_audit_update AFTER UPDATE ON sales.tasks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sales.record_rows();
CREATE TRIGGER tasks_limit AFTER INSERT ON sales.tasks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('deal_id', '1000');
CREATE TRIGGER tasks_limit_open AFTER INSERT ON sales.tasks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('deal_id', '200', 't.done_at is null');
CREATE TRIGGER tasks_limit_opened AFTER UPDATE ON sales.tasks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('deal_id', '200', 't.done_at is null');
grant select on table sales.tasks to authenticated;

create function sales.add_deal(fields jsonb, stage uuid) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.add_deal(jsonb,uuid) to authenticated;

create function sales.add_note(deal uuid, said text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.add_note(uuid,text) to authenticated;

create function sales.add_quote(deal uuid, fields jsonb) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.add_quote(uuid,jsonb) to authenticated;

create function sales.add_task(deal uuid, what text, due date, doer uuid) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.add_task(uuid,text,date,uuid) to authenticated;

create function sales.begin_pipeline() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.begin_pipeline() to authenticated;

create function sales.change_deal(deal uuid, fields jsonb, known integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.change_deal(uuid,jsonb,integer) to authenticated;

create function sales.change_quote(quote uuid, fields jsonb, known integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.change_quote(uuid,jsonb,integer) to authenticated;

create function sales.change_task(task uuid, what text, due date, doer uuid, is_done boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.change_task(uuid,text,date,uuid,boolean) to authenticated;

create function sales.contact_facts(deals uuid[]) RETURNS TABLE(deal_id uuid, consent text, wrote_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function sales.contact_facts(uuid[]) to authenticated;

create function sales.contact_of(home uuid, address text) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function sales.decide_quote(quote uuid, answer text, known integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.decide_quote(uuid,text,integer) to authenticated;

create function sales.managed() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function sales.managed() to authenticated;

create function sales.move_deal(deal uuid, stage uuid, reason text, known integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.move_deal(uuid,uuid,text,integer) to authenticated;

create function sales.note_event(deal uuid, what text, said jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function sales.people() RETURNS TABLE(person_id uuid, called text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function sales.people() to authenticated;

create function sales.record_export(deals bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.record_export(bigint) to authenticated;

create function sales.record_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function sales.remove_deal(deal uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.remove_deal(uuid) to authenticated;

create function sales.remove_note(note uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.remove_note(uuid) to authenticated;

create function sales.remove_quote(quote uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.remove_quote(uuid) to authenticated;

create function sales.remove_task(task uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.remove_task(uuid) to authenticated;

create function sales.require_deal(deal uuid, known integer) RETURNS sales.deals LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function sales.require_person(home uuid, person uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function sales.require_quote(quote uuid, states text[], known integer) RETURNS sales.quotes LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function sales.require_version(home uuid, known integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function sales.revise_quote(quote uuid) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.revise_quote(uuid) to authenticated;

create function sales.save_settings(money text, offerer text, known integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.save_settings(text,text,integer) to authenticated;

create function sales.save_stages(given jsonb, known integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.save_stages(jsonb,integer) to authenticated;

create function sales.send_quote(quote uuid, known integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function sales.send_quote(uuid,integer) to authenticated;

create schema scim;

create table scim.accounts (
  user_id uuid not null,
  tenant_id uuid not null,
  user_name text not null,
  external_id text,
  display_name text,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint accounts_pkey PRIMARY KEY (user_id),
  constraint accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint accounts_display_name CHECK (((length(display_name) >= 1) AND (length(display_name) <= 255))),
  constraint accounts_external_id CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255))),
  constraint accounts_user_name CHECK (((length(user_name) >= 1) AND (length(user_name) <= 255)))
);
comment on table scim.accounts is 'What an identity provider calls people of its organisation';
CREATE UNIQUE INDEX accounts_external_once ON scim.accounts USING btree (tenant_id, external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX accounts_user_name_once ON scim.accounts USING btree (tenant_id, lower(user_name));

create table scim.tokens (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  name text not null,
  token_hash bytea not null,
  may_change_owners boolean not null,
  mails_people boolean default false not null,
  created_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  refused_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint tokens_pkey PRIMARY KEY (id),
  constraint tokens_token_hash_key UNIQUE (token_hash),
  constraint tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint tokens_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint tokens_hash CHECK ((octet_length(token_hash) = 32)),
  constraint tokens_name CHECK ((((length(name) >= 1) AND (length(name) <= 100)) AND (name = btrim(name)) AND (name !~ '[[:cntrl:]]'::text)))
);
comment on table scim.tokens is 'Tokens of identity providers, each for one organisation';
CREATE INDEX tokens_creator_idx ON scim.tokens USING btree (created_by);
CREATE INDEX tokens_tenant_idx ON scim.tokens USING btree (tenant_id);

create view scim.groups as
 SELECT tenant_id,
    id,
    name AS display_name,
    external_id,
    created_at,
    updated_at
   FROM public.teams t
  WHERE source = 'scim'::text;

create view scim.people as
 SELECT p.tenant_id,
    u.id,
    u.email,
    COALESCE(a.user_name, u.email) AS user_name,
    a.external_id,
    p.first_name,
    p.last_name,
    COALESCE(a.display_name, NULLIF(btrim(concat_ws(' '::text, p.first_name, p.last_name)), ''::text), u.email) AS display_name,
    u.banned_until IS NULL OR u.banned_until <= now() AS active,
    u.email_confirmed_at IS NOT NULL OR u.phone_confirmed_at IS NOT NULL AS has_signed_in,
    u.created_at,
    GREATEST(u.updated_at, p.updated_at, a.updated_at) AS updated_at,
    g.user_id IS NOT NULL AS is_guest
   FROM public.profiles p
     JOIN auth.users u ON u.id = p.user_id
     LEFT JOIN scim.accounts a ON a.user_id = p.user_id
     LEFT JOIN authz.guests g ON g.user_id = p.user_id
  WHERE u.deleted_at IS NULL AND NOT u.is_anonymous AND u.email IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM public.former_members f
          WHERE f.user_id = p.user_id));

create function scim.add_account(home uuid, address text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.add_group(home uuid, called text, external text) RETURNS uuid LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function scim.admit(shown bytea) RETURNS TABLE(token uuid, home uuid, problem text) LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.adopt_account(person uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function scim.begin(shown uuid) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.change_address(home uuid, known scim.people, address text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.change_group(home uuid, team uuid, changes jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.change_guest(home uuid, person uuid, wanted boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.change_members(home uuid, team uuid, coming uuid[], gone uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.change_person(shown uuid, home uuid, person uuid, changes jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.join_organisation(home uuid, person uuid, address text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.note(home uuid, token uuid, kind text, facts jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function scim.note_refusal(home uuid, token uuid, reason text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function scim.people_without_keys(home uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function scim.provision(home uuid, address text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.refuse(status integer, kind text, sentence text, reason text DEFAULT ''::text) RETURNS void LANGUAGE plpgsql IMMUTABLE SET search_path TO '';

create function scim.refuses_guest(home uuid, person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function scim.remove_group(home uuid, team uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.remove_person(shown uuid, home uuid, person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.require_domain(home uuid, address text) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function scim.require_group(home uuid, team uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.require_person(home uuid, person uuid) RETURNS scim.people LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function scim.require_touchable(shown uuid, home uuid, person uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create schema seo;
comment on schema seo is 'How the public site is found; read and written by the server only';

create table seo.crawls (
  id uuid default gen_random_uuid() not null,
  status text default 'running'::text not null,
  started_by uuid,
  is_scheduled boolean default false not null,
  build text not null,
  is_cut boolean default false not null,
  started_at timestamp with time zone default clock_timestamp() not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  completed_at timestamp with time zone,
  constraint crawls_pkey PRIMARY KEY (id),
  constraint crawls_started_by_fkey FOREIGN KEY (started_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint crawls_status_known CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'cancelled'::text, 'failed'::text])))
);
comment on table seo.crawls is 'Each crawl of the public site';
CREATE INDEX crawls_newest_idx ON seo.crawls USING btree (started_at DESC, id DESC);
CREATE UNIQUE INDEX crawls_one_at_a_time ON seo.crawls USING btree (status) WHERE (status = 'running'::text);
CREATE INDEX crawls_started_by_idx ON seo.crawls USING btree (started_by);

create table seo.findings (
  crawl_id uuid not null,
  path text not null,
  rule text not null,
  detail text default ''::text not null,
  constraint findings_pkey PRIMARY KEY (crawl_id, path, rule, detail),
  constraint findings_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES seo.crawls(id) ON DELETE CASCADE
);
comment on table seo.findings is 'What a crawl found wrong on a page';

create table seo.pages (
  crawl_id uuid not null,
  path text not null,
  status integer not null,
  title text default ''::text not null,
  description text default ''::text not null,
  words integer default 0 not null,
  bytes integer default 0 not null,
  linked_from integer default 0 not null,
  constraint pages_pkey PRIMARY KEY (crawl_id, path),
  constraint pages_crawl_id_fkey FOREIGN KEY (crawl_id) REFERENCES seo.crawls(id) ON DELETE CASCADE
);
comment on table seo.pages is 'Pages that a crawl looked at';

create table seo.redirects (
  from_path text not null,
  to_address text not null,
  is_permanent boolean default true not null,
  created_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint redirects_pkey PRIMARY KEY (from_path),
  constraint redirects_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint redirects_from_length CHECK (((length(from_path) >= 2) AND (length(from_path) <= 500))),
  constraint redirects_to_length CHECK (((length(to_address) >= 1) AND (length(to_address) <= 500)))
);
comment on table seo.redirects is 'Addresses of the public site that lead elsewhere';
CREATE INDEX redirects_created_by_idx ON seo.redirects USING btree (created_by);

create table seo.settings (
  is_only boolean default true not null,
  is_weekly boolean default false not null,
  constraint settings_pkey PRIMARY KEY (is_only),
  constraint settings_one_row CHECK (is_only)
);
comment on table seo.settings is 'Whether the site is crawled each week';

create schema status;
grant usage on schema status to service_role;

create table status.buckets (
  service text not null,
  starts_at timestamp with time zone not null,
  up integer not null,
  slow integer not null,
  down integer not null,
  planned integer not null,
  constraint buckets_pkey PRIMARY KEY (service, starts_at),
  constraint buckets_service CHECK ((service = ANY (status.service_ids())))
);
alter table status.buckets enable row level security;
alter table status.buckets force row level security;
create policy buckets_service on status.buckets for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX buckets_time_idx ON status.buckets USING btree (starts_at);

create table status.rounds (
  slot bigint not null,
  begun_at timestamp with time zone default clock_timestamp() not null,
  constraint rounds_pkey PRIMARY KEY (slot)
);
alter table status.rounds enable row level security;
alter table status.rounds force row level security;
create policy rounds_service on status.rounds for all to postgres, service_role
  using (true)
  with check (true);

create table status.samples (
  service text not null,
  slot bigint not null,
  probed_at timestamp with time zone not null,
  outcome text not null,
  response_ms integer,
  is_planned boolean not null,
  constraint samples_pkey PRIMARY KEY (service, slot),
  constraint samples_outcome CHECK ((outcome = ANY (ARRAY['up'::text, 'slow'::text, 'down'::text]))),
  constraint samples_response CHECK ((response_ms >= 0)),
  constraint samples_service CHECK ((service = ANY (status.service_ids())))
);
alter table status.samples enable row level security;
alter table status.samples force row level security;
create policy samples_service on status.samples for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX samples_time_idx ON status.samples USING btree (probed_at);

create table status.subscribers (
  id uuid default gen_random_uuid() not null,
  email text not null,
  token_hash bytea,
  asked_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  constraint subscribers_pkey PRIMARY KEY (id),
  constraint subscribers_email_once UNIQUE (email),
  constraint subscribers_email CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 320))))
);
alter table status.subscribers enable row level security;
alter table status.subscribers force row level security;
create policy subscribers_service on status.subscribers for all to postgres, service_role
  using (true)
  with check (true);

create function status.mail_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function status.require_manager() RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function status.service_ids() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';
grant execute on function status.service_ids() to service_role;

create schema storage;
grant usage on schema storage to anon;
grant usage on schema storage to authenticated;
grant usage on schema storage to service_role;

create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  owner_id text,
  public boolean default false not null,
  file_size_limit bigint,
  allowed_mime_types text[],
  type text default 'STANDARD'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint buckets_pkey PRIMARY KEY (id),
  constraint buckets_name_key UNIQUE (name),
  constraint buckets_limit_positive CHECK ((file_size_limit > 0))
);
alter table storage.buckets enable row level security;
alter table storage.buckets force row level security;
create policy buckets_read on storage.buckets for select to authenticated
  using (true);
create policy buckets_service on storage.buckets for all to postgres, service_role
  using (true)
  with check (true);
CREATE TRIGGER buckets_audit AFTER INSERT OR DELETE OR UPDATE ON storage.buckets FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
grant delete, insert, select, update on table storage.buckets to service_role;
grant select on table storage.buckets to anon;
grant select on table storage.buckets to authenticated;

create table storage.leftovers (
  blob_id uuid not null,
  size_bytes bigint not null,
  modified_at timestamp with time zone not null,
  first_seen_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  constraint leftovers_pkey PRIMARY KEY (blob_id)
);
comment on table storage.leftovers is 'Blobs without row and note, and since when the sweep has seen them';
alter table storage.leftovers enable row level security;
alter table storage.leftovers force row level security;
create policy leftovers_service on storage.leftovers for all to postgres
  using (true)
  with check (true);
CREATE INDEX leftovers_due_idx ON storage.leftovers USING btree (first_seen_at);

create table storage.lost_content (
  object_id uuid not null,
  blob_id uuid not null,
  problem text not null,
  found_by text not null,
  found_at timestamp with time zone default now() not null,
  notified_at timestamp with time zone,
  constraint lost_content_pkey PRIMARY KEY (object_id, blob_id),
  constraint lost_content_object_id_fkey FOREIGN KEY (object_id) REFERENCES storage.objects(id) ON DELETE CASCADE,
  constraint lost_content_found_by CHECK ((found_by = ANY (ARRAY['read'::text, 'sweep'::text, 'scrub'::text]))),
  constraint lost_content_problem CHECK ((problem = ANY (ARRAY['missing'::text, 'damaged'::text])))
);
comment on table storage.lost_content is 'Objects whose content is missing or is not what was stored, until it is whole again';
alter table storage.lost_content enable row level security;
alter table storage.lost_content force row level security;
create policy lost_content_service on storage.lost_content for all to postgres
  using (true)
  with check (true);

create table storage.objects (
  id uuid default gen_random_uuid() not null,
  bucket_id text not null,
  name text not null,
  owner uuid default auth.uid(),
  owner_id text default (auth.uid())::text,
  version uuid default gen_random_uuid() not null,
  blob_id uuid default gen_random_uuid() not null,
  size_bytes bigint default 0 not null,
  checksum text default ''::text not null,
  metadata jsonb default '{}'::jsonb not null,
  user_metadata jsonb default '{}'::jsonb not null,
  path_tokens text[] generated always as (string_to_array(name, '/'::text)) stored,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  last_accessed_at timestamp with time zone default now() not null,
  folder text collate "C" generated always as (translate(COALESCE("substring"(name, '^.*/'::text), ''::text), '/'::text, chr(1))) stored,
  constraint objects_pkey PRIMARY KEY (id),
  constraint objects_bucket_name_key UNIQUE (bucket_id, name),
  constraint objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE RESTRICT,
  constraint objects_checksum_most CHECK ((length(checksum) <= 128)) NOT VALID,
  constraint objects_metadata_most CHECK ((pg_column_size(metadata) <= 4096)) NOT VALID,
  constraint objects_name_most CHECK ((length(name) <= 1024)) NOT VALID,
  constraint objects_owner_id_most CHECK ((length(owner_id) <= 64)) NOT VALID,
  constraint objects_size_not_negative CHECK ((size_bytes >= 0)),
  constraint objects_user_metadata_most CHECK ((pg_column_size(user_metadata) <= 131072)) NOT VALID
);
alter table storage.objects enable row level security;
alter table storage.objects force row level security;
create policy files_delete on storage.objects for delete to authenticated
  using (bucket_id = 'encrypted-files'::text AND (storage.foldername(name))[1] = ((( SELECT auth.uid() AS uid))::text));
create policy files_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'encrypted-files'::text AND (storage.foldername(name))[1] = ((( SELECT auth.uid() AS uid))::text) AND (( SELECT authz.home() AS home)) IS NOT NULL);
create policy files_read on storage.objects for select to authenticated
  using (bucket_id = 'encrypted-files'::text AND (storage.foldername(name))[1] = ((( SELECT auth.uid() AS uid))::text));
create policy files_read_shared on storage.objects for select to authenticated
  using (bucket_id = 'encrypted-files'::text AND (storage.foldername(name))[1] IS DISTINCT FROM ((( SELECT auth.uid() AS uid))::text) AND authz.is_object_shared(name));
create policy files_read_team on storage.objects for select to authenticated
  using (bucket_id = 'encrypted-files'::text AND ( SELECT (EXISTS ( SELECT authz.team_spaces() AS team_spaces)) AS "exists") AND authz.reads_team_object(name));
create policy files_team_fixed on storage.objects as restrictive for update to authenticated
  using (NOT authz.is_team_object(name));
create policy files_team_kept on storage.objects as restrictive for delete to authenticated
  using (NOT authz.is_team_object(name));
create policy files_update on storage.objects for update to authenticated
  using (bucket_id = 'encrypted-files'::text AND (storage.foldername(name))[1] = ((( SELECT auth.uid() AS uid))::text))
  with check (bucket_id = 'encrypted-files'::text AND (storage.foldername(name))[1] = ((( SELECT auth.uid() AS uid))::text));
create policy objects_proven on storage.objects as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy objects_service on storage.objects for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX objects_blob_idx ON storage.objects USING btree (blob_id);
CREATE INDEX objects_folder_idx ON storage.objects USING btree (bucket_id, folder, name COLLATE "C");
CREATE INDEX objects_name_idx ON storage.objects USING btree (bucket_id, name COLLATE "C");
CREATE TRIGGER objects_audit AFTER INSERT OR DELETE OR UPDATE ON storage.objects FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'id');
CREATE TRIGGER objects_count AFTER INSERT OR DELETE OR UPDATE OF owner, size_bytes ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.count_object();
CREATE TRIGGER objects_keep_content BEFORE UPDATE OF blob_id ON storage.objects FOR EACH ROW WHEN (old.blob_id IS DISTINCT FROM new.blob_id AND old.checksum IS DISTINCT FROM new.checksum) EXECUTE FUNCTION threats.refuse_overwriting();
CREATE TRIGGER objects_orphan_on_delete AFTER DELETE ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.remember_orphan();
CREATE TRIGGER objects_orphan_on_replace AFTER UPDATE OF blob_id ON storage.objects FOR EACH ROW WHEN (old.blob_id IS DISTINCT FROM new.blob_id) EXECUTE FUNCTION storage.remember_orphan();
CREATE TRIGGER objects_used_blob AFTER INSERT OR UPDATE OF blob_id ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.forget_orphan();
grant delete, insert, select, update on table storage.objects to authenticated;
grant delete, insert, select, update on table storage.objects to service_role;
grant select on table storage.objects to anon;

create table storage.organisation_usage (
  tenant_id uuid not null,
  files bigint not null,
  constraint organisation_usage_pkey PRIMARY KEY (tenant_id),
  constraint organisation_usage_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE
);
comment on table storage.organisation_usage is 'How many files the people of an organisation store, added up once a minute';
alter table storage.organisation_usage enable row level security;
alter table storage.organisation_usage force row level security;
create policy organisation_usage_service on storage.organisation_usage for all to postgres
  using (true)
  with check (true);

create table storage.orphan_blobs (
  blob_id uuid not null,
  orphaned_at timestamp with time zone default now() not null,
  retry_at timestamp with time zone,
  constraint orphan_blobs_pkey PRIMARY KEY (blob_id)
);
CREATE INDEX orphan_blobs_due_idx ON storage.orphan_blobs USING btree (orphaned_at, blob_id);
grant delete, insert, select, update on table storage.orphan_blobs to service_role;

create table storage.personal_quotas (
  user_id uuid not null,
  tenant_id uuid not null,
  bytes bigint not null,
  set_at timestamp with time zone default clock_timestamp() not null,
  constraint personal_quotas_pkey PRIMARY KEY (user_id),
  constraint personal_quotas_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint personal_quotas_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint personal_quotas_bytes CHECK ((bytes >= 0))
);
comment on table storage.personal_quotas is 'Limits of storage that an organisation sets for single people, below what their plan has';
alter table storage.personal_quotas enable row level security;
alter table storage.personal_quotas force row level security;
create policy personal_quotas_service on storage.personal_quotas for all to postgres
  using (true)
  with check (true);
CREATE INDEX personal_quotas_tenant_idx ON storage.personal_quotas USING btree (tenant_id);

create table storage.quota_settings (
  is_only boolean default true not null,
  provider text not null,
  limits jsonb not null,
  files_of_person bigint default 1000000 not null,
  files_of_organisation bigint default 50000000 not null,
  constraint quota_settings_pkey PRIMARY KEY (is_only),
  constraint quota_settings_one CHECK (is_only)
);
alter table storage.quota_settings enable row level security;
alter table storage.quota_settings force row level security;
create policy quota_settings_service on storage.quota_settings for all to postgres
  using (true)
  with check (true);

create table storage.scrub (
  is_only boolean default true not null,
  begun_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  is_running boolean default false not null,
  reached uuid,
  blobs bigint default 0 not null,
  bytes bigint default 0 not null,
  unknown bigint default 0 not null,
  lost bigint default 0 not null,
  finished_at timestamp with time zone,
  claimed_by uuid,
  claimed_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  unreadable bigint default 0 not null,
  constraint scrub_pkey PRIMARY KEY (is_only),
  constraint scrub_only CHECK (is_only)
);
comment on table storage.scrub is 'How far the reading of all stored content has come, and what the last whole one found';
comment on column storage.scrub.unreadable is 'Blobs that the store, which answered otherwise, did not let be read';
alter table storage.scrub enable row level security;
alter table storage.scrub force row level security;
create policy scrub_service on storage.scrub for all to postgres
  using (true)
  with check (true);

create table storage.sweep (
  is_only boolean default true not null,
  begun_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  is_running boolean default false not null,
  reached uuid,
  blobs bigint default 0 not null,
  losses bigint default 0 not null,
  finished_at timestamp with time zone,
  held bigint default 0 not null,
  constraint sweep_pkey PRIMARY KEY (is_only),
  constraint sweep_only CHECK (is_only)
);
comment on table storage.sweep is 'How far the sweep of the store has come, and what the last whole one found';
alter table storage.sweep enable row level security;
alter table storage.sweep force row level security;
create policy sweep_service on storage.sweep for all to postgres
  using (true)
  with check (true);

create table storage.upload_claims (
  upload_id uuid not null,
  node uuid not null,
  epoch bigint default 1 not null,
  until timestamp with time zone not null,
  constraint upload_claims_pkey PRIMARY KEY (upload_id),
  constraint upload_claims_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES storage.uploads(id) ON DELETE CASCADE,
  constraint upload_claims_epoch CHECK ((epoch > 0))
);
comment on table storage.upload_claims is 'The node that completes an upload; another may take over when it has not said for a while that it still does';
comment on column storage.upload_claims.epoch is 'Grows each time a node takes the upload, so that a node that lost it can tell';
alter table storage.upload_claims enable row level security;
alter table storage.upload_claims force row level security;
create policy upload_claims_own on storage.upload_claims for all to authenticated
  using ((EXISTS ( SELECT
   FROM storage.uploads u
  WHERE u.id = upload_claims.upload_id AND u.owner = (( SELECT auth.uid() AS uid)))));
create policy upload_claims_proven on storage.upload_claims as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy upload_claims_service on storage.upload_claims for all to postgres, service_role
  using (true)
  with check (true);
grant delete, insert, select, update on table storage.upload_claims to authenticated;
grant delete, insert, select, update on table storage.upload_claims to service_role;

create table storage.upload_parts (
  upload_id uuid not null,
  part integer not null,
  constraint upload_parts_pkey PRIMARY KEY (upload_id, part),
  constraint upload_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES storage.uploads(id) ON DELETE CASCADE
);
alter table storage.upload_parts enable row level security;
alter table storage.upload_parts force row level security;
create policy upload_parts_own on storage.upload_parts for all to authenticated
  using ((EXISTS ( SELECT
   FROM storage.uploads u
  WHERE u.id = upload_parts.upload_id AND u.owner = (( SELECT auth.uid() AS uid)))));
create policy upload_parts_proven on storage.upload_parts as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy upload_parts_service on storage.upload_parts for all to postgres, service_role
  using (true)
  with check (true);
grant delete, insert, select, update on table storage.upload_parts to authenticated;
grant delete, insert, select, update on table storage.upload_parts to service_role;

create table storage.upload_pieces (
  upload_id uuid not null,
  start_bytes bigint not null,
  end_bytes bigint not null,
  piece uuid not null,
  piece_start bigint not null,
  constraint upload_pieces_pkey PRIMARY KEY (upload_id, start_bytes),
  constraint upload_pieces_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES storage.uploads(id) ON DELETE CASCADE,
  constraint upload_pieces_range CHECK (((0 <= piece_start) AND (piece_start <= start_bytes) AND (start_bytes < end_bytes)))
);
comment on table storage.upload_pieces is 'Ranges of an upload that arrived, and the piece in the shared store that holds each';
comment on column storage.upload_pieces.piece_start is 'Where in the upload the piece begins; it may hold several ranges';
alter table storage.upload_pieces enable row level security;
alter table storage.upload_pieces force row level security;
create policy upload_pieces_own on storage.upload_pieces for all to authenticated
  using ((EXISTS ( SELECT
   FROM storage.uploads u
  WHERE u.id = upload_pieces.upload_id AND u.owner = (( SELECT auth.uid() AS uid)))));
create policy upload_pieces_proven on storage.upload_pieces as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy upload_pieces_service on storage.upload_pieces for all to postgres, service_role
  using (true)
  with check (true);
grant delete, insert, select, update on table storage.upload_pieces to authenticated;
grant delete, insert, select, update on table storage.upload_pieces to service_role;

create table storage.uploads (
  id uuid default gen_random_uuid() not null,
  bucket_id text not null,
  name text not null,
  owner uuid default auth.uid(),
  is_upsert boolean default false not null,
  size_bytes bigint not null,
  offset_bytes bigint default 0 not null,
  part_bytes integer,
  head_bytes integer default 0 not null,
  content_type text default 'application/octet-stream'::text not null,
  cache_control text default 'no-cache'::text not null,
  user_metadata jsonb default '{}'::jsonb not null,
  object_id uuid,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE CASCADE,
  constraint uploads_cache_control_most CHECK ((length(cache_control) <= 255)) NOT VALID,
  constraint uploads_content_type_most CHECK ((length(content_type) <= 255)) NOT VALID,
  constraint uploads_name_most CHECK ((length(name) <= 1024)) NOT VALID,
  constraint uploads_offset_within CHECK (((offset_bytes >= 0) AND (offset_bytes <= size_bytes))),
  constraint uploads_user_metadata_most CHECK ((pg_column_size(user_metadata) <= 131072)) NOT VALID
);
alter table storage.uploads enable row level security;
alter table storage.uploads force row level security;
create policy uploads_own on storage.uploads for all to authenticated
  using (owner = (( SELECT auth.uid() AS uid)))
  with check (owner = (( SELECT auth.uid() AS uid)));
create policy uploads_proven on storage.uploads as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy uploads_service on storage.uploads for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX uploads_expiry_idx ON storage.uploads USING btree (expires_at);
CREATE TRIGGER uploads_count AFTER INSERT OR DELETE OR UPDATE OF owner, size_bytes, object_id ON storage.uploads FOR EACH ROW EXECUTE FUNCTION storage.count_upload();
CREATE TRIGGER uploads_limit AFTER INSERT ON storage.uploads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('owner', '5000');
grant delete, insert, select, update on table storage.uploads to authenticated;
grant delete, insert, select, update on table storage.uploads to service_role;

create table storage.usage (
  owner uuid not null,
  bytes bigint not null,
  files bigint default 0 not null,
  constraint usage_pkey PRIMARY KEY (owner)
);
alter table storage.usage enable row level security;
alter table storage.usage force row level security;
create policy usage_service on storage.usage for all to postgres
  using (true)
  with check (true);

create table storage.usage_changes (
  id bigint generated always as identity not null,
  owner uuid not null,
  bytes bigint not null,
  made xid8 default pg_current_xact_id() not null,
  files integer default 0 not null,
  constraint usage_changes_pkey PRIMARY KEY (id)
);
alter table storage.usage_changes enable row level security;
alter table storage.usage_changes force row level security;
create policy usage_changes_service on storage.usage_changes for all to postgres
  using (true)
  with check (true);
CREATE INDEX usage_changes_owner_idx ON storage.usage_changes USING btree (owner, id);
CREATE CONSTRAINT TRIGGER usage_changes_quota AFTER INSERT ON storage.usage_changes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.bytes > 0 OR new.files > 0) EXECUTE FUNCTION storage.keep_quota();

create function storage.bytes_allowed(person uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function storage.bytes_allowed_to(home uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function storage.bytes_used(person uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function storage.count_object() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function storage.count_upload() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function storage.due_leftovers(days integer) RETURNS SETOF uuid LANGUAGE sql STABLE SET search_path TO '';

create function storage.end_loss(object uuid, blob uuid) RETURNS void LANGUAGE plpgsql SET search_path TO '';

create function storage.extension(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';
grant execute on function storage.extension(text) to public;

create function storage.filename(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';
grant execute on function storage.filename(text) to public;

create function storage.finish_sweep(days integer, percent numeric) RETURNS void LANGUAGE plpgsql SET search_path TO '';

create function storage.fold_usage() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function storage.foldername(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';
grant execute on function storage.foldername(text) to public;

create function storage.forget_orphan() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function storage.has_all_files(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function storage.home_of(object uuid) RETURNS uuid LANGUAGE sql STABLE SET search_path TO '';

create function storage.keep_quota() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function storage.losses_left() RETURNS integer LANGUAGE plpgsql SET search_path TO '';

create function storage.note_leftovers(days integer, by_whom text) RETURNS bigint LANGUAGE plpgsql SET search_path TO '';

create function storage.personal_bytes(person uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function storage.plan_bytes(person uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function storage.record_content(object uuid, event_type text, risk text, details jsonb) RETURNS void LANGUAGE sql SET search_path TO '';

create function storage.record_loss(object uuid, blob uuid, problem text, found_by text) RETURNS boolean LANGUAGE plpgsql SET search_path TO '';

create function storage.release_leftovers(days integer, at_most bigint) RETURNS bigint LANGUAGE plpgsql SET search_path TO '';

create function storage.remember_orphan() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function storage.used_by(organisation uuid) RETURNS TABLE(bytes numeric, contents numeric) LANGUAGE sql STABLE SET search_path TO '';

create schema streams;
grant usage on schema streams to authenticated;

create table streams.put_aside (
  stream_id uuid not null,
  log_id uuid not null,
  index bigint not null,
  event_id uuid not null,
  put_at timestamp with time zone default clock_timestamp() not null,
  error text not null,
  constraint put_aside_pkey PRIMARY KEY (stream_id, log_id, index),
  constraint put_aside_log_id_fkey FOREIGN KEY (log_id) REFERENCES ledger.logs(id) ON DELETE CASCADE,
  constraint put_aside_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES public.event_streams(id) ON DELETE CASCADE,
  constraint put_aside_error CHECK ((length(error) <= 500))
);
comment on table streams.put_aside is 'Events that receivers refuse for good, until a person sends them again or leaves them out';
CREATE INDEX put_aside_log_idx ON streams.put_aside USING btree (log_id);

create table streams.states (
  stream_id uuid not null,
  log_id uuid,
  next_index bigint default 0 not null,
  batch_end bigint,
  secret bytea,
  earlier_secret bytea,
  earlier_until timestamp with time zone,
  sent bigint default 0 not null,
  filtered bigint default 0 not null,
  failed_tries bigint default 0 not null,
  failures integer default 0 not null,
  next_try_at timestamp with time zone default clock_timestamp() not null,
  last_success_at timestamp with time zone,
  last_error text,
  failing_since timestamp with time zone,
  reported_at timestamp with time zone,
  claim uuid,
  claimed_until timestamp with time zone,
  refusals integer default 0 not null,
  aside_in_a_row integer default 0 not null,
  constraint states_pkey PRIMARY KEY (stream_id),
  constraint states_log_id_fkey FOREIGN KEY (log_id) REFERENCES ledger.logs(id),
  constraint states_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES public.event_streams(id) ON DELETE CASCADE
);
comment on column streams.states.refusals is 'How often the batch that is due was refused for what it holds';
comment on column streams.states.aside_in_a_row is 'Events put aside since the receiver last took something';
CREATE INDEX states_log_idx ON streams.states USING btree (log_id);

create table streams.tries (
  id bigint generated always as identity not null,
  stream_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  first_index bigint not null,
  last_index bigint not null,
  events integer not null,
  error text,
  took_ms integer not null,
  constraint tries_pkey PRIMARY KEY (id),
  constraint tries_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES public.event_streams(id) ON DELETE CASCADE
);
comment on table streams.tries is 'The last 200 tries of each event stream';
CREATE INDEX tries_stream_idx ON streams.tries USING btree (stream_id, id DESC);

create function streams.add(id uuid, fields jsonb, secret bytea, place text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function streams.add(uuid,jsonb,bytea,text) to authenticated;

create function streams.change(id uuid, fields jsonb, secret bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function streams.change(uuid,jsonb,bytea) to authenticated;

create function streams.count_aside() RETURNS TABLE(stream_id uuid, events bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function streams.count_aside() to authenticated;

create function streams.due() RETURNS SETOF uuid LANGUAGE sql STABLE SET search_path TO '';

create function streams.fail(stream uuid, claim uuid, error text) RETURNS boolean LANGUAGE plpgsql SET search_path TO '';

create function streams.list() RETURNS TABLE(id uuid, name text, kind text, address text, format text, categories text[], least_risk text, ca text, paused_at timestamp with time zone, created_at timestamp with time zone, has_secret boolean, earlier_until timestamp with time zone, sent bigint, filtered bigint, failed_tries bigint, waiting bigint, last_success_at timestamp with time zone, last_error text, failing_since timestamp with time zone, next_try_at timestamp with time zone) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function streams.list() to authenticated;

create function streams.list_aside(stream uuid) RETURNS TABLE(log_id uuid, index bigint, event_id uuid, put_at timestamp with time zone, error text, event_type text, happened_at timestamp with time zone) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function streams.list_aside(uuid) to authenticated;

create function streams.list_tries(stream uuid) RETURNS TABLE(at timestamp with time zone, first_index bigint, last_index bigint, events integer, error text, took_ms integer) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function streams.list_tries(uuid) to authenticated;

create function streams.managed() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function streams.managed() to authenticated;

create function streams.move(id uuid, place text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function streams.move(uuid,text) to authenticated;

create function streams.note_try(stream uuid, first_index bigint, last_index bigint, events integer, error text, took_ms integer) RETURNS void LANGUAGE sql SET search_path TO '';

create function streams.pause(id uuid, is_paused boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function streams.pause(uuid,boolean) to authenticated;

create function streams.place(stream uuid, place text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function streams.refuse(stream uuid, claim uuid, error text, narrower bigint, index bigint, event uuid, until bigint) RETURNS boolean LANGUAGE plpgsql SET search_path TO '';

create function streams.remove(id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function streams.remove(uuid) to authenticated;

create function streams.require_own(id uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function streams.require_own(uuid) to authenticated;

create function streams.rotate(id uuid, secret bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function streams.rotate(uuid,bytea) to authenticated;

create function streams.settle_aside(stream uuid, event uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function streams.settle_aside(uuid,uuid) to authenticated;

create function streams.succeed(stream uuid, claim uuid, until bigint, sent integer, filtered integer) RETURNS boolean LANGUAGE plpgsql SET search_path TO '';

create function streams.take(stream uuid, claim uuid) RETURNS TABLE(kind text, address text, format text, categories text[], least_risk text, ca text, revision integer, secret bytea, earlier_secret bytea, log_id uuid, origin text, size bigint, next_index bigint, batch_end bigint) LANGUAGE plpgsql SET search_path TO '';

create function streams.waiting() RETURNS TABLE(id uuid, tenant_id uuid) LANGUAGE sql STABLE SET search_path TO '';

create schema studio;
comment on schema studio is 'Models, texts and calendars of organisations; reached by the handlers of the server only';
grant usage on schema studio to authenticated;

create table studio.ai_requests (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  user_id uuid,
  endpoint text not null,
  provider text not null,
  model text not null,
  engine text default 'llm'::text not null,
  started_at timestamp with time zone default clock_timestamp() not null,
  ended_at timestamp with time zone,
  ttft_ms integer,
  latency_ms integer,
  tokens_in bigint default 0 not null,
  tokens_out bigint default 0 not null,
  is_estimate boolean default false not null,
  micros_in bigint,
  micros_out bigint,
  cost_micros bigint,
  status text default 'running'::text not null,
  error_code text,
  redactions jsonb default '{}'::jsonb not null,
  prompt_sha256 bytea not null,
  prompt_body text,
  answer_body text,
  constraint ai_requests_pkey PRIMARY KEY (id),
  constraint ai_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint ai_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint ai_requests_answer_length CHECK ((length(answer_body) <= 400000)),
  constraint ai_requests_endpoint_length CHECK (((length(endpoint) >= 1) AND (length(endpoint) <= 80))),
  constraint ai_requests_engine_known CHECK ((engine = ANY (ARRAY['llm'::text, 'embedded'::text]))),
  constraint ai_requests_error_length CHECK ((length(error_code) <= 80)),
  constraint ai_requests_model_length CHECK (((length(model) >= 1) AND (length(model) <= 200))),
  constraint ai_requests_prompt_length CHECK ((length(prompt_body) <= 200000)),
  constraint ai_requests_provider_length CHECK (((length(provider) >= 1) AND (length(provider) <= 80))),
  constraint ai_requests_status_known CHECK ((status = ANY (ARRAY['running'::text, 'ok'::text, 'error'::text, 'blocked'::text, 'aborted'::text, 'over_budget'::text])))
);
alter table studio.ai_requests enable row level security;
alter table studio.ai_requests force row level security;
create policy ai_requests_proven on studio.ai_requests as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy ai_requests_read on studio.ai_requests for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy ai_requests_service on studio.ai_requests for all to postgres
  using (true)
  with check (true);
CREATE INDEX ai_requests_newest_idx ON studio.ai_requests USING btree (tenant_id, started_at DESC, id);
CREATE INDEX ai_requests_running_idx ON studio.ai_requests USING btree (started_at) WHERE (status = 'running'::text);
CREATE INDEX ai_requests_user_idx ON studio.ai_requests USING btree (user_id);
grant select on table studio.ai_requests to authenticated;

create table studio.calendars (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  month text not null,
  topics text[] not null,
  platforms text[] not null,
  brand_voice text default ''::text not null,
  model text,
  record jsonb,
  created_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  making_claim uuid,
  making_until timestamp with time zone,
  constraint calendars_pkey PRIMARY KEY (id),
  constraint calendars_tenant_key UNIQUE (tenant_id, id),
  constraint calendars_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint calendars_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint calendars_model_length CHECK ((length(model) <= 200)),
  constraint calendars_month_form CHECK ((month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'::text)),
  constraint calendars_platforms_number CHECK (((cardinality(platforms) >= 1) AND (cardinality(platforms) <= 6))),
  constraint calendars_record_size CHECK ((pg_column_size(record) <= 262144)),
  constraint calendars_topics_number CHECK (((cardinality(topics) >= 1) AND (cardinality(topics) <= 30))),
  constraint calendars_voice_length CHECK ((length(brand_voice) <= 500))
);
alter table studio.calendars enable row level security;
alter table studio.calendars force row level security;
create policy calendars_all on studio.calendars for all to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows))
  with check (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy calendars_proven on studio.calendars as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy calendars_service on studio.calendars for all to postgres
  using (true)
  with check (true);
CREATE INDEX calendars_created_by_idx ON studio.calendars USING btree (created_by);
CREATE INDEX calendars_newest_idx ON studio.calendars USING btree (tenant_id, created_at DESC, id DESC);
CREATE TRIGGER calendars_limit AFTER INSERT ON studio.calendars REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '500');
grant delete, insert, select, update on table studio.calendars to authenticated;

create table studio.connections (
  id uuid not null,
  tenant_id uuid not null,
  name text not null,
  preset text not null,
  address text not null,
  key_sealed bytea,
  key_end text,
  state text default 'not_configured'::text not null,
  problem text,
  looked_at timestamp with time zone,
  models text[] default '{}'::text[] not null,
  version integer default 1 not null,
  created_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint connections_pkey PRIMARY KEY (id),
  constraint connections_tenant_key UNIQUE (tenant_id, id),
  constraint connections_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint connections_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint connections_address_length CHECK (((length(address) >= 8) AND (length(address) <= 500))),
  constraint connections_key_end_length CHECK ((length(key_end) <= 4)),
  constraint connections_models_number CHECK ((cardinality(models) <= 500)),
  constraint connections_name_length CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 60))),
  constraint connections_preset_known CHECK ((preset = ANY (ARRAY['ollama'::text, 'openai-compatible'::text, 'openai'::text, 'mistral'::text, 'groq'::text, 'openrouter'::text, 'google'::text, 'anthropic'::text, 'own'::text]))),
  constraint connections_problem_length CHECK ((length(problem) <= 200)),
  constraint connections_state_known CHECK ((state = ANY (ARRAY['active'::text, 'unreachable'::text, 'not_configured'::text])))
);
grant select (id, tenant_id, name, preset, address, key_end, state, problem, looked_at, models, version, created_at, updated_at) on table studio.connections to authenticated;
alter table studio.connections enable row level security;
alter table studio.connections force row level security;
create policy connections_proven on studio.connections as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy connections_read on studio.connections for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy connections_service on studio.connections for all to postgres
  using (true)
  with check (true);
CREATE INDEX connections_created_by_idx ON studio.connections USING btree (created_by);
CREATE TRIGGER connections_audit_delete AFTER DELETE ON studio.connections REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION studio.record_rows();
CREATE TRIGGER connections_audit_insert AFTER INSERT ON studio.connections REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION studio.record_rows();
CREATE TRIGGER connections_limit AFTER INSERT ON studio.connections REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '20');

create table studio.dictionary_words (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  word text not null,
  constraint dictionary_words_pkey PRIMARY KEY (id),
  constraint dictionary_words_once UNIQUE (tenant_id, word),
  constraint dictionary_words_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint dictionary_words_form CHECK ((((length(word) >= 1) AND (length(word) <= 60)) AND (word !~ '\s'::text)))
);
comment on table studio.dictionary_words is 'Words that texts of an organisation may have; who added one is not kept';
alter table studio.dictionary_words enable row level security;
alter table studio.dictionary_words force row level security;
create policy dictionary_words_all on studio.dictionary_words for all to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows))
  with check (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy dictionary_words_proven on studio.dictionary_words as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy dictionary_words_service on studio.dictionary_words for all to postgres
  using (true)
  with check (true);
CREATE TRIGGER dictionary_words_limit AFTER INSERT ON studio.dictionary_words REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '2000');
grant delete, insert, select on table studio.dictionary_words to authenticated;

create table studio.draft_versions (
  tenant_id uuid not null,
  draft_id uuid not null,
  no integer not null,
  content text not null,
  kind text not null,
  is_whole boolean default true not null,
  author_id uuid,
  model text,
  record jsonb,
  created_at timestamp with time zone default clock_timestamp() not null,
  plan jsonb,
  rewrites integer,
  constraint draft_versions_pkey PRIMARY KEY (draft_id, no),
  constraint draft_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint draft_versions_draft_fkey FOREIGN KEY (tenant_id, draft_id) REFERENCES studio.drafts(tenant_id, id) ON DELETE CASCADE,
  constraint draft_versions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint draft_versions_kind_known CHECK ((kind = ANY (ARRAY['person'::text, 'model'::text, 'brief'::text]))),
  constraint draft_versions_model_length CHECK ((length(model) <= 200)),
  constraint draft_versions_number CHECK ((no > 0)),
  constraint draft_versions_plan_size CHECK ((pg_column_size(plan) <= 131072)),
  constraint draft_versions_record_size CHECK ((pg_column_size(record) <= 16384)),
  constraint draft_versions_rewrites_before CHECK (((rewrites IS NULL) OR ((rewrites > 0) AND (rewrites < no) AND (kind = 'model'::text)))),
  constraint draft_versions_size CHECK ((octet_length(content) <= 204800))
);
alter table studio.draft_versions enable row level security;
alter table studio.draft_versions force row level security;
create policy draft_versions_add on studio.draft_versions for insert to authenticated
  with check (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy draft_versions_proven on studio.draft_versions as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy draft_versions_read on studio.draft_versions for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy draft_versions_service on studio.draft_versions for all to postgres
  using (true)
  with check (true);
CREATE INDEX draft_versions_author_idx ON studio.draft_versions USING btree (author_id);
CREATE INDEX draft_versions_tenant_idx ON studio.draft_versions USING btree (tenant_id, draft_id);
CREATE TRIGGER draft_versions_give_way AFTER INSERT ON studio.draft_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION studio.give_way();
CREATE TRIGGER draft_versions_limit AFTER INSERT ON studio.draft_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('draft_id', '200');
grant insert, select on table studio.draft_versions to authenticated;

create table studio.drafts (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  title text not null,
  content_type text not null,
  outline text default ''::text not null,
  target_keyword text default ''::text not null,
  audience text default ''::text not null,
  meta_description text default ''::text not null,
  suggested_tags text[] default '{}'::text[] not null,
  version integer default 1 not null,
  writing_until timestamp with time zone,
  writing_claim uuid,
  created_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint drafts_pkey PRIMARY KEY (id),
  constraint drafts_tenant_key UNIQUE (tenant_id, id),
  constraint drafts_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint drafts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint drafts_audience_length CHECK ((length(audience) <= 500)),
  constraint drafts_keyword_length CHECK ((length(target_keyword) <= 200)),
  constraint drafts_meta_length CHECK ((length(meta_description) <= 500)),
  constraint drafts_outline_length CHECK ((length(outline) <= 20000)),
  constraint drafts_tags_number CHECK ((cardinality(suggested_tags) <= 20)),
  constraint drafts_title_length CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 300))),
  constraint drafts_type_known CHECK ((content_type = ANY (ARRAY['blog'::text, 'landing'::text, 'adcopy'::text, 'social'::text])))
);
alter table studio.drafts enable row level security;
alter table studio.drafts force row level security;
create policy drafts_all on studio.drafts for all to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows))
  with check (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy drafts_proven on studio.drafts as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy drafts_service on studio.drafts for all to postgres
  using (true)
  with check (true);
CREATE INDEX drafts_created_by_idx ON studio.drafts USING btree (created_by);
CREATE INDEX drafts_newest_idx ON studio.drafts USING btree (tenant_id, updated_at DESC, id DESC);
CREATE TRIGGER drafts_limit AFTER INSERT ON studio.drafts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '2000');
grant delete, insert, select, update on table studio.drafts to authenticated;

create table studio.grammar_settings (
  tenant_id uuid not null,
  dialect text not null,
  constraint grammar_settings_pkey PRIMARY KEY (tenant_id),
  constraint grammar_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint grammar_settings_dialect_known CHECK ((dialect = ANY (ARRAY['American'::text, 'British'::text, 'Australian'::text, 'Canadian'::text])))
);
comment on table studio.grammar_settings is 'English that texts of an organisation are checked in; American where there is no row';
alter table studio.grammar_settings enable row level security;
alter table studio.grammar_settings force row level security;
create policy grammar_settings_all on studio.grammar_settings for all to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows))
  with check (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy grammar_settings_proven on studio.grammar_settings as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy grammar_settings_service on studio.grammar_settings for all to postgres
  using (true)
  with check (true);
grant insert, select, update on table studio.grammar_settings to authenticated;

create table studio.model_files (
  connection_id uuid not null,
  tenant_id uuid not null,
  size_bytes bigint not null,
  begun_at timestamp with time zone default clock_timestamp() not null,
  uploaded_at timestamp with time zone,
  sha256 bytea,
  architecture text,
  parameters bigint,
  context_tokens bigint,
  constraint model_files_pkey PRIMARY KEY (connection_id),
  constraint model_files_connection_fkey FOREIGN KEY (tenant_id, connection_id) REFERENCES studio.connections(tenant_id, id) ON DELETE CASCADE,
  constraint model_files_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint model_files_architecture_length CHECK (((length(architecture) >= 1) AND (length(architecture) <= 60))),
  constraint model_files_sha256_length CHECK ((octet_length(sha256) = 32)),
  constraint model_files_size_positive CHECK ((size_bytes > 0)),
  constraint model_files_whole CHECK (((uploaded_at IS NULL) = (sha256 IS NULL)))
);
alter table studio.model_files enable row level security;
alter table studio.model_files force row level security;
create policy model_files_proven on studio.model_files as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy model_files_read on studio.model_files for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy model_files_service on studio.model_files for all to postgres
  using (true)
  with check (true);
CREATE INDEX model_files_connection_idx ON studio.model_files USING btree (tenant_id, connection_id);
grant select on table studio.model_files to authenticated;

create table studio.platform_limits (
  tenant_id uuid not null,
  platform text not null,
  characters integer not null,
  constraint platform_limits_pkey PRIMARY KEY (tenant_id, platform),
  constraint platform_limits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint platform_limits_platform_known CHECK ((platform = ANY (ARRAY['LinkedIn'::text, 'Twitter'::text, 'YouTube'::text, 'Facebook'::text, 'Instagram'::text, 'TikTok'::text]))),
  constraint platform_limits_range CHECK (((characters >= 50) AND (characters <= 100000)))
);
alter table studio.platform_limits enable row level security;
alter table studio.platform_limits force row level security;
create policy platform_limits_all on studio.platform_limits for all to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows))
  with check (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy platform_limits_proven on studio.platform_limits as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy platform_limits_service on studio.platform_limits for all to postgres
  using (true)
  with check (true);
grant delete, insert, select, update on table studio.platform_limits to authenticated;

create table studio.posts (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  calendar_id uuid not null,
  date date not null,
  slot time without time zone not null,
  platform text not null,
  pillar text not null,
  content_type text not null,
  content text not null,
  hashtags text[] default '{}'::text[] not null,
  cta text default ''::text not null,
  visual_suggestion text default ''::text not null,
  is_copy boolean not null,
  published_at timestamp with time zone,
  version integer default 1 not null,
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_calendar_fkey FOREIGN KEY (tenant_id, calendar_id) REFERENCES studio.calendars(tenant_id, id) ON DELETE CASCADE,
  constraint posts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint posts_content_length CHECK ((length(content) <= 100000)),
  constraint posts_cta_length CHECK ((length(cta) <= 300)),
  constraint posts_hashtags_number CHECK ((cardinality(hashtags) <= 30)),
  constraint posts_pillar_length CHECK ((length(pillar) <= 200)),
  constraint posts_platform_known CHECK ((platform = ANY (ARRAY['LinkedIn'::text, 'Twitter'::text, 'YouTube'::text, 'Facebook'::text, 'Instagram'::text, 'TikTok'::text]))),
  constraint posts_type_length CHECK ((length(content_type) <= 60)),
  constraint posts_visual_length CHECK ((length(visual_suggestion) <= 1000))
);
alter table studio.posts enable row level security;
alter table studio.posts force row level security;
create policy posts_all on studio.posts for all to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows))
  with check (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy posts_proven on studio.posts as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy posts_service on studio.posts for all to postgres
  using (true)
  with check (true);
CREATE INDEX posts_calendar_idx ON studio.posts USING btree (tenant_id, calendar_id, date, slot, id);
CREATE TRIGGER posts_limit AFTER INSERT ON studio.posts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('calendar_id', '200');
grant delete, insert, select, update on table studio.posts to authenticated;

create table studio.prices (
  tenant_id uuid not null,
  model text not null,
  micros_in bigint not null,
  micros_out bigint not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint prices_pkey PRIMARY KEY (tenant_id, model),
  constraint prices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint prices_in_range CHECK (((micros_in >= 0) AND (micros_in <= '10000000000'::bigint))),
  constraint prices_model_length CHECK (((length(model) >= 1) AND (length(model) <= 200))),
  constraint prices_out_range CHECK (((micros_out >= 0) AND (micros_out <= '10000000000'::bigint)))
);
alter table studio.prices enable row level security;
alter table studio.prices force row level security;
create policy prices_proven on studio.prices as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy prices_read on studio.prices for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy prices_service on studio.prices for all to postgres
  using (true)
  with check (true);
CREATE TRIGGER prices_limit AFTER INSERT ON studio.prices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '500');
grant select on table studio.prices to authenticated;

create table studio.settings (
  tenant_id uuid not null,
  connection_id uuid,
  model text,
  org_micros bigint,
  org_tokens bigint,
  person_micros bigint,
  person_tokens bigint,
  redacts_private boolean default true not null,
  keeps_bodies boolean default false not null,
  body_days integer default 7 not null,
  log_days integer default 400 not null,
  banned_claims text[] default '{}'::text[] not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  copilot_for_all boolean default false not null,
  copilot_tokens bigint default 100000,
  constraint settings_pkey PRIMARY KEY (tenant_id),
  constraint settings_connection_fkey FOREIGN KEY (tenant_id, connection_id) REFERENCES studio.connections(tenant_id, id) ON DELETE SET NULL (connection_id),
  constraint settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint settings_body_days_range CHECK (((body_days >= 1) AND (body_days <= 90))),
  constraint settings_claims_number CHECK ((cardinality(banned_claims) <= 200)),
  constraint settings_copilot_tokens_low CHECK ((copilot_tokens >= 0)),
  constraint settings_log_days_range CHECK (((log_days >= 30) AND (log_days <= 800))),
  constraint settings_model_length CHECK (((length(model) >= 1) AND (length(model) <= 200))),
  constraint settings_org_micros_low CHECK ((org_micros >= 0)),
  constraint settings_org_tokens_low CHECK ((org_tokens >= 0)),
  constraint settings_person_micros_low CHECK ((person_micros >= 0)),
  constraint settings_person_tokens_low CHECK ((person_tokens >= 0))
);
alter table studio.settings enable row level security;
alter table studio.settings force row level security;
create policy settings_proven on studio.settings as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy settings_read on studio.settings for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy settings_service on studio.settings for all to postgres
  using (true)
  with check (true);
CREATE TRIGGER settings_audit_update AFTER UPDATE ON studio.settings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION studio.record_rows();
grant select on table studio.settings to authenticated;

create table studio.source_sentences (
  tenant_id uuid not null,
  source_id uuid not null,
  no integer not null,
  line integer not null,
  text text not null,
  vector bytea,
  constraint source_sentences_pkey PRIMARY KEY (source_id, no),
  constraint source_sentences_source_fkey FOREIGN KEY (tenant_id, source_id) REFERENCES studio.sources(tenant_id, id) ON DELETE CASCADE,
  constraint source_sentences_length CHECK (((length(text) >= 1) AND (length(text) <= 700))),
  constraint source_sentences_line CHECK ((line > 0)),
  constraint source_sentences_number CHECK (((no >= 1) AND (no <= 5000))),
  constraint source_sentences_vector_length CHECK ((length(vector) = 1536))
);
comment on table studio.source_sentences is 'Sentences of sources, verbatim, and their meanings';
alter table studio.source_sentences enable row level security;
alter table studio.source_sentences force row level security;
create policy source_sentences_proven on studio.source_sentences as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy source_sentences_read on studio.source_sentences for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy source_sentences_service on studio.source_sentences for all to postgres
  using (true)
  with check (true);
CREATE INDEX source_sentences_source_idx ON studio.source_sentences USING btree (tenant_id, source_id);
CREATE TRIGGER source_sentences_limit AFTER INSERT ON studio.source_sentences REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '10000');
grant select on table studio.source_sentences to authenticated;

create table studio.sources (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  name text not null,
  kind text not null,
  format text not null,
  content text not null,
  sha256 bytea not null,
  sentences integer not null,
  read_by text,
  reading_until timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint sources_pkey PRIMARY KEY (id),
  constraint sources_once UNIQUE (tenant_id, sha256),
  constraint sources_tenant_key UNIQUE (tenant_id, id),
  constraint sources_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint sources_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint sources_format_known CHECK ((format = ANY (ARRAY['txt'::text, 'md'::text, 'csv'::text, 'html'::text]))),
  constraint sources_kind_known CHECK ((kind = ANY (ARRAY['pasted'::text, 'file'::text, 'vault'::text]))),
  constraint sources_name_length CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 200))),
  constraint sources_read_by_length CHECK ((length(read_by) <= 100)),
  constraint sources_sentences CHECK (((sentences >= 1) AND (sentences <= 5000))),
  constraint sources_sha256 CHECK ((octet_length(sha256) = 32)),
  constraint sources_size CHECK ((octet_length(content) <= 1048576))
);
comment on table studio.sources is 'Texts that an organisation gave as sources of what it writes';
alter table studio.sources enable row level security;
alter table studio.sources force row level security;
create policy sources_proven on studio.sources as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy sources_read on studio.sources for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_growth'::text, authz.tenant()) AS allows));
create policy sources_service on studio.sources for all to postgres
  using (true)
  with check (true);
CREATE INDEX sources_created_by_idx ON studio.sources USING btree (created_by);
CREATE INDEX sources_newest_idx ON studio.sources USING btree (tenant_id, created_at DESC, id DESC);
CREATE TRIGGER sources_limit AFTER INSERT ON studio.sources REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '50');
grant select on table studio.sources to authenticated;

create function studio.asks(endpoint text) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function studio.asks(text) to authenticated;

create function studio.begin_own_model(chosen uuid, label text, bytes bigint, most_bytes bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function studio.begin_own_model(uuid,text,bigint,bigint) to authenticated;

create function studio.begin_request(given jsonb) RETURNS TABLE(id uuid, refusal text) LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function studio.begin_request(jsonb) to authenticated;

create function studio.chosen_model(endpoint text) RETURNS TABLE(tenant uuid, connection uuid, preset text, address text, model text, redacts_private boolean, keeps_bodies boolean, banned_claims text[]) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function studio.chosen_model(text) to authenticated;

create function studio.cost_of(tokens_in bigint, tokens_out bigint, micros_in bigint, micros_out bigint) RETURNS bigint LANGUAGE sql IMMUTABLE SET search_path TO '';

create function studio.give_way() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function studio.managed() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function studio.managed() to authenticated;

create function studio.person_names() RETURNS TABLE(id uuid, email text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function studio.person_names() to authenticated;

create function studio.record_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function studio.remove_connection(connection uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function studio.remove_connection(uuid) to authenticated;

create function studio.save_connection(chosen uuid, fields jsonb, sealed bytea, known integer, is_elsewhere boolean) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function studio.save_connection(uuid,jsonb,bytea,integer,boolean) to authenticated;

create function studio.save_prices(entries jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function studio.save_prices(jsonb) to authenticated;

create function studio.save_settings(fields jsonb, known integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function studio.save_settings(jsonb,integer) to authenticated;

create function studio.stop_own_model(connection uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function studio.stop_own_model(uuid) to authenticated;

create schema tenancy;
comment on schema tenancy is 'What the operator does about whole organisations; read through the server only';
grant usage on schema tenancy to authenticated;

create table tenancy.deletions (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  asked_by uuid,
  asker text not null,
  reason text not null,
  asked_at timestamp with time zone default clock_timestamp() not null,
  ends_at timestamp with time zone not null,
  suspended_at timestamp with time zone,
  suspended_for text,
  warned_at timestamp with time zone,
  kept_at timestamp with time zone,
  keeper text default ''::text not null,
  keeping text default ''::text not null,
  restored_at timestamp with time zone,
  begun_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint deletions_pkey PRIMARY KEY (id),
  constraint deletions_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint deletions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint deletions_begun CHECK (((ended_at IS NULL) OR (begun_at IS NOT NULL))),
  constraint deletions_keeping_length CHECK ((length(keeping) <= 500)),
  constraint deletions_one_outcome CHECK (((restored_at IS NULL) OR (begun_at IS NULL))),
  constraint deletions_reason_length CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 500)))
);
comment on table tenancy.deletions is 'Organisations that are deleted, or were, or were restored';
alter table tenancy.deletions enable row level security;
alter table tenancy.deletions force row level security;
create policy deletions_proven on tenancy.deletions as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy deletions_read on tenancy.deletions for select to authenticated
  using ((( SELECT authz.tenant() AS tenant)) = (( SELECT authz.operator() AS operator)) AND ( SELECT authz.allows('manage_tenants'::text, authz.operator()) AS allows));
create policy deletions_read_own on tenancy.deletions for select to authenticated
  using (tenant_id = (( SELECT authz.home() AS home)) AND ( SELECT authz.owns(auth.uid(), authz.home()) AS owns));
create policy deletions_service on tenancy.deletions for all to postgres
  using (true)
  with check (true);
CREATE INDEX deletions_asked_by_idx ON tenancy.deletions USING btree (asked_by);
CREATE INDEX deletions_due_idx ON tenancy.deletions USING btree (ends_at) WHERE ((restored_at IS NULL) AND (ended_at IS NULL));
CREATE INDEX deletions_newest_idx ON tenancy.deletions USING btree (tenant_id, asked_at DESC, id DESC);
CREATE UNIQUE INDEX deletions_once_idx ON tenancy.deletions USING btree (tenant_id) WHERE (restored_at IS NULL);
grant select on table tenancy.deletions to authenticated;

create table tenancy.demos (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  asked_by uuid,
  asker text not null,
  people integer not null,
  domain text not null,
  state text default 'making'::text not null,
  cause text,
  step text,
  done integer default 0 not null,
  total integer default 0 not null,
  problem text,
  asked_at timestamp with time zone default clock_timestamp() not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  ended_at timestamp with time zone,
  constraint demos_pkey PRIMARY KEY (id),
  constraint demos_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint demos_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint demos_cause_known CHECK ((cause = ANY (ARRAY['asked'::text, 'cancelled'::text, 'failed'::text, 'stopped'::text]))),
  constraint demos_domain CHECK ((domain ~ '^[a-z0-9-]{1,60}\.invalid$'::text)),
  constraint demos_ended CHECK (((state = 'making'::text) = (ended_at IS NULL))),
  constraint demos_people CHECK (((people >= 4) AND (people <= 40))),
  constraint demos_problem_length CHECK ((length(problem) <= 300)),
  constraint demos_removed_for CHECK (((state = ANY (ARRAY['removing'::text, 'removed'::text])) = (cause IS NOT NULL))),
  constraint demos_state_known CHECK ((state = ANY (ARRAY['making'::text, 'ready'::text, 'removing'::text, 'removed'::text]))),
  constraint demos_step_known CHECK ((step = ANY (ARRAY['people'::text, 'files'::text, 'teams'::text, 'shares'::text, 'devices'::text, 'studio'::text])))
);
comment on table tenancy.demos is 'Demo organisations, and how far each is';
alter table tenancy.demos enable row level security;
alter table tenancy.demos force row level security;
create policy demos_service on tenancy.demos for all to postgres
  using (true)
  with check (true);
CREATE INDEX demos_asked_by_idx ON tenancy.demos USING btree (asked_by);
CREATE INDEX demos_newest_idx ON tenancy.demos USING btree (asked_at DESC, id DESC);
CREATE UNIQUE INDEX demos_once_idx ON tenancy.demos USING btree ((true)) WHERE (state <> 'removed'::text);
CREATE INDEX demos_tenant_idx ON tenancy.demos USING btree (tenant_id);

create table tenancy.entries (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  user_id uuid,
  session_id uuid,
  asker text not null,
  reason text not null,
  began_at timestamp with time zone default clock_timestamp() not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ending text,
  constraint entries_pkey PRIMARY KEY (id),
  constraint entries_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE SET NULL,
  constraint entries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint entries_ended CHECK (((ended_at IS NULL) = (ending IS NULL))),
  constraint entries_ending_known CHECK ((ending = ANY (ARRAY['left'::text, 'time'::text, 'session'::text]))),
  constraint entries_length CHECK ((ends_at <= (began_at + '01:01:00'::interval))),
  constraint entries_reason_length CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 500)))
);
comment on table tenancy.entries is 'Entries of the operator into the panel of another organisation';
alter table tenancy.entries enable row level security;
alter table tenancy.entries force row level security;
create policy entries_proven on tenancy.entries as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy entries_read on tenancy.entries for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy entries_read_own on tenancy.entries for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy entries_service on tenancy.entries for all to postgres
  using (true)
  with check (true);
CREATE INDEX entries_newest_idx ON tenancy.entries USING btree (tenant_id, began_at DESC, id DESC);
CREATE UNIQUE INDEX entries_once_idx ON tenancy.entries USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX entries_open_idx ON tenancy.entries USING btree (ends_at) WHERE (ended_at IS NULL);
CREATE INDEX entries_session_idx ON tenancy.entries USING btree (session_id);
CREATE INDEX entries_user_idx ON tenancy.entries USING btree (user_id);
grant select on table tenancy.entries to authenticated;

create table tenancy.exports (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  asked_by uuid,
  asker text not null,
  state text default 'waiting'::text not null,
  ticket_hash bytea,
  asked_at timestamp with time zone default clock_timestamp() not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  ended_at timestamp with time zone,
  rows_done bigint default 0 not null,
  blobs_done bigint default 0 not null,
  blobs_total bigint,
  bytes_done bigint default 0 not null,
  manifest text,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint exports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint exports_ended CHECK (((state = ANY (ARRAY['waiting'::text, 'running'::text])) = (ended_at IS NULL))),
  constraint exports_manifest CHECK ((manifest ~ '^[0-9a-f]{64}$'::text)),
  constraint exports_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text]))),
  constraint exports_ticket_hash CHECK ((octet_length(ticket_hash) = 32)),
  constraint exports_whole CHECK (((state = 'done'::text) = (manifest IS NOT NULL)))
);
comment on table tenancy.exports is 'Exports of organisations, and how far each is';
alter table tenancy.exports enable row level security;
alter table tenancy.exports force row level security;
create policy exports_proven on tenancy.exports as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy exports_read on tenancy.exports for select to authenticated
  using ((( SELECT authz.tenant() AS tenant)) = (( SELECT authz.operator() AS operator)) AND ( SELECT authz.allows('manage_tenants'::text, authz.operator()) AS allows));
create policy exports_service on tenancy.exports for all to postgres
  using (true)
  with check (true);
CREATE INDEX exports_asked_by_idx ON tenancy.exports USING btree (asked_by);
CREATE INDEX exports_newest_idx ON tenancy.exports USING btree (tenant_id, asked_at DESC, id DESC);
CREATE UNIQUE INDEX exports_once_idx ON tenancy.exports USING btree (tenant_id) WHERE (ended_at IS NULL);
grant select on table tenancy.exports to authenticated;

create table tenancy.limits (
  tenant_id uuid not null,
  people integer,
  bytes bigint,
  version integer default 1 not null,
  set_at timestamp with time zone default clock_timestamp() not null,
  constraint limits_pkey PRIMARY KEY (tenant_id),
  constraint limits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint limits_bytes CHECK (((bytes >= 0) AND (bytes <= '9007199254740991'::bigint))),
  constraint limits_people CHECK (((people >= 1) AND (people <= 1000000)))
);
comment on table tenancy.limits is 'Limits of organisations that the operator sets; null: as the plan says';
alter table tenancy.limits enable row level security;
alter table tenancy.limits force row level security;
create policy limits_service on tenancy.limits for all to postgres
  using (true)
  with check (true);

create function tenancy.ask_to_keep(why text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function tenancy.ask_to_keep(text) to authenticated;

create function tenancy.begin_deletion(organisation uuid, typed text, why text) RETURNS timestamp with time zone LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function tenancy.begin_deletion(uuid,text,text) to authenticated;

create function tenancy.begin_demo(called text, owner_email text, domain text, people integer) RETURNS tenancy.demos LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function tenancy.begin_demo(text,text,text,integer) to authenticated;

create function tenancy.begin_demo_removal(demo uuid, expected text, why text, failure text DEFAULT NULL::text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function tenancy.begin_export(organisation uuid, hash_of_ticket bytea) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function tenancy.begin_export(uuid,bytea) to authenticated;

create function tenancy.cancel_demo(demo uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function tenancy.cancel_demo(uuid) to authenticated;

create function tenancy.cancel_export(export uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function tenancy.cancel_export(uuid) to authenticated;

create function tenancy.due_deletions() RETURNS SETOF uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function tenancy.end_entries(person uuid DEFAULT NULL::uuid) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function tenancy.end_export(export uuid, outcome text, sha256 text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function tenancy.end_silent_demos() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function tenancy.end_silent_exports(organisation uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function tenancy.enter(organisation uuid, minutes integer, why text) RETURNS tenancy.entries LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function tenancy.enter(uuid,integer,text) to authenticated;

create function tenancy.entered_name(entry uuid) RETURNS TABLE(called text, plan text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function tenancy.entered_name(uuid) to authenticated;

create function tenancy.finish_deletion(organisation uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function tenancy.finish_demo(demo uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function tenancy.leave(entry uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function tenancy.leave(uuid) to authenticated;

create function tenancy.live_entry(entry uuid, person uuid, session uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function tenancy.mail_owners(organisation uuid, occasion text, facts jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function tenancy.newest_demo() RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function tenancy.newest_demo() to authenticated;

create function tenancy.note_demo(demo uuid, doing text, so_far integer, of_all integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function tenancy.record_end(one tenancy.entries) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function tenancy.remove_demo(demo uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function tenancy.remove_demo(uuid) to authenticated;

create function tenancy.restore(organisation uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function tenancy.restore(uuid) to authenticated;

create function tenancy.stays(relation regclass) RETURNS boolean LANGUAGE sql STABLE SET search_path TO '';

create function tenancy.warn_owners() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create schema threats;
grant usage on schema threats to authenticated;
grant usage on schema threats to service_role;

create unlogged table threats.counters (
  key text not null,
  level double precision not null,
  drain double precision not null,
  at_ms double precision not null,
  members integer[],
  expires_at timestamp with time zone not null,
  constraint counters_pkey PRIMARY KEY (key)
);
comment on table threats.counters is 'Counters of detectors, which all nodes share';
CREATE INDEX counters_expiry_idx ON threats.counters USING btree (expires_at);

create table threats.destroyed (
  user_id uuid not null,
  file_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint destroyed_pkey PRIMARY KEY (user_id, file_id)
);
comment on table threats.destroyed is 'Files that a person replaced or deleted in the last minutes';
CREATE INDEX destroyed_time_idx ON threats.destroyed USING btree (user_id, at);

create table threats.detectors (
  name text not null,
  risk text not null,
  enforcement text not null,
  minutes integer,
  constraint detectors_pkey PRIMARY KEY (name),
  constraint detectors_enforcement CHECK ((enforcement = ANY (ARRAY['challenge'::text, 'step_up'::text, 'throttle'::text, 'block'::text, 'freeze'::text, 'pause'::text, 'none'::text]))),
  constraint detectors_risk CHECK ((risk = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);
comment on table threats.detectors is 'What each detector does when nobody says otherwise';

create table threats.device_days (
  device_id uuid not null,
  day date default CURRENT_DATE not null,
  files integer default 0 not null,
  largest bigint default 0 not null,
  constraint device_days_pkey PRIMARY KEY (device_id, day),
  constraint device_days_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.devices(id) ON DELETE CASCADE
);
comment on table threats.device_days is 'How many files a device sent on a day, and the size of the largest';

create table threats.device_places (
  device_id uuid not null,
  country text,
  network bigint,
  seen_at timestamp with time zone default clock_timestamp() not null,
  constraint device_places_pkey PRIMARY KEY (device_id),
  constraint device_places_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.devices(id) ON DELETE CASCADE
);
comment on table threats.device_places is 'Country and network that a device was heard from last';

create table threats.givers (
  user_id uuid not null,
  first_at timestamp with time zone default now() not null,
  constraint givers_pkey PRIMARY KEY (user_id),
  constraint givers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table threats.givers is 'Who has given a role that administers the organisation';

create unlogged table threats.hints (
  user_id uuid not null,
  file_id uuid not null,
  hint text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint hints_pkey PRIMARY KEY (user_id, file_id),
  constraint hints_hint CHECK ((hint = ANY (ARRAY['random'::text, 'other_type'::text])))
);
comment on table threats.hints is 'What clients saw of content that replaces a file';
CREATE INDEX hints_time_idx ON threats.hints USING btree (at);

create table threats.profiles (
  user_id uuid not null,
  profile jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint profiles_pkey PRIMARY KEY (user_id),
  constraint profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint profiles_size CHECK ((pg_column_size(profile) <= 8192))
);
comment on table threats.profiles is 'What is usual for a person: countries, networks, devices, days';

create table threats.reads (
  user_id uuid not null,
  day date not null,
  files integer not null,
  constraint reads_pkey PRIMARY KEY (user_id, day),
  constraint reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table threats.reads is 'How many files a person read on a day';

create table threats.ways (
  is_only boolean default true not null,
  has_sms boolean not null,
  constraint ways_pkey PRIMARY KEY (is_only),
  constraint ways_only CHECK (is_only)
);
comment on table threats.ways is 'Ways in which a code reaches people';

create function threats.add_reads(files jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function threats.agreed_countries(device uuid) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function threats.agreed_countries(uuid) to service_role;

create function threats.began_at_home(person uuid, session text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.can_prove(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.count_deleted(files uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.count_destroyed(files uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.count_device_file(device uuid, size bigint) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
grant execute on function threats.count_device_file(uuid,bigint) to service_role;

create function threats.count_hinted(person uuid, since timestamp with time zone) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function threats.count_since(person uuid, since timestamp with time zone) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function threats.destruction(person uuid, files integer, most integer, code text DEFAULT 'files_destroyed'::text, hinted integer DEFAULT 0) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path TO '';

create function threats.destruction_limit(person uuid, factor real) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.destruction_limit_of_day(person uuid, since timestamp with time zone, factor real) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.destruction_since(person uuid, within interval) RETURNS timestamp with time zone LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function threats.device_habit(device uuid) RETURNS TABLE(files double precision, largest bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function threats.device_habit(uuid) to service_role;

create function threats.device_state(revoked_at timestamp with time zone, enrolled_at timestamp with time zone, is_paused boolean, last_seen_at timestamp with time zone, interval_seconds integer) RETURNS text LANGUAGE plpgsql STABLE SET search_path TO '';
grant execute on function threats.device_state(timestamp with time zone,timestamp with time zone,boolean,timestamp with time zone,integer) to authenticated;
grant execute on function threats.device_state(timestamp with time zone,timestamp with time zone,boolean,timestamp with time zone,integer) to service_role;

create function threats.earlier_addresses(person uuid, session text) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.enforce(detection uuid, minutes integer, finding jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.facts(person uuid) RETURNS TABLE(tenant_id uuid, usual double precision, recovered_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.guard_deletion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.guard_replacement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.guard_version_deletion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.has_number(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.has_pause(about text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.incident_for(tenant uuid, kind threats.detectors, person uuid, about text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.is_answered(noticed_by text, session uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.is_at_home(person uuid, session text, device bytea) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.is_confirmed(person uuid, session text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.is_frozen(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.is_held(session uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function threats.is_held(uuid) to authenticated;
grant execute on function threats.is_held(uuid) to service_role;

create function threats.is_paused(device uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function threats.is_paused(uuid) to authenticated;
grant execute on function threats.is_paused(uuid) to service_role;

create function threats.is_session_at_home() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.is_session_proven() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.is_throttled(session uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.judge_destruction(person uuid, mode text, factor real) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.judge_grant(given text, receiver uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.lift_by_proof(person uuid, session uuid, how text) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function threats.merge_counters(changes jsonb, now_ms double precision) RETURNS TABLE(key text, level double precision, members integer[]) LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function threats.needed_proof(person uuid, action text, wanted text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.network_of(address text) RETURNS inet LANGUAGE plpgsql IMMUTABLE SET search_path TO '';

create function threats.note_device_place(device uuid, country text, network bigint) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
grant execute on function threats.note_device_place(uuid,text,bigint) to service_role;

create function threats.notice_grant() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.notify_pause(about text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function threats.open_by_day(home uuid, days integer) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.pause_of(pause public.threat_enforcements) RETURNS jsonb LANGUAGE sql STABLE SET search_path TO '';

create function threats.record(finding jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.recovered_at(person uuid) RETURNS timestamp with time zone LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.refuse_destruction(finding jsonb, mode text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.refuse_held() RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function threats.refuse_held() to authenticated;
grant execute on function threats.refuse_held() to service_role;

create function threats.refuse_overwriting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.refuse_paused() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.refuse_while_frozen() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.require_manager() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.session_of_reader(person uuid, session text, device bytea) RETURNS TABLE(is_known boolean, program text, began_on bytea, is_refreshed_here boolean, began_at text, seen_at text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.set_sms(is_there boolean) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function threats.setting(tenant uuid, detector text, OUT mode text, OUT factor real) RETURNS record LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.start(d public.threat_detections, action text, about text, needs text, ends timestamp with time zone) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.tenant_of(person uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.tidy() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function threats.was_on_own_device(person uuid, sign_in jsonb, at timestamp with time zone) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create schema training;
grant usage on schema training to authenticated;

create table training.assignees (
  assignment_id uuid not null,
  user_id uuid not null,
  tenant_id uuid not null,
  due_on date not null,
  added_at timestamp with time zone default clock_timestamp() not null,
  reminded integer default '-1'::integer not null,
  done_at timestamp with time zone,
  completion_id uuid,
  constraint assignees_pkey PRIMARY KEY (assignment_id, user_id),
  constraint assignees_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES training.assignments(id) ON DELETE CASCADE,
  constraint assignees_completion_id_fkey FOREIGN KEY (completion_id) REFERENCES training.completions(id) ON DELETE SET NULL,
  constraint assignees_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint assignees_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table training.assignees enable row level security;
alter table training.assignees force row level security;
create policy assignees_proven on training.assignees as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy assignees_read on training.assignees for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows)));
create policy assignees_service on training.assignees for all to postgres
  using (true)
  with check (true);
CREATE INDEX assignees_completion_idx ON training.assignees USING btree (completion_id);
CREATE INDEX assignees_due_idx ON training.assignees USING btree (due_on) WHERE (done_at IS NULL);
CREATE INDEX assignees_tenant_idx ON training.assignees USING btree (tenant_id);
CREATE INDEX assignees_user_idx ON training.assignees USING btree (user_id, tenant_id);
grant select on table training.assignees to authenticated;

create table training.assignments (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  course text not null,
  title text not null,
  is_for_everybody boolean not null,
  due_on date not null,
  assigned_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint assignments_pkey PRIMARY KEY (id),
  constraint assignments_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint assignments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint assignments_course_form CHECK ((course ~ '^[a-z0-9-]{1,64}$'::text)),
  constraint assignments_title_length CHECK (((length(title) >= 1) AND (length(title) <= 150)))
);
alter table training.assignments enable row level security;
alter table training.assignments force row level security;
create policy assignments_proven on training.assignments as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy assignments_read on training.assignments for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND (( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows) OR (EXISTS ( SELECT
   FROM training.assignees a
  WHERE a.assignment_id = assignments.id AND a.user_id = (( SELECT auth.uid() AS uid))))));
create policy assignments_service on training.assignments for all to postgres
  using (true)
  with check (true);
CREATE INDEX assignments_by_idx ON training.assignments USING btree (assigned_by);
CREATE INDEX assignments_newest_idx ON training.assignments USING btree (tenant_id, created_at DESC, id DESC);
CREATE TRIGGER assignments_audit_delete AFTER DELETE ON training.assignments REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION training.record_rows();
CREATE TRIGGER assignments_audit_insert AFTER INSERT ON training.assignments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION training.record_rows();
CREATE TRIGGER assignments_audit_update AFTER UPDATE ON training.assignments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION training.record_rows();
CREATE TRIGGER assignments_limit AFTER INSERT ON training.assignments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '1000');
grant select on table training.assignments to authenticated;

create table training.completions (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  user_id uuid not null,
  course text not null,
  title text not null,
  version integer not null,
  correct integer not null,
  questions integer not null,
  completed_at timestamp with time zone default clock_timestamp() not null,
  printed_name text not null,
  shows_name boolean default false not null,
  code_hash bytea not null,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  constraint completions_pkey PRIMARY KEY (id),
  constraint completions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint completions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint completions_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint completions_correct CHECK ((correct >= 0)),
  constraint completions_course_form CHECK ((course ~ '^[a-z0-9-]{1,64}$'::text)),
  constraint completions_hash_length CHECK ((octet_length(code_hash) = 32)),
  constraint completions_name_length CHECK (((length(printed_name) >= 1) AND (length(printed_name) <= 254))),
  constraint completions_questions CHECK ((questions > 0)),
  constraint completions_title_length CHECK (((length(title) >= 1) AND (length(title) <= 150))),
  constraint completions_version CHECK ((version > 0))
);
grant select (id, tenant_id, user_id, course, title, version, correct, questions, completed_at, printed_name, shows_name, withdrawn_at) on table training.completions to authenticated;
alter table training.completions enable row level security;
alter table training.completions force row level security;
create policy completions_proven on training.completions as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy completions_read on training.completions for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows)));
create policy completions_service on training.completions for all to postgres
  using (true)
  with check (true);
CREATE UNIQUE INDEX completions_code_key ON training.completions USING btree (code_hash);
CREATE INDEX completions_person_idx ON training.completions USING btree (user_id, tenant_id, completed_at DESC);
CREATE INDEX completions_tenant_idx ON training.completions USING btree (tenant_id);
CREATE INDEX completions_withdrawn_by_idx ON training.completions USING btree (withdrawn_by);
CREATE TRIGGER completions_audit_insert AFTER INSERT ON training.completions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION training.record_rows();
CREATE TRIGGER completions_audit_update AFTER UPDATE ON training.completions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION training.record_rows();
CREATE TRIGGER completions_limit AFTER INSERT ON training.completions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '500');

create table training.course_versions (
  course_id uuid not null,
  version integer not null,
  tenant_id uuid not null,
  title text not null,
  summary text not null,
  minutes integer not null,
  content jsonb not null,
  published_at timestamp with time zone default clock_timestamp() not null,
  published_by uuid,
  constraint course_versions_pkey PRIMARY KEY (course_id, version),
  constraint course_versions_course_id_fkey FOREIGN KEY (course_id) REFERENCES training.courses(id) ON DELETE CASCADE,
  constraint course_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint course_versions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint course_versions_version CHECK ((version > 0))
);
alter table training.course_versions enable row level security;
alter table training.course_versions force row level security;
create policy course_versions_proven on training.course_versions as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy course_versions_read on training.course_versions for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy course_versions_service on training.course_versions for all to postgres
  using (true)
  with check (true);
CREATE INDEX course_versions_by_idx ON training.course_versions USING btree (published_by);
CREATE INDEX course_versions_tenant_idx ON training.course_versions USING btree (tenant_id);
CREATE TRIGGER course_versions_audit_insert AFTER INSERT ON training.course_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION training.record_rows();
CREATE TRIGGER course_versions_limit AFTER INSERT ON training.course_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('course_id', '200');
grant select on table training.course_versions to authenticated;

create table training.courses (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  title text not null,
  summary text default ''::text not null,
  minutes integer not null,
  draft jsonb default '{"lessons": [], "questions": []}'::jsonb not null,
  revision integer default 1 not null,
  published_version integer,
  published_revision integer,
  is_retired boolean default false not null,
  created_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint courses_pkey PRIMARY KEY (id),
  constraint courses_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint courses_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint courses_draft_size CHECK ((octet_length((draft)::text) <= 1048576)),
  constraint courses_minutes CHECK (((minutes >= 1) AND (minutes <= 600))),
  constraint courses_summary_length CHECK ((length(summary) <= 500)),
  constraint courses_title_length CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 150)))
);
alter table training.courses enable row level security;
alter table training.courses force row level security;
create policy courses_proven on training.courses as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy courses_read on training.courses for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy courses_service on training.courses for all to postgres
  using (true)
  with check (true);
CREATE INDEX courses_creator_idx ON training.courses USING btree (created_by);
CREATE INDEX courses_tenant_idx ON training.courses USING btree (tenant_id, created_at DESC);
CREATE TRIGGER courses_audit_delete AFTER DELETE ON training.courses REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION training.record_rows();
CREATE TRIGGER courses_audit_insert AFTER INSERT ON training.courses REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION training.record_rows();
CREATE TRIGGER courses_audit_update AFTER UPDATE ON training.courses REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION training.record_rows();
CREATE TRIGGER courses_limit AFTER INSERT ON training.courses REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '200');
grant select on table training.courses to authenticated;

create table training.exercise_mails (
  id uuid default gen_random_uuid() not null,
  exercise_id uuid not null,
  tenant_id uuid not null,
  user_id uuid,
  clicked_at timestamp with time zone,
  recognised_at timestamp with time zone,
  constraint exercise_mails_pkey PRIMARY KEY (id),
  constraint exercise_mails_exercise_id_fkey FOREIGN KEY (exercise_id) REFERENCES training.exercises(id) ON DELETE CASCADE,
  constraint exercise_mails_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint exercise_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
grant select (exercise_id, tenant_id, user_id, clicked_at, recognised_at) on table training.exercise_mails to authenticated;
alter table training.exercise_mails enable row level security;
alter table training.exercise_mails force row level security;
create policy exercise_mails_proven on training.exercise_mails as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy exercise_mails_read on training.exercise_mails for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy exercise_mails_service on training.exercise_mails for all to postgres
  using (true)
  with check (true);
CREATE INDEX exercise_mails_exercise_idx ON training.exercise_mails USING btree (exercise_id);
CREATE INDEX exercise_mails_tenant_idx ON training.exercise_mails USING btree (tenant_id);
CREATE INDEX exercise_mails_user_idx ON training.exercise_mails USING btree (user_id);

create table training.exercises (
  id uuid default gen_random_uuid() not null,
  tenant_id uuid not null,
  template text not null,
  names_people boolean default false not null,
  started_by uuid,
  started_at timestamp with time zone default clock_timestamp() not null,
  constraint exercises_pkey PRIMARY KEY (id),
  constraint exercises_started_by_fkey FOREIGN KEY (started_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint exercises_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint exercises_template_known CHECK ((template = ANY (ARRAY['document'::text, 'password'::text, 'invoice'::text])))
);
alter table training.exercises enable row level security;
alter table training.exercises force row level security;
create policy exercises_proven on training.exercises as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy exercises_read on training.exercises for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('manage_users'::text, authz.tenant()) AS allows));
create policy exercises_service on training.exercises for all to postgres
  using (true)
  with check (true);
CREATE INDEX exercises_by_idx ON training.exercises USING btree (started_by);
CREATE INDEX exercises_newest_idx ON training.exercises USING btree (tenant_id, started_at DESC);
CREATE TRIGGER exercises_audit_insert AFTER INSERT ON training.exercises REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION training.record_rows();
CREATE TRIGGER exercises_limit AFTER INSERT ON training.exercises REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('tenant_id', '1000');
grant select on table training.exercises to authenticated;

create table training.progress (
  tenant_id uuid not null,
  user_id uuid not null,
  course text not null,
  version integer not null,
  lessons integer[] default '{}'::integer[] not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint progress_pkey PRIMARY KEY (user_id, tenant_id, course),
  constraint progress_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint progress_course_form CHECK ((course ~ '^[a-z0-9-]{1,64}$'::text)),
  constraint progress_lessons_few CHECK ((cardinality(lessons) <= 50))
);
alter table training.progress enable row level security;
alter table training.progress force row level security;
create policy progress_proven on training.progress as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy progress_read on training.progress for select to authenticated
  using (tenant_id = (( SELECT authz.home() AS home)) AND user_id = (( SELECT auth.uid() AS uid)));
create policy progress_service on training.progress for all to postgres
  using (true)
  with check (true);
CREATE INDEX progress_tenant_idx ON training.progress USING btree (tenant_id);
grant select on table training.progress to authenticated;

create table training.tries (
  id bigint generated always as identity not null,
  tenant_id uuid not null,
  user_id uuid not null,
  course text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint tries_pkey PRIMARY KEY (id),
  constraint tries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint tries_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint tries_course_form CHECK ((course ~ '^[a-z0-9-]{1,64}$'::text))
);
alter table training.tries enable row level security;
alter table training.tries force row level security;
create policy tries_proven on training.tries as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy tries_read on training.tries for select to authenticated
  using (tenant_id = (( SELECT authz.home() AS home)) AND user_id = (( SELECT auth.uid() AS uid)));
create policy tries_service on training.tries for all to postgres
  using (true)
  with check (true);
CREATE INDEX tries_person_idx ON training.tries USING btree (user_id, tenant_id, course, at);
CREATE INDEX tries_tenant_idx ON training.tries USING btree (tenant_id);
grant select on table training.tries to authenticated;

create function training.add_joined(one uuid DEFAULT NULL::uuid) RETURNS void LANGUAGE plpgsql SET search_path TO '';

create function training.archive_course(course uuid, seen integer, is_archived boolean) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.archive_course(uuid,integer,boolean) to authenticated;

create function training.assign(course text, title text, is_for_everybody boolean, chosen uuid[], due date) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.assign(text,text,boolean,uuid[],date) to authenticated;

create function training.begin_try(course text, version integer, lessons integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.begin_try(text,integer,integer) to authenticated;

create function training.certificate_of(code_hash bytea) RETURNS TABLE(title text, version integer, completed_at timestamp with time zone, printed_name text, shows_name boolean, withdrawn_at timestamp with time zone, organisation text) LANGUAGE sql STABLE SET search_path TO '';

create function training.complete(completion uuid, result jsonb, code_hash bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.complete(uuid,jsonb,bytea) to authenticated;

create function training.follow_exercise(mail uuid, is_recognised boolean) RETURNS text LANGUAGE sql SET search_path TO '';

create function training.home() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function training.home() to authenticated;

create function training.managed() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function training.managed() to authenticated;

create function training.members() RETURNS TABLE(user_id uuid, email text, name text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function training.members() to authenticated;

create function training.move_due(assignment uuid, due date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.move_due(uuid,date) to authenticated;

create function training.offered_courses(one uuid DEFAULT NULL::uuid) RETURNS TABLE(id text, title text, summary text, minutes integer, version integer, lessons integer, questions integer, content jsonb) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function training.offered_courses(uuid) to authenticated;

create function training.people(home uuid, one uuid DEFAULT NULL::uuid) RETURNS TABLE(user_id uuid, email text, name text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function training.publish_course(course uuid, seen integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.publish_course(uuid,integer) to authenticated;

create function training.read_lesson(course text, version integer, lesson integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.read_lesson(text,integer,integer) to authenticated;

create function training.record_export(assignment uuid, people bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.record_export(uuid,bigint) to authenticated;

create function training.record_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function training.remind() RETURNS bigint LANGUAGE plpgsql SET search_path TO '';

create function training.reminder_of(due date, day date) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function training.remove_assignment(assignment uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.remove_assignment(uuid) to authenticated;

create function training.remove_course(course uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.remove_course(uuid) to authenticated;

create function training.retire_course(course uuid, is_over boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.retire_course(uuid,boolean) to authenticated;

create function training.save_course(course uuid, fields jsonb, seen integer) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.save_course(uuid,jsonb,integer) to authenticated;

create function training.show_name(completion uuid, is_shown boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.show_name(uuid,boolean) to authenticated;

create function training.start_exercise(template text, names_people boolean) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.start_exercise(text,boolean) to authenticated;

create function training.today() RETURNS date LANGUAGE sql STABLE SET search_path TO '';
grant execute on function training.today() to authenticated;

create function training.withdraw(completion uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function training.withdraw(uuid) to authenticated;
