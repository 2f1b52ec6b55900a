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

create function audit.record(event_type text, event_category text, user_id uuid, action text, status text, risk_level text, details jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function audit.record(text,text,uuid,text,text,text,jsonb) to service_role;

create function audit.record_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function audit.record_delivery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function audit.record_domain() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function audit.record_link_download() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function audit.record_read(object_name text, reader uuid, client jsonb) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

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
  constraint earlier_account_keys_pkey PRIMARY KEY (user_id, what, kept_on),
  constraint earlier_account_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint earlier_account_keys_what CHECK ((what = ANY (ARRAY['password'::text, 'recovery'::text, 'keyring'::text, 'space_keys'::text])))
);
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
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.known_devices enable row level security;
alter table auth.known_devices force row level security;
create policy known_devices_service on auth.known_devices for all to postgres, service_role
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
CREATE INDEX sessions_user_idx ON auth.sessions USING btree (user_id);
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

create function auth.begin_personal_epoch(person uuid, keys jsonb, replaced integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.claim_installation(person uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.email() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE SET search_path TO '';
grant execute on function auth.email() to anon;
grant execute on function auth.email() to authenticated;
grant execute on function auth.email() to public;
grant execute on function auth.email() to service_role;

create function auth.end_recovery_agreement(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.is_claimable(person uuid DEFAULT NULL::uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function auth.joins(person auth.users) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function auth.jwt() RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE SET search_path TO '';
grant execute on function auth.jwt() to anon;
grant execute on function auth.jwt() to authenticated;
grant execute on function auth.jwt() to public;
grant execute on function auth.jwt() to service_role;

create function auth.keep_earlier_keys() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function auth.keep_earlier_space_keys(person uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function auth.keep_key_state(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

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

create table authz.permissions (
  permission text not null,
  role text not null,
  constraint permissions_pkey PRIMARY KEY (permission, role)
);

create view authz.live_roles as
 SELECT user_id,
    tenant_id,
    role,
    created_at
   FROM public.enterprise_user_roles r
  WHERE expires_at IS NULL OR expires_at > now();
comment on view authz.live_roles is 'Functions and policies read roles here, never from enterprise_user_roles: what has expired gives nothing.';

create function authz.allows(permission text, tenant uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.allows(text,uuid) to public;

create function authz.answer_within(body text, most bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path TO '';
grant execute on function authz.answer_within(text,bigint) to anon;
grant execute on function authz.answer_within(text,bigint) to authenticated;
grant execute on function authz.answer_within(text,bigint) to service_role;

create function authz.base64url(bytes bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function authz.default_tenant() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function authz.edits_space(space uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.end_invitations(person uuid, home uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function authz.end_recoveries(person uuid, outcome text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function authz.format_1_ends() RETURNS timestamp with time zone LANGUAGE sql IMMUTABLE SET search_path TO '';
grant execute on function authz.format_1_ends() to authenticated;
grant execute on function authz.format_1_ends() to service_role;

create function authz.from_base64url(text text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function authz.is_fresh(session uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.is_live(a public.file_access) RETURNS boolean LANGUAGE sql STABLE SET search_path TO '';
grant execute on function authz.is_live(public.file_access) to authenticated;

create function authz.is_new_way(person uuid, methods text[]) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.is_object_shared(object_name text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.is_object_shared(text) to authenticated;

create function authz.is_proven() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.is_proven() to authenticated;

create function authz.is_team_object(object_name text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.is_team_object(text) to authenticated;

create function authz.leads(person uuid, tenant uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.limit_bytes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.limit_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.lock_account_keys(person uuid) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.lock_domains() RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.lock_recovery(request uuid) RETURNS public.recovery_requests LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.lock_team() RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.may_invite(person uuid, home uuid, given text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.operator() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.operator() to anon;
grant execute on function authz.operator() to authenticated;
grant execute on function authz.operator() to public;
grant execute on function authz.operator() to service_role;

create function authz.reads_team_object(object_name text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.reads_team_object(text) to authenticated;

create function authz.require_fresh() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.require_member(person uuid, home uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.require_other_owner(person uuid, home uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function authz.require_proven() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.roster_problem(said jsonb, payload jsonb, before text) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.space_role(space uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function authz.team_roles() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';
grant execute on function authz.team_roles() to authenticated;
grant execute on function authz.team_roles() to service_role;

create function authz.team_spaces() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.team_spaces() to authenticated;

create function authz.tenant() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function authz.tenant() to public;

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

create function ledger.await_listing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function ledger.await_place() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function ledger.await_policy_listing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function ledger.await_roster_listing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function ledger.erase_person(person uuid, reason text) RETURNS bigint LANGUAGE plpgsql SET search_path TO '';

create function ledger.record_epoch(tenant uuid, details jsonb) RETURNS void LANGUAGE plpgsql SET search_path TO '';

create function ledger.record_import() RETURNS void LANGUAGE sql SET search_path TO '';

create function ledger.record_refusal(witness text, reason text) RETURNS void LANGUAGE sql SET search_path TO '';

create function ledger.visible_logs() RETURNS TABLE(log_id uuid, shows_entries boolean) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function ledger.visible_logs() to anon;
grant execute on function ledger.visible_logs() to authenticated;

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

create table meta.schema_migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  version text,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create schema notify;
grant usage on schema notify to service_role;

create table notify.defaults (
  kind text not null,
  by_email boolean not null,
  constraint defaults_pkey PRIMARY KEY (kind)
);
alter table notify.defaults enable row level security;
alter table notify.defaults force row level security;
create policy defaults_service on notify.defaults for all to postgres, service_role
  using (true)
  with check (true);

create function notify.of_keys(recipient uuid, number integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.of_leaver(space uuid, person uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function notify.of_recovery(recipient uuid, kind text, details jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.of_stream(stream uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function notify.on_delivery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.on_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.on_factor() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.on_session() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.on_share() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function notify.person(recipient uuid, kind text, details jsonb DEFAULT '{}'::jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function notify.person(uuid,text,jsonb) to service_role;

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
create policy canaries_own on public.canaries for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.tenant() AS tenant)) AND (file_id IS NULL OR (EXISTS ( SELECT
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
  using (authz.allows('manage_sales'::text, tenant_id))
  with check (authz.allows('manage_sales'::text, tenant_id));
create policy contacts_proven_update on public.contacts as restrictive for update to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy contacts_read on public.contacts for select to authenticated
  using (authz.allows('manage_sales'::text, tenant_id) OR authz.allows('manage_growth'::text, tenant_id));
create policy contacts_service on public.contacts for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX contacts_tenant_time_idx ON public.contacts USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX contacts_user_idx ON public.contacts USING btree (user_id);
CREATE TRIGGER contacts_audit AFTER INSERT OR DELETE OR UPDATE ON public.contacts FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'id');
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
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (( SELECT authz.tenant() AS tenant)) IS NOT NULL AND (EXISTS ( SELECT
   FROM public.spaces s
  WHERE s.id = device_inboxes.space_id AND s.owner_id = (( SELECT auth.uid() AS uid)))));
create policy device_inboxes_proven on public.device_inboxes as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy device_inboxes_service on public.device_inboxes for all to postgres, service_role
  using (true)
  with check (true);
CREATE TRIGGER device_inboxes_audit AFTER INSERT ON public.device_inboxes FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
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
  constraint devices_suite CHECK ((suite = ANY (ARRAY['std'::text, 'iot'::text])))
);
grant insert (id, name, suite, interval_seconds, inbox_id, inbox_statement, inbox_mac, owner_record, space_id, space_epoch) on table public.devices to authenticated;
grant update (inbox_id, inbox_statement, inbox_mac, owner_record, record_version, space_id, space_epoch, revoked_at) on table public.devices to authenticated;
alter table public.devices enable row level security;
alter table public.devices force row level security;
create policy devices_own on public.devices for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (( SELECT authz.tenant() AS tenant)) IS NOT NULL AND (EXISTS ( SELECT
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
CREATE INDEX devices_user_time_idx ON public.devices USING btree (user_id, created_at DESC);
CREATE TRIGGER devices_audit_changed AFTER UPDATE OF revoked_at, inbox_id ON public.devices FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
CREATE TRIGGER devices_audit_made AFTER INSERT ON public.devices FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
CREATE TRIGGER devices_keep_revoked BEFORE UPDATE ON public.devices FOR EACH ROW EXECUTE FUNCTION public.keep_revoked_device();
CREATE TRIGGER devices_limit AFTER INSERT ON public.devices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '10000', 't.revoked_at is null');
CREATE TRIGGER devices_revoked AFTER UPDATE OF revoked_at ON public.devices FOR EACH ROW WHEN (old.revoked_at IS NULL AND new.revoked_at IS NOT NULL) EXECUTE FUNCTION public.end_device();
CREATE TRIGGER realtime_hint_insert AFTER INSERT ON public.devices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION realtime.hint('requests', 't.user_id', 'null::uuid');
grant delete, insert, select, update on table public.devices to service_role;
grant select on table public.devices to authenticated;

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
  using (user_id = (( SELECT auth.uid() AS uid)) OR authz.allows('manage_users'::text, tenant_id));
create policy enterprise_user_roles_service on public.enterprise_user_roles for all to postgres, service_role
  using (true)
  with check (true);
CREATE TRIGGER enterprise_user_roles_audit AFTER INSERT OR DELETE OR UPDATE ON public.enterprise_user_roles FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'high', 'user_id');
CREATE TRIGGER enterprise_user_roles_noticed AFTER INSERT OR UPDATE ON public.enterprise_user_roles FOR EACH ROW EXECUTE FUNCTION threats.notice_grant();
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
  constraint event_streams_kind CHECK ((kind = ANY (ARRAY['webhook'::text, 'syslog'::text, 'splunk'::text, 'loki'::text]))),
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
  with check (user_id = (( SELECT auth.uid() AS uid)) AND team_space_id IS NULL AND tenant_id = (( SELECT authz.tenant() AS tenant)) AND (storage.foldername(storage_path))[1] = ((( SELECT auth.uid() AS uid))::text) AND (space_id IS NULL OR (EXISTS ( SELECT
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
CREATE TRIGGER file_records_guard_deletion AFTER DELETE ON public.file_records REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION threats.guard_deletion();
CREATE TRIGGER file_records_guard_replacement AFTER UPDATE OF content_id, storage_path, encryption_key ON public.file_records FOR EACH ROW WHEN (old.content_id IS DISTINCT FROM new.content_id OR old.storage_path IS DISTINCT FROM new.storage_path OR old.encryption_key IS DISTINCT FROM new.encryption_key) EXECUTE FUNCTION threats.guard_replacement();
CREATE TRIGGER file_records_guard_team BEFORE INSERT OR UPDATE ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.guard_team_file();
CREATE TRIGGER file_records_is_shared BEFORE INSERT OR UPDATE OF is_shared ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.derive_is_shared();
CREATE TRIGGER file_records_keep_version AFTER UPDATE OF content_id ON public.file_records FOR EACH ROW WHEN (old.content_id IS DISTINCT FROM new.content_id) EXECUTE FUNCTION public.keep_version();
CREATE TRIGGER file_records_next_version BEFORE UPDATE ON public.file_records FOR EACH ROW WHEN (old.manifest IS NOT NULL) EXECUTE FUNCTION public.require_next_version();
CREATE TRIGGER file_records_note_departure AFTER UPDATE OF space_id ON public.file_records FOR EACH ROW WHEN (old.space_id IS NOT NULL AND old.space_id IS DISTINCT FROM new.space_id) EXECUTE FUNCTION public.note_removal();
CREATE TRIGGER file_records_note_removal AFTER DELETE ON public.file_records FOR EACH ROW WHEN (old.space_id IS NOT NULL) EXECUTE FUNCTION public.note_removal();
CREATE TRIGGER file_records_owner_access AFTER INSERT ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.grant_owner_access();
CREATE TRIGGER file_records_refuse_kept BEFORE INSERT OR UPDATE OF storage_path ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.refuse_kept_content();
CREATE TRIGGER file_records_stamp_change BEFORE INSERT OR UPDATE ON public.file_records FOR EACH ROW EXECUTE FUNCTION public.stamp_change();
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
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (( SELECT authz.tenant() AS tenant)) IS NOT NULL AND (EXISTS ( SELECT
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
CREATE INDEX file_versions_user_idx ON public.file_versions USING btree (user_id);
CREATE TRIGGER file_versions_audit AFTER INSERT OR DELETE ON public.file_versions FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'file_id');
CREATE TRIGGER file_versions_drop_object AFTER DELETE ON public.file_versions FOR EACH ROW EXECUTE FUNCTION public.drop_version_object();
CREATE TRIGGER file_versions_guard_deletion BEFORE DELETE ON public.file_versions FOR EACH STATEMENT EXECUTE FUNCTION threats.refuse_while_frozen();
CREATE TRIGGER file_versions_mark_team BEFORE INSERT ON public.file_versions FOR EACH ROW EXECUTE FUNCTION public.mark_team_version();
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
  constraint folders_pkey PRIMARY KEY (id),
  constraint folders_parent_folder_id_fkey FOREIGN KEY (parent_folder_id) REFERENCES public.folders(id) ON DELETE CASCADE,
  constraint folders_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.spaces(id) ON DELETE CASCADE,
  constraint folders_team_space_id_fkey FOREIGN KEY (team_space_id) REFERENCES public.spaces(id) ON DELETE RESTRICT,
  constraint folders_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id),
  constraint folders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint folders_name_length CHECK (((length(name) >= 1) AND (length(name) <= 4096)))
);
alter table public.folders enable row level security;
alter table public.folders force row level security;
create policy folders_own on public.folders for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND team_space_id IS NULL)
  with check (user_id = (( SELECT auth.uid() AS uid)) AND team_space_id IS NULL AND tenant_id = (( SELECT authz.tenant() AS tenant)) AND (space_id IS NULL OR (EXISTS ( SELECT
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
CREATE TRIGGER folders_guard_team BEFORE INSERT OR UPDATE ON public.folders FOR EACH ROW EXECUTE FUNCTION public.guard_team_folder();
CREATE TRIGGER folders_limit AFTER INSERT ON public.folders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '100000');
CREATE TRIGGER folders_refuse_circle BEFORE INSERT OR UPDATE OF parent_folder_id ON public.folders FOR EACH ROW WHEN (new.parent_folder_id IS NOT NULL) EXECUTE FUNCTION public.refuse_folder_circle();
CREATE TRIGGER folders_release_unsigned_files BEFORE DELETE ON public.folders FOR EACH ROW EXECUTE FUNCTION public.release_unsigned_files();
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
CREATE TRIGGER former_members_revoke_devices AFTER INSERT ON public.former_members FOR EACH ROW EXECUTE FUNCTION public.revoke_devices_of_former();
grant delete, insert, select, update on table public.former_members to service_role;
grant select on table public.former_members to authenticated;

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
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint invitations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE,
  constraint invitations_email_lowercase CHECK ((email = lower(email))),
  constraint invitations_role CHECK ((role = ANY (authz.team_roles())))
);
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
grant delete, insert, select, update on table public.invitations to service_role;
grant select on table public.invitations to authenticated;

create table public.keyrings (
  user_id uuid default auth.uid() not null,
  sealed text not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  constraint keyrings_pkey PRIMARY KEY (user_id),
  constraint keyrings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint keyrings_sealed_most CHECK ((length(sealed) <= 1048576)) NOT VALID
);
grant update (sealed, version, updated_at) on table public.keyrings to authenticated;
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
grant delete, insert, select, update on table public.keyrings to service_role;
grant select on table public.keyrings to authenticated;

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
  with check (user_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.tenant() AS tenant)));
create policy profiles_proven_insert on public.profiles as restrictive for insert to authenticated
  with check (( SELECT authz.is_proven() AS is_proven));
create policy profiles_proven_update on public.profiles as restrictive for update to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy profiles_read on public.profiles for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)));
create policy profiles_service on public.profiles for all to postgres, service_role
  using (true)
  with check (true);
create policy profiles_update on public.profiles for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.tenant() AS tenant)));
CREATE INDEX profiles_tenant_idx ON public.profiles USING btree (tenant_id);
CREATE TRIGGER profiles_audit AFTER INSERT OR DELETE OR UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'low', 'user_id');
CREATE TRIGGER profiles_plain_names BEFORE INSERT OR UPDATE OF first_name, last_name, company ON public.profiles FOR EACH ROW EXECUTE FUNCTION public.plain_names();
CREATE TRIGGER profiles_tenant BEFORE INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION authz.default_tenant();
CREATE TRIGGER profiles_trim BEFORE INSERT OR UPDATE OF first_name, last_name, company ON public.profiles FOR EACH ROW EXECUTE FUNCTION public.trim_profile();
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
CREATE TRIGGER request_deliveries_notify AFTER UPDATE OF delivered_at ON public.request_deliveries FOR EACH ROW WHEN (old.delivered_at IS NULL AND new.delivered_at IS NOT NULL) EXECUTE FUNCTION notify.on_delivery();
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
CREATE TRIGGER share_links_handover_stays BEFORE UPDATE OF handover ON public.share_links FOR EACH ROW WHEN (octet_length(new.handover) > octet_length(old.handover)) EXECUTE FUNCTION public.refuse_longer_handover();
CREATE TRIGGER share_links_keep_revoked BEFORE UPDATE OF revoked_at ON public.share_links FOR EACH ROW EXECUTE FUNCTION public.keep_revoked();
CREATE TRIGGER share_links_limit AFTER INSERT ON public.share_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('file_id', '1000', 't.revoked_at is null');
CREATE TRIGGER share_links_limit_bytes AFTER INSERT ON public.share_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_bytes('user_id', '67108864', 'octet_length(t.handover)', 't.file_ids is not null');
CREATE TRIGGER share_links_limit_ever AFTER INSERT ON public.share_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('file_id', '10000');
CREATE TRIGGER share_links_limit_several AFTER INSERT ON public.share_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '1000', 't.file_ids is not null and t.revoked_at is null');
CREATE TRIGGER share_links_limit_several_ever AFTER INSERT ON public.share_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('user_id', '10000', 't.file_ids is not null');
CREATE TRIGGER share_links_refresh AFTER INSERT OR DELETE OR UPDATE ON public.share_links FOR EACH ROW EXECUTE FUNCTION public.refresh_is_shared();
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
  with check (owner_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.tenant() AS tenant)));
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
  constraint status_incidents_pkey PRIMARY KEY (id),
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
CREATE TRIGGER system_audit_log_append_only BEFORE DELETE OR UPDATE ON public.system_audit_log FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
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
  with check (user_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.tenant() AS tenant)) AND (space_id IS NULL OR (EXISTS ( SELECT
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
CREATE TRIGGER tags_tenant BEFORE INSERT ON public.tags FOR EACH ROW EXECUTE FUNCTION authz.default_tenant();
grant delete, insert, select, update on table public.tags to authenticated;
grant delete, insert, select, update on table public.tags to service_role;

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
grant delete, insert, select, update on table public.team_space_members to service_role;

create table public.tenants (
  id uuid default gen_random_uuid() not null,
  name text not null,
  subscription_tier text default 'enterprise'::text not null,
  status text default 'active'::text not null,
  is_default boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_name_most CHECK ((length(name) <= 200)) NOT VALID,
  constraint tenants_name_not_blank CHECK ((btrim(name) <> ''::text))
);
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
CREATE UNIQUE INDEX tenants_one_default ON public.tenants USING btree (is_default) WHERE is_default;
CREATE TRIGGER tenants_audit AFTER INSERT OR DELETE OR UPDATE ON public.tenants FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'id');
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
  constraint threat_detections_enforcement CHECK ((enforcement = ANY (ARRAY['challenge'::text, 'step_up'::text, 'throttle'::text, 'block'::text, 'freeze'::text, 'none'::text]))),
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
  constraint threat_enforcements_action CHECK ((action = ANY (ARRAY['challenge'::text, 'step_up'::text, 'throttle'::text, 'block'::text, 'freeze'::text]))),
  constraint threat_enforcements_lifted_how CHECK ((lifted_how = ANY (ARRAY['password'::text, 'code'::text, 'second_factor'::text, 'administrator'::text]))),
  constraint threat_enforcements_needs CHECK ((needs = ANY (ARRAY['any'::text, 'mailbox'::text]))),
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
  with check (user_id = (( SELECT auth.uid() AS uid)) AND tenant_id = (( SELECT authz.tenant() AS tenant)));
create policy user_key_bundles_proven_insert on public.user_key_bundles as restrictive for insert to authenticated
  with check (( SELECT authz.is_proven() AS is_proven));
create policy user_key_bundles_read on public.user_key_bundles for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)));
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
    c.expires_at AS code_expires_at
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
    team_space_id
   FROM public.folders f
  WHERE team_space_id IS NULL AND user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT authz.is_proven() AS is_proven) OR (team_space_id IN ( SELECT authz.team_spaces() AS team_spaces));
grant select on table public.reachable_folders to authenticated;

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
  WHERE team_space_id IS NULL AND user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT authz.is_proven() AS is_proven) OR (team_space_id IN ( SELECT authz.team_spaces() AS team_spaces));
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
    team_space_id
   FROM public.folders f
  WHERE (team_space_id IN ( SELECT authz.team_spaces() AS team_spaces));
grant insert (id, space_id, space_epoch, parent_folder_id, name, version) on table public.team_folders to authenticated;
grant update (space_epoch, parent_folder_id, name, version, trashed_at) on table public.team_folders to authenticated;
grant select on table public.team_folders to authenticated;

create function public.accept_delivery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.add_devices(added jsonb) RETURNS void LANGUAGE plpgsql SET search_path TO '';
grant execute on function public.add_devices(jsonb) to authenticated;

create function public.add_domain(domain text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.add_domain(text) to authenticated;

create function public.add_invitation(email text, role text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.agree_to_recovery(payload jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.agree_to_recovery(jsonb) to authenticated;

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

create function public.check_link_end() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.confirm_certification() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.count_device_refusal(device uuid, reason text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.count_device_refusal(uuid,text) to service_role;

create function public.decline_invitation(invitation uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.decline_invitation(uuid) to authenticated;

create function public.delete_forever(file_ids uuid[], folder_ids uuid[]) RETURNS integer LANGUAGE plpgsql SET search_path TO '';
grant execute on function public.delete_forever(uuid[],uuid[]) to authenticated;

create function public.delete_from_team(file_ids uuid[], folder_ids uuid[]) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.delete_from_team(uuid[],uuid[]) to authenticated;

create function public.delete_team_space(space uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.delete_team_space(uuid) to authenticated;

create function public.delete_team_version(version uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
grant execute on function public.delete_team_version(uuid) to authenticated;

create function public.derive_is_shared() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.detections_by_day(days integer DEFAULT 30) RETURNS TABLE(day date, detector text, detections bigint, dry_runs bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.detections_by_day(integer) to authenticated;

create function public.device_fleet() RETURNS TABLE(id uuid, owner_id uuid, owner_email text, name text, suite text, state text, last_seen_at timestamp with time zone, refusals integer) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.device_fleet() to authenticated;

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

create function public.end_status_maintenance(maintenance uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.end_status_maintenance(uuid) to authenticated;

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

create function public.get_user_roles() RETURNS TABLE(role text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.get_user_roles() to authenticated;
grant execute on function public.get_user_roles() to service_role;

create function public.grant_owner_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.guard_team_file() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.guard_team_folder() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.hand_over_team_spaces() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.is_colleague(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.is_colleague(uuid) to authenticated;

create function public.is_domain(name text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';

create function public.is_file_shared(file uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function public.is_in_trash(file public.file_records) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.is_in_trash(public.file_records) to service_role;

create function public.keep_ended() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.keep_revoked() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.keep_revoked_device() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.keep_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.leave_spaces_of_former_member() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.leave_team_space(space uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.leave_team_space(uuid) to authenticated;

create function public.lift_enforcement(enforcement uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.lift_enforcement(uuid) to authenticated;

create function public.mark_team_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.may_manage_status() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.may_manage_status() to authenticated;

create function public.my_enforcements() RETURNS TABLE(id uuid, action text, needs text, created_at timestamp with time zone, until timestamp with time zone, detector text, reasons jsonb) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.my_enforcements() to authenticated;

create function public.my_team_spaces() RETURNS TABLE(space_id uuid, epoch integer, role text, wrapped_key text, members integer, has_left integer, created_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.my_team_spaces() to authenticated;

create function public.name_link_files() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.note_removal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.open_status_incident(title text, description text, severity text, services text[]) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.open_status_incident(text,text,text,text[]) to authenticated;

create function public.organisation_name() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.organisation_name() to authenticated;

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

create function public.put_certificate(certification uuid, file_name text, content bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.put_certificate(uuid,text,bytea) to authenticated;

create function public.readable_events(events uuid[]) RETURNS TABLE(event_id uuid, has_session boolean) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.readable_events(uuid[]) to authenticated;

create function public.reads_of_my_files(file uuid DEFAULT NULL::uuid, before timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, at_most integer DEFAULT 50) RETURNS SETOF public.system_audit_log LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.reads_of_my_files(uuid,timestamp with time zone,uuid,integer) to authenticated;

create function public.record_recovery_check() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.record_recovery_check() to authenticated;

create function public.recoveries_to_answer() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.recoveries_to_answer() to authenticated;

create function public.recovery_policy() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.recovery_policy() to authenticated;

create function public.refresh_is_shared() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.refresh_link_files(link uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.refuse_folder_circle() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.refuse_format_1() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.refuse_kept_content() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.refuse_longer_handover() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.refuse_recovery(request uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.refuse_recovery(uuid) to authenticated;

create function public.refuse_viewer(space uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.release_unsigned_files() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.remove_certificate(certification uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.remove_certificate(uuid) to authenticated;

create function public.remove_domain(id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.remove_domain(uuid) to authenticated;

create function public.remove_member(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.remove_member(uuid) to authenticated;

create function public.remove_team_space(space uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.require_current_epoch(space uuid, epoch integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.require_next_keyring_version() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.require_next_version() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.require_own_manifest(space uuid, manifest text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.require_proof_for_vault() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.restore_member(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.restore_member(uuid) to authenticated;

create function public.revoke_devices_of_former() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.revoke_invitation(invitation uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.revoke_invitation(uuid) to authenticated;

create function public.revoke_own_session(session uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.revoke_own_session(uuid) to authenticated;

create function public.schedule_status_maintenance(title text, description text, services text[], starts_at timestamp with time zone, ends_at timestamp with time zone) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.schedule_status_maintenance(text,text,text[],timestamp with time zone,timestamp with time zone) to authenticated;

create function public.set_member_role(person uuid, role text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function public.set_member_role(uuid,text) to authenticated;

create function public.set_recovery_policy(statement text, signature text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.stamp_change() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.stamp_first_check() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';
grant execute on function public.stamp_first_check() to public;

create function public.stamp_trash() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';

create function public.storage_usage() RETURNS TABLE(used_bytes bigint, limit_bytes bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.storage_usage() to authenticated;

create function public.team_members() RETURNS TABLE(user_id uuid, email text, first_name text, last_name text, roles text[], statement text, signature text, joined_at timestamp with time zone, last_active_at timestamp with time zone, removed_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.team_members() to authenticated;

create function public.team_space_history(space uuid, below integer DEFAULT NULL::integer) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.team_space_history(uuid,integer) to authenticated;

create function public.team_space_people(space uuid, after uuid DEFAULT NULL::uuid) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function public.team_space_people(uuid,uuid) to authenticated;

create function public.tell_of_agreement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function public.tell_of_withdrawal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

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
  with check (bucket_id = 'encrypted-files'::text AND (storage.foldername(name))[1] = ((( SELECT auth.uid() AS uid))::text) AND (( SELECT authz.tenant() AS tenant)) IS NOT NULL);
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
CREATE TRIGGER objects_audit AFTER INSERT OR DELETE OR UPDATE ON storage.objects FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'id');
CREATE TRIGGER objects_count AFTER INSERT OR DELETE OR UPDATE OF owner, size_bytes ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.count_object();
CREATE TRIGGER objects_keep_content BEFORE UPDATE OF blob_id ON storage.objects FOR EACH ROW WHEN (old.blob_id IS DISTINCT FROM new.blob_id AND old.checksum IS DISTINCT FROM new.checksum) EXECUTE FUNCTION threats.refuse_overwriting();
CREATE TRIGGER objects_orphan_on_delete AFTER DELETE ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.remember_orphan();
CREATE TRIGGER objects_orphan_on_replace AFTER UPDATE OF blob_id ON storage.objects FOR EACH ROW WHEN (old.blob_id IS DISTINCT FROM new.blob_id) EXECUTE FUNCTION storage.remember_orphan();
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
  constraint orphan_blobs_pkey PRIMARY KEY (blob_id)
);
grant delete, insert, select, update on table storage.orphan_blobs to service_role;

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

create function storage.bytes_used(person uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function storage.count_object() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function storage.count_upload() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function storage.extension(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';
grant execute on function storage.extension(text) to public;

create function storage.filename(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';
grant execute on function storage.filename(text) to public;

create function storage.fold_usage() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function storage.foldername(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';
grant execute on function storage.foldername(text) to public;

create function storage.has_all_files(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function storage.keep_quota() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function storage.remember_orphan() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create schema streams;
grant usage on schema streams to authenticated;

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
  constraint states_pkey PRIMARY KEY (stream_id),
  constraint states_log_id_fkey FOREIGN KEY (log_id) REFERENCES ledger.logs(id),
  constraint states_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES public.event_streams(id) ON DELETE CASCADE
);
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

create function streams.due() RETURNS SETOF uuid LANGUAGE sql STABLE SET search_path TO '';

create function streams.fail(stream uuid, claim uuid, error text) RETURNS boolean LANGUAGE plpgsql SET search_path TO '';

create function streams.list() RETURNS TABLE(id uuid, name text, kind text, address text, format text, categories text[], least_risk text, ca text, paused_at timestamp with time zone, created_at timestamp with time zone, has_secret boolean, earlier_until timestamp with time zone, sent bigint, filtered bigint, failed_tries bigint, waiting bigint, last_success_at timestamp with time zone, last_error text, failing_since timestamp with time zone, next_try_at timestamp with time zone) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function streams.list() to authenticated;

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

create function streams.remove(id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function streams.remove(uuid) to authenticated;

create function streams.require_own(id uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function streams.require_own(uuid) to authenticated;

create function streams.rotate(id uuid, secret bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
grant execute on function streams.rotate(uuid,bytea) to authenticated;

create function streams.succeed(stream uuid, claim uuid, until bigint, sent integer, filtered integer) RETURNS boolean LANGUAGE plpgsql SET search_path TO '';

create function streams.take(stream uuid, claim uuid) RETURNS TABLE(kind text, address text, format text, categories text[], least_risk text, ca text, revision integer, secret bytea, earlier_secret bytea, log_id uuid, origin text, size bigint, next_index bigint, batch_end bigint) LANGUAGE plpgsql SET search_path TO '';

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

create unlogged table threats.destroyed (
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
  constraint detectors_enforcement CHECK ((enforcement = ANY (ARRAY['challenge'::text, 'step_up'::text, 'throttle'::text, 'block'::text, 'freeze'::text, 'none'::text]))),
  constraint detectors_risk CHECK ((risk = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);
comment on table threats.detectors is 'What each detector does when nobody says otherwise';

create table threats.givers (
  user_id uuid not null,
  first_at timestamp with time zone default now() not null,
  constraint givers_pkey PRIMARY KEY (user_id),
  constraint givers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table threats.givers is 'Who has given a role that administers the organisation';

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

create function threats.add_reads(files jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function threats.can_prove(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.count_destroyed(files uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.destruction(person uuid, files integer, most integer) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path TO '';

create function threats.destruction_limit(person uuid, factor real) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.enforce(detection uuid, minutes integer, finding jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.facts(person uuid) RETURNS TABLE(tenant_id uuid, usual double precision, recovered_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.guard_deletion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.guard_replacement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.incident_for(tenant uuid, kind threats.detectors, person uuid, about text) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.is_frozen(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.is_held(session uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function threats.is_held(uuid) to authenticated;
grant execute on function threats.is_held(uuid) to service_role;

create function threats.is_throttled(session uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.lift_by_proof(person uuid, session uuid, how text) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function threats.merge_counters(changes jsonb, now_ms double precision) RETURNS TABLE(key text, level double precision, members integer[]) LANGUAGE sql SECURITY DEFINER SET search_path TO '';

create function threats.needed_proof(person uuid, action text, wanted text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.notice_grant() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.record(finding jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.refuse_held() RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
grant execute on function threats.refuse_held() to authenticated;
grant execute on function threats.refuse_held() to service_role;

create function threats.refuse_overwriting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.refuse_while_frozen() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.require_manager() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.setting(tenant uuid, detector text, OUT mode text, OUT factor real) RETURNS record LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.start(d public.threat_detections, action text, about text, needs text, ends timestamp with time zone) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

create function threats.tenant_of(person uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

create function threats.tidy() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
