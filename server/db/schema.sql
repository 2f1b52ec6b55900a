-- The database as all migrations leave it, for reading: `npm run schema` writes this file, a test compares it.
-- It is never run. Schemas by name; in each, sequences, types, tables with what belongs to them, views, functions.

create role anon nologin noinherit;

create role authenticated nologin noinherit;

create role service_role nologin noinherit;

create event trigger pgrst_ddl_watch on ddl_command_end execute function public.pgrst_ddl_watch();

create event trigger pgrst_drop_watch on sql_drop execute function public.pgrst_ddl_watch();

create schema audit;
grant usage on schema audit to service_role;

create function audit.record(event_type text, event_category text, user_id uuid, action text, status text, risk_level text, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  values (coalesce((select p.tenant_id from public.profiles p where p.user_id = record.user_id),
                   (select t.id from public.tenants t where t.is_default)),
          record.event_type, record.event_category, record.user_id, record.action, record.status, record.risk_level,
          record.details);
end $function$;
grant execute on function audit.record(text,text,uuid,text,text,text,jsonb) to service_role;

create function audit.record_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before  jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  after   jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  changed text[];
  actor   uuid := coalesce(auth.uid(), case when tg_table_schema = 'auth' then null
                                            else nullif(coalesce(after, before) ->> 'user_id', '')::uuid end);
begin
  select array_agg(key order by key) into changed
  from jsonb_object_keys(after) as keys (key)
  where tg_op = 'UPDATE' and after -> key is distinct from before -> key;
  if tg_op = 'UPDATE' and changed is null then
    return null;
  end if;

  perform audit.record(
    tg_table_name || '.' || lower(tg_op), tg_argv[0], actor, lower(tg_op), 'success', tg_argv[1],
    jsonb_strip_nulls(jsonb_build_object(
      'table', tg_table_schema || '.' || tg_table_name,
      'id', coalesce(after ->> tg_argv[2], before ->> tg_argv[2]),
      'changed', to_jsonb(changed),
      'trashed', case when 'trashed_at' = any (changed) then after ->> 'trashed_at' is not null end,
      'starred', case when 'is_starred' = any (changed) then (after ->> 'is_starred')::boolean end,
      'role', case when tg_table_name in ('enterprise_user_roles', 'invitations')
                   then coalesce(after ->> 'role', before ->> 'role') end)));
  return null;
end $function$;

create function audit.record_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, details)
  select p.tenant_id, 'file_requests.delivery', 'data_access', 'delivery',
         jsonb_build_object('table', 'public.file_requests', 'id', new.request_id, 'file_id', new.id)
  from public.profiles p where p.user_id = new.user_id;
  return null;
end $function$;

create function audit.record_domain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row    public.organisation_domains := coalesce(new, old);
  action text := case when tg_op <> 'UPDATE' then lower(tg_op) when new.verified_at is null then 'lapse' else 'verify' end;
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  values (row.tenant_id, 'organisation_domains.' || action, 'config_change', auth.uid(), action, 'success', 'high',
          jsonb_build_object('table', 'public.organisation_domains', 'id', row.id, 'domain', row.domain));
  return null;
end $function$;

create function audit.record_link_download()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, details)
  select p.tenant_id, 'share_links.download', 'data_access', 'download',
         jsonb_build_object('table', 'public.share_links', 'id', new.id, 'file_id', new.file_id)
  from public.profiles p where p.user_id = new.user_id;
  return null;
end $function$;

create function audit.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $function$;

create schema auth;
grant usage on schema auth to anon;
grant usage on schema auth to authenticated;
grant usage on schema auth to service_role;

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
  constraint one_time_tokens_kind CHECK ((kind = ANY (ARRAY['signup'::text, 'recovery'::text, 'magiclink'::text, 'invite'::text, 'email_change_current'::text, 'email_change_new'::text, 'reauthentication'::text, 'sms'::text, 'phone_change'::text])))
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

create function auth.begin_personal_epoch(person uuid, keys jsonb, replaced integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home uuid := (keys #>> '{space,id}')::uuid;
  next integer := (keys #>> '{space,epoch}')::integer;
  before integer;
begin
  select s.current_epoch into before from public.spaces s
  where s.id = home and s.owner_id = person and s.kind = 'personal' for update;
  if before is null or next <= before
     or replaced <> (select count(*) from public.space_keys k where k.user_id = person) then
    return false;
  end if;
  insert into public.space_keys (space_id, epoch, user_id, wrapped_key)
  values (home, next, person, keys #>> '{space,wrapped_key}') on conflict do nothing;
  if not found then return false; end if;
  update public.spaces s set current_epoch = next where s.id = home;

  if keys ? 'organisation' then
    return auth.renew_recovery_agreement(person, keys -> 'organisation');
  end if;
  perform authz.end_recoveries(person, 'cancelled')
  from public.recovery_agreements a where a.user_id = person;
  delete from public.account_wraps w where w.user_id = person and w.kind = 'organisation';
  delete from public.recovery_agreements a where a.user_id = person;
  return true;
end $function$;

create function auth.claim_installation(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home     uuid;
  operator uuid := authz.operator();
begin
  perform from auth.installation for update;
  select p.tenant_id into home from public.profiles p where p.user_id = person
    and not exists (select from public.former_members f where f.user_id = person);
  if home is null or not auth.is_claimable(person) then
    return false;
  end if;
  -- The organisation that they founded becomes the operator's, unless there are people in that one already.
  if home <> operator then
    if exists (select from public.profiles p where p.tenant_id = operator)
       or not exists (select from authz.live_roles r where r.user_id = person and r.tenant_id = home and r.role = 'owner') then
      return false;
    end if;
    update public.tenants t set is_default = false where t.id = operator;
    update public.tenants t set is_default = true where t.id = home;
    update public.contacts c set tenant_id = home where c.tenant_id = operator;
  end if;
  delete from public.enterprise_user_roles r where r.user_id = person and r.tenant_id = home and r.role <> 'owner';
  insert into public.enterprise_user_roles (user_id, tenant_id, role)
  values (person, home, 'owner'), (person, home, 'super_admin')
  on conflict (user_id, tenant_id, role) do update set expires_at = null;
  update auth.installation set claimed_at = now(), claim_hash = null;
  perform audit.record('installation.claimed', 'config_change', person, 'claim', 'success', 'high', '{}');
  return true;
end $function$;

create function auth.email()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO ''
RETURN (auth.jwt() ->> 'email'::text);
grant execute on function auth.email() to anon;
grant execute on function auth.email() to authenticated;
grant execute on function auth.email() to public;
grant execute on function auth.email() to service_role;

create function auth.end_recovery_agreement(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform authz.end_recoveries(person, 'cancelled');
  delete from public.account_wraps w where w.user_id = person and w.kind = 'organisation';
  delete from public.recovery_agreements a where a.user_id = person;
end $function$;

create function auth.is_claimable(person uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN ((SELECT (i.claimed_at IS NULL) FROM auth.installation i) OR (NOT (EXISTS (SELECT FROM public.profiles p WHERE ((p.tenant_id = authz.operator()) AND (p.user_id IS DISTINCT FROM is_claimable.person))))));

create function auth.joins(person auth.users)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN CASE WHEN ((auth.organisation_mode() = 'single'::text) OR (((person).app_metadata ->> 'provider'::text) ~~ 'sso:%'::text)) THEN authz.operator() WHEN (((person).email_confirmed_at IS NOT NULL) AND (current_setting('auth.is_unproven_address'::text, true) IS DISTINCT FROM 'true'::text)) THEN (SELECT d.tenant_id FROM (public.organisation_domains d JOIN public.tenants t ON ((t.id = d.tenant_id))) WHERE ((d.domain = lower(split_part((joins.person).email, '@'::text, '-1'::integer))) AND (d.verified_at IS NOT NULL) AND (t.status = 'active'::text))) ELSE NULL::uuid END;

create function auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO ''
RETURN COALESCE((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb, '{}'::jsonb);
grant execute on function auth.jwt() to anon;
grant execute on function auth.jwt() to authenticated;
grant execute on function auth.jwt() to public;
grant execute on function auth.jwt() to service_role;

create function auth.keep_earlier_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_table_name = 'keyrings' then
    insert into auth.earlier_account_keys (user_id, what, content, version)
    values (old.user_id, 'keyring', old.sealed, old.version) on conflict do nothing;
  else
    insert into auth.earlier_account_keys (user_id, what, content)
    values (old.user_id, old.kind, old.wrapped_key) on conflict do nothing;
  end if;
  return null;
end $function$;

create function auth.keep_earlier_space_keys(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO auth.earlier_account_keys (user_id, what, content)  SELECT s.owner_id,
             'space_keys',
             (jsonb_build_object('space_id', s.id, 'current_epoch', s.current_epoch, 'keys', ( SELECT COALESCE(jsonb_agg(jsonb_build_object('space_id', k.space_id, 'epoch', k.epoch, 'wrapped_key', k.wrapped_key)), '[]'::jsonb) AS "coalesce"
                    FROM public.space_keys k
                   WHERE (k.user_id = keep_earlier_space_keys.person))))::text AS jsonb_build_object
            FROM public.spaces s
           WHERE ((s.owner_id = keep_earlier_space_keys.person) AND (s.kind = 'personal'::text)) ON CONFLICT DO NOTHING;
END;

create function auth.keep_key_state(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into auth.earlier_key_states (user_id, state)
  select person, jsonb_build_object(
    'wraps', (select coalesce(jsonb_object_agg(w.kind, w.wrapped_key), '{}') from public.account_wraps w
              where w.user_id = person and w.kind in ('password', 'recovery')),
    'keyring', k.sealed, 'space_id', s.id, 'current_epoch', s.current_epoch,
    'keys', (select coalesce(jsonb_agg(jsonb_build_object('space_id', e.space_id, 'epoch', e.epoch, 'wrapped_key', e.wrapped_key)), '[]')
             from public.space_keys e where e.user_id = person))
  from public.keyrings k join public.spaces s on s.owner_id = k.user_id and s.kind = 'personal'
  where k.user_id = person;
  delete from auth.earlier_key_states e
  where e.user_id = person and e.id not in (
    select latest.id from auth.earlier_key_states latest where latest.user_id = person order by latest.id desc limit 20);
end $function$;

create function auth.organisation_mode()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT COALESCE(i.chosen_mode, i.usual_mode) AS "coalesce" FROM auth.installation i);

create function auth.organisation_name_of(person auth.users)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN "left"(COALESCE(NULLIF(btrim(regexp_replace(((person).user_metadata ->> 'company'::text), '[\u0001-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>]'::text, ''::text, 'g'::text)), ''::text), NULLIF(btrim(regexp_replace(concat_ws(' '::text, ((person).user_metadata ->> 'first_name'::text), ((person).user_metadata ->> 'last_name'::text)), '[\u0001-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>]'::text, ''::text, 'g'::text)), ''::text), NULLIF(btrim(split_part((person).email, '@'::text, 1)), ''::text), 'My organisation'::text), 100);

create function auth.renew_recovery_agreement(person uuid, payload jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agreed public.recovery_agreements;
  wanted uuid[];
  given  uuid[];
begin
  select a.* into agreed from public.recovery_agreements a where a.user_id = person for update;
  if agreed.user_id is null or agreed.revision is distinct from (payload ->> 'revision')::integer then
    return false;
  end if;
  select array(select (h ->> 'user_id')::uuid from jsonb_array_elements(p.statement::jsonb -> 'holders') as h
               where (h ->> 'user_id')::uuid <> person order by 1) into wanted
  from public.recovery_policies p where p.tenant_id = agreed.tenant_id order by p.revision desc limit 1;
  given := array(select (s ->> 'holder_id')::uuid from jsonb_array_elements(payload -> 'shares') as s order by 1);
  if wanted <> given or cardinality(given) < agreed.threshold
     or exists (select from public.former_members f where f.user_id = any (given)) then
    return false;
  end if;

  perform authz.end_recoveries(person, 'cancelled');
  delete from public.recovery_shares s where s.user_id = person;
  insert into public.recovery_shares (user_id, holder_id, sealed_share, wrapped_key)
  select person, (s ->> 'holder_id')::uuid, s ->> 'sealed_share', s ->> 'wrapped_key'
  from jsonb_array_elements(payload -> 'shares') as s;
  insert into public.account_wraps (user_id, kind, wrapped_key) values (person, 'organisation', payload ->> 'wrapped_key')
  on conflict (user_id, kind) where kind in ('password', 'recovery', 'organisation')
  do update set wrapped_key = excluded.wrapped_key, created_at = now();
  return true;
end $function$;

create function auth.replace_account_keys(person uuid, keys jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform authz.lock_account_keys(person);
  perform auth.keep_key_state(person);
  return auth.replace_account_keys_now(person, keys);
end $function$;

create function auth.replace_account_keys_now(person uuid, keys jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given jsonb := coalesce(keys -> 'space_keys', '[]');
  replaced integer;
begin
  if keys ? 'space' then
    perform auth.keep_earlier_space_keys(person);
  end if;
  insert into public.account_wraps (user_id, kind, wrapped_key)
  select person, w.key, w.value from jsonb_each_text(coalesce(keys -> 'wraps', '{}')) as w
  on conflict (user_id, kind) where kind in ('password', 'recovery', 'organisation') do update
  set wrapped_key = excluded.wrapped_key,
      checked_at = case when excluded.kind <> 'recovery' then null
                        when (keys ->> 'keeps_words')::boolean then account_wraps.checked_at else now() end;

  if keys ? 'keyring' then
    update public.keyrings k
    set sealed = keys #>> '{keyring,sealed}', version = k.version + 1, updated_at = now()
    where k.user_id = person and k.version = (keys #>> '{keyring,version}')::integer;
    if not found then return false; end if;
  end if;

  update public.space_keys s set wrapped_key = g.wrapped_key
  from jsonb_to_recordset(given) as g (space_id uuid, epoch integer, wrapped_key text)
  where s.user_id = person and s.space_id = g.space_id and s.epoch = g.epoch;
  get diagnostics replaced = row_count;
  if replaced <> jsonb_array_length(given) then return false; end if;
  return not keys ? 'space' or auth.begin_personal_epoch(person, keys, replaced);
end $function$;

create function auth.restore_account_keys(person uuid, day date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  restored integer;
begin
  perform authz.lock_account_keys(person);
  perform auth.keep_key_state(person);
  restored := auth.restore_account_keys_of_day(person, day);
  perform auth.end_recovery_agreement(person);
  return restored;
end $function$;

create function auth.restore_account_keys_at(person uuid, moment timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept jsonb;
begin
  perform authz.lock_account_keys(person);
  select e.state into kept from auth.earlier_key_states e
  where e.user_id = person and e.kept_at > moment order by e.kept_at, e.id limit 1;
  if kept is null then
    return 0;
  end if;
  perform auth.keep_key_state(person);
  update public.keyrings k set sealed = kept ->> 'keyring', version = k.version + 1, updated_at = now() where k.user_id = person;
  update public.account_wraps w set wrapped_key = g.value from jsonb_each_text(kept -> 'wraps') as g
  where w.user_id = person and w.kind = g.key;
  delete from public.space_keys s where s.user_id = person and s.space_id = (kept ->> 'space_id')::uuid
    and s.epoch > (kept ->> 'current_epoch')::integer;
  insert into public.space_keys (space_id, epoch, user_id, wrapped_key)
  select g.space_id, g.epoch, person, g.wrapped_key
  from jsonb_to_recordset(kept -> 'keys') as g (space_id uuid, epoch integer, wrapped_key text)
  where g.space_id = (kept ->> 'space_id')::uuid
     or exists (select from public.space_keys s where s.space_id = g.space_id and s.epoch = g.epoch and s.user_id = person)
  on conflict (space_id, epoch, user_id) do update set wrapped_key = excluded.wrapped_key;
  update public.spaces s set current_epoch = (kept ->> 'current_epoch')::integer
  where s.id = (kept ->> 'space_id')::uuid and s.owner_id = person;
  perform auth.end_recovery_agreement(person);
  return 1;
end $function$;

create function auth.restore_account_keys_of_day(person uuid, day date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept record;
  restored integer := 0;
begin
  perform from auth.users u where u.id = person for update;
  create temporary table earlier_keys_to_restore on commit drop as
    select distinct on (e.what) e.what, e.content
    from auth.earlier_account_keys e where e.user_id = person and e.kept_on >= day
    order by e.what, e.kept_on;
  perform auth.keep_earlier_space_keys(person);
  for kept in select * from pg_temp.earlier_keys_to_restore loop
    restored := restored + 1;
    if kept.what = 'keyring' then
      update public.keyrings k set sealed = kept.content, version = k.version + 1, updated_at = now() where k.user_id = person;
    elsif kept.what = 'space_keys' then
      update public.space_keys s set wrapped_key = g.wrapped_key
      from jsonb_to_recordset(kept.content::jsonb -> 'keys') as g (space_id uuid, epoch integer, wrapped_key text)
      where s.user_id = person and s.space_id = g.space_id and s.epoch = g.epoch;
      delete from public.space_keys s
      where s.user_id = person and s.space_id = (kept.content::jsonb ->> 'space_id')::uuid
        and s.epoch > (kept.content::jsonb ->> 'current_epoch')::integer;
      update public.spaces s set current_epoch = (kept.content::jsonb ->> 'current_epoch')::integer
      where s.id = (kept.content::jsonb ->> 'space_id')::uuid and s.owner_id = person;
    else
      update public.account_wraps w set wrapped_key = kept.content where w.user_id = person and w.kind = kept.what;
    end if;
  end loop;
  drop table pg_temp.earlier_keys_to_restore;
  return restored;
end $function$;

create function auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO ''
RETURN (auth.jwt() ->> 'role'::text);
grant execute on function auth.role() to anon;
grant execute on function auth.role() to authenticated;
grant execute on function auth.role() to public;
grant execute on function auth.role() to service_role;

create function auth.store_domain_check(checked text, proofs text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('organisation_domains ' || checked, 0));
  update public.organisation_domains d
  set checked_at = now(),
      missing_since = case when d.proof = any (proofs) then null else coalesce(d.missing_since, now()) end
  where d.domain = checked;
  -- A record may be away while somebody works on the zone. Once the proof of another organisation is there instead, the domain has
  -- changed hands.
  update public.organisation_domains d set verified_at = null
  where d.domain = checked and d.verified_at is not null and d.missing_since is not null
    and (d.missing_since < now() - interval '7 days'
         or exists (select from public.organisation_domains o
                    where o.domain = checked and o.id <> d.id and o.proof = any (proofs)));
  update public.organisation_domains d set verified_at = now()
  where d.verified_at is null
    and d.id = (select o.id from public.organisation_domains o
                where o.domain = checked and o.proof = any (proofs) order by o.created_at, o.id limit 1)
    and not exists (select from public.organisation_domains o where o.domain = checked and o.verified_at is not null);
end $function$;

create function auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO ''
RETURN (NULLIF((auth.jwt() ->> 'sub'::text), ''::text))::uuid;
grant execute on function auth.uid() to anon;
grant execute on function auth.uid() to authenticated;
grant execute on function auth.uid() to public;
grant execute on function auth.uid() to service_role;

create function auth.welcome_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home       uuid;
  locked     uuid;
  given      text := 'member';
  -- Set by the service that was shown the mailed link.
  accepted   uuid := nullif(current_setting('auth.accepted_invitation', true), '')::uuid;
  invitation public.invitations;
begin
  -- A second address or number of somebody who has an organisation.
  if exists (select from public.profiles p where p.user_id = new.id) then
    return new;
  end if;
  loop
    select i.* into invitation
    from public.invitations i
    where new.email_confirmed_at is not null and i.email = new.email and i.accepted_at is null and i.expires_at > now()
      and (i.id = accepted or i.tenant_id = authz.operator())
    order by i.id is not distinct from accepted desc, i.sent_at desc limit 1;
    home := coalesce(invitation.tenant_id, auth.joins(new));
    exit when home is null or home = locked;
    -- Two people may confirm at the same moment; see authz.lock_team. What changes an invitation has this lock too: it is read again.
    perform from public.tenants t where t.id = home for no key update;
    locked := home;
  end loop;

  if home is null then
    insert into public.tenants (name) values (auth.organisation_name_of(new)) returning id into home;
    given := 'owner';
  elsif authz.may_invite(invitation.invited_by, home, invitation.role) then
    given := invitation.role;
  end if;

  insert into public.profiles (user_id, tenant_id, first_name, last_name, company)
  values (new.id, home, new.user_metadata ->> 'first_name', new.user_metadata ->> 'last_name',
          new.user_metadata ->> 'company')
  on conflict (user_id) do nothing;
  insert into public.enterprise_user_roles (user_id, tenant_id, role) values (new.id, home, given);
  update public.invitations i set accepted_at = now() where i.id = invitation.id;
  return new;
end $function$;

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

create function authz.allows(permission text, tenant uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (authz.is_proven() AND (EXISTS (SELECT FROM (authz.live_roles r JOIN authz.permissions p ON ((p.role = r.role))) WHERE ((r.user_id = auth.uid()) AND (r.tenant_id = allows.tenant) AND (p.permission = allows.permission)))));
grant execute on function authz.allows(text,uuid) to public;

create function authz.answer_within(body text, most bigint)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if octet_length(body) > most then
    raise exception 'The answer would be larger than % bytes', most
      using errcode = 'PT413', hint = 'Ask for fewer rows or columns';
  end if;
  return body;
end $function$;
grant execute on function authz.answer_within(text,bigint) to anon;
grant execute on function authz.answer_within(text,bigint) to authenticated;
grant execute on function authz.answer_within(text,bigint) to service_role;

create function authz.base64url(bytes bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN rtrim(translate(replace(encode(bytes, 'base64'::text), chr(10), ''::text), '+/'::text, '-_'::text), '='::text);

create function authz.default_tenant()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.tenant_id := coalesce(new.tenant_id, authz.tenant());
  return new;
end $function$;

create function authz.edits_space(space uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN COALESCE((authz.space_role(space) = ANY (ARRAY['manager'::text, 'editor'::text])), false);

create function authz.end_invitations(person uuid, home uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 DELETE FROM public.invitations i
   WHERE ((i.tenant_id = end_invitations.home) AND (i.invited_by = end_invitations.person) AND (i.accepted_at IS NULL) AND (NOT authz.may_invite(end_invitations.person, end_invitations.home, i.role)));
END;

create function authz.end_recoveries(person uuid, outcome text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 UPDATE public.recovery_requests r SET ended_at = now(), outcome = end_recoveries.outcome
   WHERE ((r.user_id = end_recoveries.person) AND (r.ended_at IS NULL));
END;

create function authz.format_1_ends()
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN '2027-07-01 00:00:00+00'::timestamp with time zone;
grant execute on function authz.format_1_ends() to authenticated;
grant execute on function authz.format_1_ends() to service_role;

create function authz.from_base64url(text text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN decode(rpad(translate(text, '-_'::text, '+/'::text), (((length(text) + 3) / 4) * 4), '='::text), 'base64'::text);

create function authz.is_object_shared(object_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM (public.file_records f
              JOIN public.file_access a ON (((a.file_id = f.id) AND (a.granted_by = f.user_id))))
           WHERE ((f.bucket_id = 'encrypted-files'::text) AND (f.storage_path = is_object_shared.object_name) AND (a.user_id = auth.uid()) AND ((a.expires_at IS NULL) OR (a.expires_at > now())) AND (NOT public.is_in_trash(f.*)) AND ( SELECT authz.is_proven() AS is_proven)))) AS "exists";
END;
grant execute on function authz.is_object_shared(text) to authenticated;

create function authz.is_proven()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN ((NOT (EXISTS (SELECT FROM auth.mfa_factors f WHERE ((f.user_id = auth.uid()) AND (f.status = 'verified'::text) AND (f.factor_type <> 'recovery_code'::text))))) OR (EXISTS (SELECT FROM auth.sessions s WHERE ((s.id = (NULLIF((auth.jwt() ->> 'session_id'::text), ''::text))::uuid) AND (s.user_id = auth.uid()) AND (s.aal = 'aal2'::text)))));
grant execute on function authz.is_proven() to authenticated;

create function authz.is_team_object(object_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN ((EXISTS (SELECT FROM public.file_records f WHERE ((f.bucket_id = 'encrypted-files'::text) AND (f.storage_path = is_team_object.object_name) AND (f.team_space_id IS NOT NULL)))) OR (EXISTS (SELECT FROM public.file_versions v WHERE ((v.bucket_id = 'encrypted-files'::text) AND (v.storage_path = is_team_object.object_name) AND (v.team_space_id IS NOT NULL)))));
grant execute on function authz.is_team_object(text) to authenticated;

create function authz.leads(person uuid, tenant uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM authz.live_roles r WHERE ((r.user_id = leads.person) AND (r.tenant_id = leads.tenant) AND (r.role = ANY (ARRAY['owner'::text, 'tenant_admin'::text, 'super_admin'::text])))));

create function authz.limit_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_over boolean;
begin
  execute format(
    'select exists (select from (select distinct %1$I as owner from added) as o
       where (select count(*) from (select from %2$I.%3$I t where t.%1$I = o.owner limit %4$s + 1) as rows) > %4$s)',
    tg_argv[0], tg_table_schema, tg_table_name, tg_argv[1]) into is_over;
  if is_over then
    raise exception 'There are too many rows of this kind already: % at most', tg_argv[1] using errcode = 'PT413';
  end if;
  return null;
end $function$;

create function authz.lock_account_keys(person uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  epoch integer;
begin
  perform from public.tenants t
  where t.id in (select p.tenant_id from public.profiles p where p.user_id = person) for no key update;
  perform from auth.users u where u.id = person for update;
  select s.current_epoch into epoch from public.spaces s
  where s.owner_id = person and s.kind = 'personal' for no key update;
  return epoch;
end $function$;

create function authz.lock_domains()
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home uuid := authz.lock_team();
begin
  if not authz.leads(auth.uid(), home) then
    raise exception 'only an owner of the organisation may do this' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $function$;

create function authz.lock_recovery(request uuid)
 RETURNS public.recovery_requests
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  holder uuid := authz.require_proven();
  asked  public.recovery_requests;
begin
  perform authz.lock_account_keys(s.user_id)
  from public.recovery_shares s join public.recovery_requests r on r.user_id = s.user_id
  where r.id = request and s.holder_id = holder;
  -- A statement of its own, which sees that the request is over or the share is gone.
  select r.* into asked
  from public.recovery_requests r
  where r.id = request and r.ended_at is null and r.expires_at > now()
    and exists (select from public.recovery_shares s where s.user_id = r.user_id and s.holder_id = holder)
  for update;
  if asked.id is null then
    raise exception 'this request is over' using errcode = 'QS404';
  end if;
  return asked;
end $function$;

create function authz.lock_team()
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home uuid := authz.tenant();
begin
  -- Not for update: rows of the audit log refer to the tenant, and two transactions that have both written one would wait for
  -- each other.
  perform from public.tenants t where t.id = home for no key update;
  if home is null or not authz.allows('manage_users', home) or not authz.is_proven() then
    raise exception 'only an administrator of the organisation may do this' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $function$;

create function authz.may_invite(person uuid, home uuid, given text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN ((EXISTS (SELECT FROM (authz.live_roles r JOIN authz.permissions p ON ((p.role = r.role))) WHERE ((r.user_id = may_invite.person) AND (r.tenant_id = may_invite.home) AND (p.permission = 'manage_users'::text)))) AND ((given <> 'owner'::text) OR authz.leads(person, home)));

create function authz.operator()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT t.id FROM public.tenants t WHERE t.is_default);
grant execute on function authz.operator() to anon;
grant execute on function authz.operator() to authenticated;
grant execute on function authz.operator() to public;
grant execute on function authz.operator() to service_role;

create function authz.reads_team_object(object_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN ((EXISTS (SELECT FROM public.file_records f WHERE ((f.bucket_id = 'encrypted-files'::text) AND (f.storage_path = reads_team_object.object_name) AND (f.team_space_id IN (SELECT authz.team_spaces() AS team_spaces))))) OR (EXISTS (SELECT FROM public.file_versions v WHERE ((v.bucket_id = 'encrypted-files'::text) AND (v.storage_path = reads_team_object.object_name) AND (v.team_space_id IN (SELECT authz.team_spaces() AS team_spaces))))));
grant execute on function authz.reads_team_object(text) to authenticated;

create function authz.require_member(person uuid, home uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.profiles p where p.user_id = person and p.tenant_id = home)
     or exists (select from public.former_members f where f.user_id = person) then
    raise exception 'this person does not belong to the organisation' using errcode = 'QS404';
  end if;
  if authz.leads(person, home) and not authz.leads(auth.uid(), home) then
    raise exception 'only an owner may change an owner' using errcode = 'insufficient_privilege';
  end if;
end $function$;

create function authz.require_other_owner(person uuid, home uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_owner boolean := exists (select from authz.live_roles r
                              where r.user_id = person and r.tenant_id = home and r.role = 'owner');
begin
  if is_owner and not exists (
    select from authz.live_roles r
    join auth.users u on u.id = r.user_id
    where r.tenant_id = home and r.role = 'owner' and r.user_id <> person and u.deleted_at is null
      and not exists (select from public.former_members f where f.user_id = r.user_id)) then
    raise exception 'an organisation keeps at least one owner' using errcode = 'QS409';
  end if;
end $function$;

create function authz.require_proven()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null or authz.tenant() is null or not authz.is_proven() then
    raise exception 'sign in, with your second factor if you have one' using errcode = 'insufficient_privilege';
  end if;
  return auth.uid();
end $function$;

create function authz.roster_problem(said jsonb, payload jsonb, before text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  people jsonb := said -> 'members';
begin
  if jsonb_typeof(people) is distinct from 'array' or jsonb_array_length(people) not between 1 and 500 then
    return 'a space has 1 to 500 members';
  end if;
  if said ->> 'space_id' is distinct from payload ->> 'space_id' or said ->> 'epoch' is distinct from payload ->> 'epoch'
     or said ->> 'author_id' is distinct from auth.uid()::text then
    return 'the roster is of another space, epoch or author';
  end if;
  if said ->> 'previous' is distinct from authz.base64url(sha256(convert_to(before, 'UTF8'))) then
    return 'the roster does not follow the one before';
  end if;
  if not exists (select from jsonb_array_elements(people) as p (entry) where p.entry ->> 'role' = 'manager') then
    return 'a space keeps at least one manager';
  end if;
  if exists (select from jsonb_array_elements(people) as p (entry)
             where payload #>> array['wraps', p.entry ->> 'user_id'] is null
                or p.entry ->> 'wrap_hash'
                   is distinct from authz.base64url(sha256(authz.from_base64url(payload #>> array['wraps', p.entry ->> 'user_id'])))) then
    return 'every member needs their wrapped key';
  end if;
  return null;
end $function$;

create function authz.space_role(space uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT m.role FROM public.team_space_members m WHERE ((m.space_id = space_role.space) AND (m.user_id = auth.uid()) AND authz.is_proven() AND (NOT (EXISTS (SELECT FROM public.former_members f WHERE (f.user_id = m.user_id))))));

create function authz.team_roles()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN ARRAY['owner'::text, 'admin'::text, 'security_admin'::text, 'billing_admin'::text, 'analyst'::text, 'viewer'::text, 'partner'::text, 'member'::text];
grant execute on function authz.team_roles() to authenticated;
grant execute on function authz.team_roles() to service_role;

create function authz.team_spaces()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT m.space_id
    FROM public.team_space_members m
   WHERE ((m.user_id = auth.uid()) AND authz.is_proven() AND (NOT (EXISTS ( SELECT
            FROM public.former_members f
           WHERE (f.user_id = m.user_id)))));
END;
grant execute on function authz.team_spaces() to authenticated;

create function authz.tenant()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT p.tenant_id FROM public.profiles p WHERE (p.user_id = auth.uid()));
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

create function billing.remember_orphan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into billing.orphaned_customers (customer_id, provider)
  select old.customer_id, old.provider
  where old.provider <> 'sandbox'
  on conflict do nothing;
  return null;
end $function$;

create function billing.remember_orphans_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into billing.orphaned_customers (customer_id, provider)
  select c.customer_id, c.provider from billing.customers c where c.user_id = new.id and c.provider <> 'sandbox'
  on conflict do nothing;
  return null;
end $function$;

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

create function notify.of_leaver(space uuid, person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT notify.person(m.user_id, 'team_space_left'::text, jsonb_build_object('space_id', of_leaver.space, 'person', of_leaver.person)) AS person
    FROM public.team_space_members m
   WHERE ((m.space_id = of_leaver.space) AND (m.role = 'manager'::text) AND (m.user_id <> of_leaver.person) AND (NOT (EXISTS ( SELECT
            FROM public.former_members f
           WHERE (f.user_id = m.user_id)))));
END;

create function notify.of_recovery(recipient uuid, kind text, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform notify.person(recipient, kind, details);
  perform graphile_worker.add_job('notify:mail',
    json_build_object('user_id', recipient, 'kind', kind, 'details', details, 'at', clock_timestamp()), max_attempts => 10);
end $function$;

create function notify.on_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  told uuid;
begin
  select n.id into told
  from public.notifications n
  where n.user_id = new.user_id and n.kind = 'files_received' and n.read_at is null
    and n.details ->> 'request_id' = new.request_id::text and n.created_at > now() - interval '1 hour'
  order by n.created_at desc limit 1
  for update;
  if told is null then
    perform notify.person(new.user_id, 'files_received', jsonb_build_object('request_id', new.request_id, 'count', 1));
  else
    update public.notifications n
    set details = n.details || jsonb_build_object('count', (n.details ->> 'count')::integer + 1)
    where n.id = told;
  end if;
  return null;
end $function$;

create function notify.on_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform notify.person(new.user_id,
    case new.event_type
      when 'password.changed' then 'password_changed'
      when 'password.reset' then 'password_reset'
      when 'email.changed' then 'email_changed'
      when 'refresh.reuse_detected' then 'session_stolen'
      when 'passkey.registered' then 'passkey_changed'
      when 'passkey.removed' then 'passkey_changed'
      else 'second_factor_changed'
    end,
    jsonb_strip_nulls(jsonb_build_object('event', new.event_type, 'ip', new.details ->> 'ip',
                                         'user_agent', left(new.details ->> 'user_agent', 512))));
  return null;
end $function$;

create function notify.on_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform notify.person(new.user_id, 'second_factor_changed', jsonb_build_object('event', 'mfa.added'));
  return null;
end $function$;

create function notify.on_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  device    bytea := coalesce(new.device_hash, sha256(convert_to(coalesce(new.user_agent, ''), 'UTF8')));
  has_other boolean := exists (select from auth.known_devices k where k.user_id = new.user_id);
  is_new    boolean;
begin
  insert into auth.known_devices (user_id, device_hash) values (new.user_id, device)
  on conflict (user_id, device_hash) do update set last_seen_at = now()
  returning xmax = 0 into is_new;
  if is_new and has_other then
    perform notify.person(new.user_id, 'new_device',
      jsonb_build_object('session_id', new.id, 'user_agent', left(new.user_agent, 512), 'ip', host(new.ip)));
  end if;
  return null;
end $function$;

create function notify.on_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Of many files that somebody shares at once one notice is enough, and nobody is flooded by sharing again and again.
  if exists (select from public.file_access a
             where a.user_id = new.user_id and a.granted_by = new.granted_by and a.file_id <> new.file_id
               and a.created_at > now() - interval '10 minutes')
     or exists (select from public.notifications n
                where n.user_id = new.user_id and n.kind = 'file_shared' and n.details ->> 'shared_by' = new.granted_by::text
                  and n.created_at > now() - interval '10 minutes') then
    return null;
  end if;
  perform notify.person(new.user_id, 'file_shared', jsonb_build_object('file_id', new.file_id, 'shared_by', new.granted_by));
  return null;
end $function$;

create function notify.person(recipient uuid, kind text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wish record;
begin
  select coalesce(s.in_app, true) as in_app, coalesce(s.by_email and d.by_email, d.by_email, false) as by_email into wish
  from (select person.kind) as k
  left join notify.defaults d on d.kind = k.kind
  left join public.notification_settings s on s.user_id = recipient and s.kind = k.kind;

  if wish.in_app then
    insert into public.notifications (user_id, kind, details) values (recipient, person.kind, person.details);
  end if;
  if wish.by_email then
    perform graphile_worker.add_job('notify:mail',
      json_build_object('user_id', recipient, 'kind', person.kind, 'details', person.details, 'at', clock_timestamp()),
      max_attempts => 10);
  end if;
end $function$;
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
  constraint account_wraps_pkey PRIMARY KEY (id),
  constraint account_wraps_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint account_wraps_kind CHECK ((kind = ANY (ARRAY['password'::text, 'recovery'::text, 'passkey'::text, 'device'::text, 'organisation'::text]))),
  constraint account_wraps_label_most CHECK ((length(label) <= 200)) NOT VALID,
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
CREATE UNIQUE INDEX account_wraps_single_idx ON public.account_wraps USING btree (user_id, kind) WHERE (kind = ANY (ARRAY['password'::text, 'recovery'::text, 'organisation'::text]));
CREATE INDEX account_wraps_user_idx ON public.account_wraps USING btree (user_id);
CREATE TRIGGER account_wraps_audit AFTER INSERT OR DELETE OR UPDATE ON public.account_wraps FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'kind');
CREATE TRIGGER account_wraps_finish_recovery AFTER UPDATE OF wrapped_key ON public.account_wraps FOR EACH ROW WHEN (new.kind = 'password'::text) EXECUTE FUNCTION public.finish_recovery();
CREATE TRIGGER account_wraps_first_check BEFORE INSERT ON public.account_wraps FOR EACH ROW EXECUTE FUNCTION public.stamp_first_check();
CREATE TRIGGER account_wraps_keep_earlier AFTER UPDATE OF wrapped_key ON public.account_wraps FOR EACH ROW WHEN ((old.kind = ANY (ARRAY['password'::text, 'recovery'::text])) AND old.wrapped_key <> new.wrapped_key) EXECUTE FUNCTION auth.keep_earlier_keys();
grant delete, insert, select, update on table public.account_wraps to service_role;
grant select on table public.account_wraps to authenticated;

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
grant delete, insert, select, update on table public.enterprise_user_roles to service_role;
grant select on table public.enterprise_user_roles to authenticated;

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
  request_id uuid not null,
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
  constraint request_deliveries_pkey PRIMARY KEY (id),
  constraint request_deliveries_path_once UNIQUE (storage_path),
  constraint request_deliveries_object_fkey FOREIGN KEY (bucket_id, object_name) REFERENCES storage.objects(bucket_id, name) ON UPDATE CASCADE ON DELETE RESTRICT,
  constraint request_deliveries_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.file_requests(id) ON DELETE CASCADE,
  constraint request_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint request_deliveries_bucket CHECK ((bucket_id = 'encrypted-files'::text)),
  constraint request_deliveries_mac_length CHECK (((length(mac) >= 1) AND (length(mac) <= 64))),
  constraint request_deliveries_record_length CHECK (((length(record) >= 1) AND (length(record) <= 8192))),
  constraint request_deliveries_segment_hashes CHECK ((((length(segment_hashes) >= 86) AND (length(segment_hashes) <= 8388608)) AND (segment_hashes ~ '^[A-Za-z0-9_-]+$'::text))),
  constraint request_deliveries_size_not_negative CHECK ((file_size >= 0)),
  constraint request_deliveries_statement_length CHECK (((length(statement) >= 1) AND (length(statement) <= 4096))),
  constraint request_deliveries_whole CHECK ((((delivered_at IS NULL) AND (object_name IS NULL)) OR ((delivered_at IS NOT NULL) AND (object_name IS NOT NULL) AND (object_name = storage_path) AND (wrapped_key IS NOT NULL) AND (record IS NOT NULL) AND (statement IS NOT NULL) AND (mac IS NOT NULL)))),
  constraint request_deliveries_wrap_length CHECK (((length(wrapped_key) >= 1) AND (length(wrapped_key) <= 4096)))
);
alter table public.request_deliveries enable row level security;
alter table public.request_deliveries force row level security;
create policy request_deliveries_delete on public.request_deliveries for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND delivered_at IS NOT NULL);
create policy request_deliveries_proven on public.request_deliveries as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy request_deliveries_read on public.request_deliveries for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND delivered_at IS NOT NULL);
create policy request_deliveries_service on public.request_deliveries for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX request_deliveries_arriving_idx ON public.request_deliveries USING btree (created_at) WHERE (delivered_at IS NULL);
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

create table public.share_links (
  id uuid not null,
  file_id uuid not null,
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
  constraint share_links_pkey PRIMARY KEY (id),
  constraint share_links_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.file_records(id) ON DELETE CASCADE,
  constraint share_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint share_links_door_hash CHECK ((door_hash ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint share_links_downloads_not_negative CHECK ((downloads >= 0)),
  constraint share_links_expiry CHECK (((expires_at >= (created_at - '01:00:00'::interval)) AND (expires_at <= (created_at + '90 days 01:00:00'::interval)))),
  constraint share_links_handover_length CHECK (((length(handover) >= 1) AND (length(handover) <= 16384))),
  constraint share_links_kdf CHECK (((jsonb_typeof(kdf) = 'object'::text) AND (pg_column_size(kdf) < 1024))),
  constraint share_links_max_positive CHECK ((max_downloads > 0)),
  constraint share_links_token_hash CHECK ((token_hash ~ '^[A-Za-z0-9_-]{43}$'::text))
);
grant insert (id, file_id, user_id, door_hash, token_hash, handover, kdf, expires_at, max_downloads) on table public.share_links to authenticated;
grant update (revoked_at) on table public.share_links to authenticated;
alter table public.share_links enable row level security;
alter table public.share_links force row level security;
create policy share_links_own on public.share_links for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND public.owns_file(file_id));
create policy share_links_proven on public.share_links as restrictive for all to authenticated
  using (( SELECT authz.is_proven() AS is_proven));
create policy share_links_service on public.share_links for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX share_links_file_idx ON public.share_links USING btree (file_id);
CREATE INDEX share_links_user_time_idx ON public.share_links USING btree (user_id, created_at DESC);
CREATE TRIGGER share_links_audit_made AFTER INSERT OR DELETE ON public.share_links FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'medium', 'id');
CREATE TRIGGER share_links_audit_revoked AFTER UPDATE OF revoked_at ON public.share_links FOR EACH ROW EXECUTE FUNCTION audit.record_change('data_access', 'low', 'id');
CREATE TRIGGER share_links_download AFTER UPDATE OF downloads ON public.share_links FOR EACH ROW WHEN (new.downloads > old.downloads) EXECUTE FUNCTION audit.record_link_download();
CREATE TRIGGER share_links_keep_revoked BEFORE UPDATE OF revoked_at ON public.share_links FOR EACH ROW EXECUTE FUNCTION public.keep_revoked();
CREATE TRIGGER share_links_limit AFTER INSERT ON public.share_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION authz.limit_rows('file_id', '1000');
CREATE TRIGGER share_links_refresh AFTER INSERT OR DELETE OR UPDATE ON public.share_links FOR EACH ROW EXECUTE FUNCTION public.refresh_is_shared();
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
  constraint system_audit_log_status CHECK ((status = ANY (ARRAY['success'::text, 'failure'::text, 'blocked'::text])))
);
alter table public.system_audit_log enable row level security;
alter table public.system_audit_log force row level security;
create policy system_audit_log_read on public.system_audit_log for select to authenticated
  using (tenant_id = (( SELECT authz.tenant() AS tenant)) AND (( SELECT authz.allows('view_audit_logs'::text, authz.tenant()) AS allows) OR user_id = (( SELECT auth.uid() AS uid))));
create policy system_audit_log_service on public.system_audit_log for all to postgres, service_role
  using (true)
  with check (true);
CREATE INDEX system_audit_log_category_idx ON public.system_audit_log USING btree (tenant_id, event_category, created_at DESC, id DESC) WHERE (event_category <> 'data_access'::text);
CREATE INDEX system_audit_log_object_idx ON public.system_audit_log USING btree (user_id, ((details ->> 'id'::text)), created_at DESC, id DESC) WHERE (user_id IS NOT NULL);
CREATE INDEX system_audit_log_risk_idx ON public.system_audit_log USING btree (tenant_id, risk_level, created_at DESC, id DESC) WHERE (risk_level <> 'low'::text);
CREATE INDEX system_audit_log_tenant_time_idx ON public.system_audit_log USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX system_audit_log_type_idx ON public.system_audit_log USING btree (tenant_id, event_type, created_at DESC, id DESC);
CREATE INDEX system_audit_log_user_time_idx ON public.system_audit_log USING btree (user_id, created_at DESC, id DESC) WHERE (user_id IS NOT NULL);
CREATE TRIGGER system_audit_log_append_only BEFORE DELETE OR UPDATE ON public.system_audit_log FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER system_audit_log_no_truncate BEFORE TRUNCATE ON public.system_audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER system_audit_log_notify AFTER INSERT ON public.system_audit_log FOR EACH ROW WHEN (new.user_id IS NOT NULL AND (new.event_type = ANY (ARRAY['password.changed'::text, 'password.reset'::text, 'email.changed'::text, 'refresh.reuse_detected'::text, 'passkey.registered'::text, 'passkey.removed'::text, 'mfa.removed'::text]))) EXECUTE FUNCTION notify.on_event();
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
CREATE TRIGGER team_space_epochs_audit AFTER INSERT ON public.team_space_epochs FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'space_id');
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
CREATE TRIGGER team_space_members_audit AFTER INSERT OR DELETE OR UPDATE OF role ON public.team_space_members FOR EACH ROW EXECUTE FUNCTION audit.record_change('config_change', 'medium', 'space_id');
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
CREATE TRIGGER user_key_bundles_proven BEFORE INSERT ON public.user_key_bundles FOR EACH ROW EXECUTE FUNCTION public.require_proof_for_vault();
CREATE TRIGGER user_key_bundles_tenant BEFORE INSERT ON public.user_key_bundles FOR EACH ROW EXECUTE FUNCTION authz.default_tenant();
grant delete, insert, select, update on table public.user_key_bundles to service_role;
grant insert, select on table public.user_key_bundles to authenticated;

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

create function public.accept_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.request_deliveries d
  where d.id = new.id and d.user_id = new.user_id and d.object_name = new.storage_path;
  return null;
end $function$;

create function public.add_domain(domain text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home  uuid := authz.lock_domains();
  name  text := lower(btrim(add_domain.domain));
  added uuid;
begin
  if not public.is_domain(name) then
    raise exception 'this is not a domain' using errcode = 'invalid_parameter_value';
  end if;
  if auth.organisation_mode() = 'single' then
    raise exception 'everybody who signs up here joins one organisation' using errcode = 'PT409';
  end if;
  if (select count(*) from public.organisation_domains d where d.tenant_id = home) >= 20 then
    raise exception 'an organisation has 20 domains at most' using errcode = 'PT413';
  end if;
  insert into public.organisation_domains as d (tenant_id, domain, created_by)
  values (home, name, auth.uid())
  on conflict on constraint organisation_domains_once do nothing;
  select d.id into added from public.organisation_domains d
  where d.tenant_id = home and d.domain = name;
  return added;
end $function$;
grant execute on function public.add_domain(text) to authenticated;

create function public.add_invitation(email text, role text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  home    uuid := authz.lock_team();
  wanted  text := lower(btrim(add_invitation.email));
  made    uuid;
begin
  if add_invitation.role = 'owner' and not authz.leads(auth.uid(), home) then
    raise exception 'only an owner may make somebody an owner' using errcode = 'insufficient_privilege';
  end if;
  insert into public.invitations as i (tenant_id, email, role, invited_by, expires_at)
  values (home, wanted, add_invitation.role, auth.uid(), now() + interval '7 days')
  on conflict (tenant_id, email) where accepted_at is null do update
  set role = excluded.role, invited_by = excluded.invited_by, sent_at = now(), expires_at = excluded.expires_at
  returning i.id into made;
  return made;
end $function$;

create function public.agree_to_recovery(payload jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me     uuid := authz.require_proven();
  home   uuid := authz.tenant();
  policy public.recovery_policies;
  said   jsonb;
  wanted uuid[];
  given  uuid[];
  epoch  integer := authz.lock_account_keys(me);
begin
  if epoch is distinct from (payload ->> 'epoch')::integer then
    raise exception 'the keys of this account were replaced' using errcode = 'QS411';
  end if;
  select p.* into policy from public.recovery_policies p where p.tenant_id = home order by p.revision desc limit 1;
  said := policy.statement::jsonb;
  if policy.revision is distinct from (payload ->> 'revision')::integer or jsonb_array_length(said -> 'holders') = 0 then
    raise exception 'the policy is another one now' using errcode = 'QS413';
  end if;
  wanted := array(select (h ->> 'user_id')::uuid from jsonb_array_elements(said -> 'holders') as h
                  where (h ->> 'user_id')::uuid <> me order by 1);
  given := array(select (s ->> 'holder_id')::uuid from jsonb_array_elements(payload -> 'shares') as s order by 1);
  if wanted <> given or cardinality(given) < (said ->> 'threshold')::integer
     or exists (select from public.former_members f where f.user_id = any (given)) then
    raise exception 'there is one share for each holder' using errcode = 'QS413';
  end if;

  perform authz.end_recoveries(me, 'cancelled');
  delete from public.recovery_agreements a where a.user_id = me;
  insert into public.recovery_agreements (user_id, tenant_id, revision, threshold)
  values (me, home, policy.revision, (said ->> 'threshold')::integer);
  insert into public.recovery_shares (user_id, holder_id, sealed_share, wrapped_key)
  select me, (s ->> 'holder_id')::uuid, s ->> 'sealed_share', s ->> 'wrapped_key'
  from jsonb_array_elements(payload -> 'shares') as s;
  insert into public.account_wraps (user_id, kind, wrapped_key) values (me, 'organisation', payload ->> 'wrapped_key')
  on conflict (user_id, kind) where kind in ('password', 'recovery', 'organisation')
  do update set wrapped_key = excluded.wrapped_key, created_at = now();
end $function$;
grant execute on function public.agree_to_recovery(jsonb) to authenticated;

create function public.answer_recovery(request uuid, sealed_share text, wrapped_key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  asked public.recovery_requests := authz.lock_recovery(request);
begin
  insert into public.recovery_answers (request_id, holder_id, sealed_share, wrapped_key)
  values (asked.id, auth.uid(), answer_recovery.sealed_share, answer_recovery.wrapped_key)
  on conflict (request_id, holder_id)
  do update set sealed_share = excluded.sealed_share, wrapped_key = excluded.wrapped_key, created_at = now();
  perform notify.of_recovery(asked.user_id, 'recovery_answered',
                             jsonb_build_object('request_id', asked.id, 'holder_id', auth.uid()));
end $function$;
grant execute on function public.answer_recovery(uuid,text,text) to authenticated;

create function public.ask_recovery(id uuid, public_key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me     uuid := authz.require_proven();
  agreed public.recovery_agreements;
begin
  perform authz.lock_account_keys(me);
  select a.* into agreed from public.recovery_agreements a where a.user_id = me for update;
  if agreed.user_id is null then
    raise exception 'this account agreed to no recovery' using errcode = 'QS404';
  end if;
  if (select count(*) from public.recovery_requests r
      where r.user_id = me and r.created_at > now() - interval '1 day') >= 5 then
    raise exception 'this account asked five times today' using errcode = 'QS429';
  end if;
  perform authz.end_recoveries(me, 'replaced');
  insert into public.recovery_requests (id, user_id, public_key, revision, threshold)
  values (ask_recovery.id, me, ask_recovery.public_key, agreed.revision, agreed.threshold);
  perform notify.of_recovery(me, 'recovery_asked', jsonb_build_object('request_id', ask_recovery.id));
  perform notify.person(s.holder_id, 'recovery_wanted', jsonb_build_object('request_id', ask_recovery.id))
  from public.recovery_shares s where s.user_id = me;
end $function$;
grant execute on function public.ask_recovery(uuid,text) to authenticated;

create function public.audit_event_types()
 RETURNS TABLE(event_type text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 WITH RECURSIVE types AS (
         ( SELECT l.event_type
            FROM public.system_audit_log l
           WHERE (l.tenant_id = authz.tenant())
           ORDER BY l.event_type
          LIMIT 1)
         UNION ALL
          SELECT ( SELECT l.event_type
                    FROM public.system_audit_log l
                   WHERE ((l.tenant_id = authz.tenant()) AND (l.event_type > t_1.event_type))
                   ORDER BY l.event_type
                  LIMIT 1) AS event_type
            FROM types t_1
           WHERE (t_1.event_type IS NOT NULL)
         )
  SELECT t.event_type
    FROM types t
   WHERE (t.event_type IS NOT NULL);
END;
grant execute on function public.audit_event_types() to authenticated;
grant execute on function public.audit_event_types() to service_role;

create function public.audit_people()
 RETURNS TABLE(user_id uuid, name text, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT p.user_id,
     NULLIF(btrim(concat_ws(' '::text, p.first_name, p.last_name)), ''::text) AS "nullif",
     u.email
    FROM (public.profiles p
      JOIN auth.users u ON ((u.id = p.user_id)))
   WHERE ((p.tenant_id = ( SELECT authz.tenant() AS tenant)) AND ( SELECT authz.allows('view_audit_logs'::text, authz.tenant()) AS allows))
   ORDER BY NULLIF(btrim(concat_ws(' '::text, p.first_name, p.last_name)), ''::text), u.email;
END;
grant execute on function public.audit_people() to authenticated;
grant execute on function public.audit_people() to service_role;

create function public.begin_team_epoch(payload jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me      uuid    := auth.uid();
  home    uuid    := authz.tenant();
  space   uuid    := (payload ->> 'space_id')::uuid;
  next    integer := (payload ->> 'epoch')::integer;
  said    jsonb   := (payload ->> 'roster')::jsonb;
  before  text;
  problem text;
  fresh   uuid[];
  gone    uuid;
begin
  if me is null or home is null or not authz.is_proven() then
    raise exception 'sign in with an account of an organisation first' using errcode = 'insufficient_privilege';
  end if;
  if next = 1 then
    insert into public.spaces (id, tenant_id, owner_id, kind) values (space, home, null, 'team');
  else
    perform from public.spaces s where s.id = space and s.kind = 'team' for update;
    if authz.space_role(space) is distinct from 'manager' then
      raise exception 'only a manager of the space may do this' using errcode = 'insufficient_privilege';
    end if;
    if not exists (select from public.spaces s where s.id = space and s.current_epoch = next - 1) then
      raise exception 'somebody else changed this space at the same moment' using errcode = 'QS412';
    end if;
    select e.roster into before from public.team_space_epochs e where e.space_id = space and e.epoch = next - 1;
  end if;
  problem := authz.roster_problem(said, payload, before);
  if problem is not null then
    raise exception '%', problem using errcode = 'check_violation';
  end if;
  if exists (select from jsonb_array_elements(said -> 'members') as p (entry)
             where not exists (select from public.user_key_bundles b
                               where b.user_id = (p.entry ->> 'user_id')::uuid and b.tenant_id = home
                                 and not exists (select from public.former_members f where f.user_id = b.user_id))) then
    raise exception 'somebody in the list does not belong to the organisation' using errcode = 'QS404';
  end if;

  insert into public.team_space_epochs (space_id, epoch, roster, signature, previous_key)
  values (space, next, payload ->> 'roster', payload ->> 'signature', payload ->> 'previous_key');
  update public.spaces s set current_epoch = next where s.id = space;
  insert into public.team_space_bundles (space_id, user_id, statement, signature)
  select space, b.user_id, b.statement, b.signature
  from public.user_key_bundles b
  where b.user_id in (select (p.entry ->> 'user_id')::uuid from jsonb_array_elements(said -> 'members') as p (entry))
  on conflict (space_id, user_id) do nothing;
  for gone in
    delete from public.team_space_members m
    where m.space_id = space
      and m.user_id not in (select (p.entry ->> 'user_id')::uuid from jsonb_array_elements(said -> 'members') as p (entry))
    returning m.user_id
  loop
    if gone <> me and not exists (select from public.former_members f where f.user_id = gone) then
      perform notify.person(gone, 'team_space_removed', jsonb_build_object('space_id', space, 'removed_by', me));
    end if;
  end loop;
  with written as (
    insert into public.team_space_members (space_id, user_id, role, wrapped_key)
    select space, (p.entry ->> 'user_id')::uuid, p.entry ->> 'role', payload #>> array['wraps', p.entry ->> 'user_id']
    from jsonb_array_elements(said -> 'members') as p (entry)
    on conflict (space_id, user_id) do update set role = excluded.role, wrapped_key = excluded.wrapped_key
    returning user_id, xmax = 0 as is_new
  )
  select coalesce(array_agg(w.user_id), '{}') into fresh from written w where w.is_new and w.user_id <> me;
  perform notify.person(f.id, 'team_space_added', jsonb_build_object('space_id', space, 'added_by', me)) from unnest(fresh) as f (id);
end $function$;

create function public.cancel_recovery()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := authz.require_proven();
begin
  perform authz.lock_account_keys(me);
  perform authz.end_recoveries(me, 'cancelled');
end $function$;
grant execute on function public.cancel_recovery() to authenticated;

create function public.confirm_certification()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.is_confirmed := true;
  return new;
end $function$;

create function public.delete_forever(file_ids uuid[], folder_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  doomed uuid[];
  paths  text[];
begin
  with recursive below (id) as (
    select f.id from public.folders f where f.id = any (folder_ids)
    union
    select f.id from public.folders f join below b on f.parent_folder_id = b.id
  )
  select coalesce(array_agg(b.id), '{}') into doomed from below b;

  with gone as (
    delete from public.file_records f where f.id = any (file_ids) or f.folder_id = any (doomed) returning f.storage_path
  )
  select coalesce(array_agg(g.storage_path), '{}') into paths from gone g;
  delete from storage.objects o
  where o.bucket_id = 'encrypted-files' and o.name = any (paths)
    and not exists (select from public.file_versions v where v.bucket_id = o.bucket_id and v.storage_path = o.name)
    and not exists (select from public.request_deliveries d where d.object_name = o.name);
  delete from public.folders f where f.id = any (doomed);
  return cardinality(paths) + cardinality(doomed);
end $function$;
grant execute on function public.delete_forever(uuid[],uuid[]) to authenticated;

create function public.delete_from_team(file_ids uuid[], folder_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  doomed uuid[];
  paths  text[];
begin
  with recursive below (id) as (
    select f.id from public.folders f where f.id = any (folder_ids) and authz.edits_space(f.team_space_id)
    union
    select f.id from public.folders f join below b on f.parent_folder_id = b.id
  )
  select coalesce(array_agg(b.id), '{}') into doomed from below b;

  with gone as (
    delete from public.file_records f
    where f.folder_id = any (doomed) or (f.id = any (file_ids) and authz.edits_space(f.team_space_id))
    returning f.storage_path
  )
  select coalesce(array_agg(g.storage_path), '{}') into paths from gone g;
  delete from storage.objects o where o.bucket_id = 'encrypted-files' and o.name = any (paths);
  delete from public.folders f where f.id = any (doomed);
  return cardinality(paths) + cardinality(doomed);
end $function$;
grant execute on function public.delete_from_team(uuid[],uuid[]) to authenticated;

create function public.delete_team_space(space uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.spaces s where s.id = space and s.kind = 'team' for update;
  if authz.space_role(space) is distinct from 'manager' then
    raise exception 'only a manager of the space may do this' using errcode = 'insufficient_privilege';
  end if;
  perform public.remove_team_space(space);
end $function$;
grant execute on function public.delete_team_space(uuid) to authenticated;

create function public.delete_team_version(version uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 DELETE FROM public.file_versions v
   WHERE ((v.id = delete_team_version.version) AND authz.edits_space(v.team_space_id));
END;
grant execute on function public.delete_team_version(uuid) to authenticated;

create function public.derive_is_shared()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.space_id is not null then
    new.is_shared := public.is_file_shared(new.id);
  end if;
  return new;
end $function$;

create function public.domain_to_check(id uuid)
 RETURNS TABLE(domain text, checked_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home uuid := authz.lock_domains();
begin
  return query select d.domain, d.checked_at from public.organisation_domains d where d.id = domain_to_check.id and d.tenant_id = home;
  if not found then
    raise exception 'this domain is not in the list' using errcode = 'QS404';
  end if;
end $function$;
grant execute on function public.domain_to_check(uuid) to authenticated;

create function public.drop_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.uploads u where u.id = old.upload_id;
  delete from storage.objects o
  where o.bucket_id = old.bucket_id and o.name = old.storage_path
    and not exists (select from public.file_records f where f.bucket_id = old.bucket_id and f.storage_path = old.storage_path);
  return null;
end $function$;

create function public.drop_recovery_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.recovery_shares s where s.holder_id = new.user_id;
  delete from public.recovery_answers a where a.holder_id = new.user_id;
  perform authz.end_recoveries(new.user_id, 'cancelled');
  return null;
end $function$;

create function public.drop_stale_deliveries(lifetime interval)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 WITH gone AS (
          DELETE FROM public.request_deliveries d
            USING public.file_requests r
           WHERE ((r.id = d.request_id) AND (d.delivered_at IS NULL) AND ((d.created_at < (now() - drop_stale_deliveries.lifetime)) OR (r.expires_at < now())))
           RETURNING d.id
         )
  SELECT (count(*))::integer AS count
    FROM gone;
END;
grant execute on function public.drop_stale_deliveries(interval) to service_role;

create function public.drop_version_object()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.objects o
  where o.bucket_id = old.bucket_id and o.name = old.storage_path
    and not exists (select from public.file_records f where f.bucket_id = old.bucket_id and f.storage_path = old.storage_path);
  return null;
end $function$;

create function public.end_expired_recoveries()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  ended  integer := 0;
  most   integer;
begin
  for person in
    select r.user_id
    from public.recovery_requests r left join public.profiles p on p.user_id = r.user_id
    where r.ended_at is null and r.expires_at <= now()
    order by p.tenant_id, r.user_id
  loop
    perform authz.lock_account_keys(person);
    update public.recovery_requests r set ended_at = now(), outcome = 'expired'
    where r.user_id = person and r.ended_at is null and r.expires_at <= now();
    get diagnostics most = row_count;
    ended := ended + most;
  end loop;
  return ended;
end $function$;
grant execute on function public.end_expired_recoveries() to service_role;

create function public.end_recovery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.recovery_answers a where a.request_id = new.id;
  if new.outcome <> 'replaced' then
    perform notify.of_recovery(new.user_id, 'recovery_ended', jsonb_build_object('request_id', new.id, 'event', new.outcome));
  end if;
  return null;
end $function$;

create function public.end_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.request_deliveries d where d.request_id = new.id and d.delivered_at is null;
  return null;
end $function$;

create function public.end_requests_of_former()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.file_requests r set ended_at = now() where r.user_id = new.user_id and r.ended_at is null;
  return null;
end $function$;

create function public.end_status_maintenance(maintenance uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform status.require_manager();
  delete from public.status_maintenance w where w.id = end_status_maintenance.maintenance and w.starts_at >= now();
  if found then
    return;
  end if;
  update public.status_maintenance w set ends_at = now() where w.id = end_status_maintenance.maintenance and w.ends_at > now();
  if not found then
    raise exception 'this maintenance is over' using errcode = 'QS414';
  end if;
end $function$;
grant execute on function public.end_status_maintenance(uuid) to authenticated;

create function public.enrol_vault(payload jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me    uuid := auth.uid();
  home  uuid := authz.tenant();
  space uuid := (payload #>> '{space,id}')::uuid;
begin
  if me is null or home is null then
    raise exception 'sign in with a confirmed account first' using errcode = 'insufficient_privilege';
  end if;
  perform from auth.users u where u.id = me for update;
  if exists (select from public.user_key_bundles b where b.user_id = me) then
    raise exception 'this account already has a vault' using errcode = 'unique_violation';
  end if;
  if not exists (select from auth.kdf_parameters k where k.user_id = me) then
    raise exception 'this account signs in with an ordinary password; change it in the app first'
      using errcode = 'check_violation';
  end if;

  insert into public.user_key_bundles (user_id, tenant_id, statement, signature)
  values (me, home, payload #>> '{bundle,statement}', payload #>> '{bundle,signature}');
  insert into public.account_wraps (user_id, kind, wrapped_key)
  values (me, 'password', payload #>> '{wraps,password}'), (me, 'recovery', payload #>> '{wraps,recovery}');
  insert into public.keyrings (user_id, sealed) values (me, payload ->> 'keyring');
  insert into public.spaces (id, tenant_id, owner_id, kind) values (space, home, me, 'personal');
  insert into public.space_keys (space_id, epoch, user_id, wrapped_key)
  values (space, 1, me, payload #>> '{space,wrapped_key}');
  update auth.users set is_vault_enrolled = true, updated_at = now() where id = me;
end $function$;
grant execute on function public.enrol_vault(jsonb) to authenticated;

create function public.expire_shares()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 UPDATE public.file_records f SET is_shared = false
   WHERE (f.is_shared AND (f.space_id IS NOT NULL) AND (NOT public.is_file_shared(f.id)) AND ((EXISTS ( SELECT
            FROM public.share_links l
           WHERE (l.file_id = f.id))) OR (EXISTS ( SELECT
            FROM public.file_access a
           WHERE ((a.file_id = f.id) AND (a.granted_by IS NOT NULL))))));
END;
grant execute on function public.expire_shares() to service_role;

create function public.file_changes(space uuid, since bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with changes as (
    select f.id, f.folder_id, f.original_name, f.mime_type, f.file_size, f.created_at, f.last_accessed, f.is_encrypted,
           f.is_shared, f.is_starred, f.trashed_at, f.space_id, f.space_epoch, f.version, f.changed
    from public.file_records f
    where f.space_id = space and f.changed >= since
    limit 1001
  ), removals as (
    select r.file_id from public.file_removals r
    where r.space_id = space and r.changed >= since
      and not exists (select from public.file_records f where f.id = r.file_id and f.space_id = space)
    limit 1001
  ), whole as (
    select count(*) as count, coalesce(sum(f.changed) % 4503599627370496, 0)::bigint as sum
    from public.file_records f where f.space_id = space
  )
  select jsonb_build_object(
    'next', pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
    'count', w.count,
    'sum', w.sum,
    'files', case when (select count(*) from changes) <= 1000
                  then coalesce((select jsonb_agg(to_jsonb(c)) from changes c), '[]') end,
    'removed', case when (select count(*) from removals) <= 1000
                    then coalesce((select jsonb_agg(r.file_id) from removals r), '[]') end)
  from whole w
$function$;
grant execute on function public.file_changes(uuid,bigint) to authenticated;

create function public.files_shared_with_me(file uuid DEFAULT NULL::uuid)
 RETURNS TABLE(file_id uuid, owner_id uuid, owner_email text, first_name text, last_name text, statement text, signature text, wrapped_key text, grant_text text, grant_signature text, shared_at timestamp with time zone, expires_at timestamp with time zone, shared_record text, file_size bigint, version integer, content_id uuid, storage_path text, manifest text, manifest_signature text, segment_hashes text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT f.id,
     f.user_id,
     u.email,
     p.first_name,
     p.last_name,
     b.statement,
     b.signature,
     a.wrapped_key,
     a.grant_text,
     a.grant_signature,
     a.created_at,
     a.expires_at,
     f.shared_record,
     f.file_size,
     f.version,
     f.content_id,
     f.storage_path,
     f.manifest,
     f.manifest_signature,
         CASE
             WHEN (files_shared_with_me.file IS NOT NULL) THEN f.segment_hashes
             ELSE NULL::text
         END AS "case"
    FROM ((((public.file_access a
      JOIN public.file_records f ON (((f.id = a.file_id) AND (f.user_id = a.granted_by))))
      JOIN public.user_key_bundles b ON ((b.user_id = f.user_id)))
      JOIN auth.users u ON ((u.id = f.user_id)))
      LEFT JOIN public.profiles p ON ((p.user_id = f.user_id)))
   WHERE ((a.user_id = auth.uid()) AND ((a.expires_at IS NULL) OR (a.expires_at > now())) AND ((files_shared_with_me.file IS NULL) OR (a.file_id = files_shared_with_me.file)) AND (NOT public.is_in_trash(f.*)) AND ( SELECT authz.is_proven() AS is_proven))
   ORDER BY a.created_at DESC, a.file_id;
END;
grant execute on function public.files_shared_with_me(uuid) to authenticated;

create function public.find_colleagues(emails text[])
 RETURNS TABLE(email text, user_id uuid, first_name text, last_name text, statement text, signature text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if cardinality(emails) > 500 then
    raise check_violation using message = 'at most 500 addresses can be looked up at once';
  end if;
  return query
    select u.email::text, u.id, p.first_name, p.last_name, b.statement, b.signature
    from (select distinct lower(btrim(typed)) as address from unnest(emails) as typed) as wanted
    join auth.users u on u.email = wanted.address
    join public.profiles p on p.user_id = u.id
    left join public.user_key_bundles b on b.user_id = u.id
    where u.email_confirmed_at is not null and u.deleted_at is null and not u.is_anonymous
      and p.tenant_id = authz.tenant() and u.id <> auth.uid() and (select authz.is_proven())
      and not exists (select from public.former_members f where f.user_id = u.id);
end $function$;
grant execute on function public.find_colleagues(text[]) to authenticated;

create function public.finish_recovery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform authz.end_recoveries(new.user_id, 'done');
  return null;
end $function$;

create function public.get_user_roles()
 RETURNS TABLE(role text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT r.role
    FROM authz.live_roles r
   WHERE (r.user_id = auth.uid())
   ORDER BY r.created_at, r.role;
END;
grant execute on function public.get_user_roles() to authenticated;
grant execute on function public.get_user_roles() to service_role;

create function public.grant_owner_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.team_space_id is null then
    insert into public.file_access (user_id, file_id, created_at) values (new.user_id, new.id, new.created_at);
  end if;
  return null;
end $function$;

create function public.guard_team_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
begin
  new.team_space_id := (select s.id from public.spaces s where s.id = new.space_id and s.kind = 'team');
  if tg_op = 'UPDATE' and new.team_space_id is distinct from old.team_space_id then
    raise exception 'a file stays in its space; copy it' using errcode = 'check_violation';
  end if;
  if new.team_space_id is null and me is not null and (tg_op = 'INSERT' or new.storage_path <> old.storage_path)
     and authz.is_team_object(new.storage_path) then
    raise exception 'this content belongs to a team space' using errcode = 'insufficient_privilege';
  end if;
  if new.team_space_id is null or me is null then
    return new;
  end if;
  perform public.refuse_viewer(new.team_space_id);
  if new.folder_id is not null
     and not exists (select from public.folders f where f.id = new.folder_id and f.team_space_id = new.team_space_id) then
    raise exception 'this folder is not in the space of the file' using errcode = 'check_violation';
  end if;
  if (tg_op = 'INSERT' or new.storage_path <> old.storage_path)
     and not exists (select from storage.objects o
                     where o.bucket_id = new.bucket_id and o.name = new.storage_path and o.owner = me)
     and not exists (select from public.file_versions v where v.file_id = new.id and v.storage_path = new.storage_path) then
    raise exception 'this content was stored by somebody else' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'INSERT' then
    new.user_id := me;
    new.tenant_id := authz.tenant();
    perform public.require_current_epoch(new.team_space_id, new.space_epoch);
  elsif new.manifest is distinct from old.manifest or new.original_name is distinct from old.original_name then
    perform public.require_current_epoch(new.team_space_id, new.space_epoch);
  end if;
  return new;
end $function$;

create function public.guard_team_folder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
begin
  new.team_space_id := (select s.id from public.spaces s where s.id = new.space_id and s.kind = 'team');
  if tg_op = 'UPDATE' and new.team_space_id is distinct from old.team_space_id then
    raise exception 'a folder stays in its space' using errcode = 'check_violation';
  end if;
  if new.team_space_id is null or me is null then
    return new;
  end if;
  perform public.refuse_viewer(new.team_space_id);
  if new.parent_folder_id is not null
     and not exists (select from public.folders f where f.id = new.parent_folder_id and f.team_space_id = new.team_space_id) then
    raise exception 'this folder is not in the same space' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    new.user_id := me;
    new.tenant_id := authz.tenant();
  end if;
  if tg_op = 'INSERT' or new.name is distinct from old.name then
    perform public.require_current_epoch(new.team_space_id, new.space_epoch);
  end if;
  return new;
end $function$;

create function public.hand_over_team_spaces()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry record;
begin
  for entry in
    select t.space_id, (select o.user_id from public.team_space_members o
                        where o.space_id = t.space_id and o.user_id <> old.id
                        -- Who was removed may be let back in, and comes last.
                        order by exists (select from public.former_members f where f.user_id = o.user_id),
                                 array_position(array['manager', 'editor', 'viewer'], o.role), o.added_at, o.user_id
                        limit 1) as heir
    from (select m.space_id from public.team_space_members m where m.user_id = old.id
          union
          select f.team_space_id from public.file_records f where f.user_id = old.id and f.team_space_id is not null
          union
          select v.team_space_id from public.file_versions v where v.user_id = old.id and v.team_space_id is not null
          union
          select d.team_space_id from public.folders d where d.user_id = old.id and d.team_space_id is not null
          union
          -- Content of a file that somebody else began.
          select f.team_space_id
          from storage.objects o
          join public.file_records f on f.bucket_id = o.bucket_id and f.storage_path = o.name
          where o.owner = old.id and f.team_space_id is not null
          union
          select v.team_space_id
          from storage.objects o
          join public.file_versions v on v.bucket_id = o.bucket_id and v.storage_path = o.name
          where o.owner = old.id and v.team_space_id is not null) as t
  loop
    if entry.heir is null then
      perform public.remove_team_space(entry.space_id);
    else
      update storage.objects o set owner = null, owner_id = null
      where o.bucket_id = 'encrypted-files' and o.owner = old.id
        and o.name in (select f.storage_path from public.file_records f where f.team_space_id = entry.space_id
                       union all
                       select v.storage_path from public.file_versions v where v.team_space_id = entry.space_id);
      update public.file_records f set user_id = entry.heir where f.team_space_id = entry.space_id and f.user_id = old.id;
      update public.file_versions v set user_id = entry.heir where v.team_space_id = entry.space_id and v.user_id = old.id;
      update public.folders f set user_id = entry.heir where f.team_space_id = entry.space_id and f.user_id = old.id;
    end if;
  end loop;
  return old;
end $function$;

create function public.is_colleague(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN ((EXISTS (SELECT FROM public.profiles p WHERE ((p.user_id = is_colleague.person) AND (p.tenant_id = authz.tenant())))) AND (NOT (EXISTS (SELECT FROM public.former_members f WHERE (f.user_id = is_colleague.person)))));
grant execute on function public.is_colleague(uuid) to authenticated;

create function public.is_domain(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN ((length(name) <= 253) AND (name ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$'::text) AND (name !~ '^[0-9.]+$'::text));

create function public.is_file_shared(file uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN ((EXISTS (SELECT FROM public.share_links l WHERE ((l.file_id = is_file_shared.file) AND (l.revoked_at IS NULL) AND (l.expires_at > now()) AND ((l.max_downloads IS NULL) OR (l.downloads < l.max_downloads))))) OR (EXISTS (SELECT FROM public.file_access a WHERE ((a.file_id = is_file_shared.file) AND (a.granted_by IS NOT NULL) AND ((a.expires_at IS NULL) OR (a.expires_at > now()))))));

create function public.is_in_trash(file public.file_records)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (((file).trashed_at IS NOT NULL) OR (EXISTS (WITH RECURSIVE above(id, parent_folder_id, trashed_at) AS (SELECT f.id, f.parent_folder_id, f.trashed_at FROM public.folders f WHERE (f.id = (is_in_trash.file).folder_id) UNION SELECT f.id, f.parent_folder_id, f.trashed_at FROM (public.folders f JOIN above a_1 ON ((f.id = a_1.parent_folder_id)))) SELECT FROM above a WHERE (a.trashed_at IS NOT NULL))));
grant execute on function public.is_in_trash(public.file_records) to service_role;

create function public.keep_ended()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.ended_at is not null then
    new.ended_at := old.ended_at;
  elsif new.ended_at is not null then
    new.ended_at := now();
  end if;
  return new;
end $function$;

create function public.keep_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.revoked_at is not null then
    new.revoked_at := old.revoked_at;
  elsif new.revoked_at is not null then
    new.revoked_at := now();
  end if;
  return new;
end $function$;

create function public.keep_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.manifest is not null and old.space_id is not null and old.content_id is not null then
    insert into public.file_versions (file_id, user_id, version, original_name, mime_type, file_size, encryption_key, space_id,
                                      space_epoch, content_id, bucket_id, storage_path, manifest, manifest_signature, segment_hashes)
    values (old.id, old.user_id, old.version, old.original_name, old.mime_type, old.file_size, old.encryption_key, old.space_id,
            old.space_epoch, old.content_id, old.bucket_id, old.storage_path, old.manifest, old.manifest_signature,
            old.segment_hashes);
  end if;
  delete from public.file_versions v
  where v.file_id = new.id and v.bucket_id = new.bucket_id and v.storage_path = new.storage_path;
  update public.share_links l set revoked_at = now() where l.file_id = new.id and l.revoked_at is null;
  return null;
end $function$;

create function public.leave_spaces_of_former_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  space uuid;
begin
  for space in
    select s.id
    from public.spaces s
    where s.id in (select m.space_id from public.team_space_members m where m.user_id = new.user_id)
    order by s.id
    for update
  loop
    delete from public.team_space_members m
    where m.space_id = space and m.user_id = new.user_id
      and (m.role <> 'manager'
           or exists (select from public.team_space_members o
                      where o.space_id = space and o.role = 'manager' and o.user_id <> new.user_id
                        and not exists (select from public.former_members f where f.user_id = o.user_id)));
    perform notify.of_leaver(space, new.user_id);
  end loop;
  return null;
end $function$;

create function public.leave_team_space(space uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.spaces s where s.id = space and s.kind = 'team' for update;
  if authz.space_role(space) is null then
    raise exception 'you do not belong to this space' using errcode = 'insufficient_privilege';
  end if;
  if authz.space_role(space) = 'manager' and not exists (
    select from public.team_space_members m
    where m.space_id = space and m.role = 'manager' and m.user_id <> auth.uid()
      and not exists (select from public.former_members f where f.user_id = m.user_id)) then
    raise exception 'a space keeps at least one manager' using errcode = 'QS410';
  end if;
  delete from public.team_space_members m where m.space_id = space and m.user_id = auth.uid();
  perform notify.of_leaver(space, auth.uid());
end $function$;
grant execute on function public.leave_team_space(uuid) to authenticated;

create function public.mark_team_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.team_space_id := (select f.team_space_id from public.file_records f where f.id = new.file_id);
  return new;
end $function$;

create function public.may_manage_status()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN authz.allows('manage_security'::text, (SELECT t.id FROM public.tenants t WHERE t.is_default));
grant execute on function public.may_manage_status() to authenticated;

create function public.my_team_spaces()
 RETURNS TABLE(space_id uuid, epoch integer, role text, wrapped_key text, members integer, has_left integer, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT s.id,
     s.current_epoch,
     m.role,
     m.wrapped_key,
     jsonb_array_length(((e.roster)::jsonb -> 'members'::text)) AS jsonb_array_length,
     ( SELECT (count(*))::integer AS count
            FROM jsonb_array_elements(((e.roster)::jsonb -> 'members'::text)) listed(entry)
           WHERE (NOT (EXISTS ( SELECT
                    FROM public.team_space_members o
                   WHERE ((o.space_id = s.id) AND (o.user_id = ((listed.entry ->> 'user_id'::text))::uuid) AND (NOT (EXISTS ( SELECT
                            FROM public.former_members f
                           WHERE (f.user_id = o.user_id))))))))) AS count,
     s.created_at
    FROM ((public.team_space_members m
      JOIN public.spaces s ON ((s.id = m.space_id)))
      JOIN public.team_space_epochs e ON (((e.space_id = s.id) AND (e.epoch = s.current_epoch))))
   WHERE ((m.user_id = auth.uid()) AND (m.space_id IN ( SELECT authz.team_spaces() AS team_spaces)))
   ORDER BY s.created_at, s.id;
END;
grant execute on function public.my_team_spaces() to authenticated;

create function public.note_removal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.file_removals (space_id, file_id, changed)
  -- An account that is deleted takes its spaces along, in whatever order.
  select s.id, old.id, pg_current_xact_id()::text::bigint from public.spaces s where s.id = old.space_id
  on conflict (space_id, file_id) do update set changed = excluded.changed, removed_at = now();
  return null;
end $function$;

create function public.open_status_incident(title text, description text, severity text, services text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  perform status.require_manager();
  insert into public.status_incidents as i (title, description, status, severity, services)
  values (btrim(open_status_incident.title), open_status_incident.description, 'investigating', open_status_incident.severity,
          open_status_incident.services)
  returning i.id into made;
  insert into public.status_incident_updates (incident_id, status, text)
  values (made, 'investigating', open_status_incident.description);
  return made;
end $function$;
grant execute on function public.open_status_incident(text,text,text,text[]) to authenticated;

create function public.organisation_name()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT t.name FROM public.tenants t WHERE (t.id = authz.tenant()));
grant execute on function public.organisation_name() to authenticated;

create function public.own_recovery()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT jsonb_build_object('agreement', (SELECT jsonb_build_object('revision', a.revision, 'threshold', a.threshold, 'agreed_at', a.agreed_at) AS jsonb_build_object FROM public.recovery_agreements a WHERE (a.user_id = me.id)), 'holders', COALESCE((SELECT jsonb_agg(jsonb_build_object('user_id', u.id, 'email', u.email, 'first_name', p.first_name, 'last_name', p.last_name) ORDER BY p.first_name, u.email) AS jsonb_agg FROM ((public.recovery_shares s JOIN auth.users u ON ((u.id = s.holder_id))) JOIN public.profiles p ON ((p.user_id = u.id))) WHERE (s.user_id = me.id)), '[]'::jsonb), 'request', (SELECT jsonb_build_object('id', r.id, 'public_key', r.public_key, 'revision', r.revision, 'threshold', r.threshold, 'created_at', r.created_at, 'expires_at', r.expires_at, 'answers', COALESCE((SELECT jsonb_agg(jsonb_build_object('holder_id', x.holder_id, 'sealed_share', x.sealed_share, 'wrapped_key', x.wrapped_key) ORDER BY x.created_at) AS jsonb_agg FROM public.recovery_answers x WHERE (x.request_id = r.id)), '[]'::jsonb)) AS jsonb_build_object FROM public.recovery_requests r WHERE ((r.user_id = me.id) AND (r.ended_at IS NULL) AND (r.expires_at > now())))) AS jsonb_build_object FROM (SELECT auth.uid() AS id WHERE authz.is_proven()) me WHERE (me.id IS NOT NULL));
grant execute on function public.own_recovery() to authenticated;

create function public.own_security()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT jsonb_build_object('email_confirmed', (u.email_confirmed_at IS NOT NULL), 'has_vault', u.is_vault_enrolled, 'has_recovery_words', (EXISTS (SELECT FROM public.account_wraps w WHERE ((w.user_id = u.id) AND (w.kind = 'recovery'::text)))), 'recovery_checked_at', (SELECT w.checked_at FROM public.account_wraps w WHERE ((w.user_id = u.id) AND (w.kind = 'recovery'::text))), 'second_factors', (SELECT count(*) AS count FROM auth.mfa_factors f WHERE ((f.user_id = u.id) AND (f.status = 'verified'::text) AND (f.factor_type <> 'recovery_code'::text))), 'passkeys', (SELECT count(*) AS count FROM auth.passkeys p WHERE (p.user_id = u.id)), 'password_set_at', (SELECT max(k.updated_at) AS max FROM auth.kdf_parameters k WHERE (k.user_id = u.id)), 'idle_sessions', (SELECT count(*) AS count FROM auth.sessions s WHERE ((s.user_id = u.id) AND (s.refreshed_at < (now() - '14 days'::interval)))), 'stolen_at', (SELECT max(l.created_at) AS max FROM public.system_audit_log l WHERE ((l.tenant_id = authz.tenant()) AND (l.event_type = 'refresh.reuse_detected'::text) AND (l.user_id = u.id) AND (l.created_at > (now() - '30 days'::interval))))) AS jsonb_build_object FROM auth.users u WHERE (u.id = auth.uid()));
grant execute on function public.own_security() to authenticated;

create function public.own_sessions()
 RETURNS TABLE(id uuid, created_at timestamp with time zone, last_active_at timestamp with time zone, user_agent text, ip text, aal text, is_current boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT s.id,
     s.created_at,
     s.refreshed_at,
     s.user_agent,
     host(s.ip) AS host,
     s.aal,
     ((s.id)::text = COALESCE((auth.jwt() ->> 'session_id'::text), ''::text))
    FROM auth.sessions s
   WHERE ((s.user_id = auth.uid()) AND ( SELECT authz.is_proven() AS is_proven))
   ORDER BY ((s.id)::text = COALESCE((auth.jwt() ->> 'session_id'::text), ''::text)) DESC, s.refreshed_at DESC;
END;
grant execute on function public.own_sessions() to authenticated;

create function public.owns_file(file uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM public.file_records f WHERE ((f.id = owns_file.file) AND (f.user_id = auth.uid()) AND (f.team_space_id IS NULL))));
grant execute on function public.owns_file(uuid) to authenticated;

create function public.owns_folder(folder uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM public.folders f WHERE ((f.id = owns_folder.folder) AND (f.user_id = auth.uid()) AND (f.team_space_id IS NULL))));
grant execute on function public.owns_folder(uuid) to authenticated;

create function public.people_i_share_with()
 RETURNS TABLE(user_id uuid, email text, first_name text, last_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT u.id,
     u.email,
     p.first_name,
     p.last_name
    FROM (auth.users u
      LEFT JOIN public.profiles p ON ((p.user_id = u.id)))
   WHERE ((u.id IN ( SELECT a.user_id
            FROM public.file_access a
           WHERE (a.granted_by = auth.uid()))) AND ( SELECT authz.is_proven() AS is_proven));
END;
grant execute on function public.people_i_share_with() to authenticated;

create function public.pgrst_ddl_watch()
 RETURNS event_trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  notify pgrst, 'reload schema';
end $function$;

create function public.plain_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  odd constant text := '[\u0001-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>]';
begin
  if btrim(new.first_name) <> '' then
    new.first_name := nullif(btrim(regexp_replace(new.first_name, odd, '', 'g')), '');
  end if;
  if btrim(new.last_name) <> '' then
    new.last_name := nullif(btrim(regexp_replace(new.last_name, odd, '', 'g')), '');
  end if;
  new.company := nullif(btrim(regexp_replace(new.company, odd, '', 'g')), '');
  return new;
end $function$;

create function public.put_certificate(certification uuid, file_name text, content bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not authz.allows('manage_compliance', authz.operator()) then
    raise insufficient_privilege using message = 'manage_compliance is needed to change certificates';
  end if;
  -- Nothing but a PDF is handed out to visitors.
  if substring(content from 1 for 5) is distinct from '%PDF-'::bytea then
    raise check_violation using message = 'the certificate is not a PDF';
  end if;
  update public.certifications c
  set certificate_name = left(file_name, 200), certificate_sha256 = encode(sha256(content), 'hex')
  where c.id = certification;
  if not found then
    raise no_data_found using message = 'there is no such record';
  end if;
  insert into public.certificate_files (certification_id, content) values (certification, put_certificate.content)
  on conflict on constraint certificate_files_pkey do update set content = excluded.content, uploaded_at = now();
end $function$;
grant execute on function public.put_certificate(uuid,text,bytea) to authenticated;

create function public.record_recovery_check()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.account_wraps set checked_at = now() where user_id = auth.uid() and kind = 'recovery' and authz.is_proven();
  return found;
end $function$;
grant execute on function public.record_recovery_check() to authenticated;

create function public.recoveries_to_answer()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', r.id, 'user_id', r.user_id, 'public_key', r.public_key, 'revision', r.revision, 'threshold', r.threshold, 'created_at', r.created_at, 'expires_at', r.expires_at, 'email', u.email, 'first_name', p.first_name, 'last_name', p.last_name, 'statement', b.statement, 'signature', b.signature, 'sealed_share', s.sealed_share, 'wrapped_key', s.wrapped_key, 'answers', (SELECT count(*) AS count FROM public.recovery_answers x WHERE (x.request_id = r.id)), 'is_answered', (EXISTS (SELECT FROM public.recovery_answers x WHERE ((x.request_id = r.id) AND (x.holder_id = auth.uid()))))) ORDER BY r.created_at), '[]'::jsonb) AS "coalesce" FROM ((((public.recovery_shares s JOIN public.recovery_requests r ON (((r.user_id = s.user_id) AND (r.ended_at IS NULL) AND (r.expires_at > now())))) JOIN auth.users u ON ((u.id = r.user_id))) JOIN public.profiles p ON ((p.user_id = u.id))) JOIN public.user_key_bundles b ON ((b.user_id = u.id))) WHERE ((s.holder_id = auth.uid()) AND authz.is_proven()));
grant execute on function public.recoveries_to_answer() to authenticated;

create function public.recovery_policy()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT jsonb_build_object('tenant_id', me.home, 'revisions', COALESCE((SELECT jsonb_agg(jsonb_build_object('revision', p.revision, 'statement', p.statement, 'signature', p.signature) ORDER BY p.revision) AS jsonb_agg FROM public.recovery_policies p WHERE (p.tenant_id = me.home)), '[]'::jsonb), 'people', COALESCE((SELECT jsonb_agg(jsonb_build_object('user_id', u.id, 'email', u.email, 'first_name', pr.first_name, 'last_name', pr.last_name, 'statement', b.statement, 'signature', b.signature, 'is_member', (NOT (EXISTS (SELECT FROM public.former_members f WHERE (f.user_id = u.id)))))) AS jsonb_agg FROM ((auth.users u JOIN public.profiles pr ON (((pr.user_id = u.id) AND (pr.tenant_id = me.home)))) JOIN public.user_key_bundles b ON ((b.user_id = u.id))) WHERE ((u.deleted_at IS NULL) AND ((u.id)::text IN (SELECT ((p.statement)::jsonb ->> 'author_id'::text) FROM public.recovery_policies p WHERE (p.tenant_id = me.home) UNION SELECT (h.value ->> 'user_id'::text) FROM public.recovery_policies p, LATERAL jsonb_array_elements(((p.statement)::jsonb -> 'holders'::text)) h(value) WHERE (p.tenant_id = me.home))))), '[]'::jsonb)) AS jsonb_build_object FROM (SELECT authz.tenant() AS home WHERE authz.is_proven()) me WHERE ((me.home IS NOT NULL) AND (NOT (EXISTS (SELECT FROM public.former_members gone WHERE (gone.user_id = auth.uid()))))));
grant execute on function public.recovery_policy() to authenticated;

create function public.refresh_is_shared()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file uuid := case when tg_op = 'DELETE' then old.file_id else new.file_id end;
begin
  perform from public.file_records f where f.id = file for no key update;
  update public.file_records f set is_shared = public.is_file_shared(file)
  where f.id = file and f.space_id is not null and f.is_shared is distinct from public.is_file_shared(file);
  return null;
end $function$;

create function public.refuse_folder_circle()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('folders/' || coalesce(new.team_space_id, new.user_id), 0));
  if exists (
    with recursive above (id) as (
      select new.parent_folder_id
      union
      select f.parent_folder_id from public.folders f join above a on f.id = a.id
    )
    select from above a where a.id = new.id
  ) then
    raise exception 'a folder cannot be moved into itself or below itself' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

create function public.refuse_format_1()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  statement text := to_jsonb(new) ->> tg_argv[0];
  -- What the reader compares. A client whose clock is ahead must not write what nobody can open either.
  signed_at text := substring(statement from '"time":"([^"]*)"');
begin
  if auth.uid() is null or (tg_op = 'UPDATE' and statement is not distinct from to_jsonb(old) ->> tg_argv[0]) then
    return new;
  end if;
  if now() >= authz.format_1_ends()
     or signed_at collate "C" >= to_char(authz.format_1_ends() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') then
    raise exception 'this program is too old: nobody could open what it stores. Nothing was stored; reload the page or update the program'
      using errcode = 'QS426';
  end if;
  return new;
end $function$;

create function public.refuse_kept_content()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.file_versions v
             where v.bucket_id = new.bucket_id and v.storage_path = new.storage_path and v.file_id <> new.id)
     or exists (select from public.request_deliveries d where d.storage_path = new.storage_path and d.id <> new.id) then
    raise exception 'this content belongs to another file' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

create function public.refuse_recovery(request uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked public.recovery_requests := authz.lock_recovery(request);
begin
  update public.recovery_requests r set ended_at = now(), outcome = 'refused' where r.id = asked.id;
end $function$;
grant execute on function public.refuse_recovery(uuid) to authenticated;

create function public.refuse_viewer(space uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null and not authz.edits_space(space) then
    raise exception 'only editors and managers of this space may change what is in it' using errcode = 'insufficient_privilege';
  end if;
end $function$;

create function public.release_unsigned_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.file_records set folder_id = null where folder_id = old.id and manifest is null;
  return old;
end $function$;

create function public.remove_certificate(certification uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not authz.allows('manage_compliance', authz.operator()) then
    raise insufficient_privilege using message = 'manage_compliance is needed to change certificates';
  end if;
  update public.certifications c set certificate_name = null, certificate_sha256 = null where c.id = certification;
  delete from public.certificate_files f where f.certification_id = certification;
end $function$;
grant execute on function public.remove_certificate(uuid) to authenticated;

create function public.remove_domain(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home uuid := authz.lock_domains();
begin
  delete from public.organisation_domains d where d.id = remove_domain.id and d.tenant_id = home;
  if not found then
    raise exception 'this domain is not in the list' using errcode = 'QS404';
  end if;
end $function$;
grant execute on function public.remove_domain(uuid) to authenticated;

create function public.remove_member(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home uuid := authz.lock_team();
begin
  if person = auth.uid() then
    raise exception 'nobody removes themselves' using errcode = 'insufficient_privilege';
  end if;
  perform authz.require_member(person, home);
  perform authz.require_other_owner(person, home);
  insert into public.former_members (user_id, tenant_id, removed_by, banned_before)
  select u.id, home, auth.uid(), u.banned_until from auth.users u where u.id = person;
  delete from public.enterprise_user_roles r where r.user_id = person and r.tenant_id = home;
  perform authz.end_invitations(person, home);
  delete from public.file_access a where a.granted_by is not null and (a.user_id = person or a.granted_by = person);
  update public.share_links l set revoked_at = now() where l.user_id = person and l.revoked_at is null;
  delete from auth.one_time_tokens t where t.user_id = person;
  delete from auth.sessions s where s.user_id = person;
  update auth.users u set banned_until = now() + interval '100 years', updated_at = now() where u.id = person;
end $function$;
grant execute on function public.remove_member(uuid) to authenticated;

create function public.remove_team_space(space uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paths text[];
begin
  select coalesce(array_agg(f.storage_path), '{}') into paths from public.file_records f where f.team_space_id = space;
  delete from public.file_records f where f.team_space_id = space;
  delete from storage.objects o where o.bucket_id = 'encrypted-files' and o.name = any (paths);
  delete from public.folders f where f.team_space_id = space;
  delete from public.spaces s where s.id = space and s.kind = 'team';
end $function$;

create function public.require_current_epoch(space uuid, epoch integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.spaces s where s.id = space and s.current_epoch = epoch for share;
  if not found then
    raise exception 'this space has a newer key' using errcode = 'QS412';
  end if;
end $function$;

create function public.require_next_keyring_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user in ('authenticated', 'anon') and new.version is distinct from old.version + 1 then
    raise exception 'a keyring is replaced by the next version' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

create function public.require_next_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null
     or (new.manifest, new.manifest_signature, new.version, new.content_id, new.storage_path)
        is not distinct from (old.manifest, old.manifest_signature, old.version, old.content_id, old.storage_path) then
    return new;
  end if;
  if new.manifest is null or new.manifest is not distinct from old.manifest or new.version <> old.version + 1
     or (new.manifest::jsonb ->> 'version')::integer is distinct from new.version then
    raise exception 'a signed file changes with the next version of its manifest' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

create function public.require_proof_for_vault()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null and not authz.is_proven() then
    raise exception 'this takes the second factor of the account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

create function public.restore_member(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home   uuid := authz.lock_team();
  before timestamptz;
begin
  delete from public.former_members f where f.user_id = person and f.tenant_id = home returning f.banned_before into before;
  if not found then
    raise exception 'this person was not removed' using errcode = 'QS404';
  end if;
  update auth.users u set banned_until = before, updated_at = now() where u.id = person;
  insert into public.enterprise_user_roles (user_id, tenant_id, role) values (person, home, 'member')
  on conflict (user_id, tenant_id, role) do nothing;
end $function$;
grant execute on function public.restore_member(uuid) to authenticated;

create function public.revoke_invitation(invitation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home uuid := authz.lock_team();
begin
  delete from public.invitations i where i.id = invitation and i.tenant_id = home and i.accepted_at is null;
  if not found then
    raise exception 'this invitation is no longer open' using errcode = 'QS404';
  end if;
end $function$;
grant execute on function public.revoke_invitation(uuid) to authenticated;

create function public.revoke_own_session(session uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions s where s.id = session and s.user_id = auth.uid() and authz.is_proven();
  if not found then
    return false;
  end if;
  perform audit.record('session.revoked', 'auth', auth.uid(), 'revoked', 'success', 'medium',
                       jsonb_build_object('session_id', session, 'by_session', auth.jwt() ->> 'session_id'));
  return true;
end $function$;
grant execute on function public.revoke_own_session(uuid) to authenticated;

create function public.schedule_status_maintenance(title text, description text, services text[], starts_at timestamp with time zone, ends_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  perform status.require_manager();
  -- What was measured stays measured: a window cannot be declared afterwards.
  if schedule_status_maintenance.starts_at < now() - interval '5 minutes' then
    raise exception 'a maintenance window begins now or later' using errcode = 'check_violation';
  end if;
  insert into public.status_maintenance as w (title, description, services, starts_at, ends_at)
  values (btrim(schedule_status_maintenance.title), schedule_status_maintenance.description, schedule_status_maintenance.services,
          schedule_status_maintenance.starts_at, schedule_status_maintenance.ends_at)
  returning w.id into made;
  return made;
end $function$;
grant execute on function public.schedule_status_maintenance(text,text,text[],timestamp with time zone,timestamp with time zone) to authenticated;

create function public.set_member_role(person uuid, role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  home uuid := authz.lock_team();
begin
  if not set_member_role.role = any (authz.team_roles()) then
    raise exception 'there is no such role' using errcode = 'check_violation';
  end if;
  perform authz.require_member(person, home);
  if set_member_role.role = 'owner' and not authz.leads(auth.uid(), home) then
    raise exception 'only an owner may make somebody an owner' using errcode = 'insufficient_privilege';
  end if;
  if set_member_role.role <> 'owner' then
    perform authz.require_other_owner(person, home);
  end if;
  delete from public.enterprise_user_roles r
  where r.user_id = person and r.tenant_id = home and r.role <> set_member_role.role;
  insert into public.enterprise_user_roles (user_id, tenant_id, role) values (person, home, set_member_role.role)
  on conflict (user_id, tenant_id, role) do update set expires_at = null;
  perform authz.end_invitations(person, home);
end $function$;
grant execute on function public.set_member_role(uuid,text) to authenticated;

create function public.set_recovery_policy(statement text, signature text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  home    uuid := authz.tenant();
  said    jsonb := set_recovery_policy.statement::jsonb;
  before  public.recovery_policies;
  named   uuid[];
  known   integer;
begin
  -- As in authz.lock_team. Everything that touches an agreement of a member waits here too: authz.lock_account_keys.
  perform from public.tenants t where t.id = home for no key update;
  if home is null or not authz.allows('manage_security', home) then
    raise exception 'only who manages security may decide this' using errcode = 'insufficient_privilege';
  end if;
  select p.* into before from public.recovery_policies p where p.tenant_id = home order by p.revision desc limit 1;
  if (said ->> 'tenant_id')::uuid <> home or (said ->> 'author_id')::uuid <> auth.uid() then
    raise exception 'this policy is not yours' using errcode = 'check_violation';
  end if;
  if (said ->> 'revision')::integer <> coalesce(before.revision, 0) + 1
     or said ->> 'previous' is distinct from
        translate(encode(sha256(convert_to(before.statement, 'UTF8')), 'base64'), '+/=', '-_') then
    raise exception 'somebody else changed the policy at the same moment' using errcode = 'QS413';
  end if;
  named := array(select (h ->> 'user_id')::uuid from jsonb_array_elements(said -> 'holders') as h);
  select count(*) into known
  from public.profiles p
  join public.user_key_bundles b on b.user_id = p.user_id
  where p.user_id = any (named) and p.tenant_id = home
    and not exists (select from public.former_members f where f.user_id = p.user_id);
  if known <> cardinality(named) or cardinality(named) > 10 then
    raise exception 'every holder belongs to the organisation and has a vault' using errcode = 'QS404';
  end if;

  insert into public.recovery_policies (tenant_id, revision, statement, signature)
  values (home, (said ->> 'revision')::integer, set_recovery_policy.statement, set_recovery_policy.signature);
  perform notify.person(a.user_id, 'recovery_changed', jsonb_build_object('revision', said -> 'revision'))
  from public.recovery_agreements a where a.tenant_id = home;
  delete from public.recovery_answers x using public.recovery_requests r, public.recovery_agreements a
  where x.request_id = r.id and a.user_id = r.user_id and a.tenant_id = home and x.holder_id <> all (named);
  if cardinality(named) = 0 then
    perform authz.end_recoveries(a.user_id, 'cancelled') from public.recovery_agreements a where a.tenant_id = home;
    delete from public.account_wraps w using public.recovery_agreements a
    where a.tenant_id = home and w.user_id = a.user_id and w.kind = 'organisation';
    delete from public.recovery_agreements a where a.tenant_id = home;
  else
    delete from public.recovery_shares s using public.recovery_agreements a
    where a.user_id = s.user_id and a.tenant_id = home and s.holder_id <> all (named);
  end if;
end $function$;

create function public.stamp_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.changed := pg_current_xact_id()::text::bigint;
  return new;
end $function$;

create function public.stamp_first_check()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.kind = 'recovery' and new.checked_at is null then
    new.checked_at := now();
  end if;
  return new;
end $function$;
grant execute on function public.stamp_first_check() to public;

create function public.stamp_trash()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null and new.trashed_at is not null then
    new.trashed_at := case when tg_op = 'UPDATE' then coalesce(old.trashed_at, now()) else now() end;
  end if;
  return new;
end $function$;

create function public.storage_usage()
 RETURNS TABLE(used_bytes bigint, limit_bytes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT storage.bytes_used(auth.uid()) AS bytes_used,
     storage.bytes_allowed(auth.uid()) AS bytes_allowed;
END;
grant execute on function public.storage_usage() to authenticated;

create function public.team_members()
 RETURNS TABLE(user_id uuid, email text, first_name text, last_name text, roles text[], statement text, signature text, joined_at timestamp with time zone, last_active_at timestamp with time zone, removed_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT p.user_id,
     u.email,
     p.first_name,
     p.last_name,
     ARRAY( SELECT r.role
            FROM authz.live_roles r
           WHERE ((r.user_id = p.user_id) AND (r.tenant_id = p.tenant_id))
           ORDER BY COALESCE(array_position(authz.team_roles(), r.role), 0), r.role) AS "array",
     b.statement,
     b.signature,
     COALESCE(u.email_confirmed_at, u.created_at) AS "coalesce",
         CASE
             WHEN me.manages THEN GREATEST(u.last_sign_in_at, ( SELECT max(s.refreshed_at) AS max
                FROM auth.sessions s
               WHERE (s.user_id = u.id)))
             ELSE NULL::timestamp with time zone
         END AS "case",
     f.removed_at
    FROM ((((( SELECT authz.tenant() AS home,
             authz.allows('manage_users'::text, authz.tenant()) AS manages) me
      JOIN public.profiles p ON ((p.tenant_id = me.home)))
      JOIN auth.users u ON ((u.id = p.user_id)))
      LEFT JOIN public.user_key_bundles b ON ((b.user_id = p.user_id)))
      LEFT JOIN public.former_members f ON ((f.user_id = p.user_id)))
   WHERE ((u.deleted_at IS NULL) AND (NOT u.is_anonymous) AND ((f.user_id IS NULL) OR me.manages) AND (NOT (EXISTS ( SELECT
            FROM public.former_members gone
           WHERE (gone.user_id = auth.uid())))) AND ( SELECT authz.is_proven() AS is_proven))
   ORDER BY p.first_name, p.last_name, u.email;
END;
grant execute on function public.team_members() to authenticated;

create function public.team_space_history(space uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT COALESCE(jsonb_agg(jsonb_build_object('epoch', e.epoch, 'roster', e.roster, 'signature', e.signature, 'previous_key', e.previous_key) ORDER BY e.epoch DESC), '[]'::jsonb) AS "coalesce" FROM public.team_space_epochs e WHERE ((e.space_id = team_space_history.space) AND (e.space_id IN (SELECT authz.team_spaces() AS team_spaces))));
grant execute on function public.team_space_history(uuid) to authenticated;

create function public.team_space_people(space uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT COALESCE(jsonb_agg(jsonb_build_object('user_id', b.user_id, 'email', u.email, 'first_name', p.first_name, 'last_name', p.last_name, 'statement', b.statement, 'signature', b.signature, 'is_member', ((m.user_id IS NOT NULL) AND (f.user_id IS NULL)))), '[]'::jsonb) AS "coalesce" FROM ((((public.team_space_bundles b LEFT JOIN auth.users u ON ((u.id = b.user_id))) LEFT JOIN public.profiles p ON ((p.user_id = b.user_id))) LEFT JOIN public.team_space_members m ON (((m.space_id = b.space_id) AND (m.user_id = b.user_id)))) LEFT JOIN public.former_members f ON ((f.user_id = b.user_id))) WHERE ((b.space_id = team_space_people.space) AND (b.space_id IN (SELECT authz.team_spaces() AS team_spaces))));
grant execute on function public.team_space_people(uuid) to authenticated;

create function public.tell_of_agreement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform notify.of_recovery(new.user_id, 'recovery_allowed', jsonb_build_object('revision', new.revision));
  return null;
end $function$;

create function public.tell_of_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.recovery_agreements a where a.user_id = old.user_id)
     and exists (select from auth.users u where u.id = old.user_id) then
    perform notify.of_recovery(old.user_id, 'recovery_withdrawn', jsonb_build_object('revision', old.revision));
  end if;
  return null;
end $function$;

create function public.trim_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_service boolean := auth.uid() is null;
begin
  new.first_name := btrim(new.first_name);
  new.last_name := btrim(new.last_name);
  new.company := nullif(btrim(new.company), '');
  if is_service then
    new.first_name := nullif(left(new.first_name, 100), '');
    new.last_name := nullif(left(new.last_name, 100), '');
    new.company := left(new.company, 100);
  end if;
  return new;
end $function$;

create function public.update_status_incident(incident uuid, status text, text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform status.require_manager();
  update public.status_incidents i
  set status = update_status_incident.status, updated_at = now(),
      opened_for = case when i.resolved_at is null or update_status_incident.status = 'resolved' then i.opened_for end,
      resolved_at = case when update_status_incident.status = 'resolved' then coalesce(i.resolved_at, now()) end
  where i.id = update_status_incident.incident;
  if not found then
    raise exception 'there is no such incident' using errcode = 'QS414';
  end if;
  insert into public.status_incident_updates (incident_id, status, text)
  values (update_status_incident.incident, update_status_incident.status, update_status_incident.text);
end $function$;
grant execute on function public.update_status_incident(uuid,text,text) to authenticated;

create function public.withdraw_recovery()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := authz.require_proven();
begin
  perform authz.lock_account_keys(me);
  perform authz.end_recoveries(me, 'cancelled');
  delete from public.account_wraps w where w.user_id = me and w.kind = 'organisation';
  delete from public.recovery_agreements a where a.user_id = me;
end $function$;
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

create function realtime.announce()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  has_owner boolean := tg_argv[0] <> '';
  owner_of  text := case when tg_argv[0] <> '' then format('t.%I::text', tg_argv[0]) else 'null::text' end;
  key_of    text := (select string_agg(format('t.%I::text', tg_argv[i]), ', ' order by i) from generate_series(1, tg_nargs - 1) as i);
  chunk     jsonb;
begin
  for chunk in execute format(
    $query$
      with keys as (
        select jsonb_build_array(%s) as key, to_jsonb(%s) as owner, row_number() over () as n from changed t
      ), sized as (
        select key, owner, n, sum(octet_length(key::text) + coalesce(octet_length(owner::text), 4) + 4) over (order by n) as bytes
        from keys where octet_length(key::text) <= 1000 and coalesce(octet_length(owner::text), 0) <= 500
      )
      select jsonb_build_object('k', jsonb_agg(key order by n), 'o', jsonb_agg(owner order by n))
      from sized group by (bytes / 6000)::bigint
    $query$, key_of, owner_of)
  loop
    if not has_owner then
      chunk := chunk - 'o';
    end if;
    perform pg_notify('realtime', 'c' || (chunk || jsonb_build_object('r', tg_relid::bigint, 't', tg_op))::text);
  end loop;
  return null;
end $function$;

create function realtime.begin_check(topic text)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into realtime.messages (topic, extension) values (begin_check.topic, 'broadcast'), (begin_check.topic, 'presence')
  returning id
$function$;
grant execute on function realtime.begin_check(text) to anon;
grant execute on function realtime.begin_check(text) to authenticated;
grant execute on function realtime.begin_check(text) to service_role;

create function realtime.disable(relation regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  op text;
begin
  foreach op in array array['insert', 'update', 'delete'] loop
    execute format('drop trigger if exists %I on %s', 'realtime_' || op, relation);
  end loop;
  delete from realtime.tables t where t.relation = disable.relation;
  perform pg_notify('realtime', 't');
end $function$;

create function realtime.enable(relation regclass, owner_column name DEFAULT NULL::name)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  key_columns text;
  op          text;
begin
  select string_agg(quote_literal(a.attname), ', ' order by k.n) into key_columns
  from pg_catalog.pg_index i
  cross join lateral unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = relation and i.indisprimary;
  if key_columns is null then
    raise exception '% has no primary key', relation using errcode = 'invalid_table_definition';
  end if;
  perform realtime.disable(relation);
  insert into realtime.tables (relation, owner_column) values (enable.relation, enable.owner_column);
  foreach op in array array['insert', 'update', 'delete'] loop
    execute format('create trigger %I after %s on %s referencing %s table as changed for each statement
                    execute function realtime.announce(%L, %s)',
                   'realtime_' || op, op, relation, case op when 'delete' then 'old' else 'new' end,
                   coalesce(owner_column, ''), key_columns);
  end loop;
  perform pg_notify('realtime', 't');
end $function$;

create function realtime.hint()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  execute format(
    $query$
      insert into realtime.hints (kind, person_id, space_id)
      select %1$L, h.person_id, h.space_id
      from (
        select %2$s as person_id, null::uuid as space_id from changed t
        union
        select m.user_id, m.space_id from changed t join public.team_space_members m on m.space_id = %3$s
      ) h
      where h.person_id is not null
    $query$, tg_argv[0], tg_argv[1], tg_argv[2]);
  return null;
end $function$;

create function realtime.topic()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULLIF(current_setting('realtime.topic'::text, true), ''::text);
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

create function status.mail_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.add_job('status:mail', json_build_object('update_id', new.id), max_attempts => 10);
  return null;
end $function$;

create function status.require_manager()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not authz.allows('manage_security', (select t.id from public.tenants t where t.is_default)) then
    raise exception 'only an administrator of the installation may do this' using errcode = 'insufficient_privilege';
  end if;
end $function$;

create function status.service_ids()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN ARRAY['api'::text, 'database'::text, 'storage'::text, 'auth'::text, 'mail'::text, 'ai'::text, 'ledger'::text];
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
CREATE TRIGGER objects_orphan_on_delete AFTER DELETE ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.remember_orphan();
CREATE TRIGGER objects_orphan_on_replace AFTER UPDATE OF blob_id ON storage.objects FOR EACH ROW WHEN (old.blob_id IS DISTINCT FROM new.blob_id) EXECUTE FUNCTION storage.remember_orphan();
grant delete, insert, select, update on table storage.objects to authenticated;
grant delete, insert, select, update on table storage.objects to service_role;
grant select on table storage.objects to anon;

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
  constraint usage_changes_pkey PRIMARY KEY (id)
);
alter table storage.usage_changes enable row level security;
alter table storage.usage_changes force row level security;
create policy usage_changes_service on storage.usage_changes for all to postgres
  using (true)
  with check (true);
CREATE INDEX usage_changes_owner_idx ON storage.usage_changes USING btree (owner, id);
CREATE CONSTRAINT TRIGGER usage_changes_quota AFTER INSERT ON storage.usage_changes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.bytes > 0) EXECUTE FUNCTION storage.keep_quota();

create function storage.bytes_allowed(person uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT ((q.limits ->> COALESCE((SELECT s.plan FROM public.subscriptions s WHERE ((s.user_id = bytes_allowed.person) AND (s.provider = q.provider) AND (s.status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text])) AND ((s.current_period_end + '3 days'::interval) > now())) ORDER BY s.current_period_end DESC LIMIT 1), 'free'::text)))::bigint AS int8 FROM storage.quota_settings q);

create function storage.bytes_used(person uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (COALESCE((SELECT u.bytes FROM storage.usage u WHERE (u.owner = bytes_used.person)), (0)::bigint) + COALESCE((SELECT (sum(c.bytes))::bigint AS sum FROM storage.usage_changes c WHERE (c.owner = bytes_used.person)), (0)::bigint));

create function storage.count_object()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' and old.owner is not null and old.size_bytes <> 0 then
    insert into storage.usage_changes (owner, bytes) values (old.owner, -old.size_bytes);
  end if;
  if tg_op <> 'DELETE' and new.owner is not null and new.size_bytes <> 0 then
    insert into storage.usage_changes (owner, bytes) values (new.owner, new.size_bytes);
  end if;
  return null;
end $function$;

create function storage.count_upload()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' and old.owner is not null and old.object_id is null and old.size_bytes <> 0 then
    insert into storage.usage_changes (owner, bytes) values (old.owner, -old.size_bytes);
  end if;
  if tg_op <> 'DELETE' and new.owner is not null and new.object_id is null and new.size_bytes <> 0 then
    insert into storage.usage_changes (owner, bytes) values (new.owner, new.size_bytes);
  end if;
  return null;
end $function$;

create function storage.extension(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN NULLIF("substring"(storage.filename(name), '\.([^.]*)$'::text), ''::text);
grant execute on function storage.extension(text) to public;

create function storage.filename(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN (string_to_array(name, '/'::text))[array_length(string_to_array(name, '/'::text), 1)];
grant execute on function storage.filename(text) to public;

create function storage.fold_usage()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 WITH gone AS (
          DELETE FROM storage.usage_changes
           RETURNING usage_changes.owner,
             usage_changes.bytes
         )
  INSERT INTO storage.usage AS u (owner, bytes)  SELECT g.owner,
             sum(g.bytes) AS sum
            FROM gone g
           GROUP BY g.owner
           ORDER BY g.owner ON CONFLICT(owner) DO UPDATE SET bytes = (u.bytes + excluded.bytes);
 DELETE FROM storage.usage
   WHERE (usage.bytes = 0);
END;

create function storage.foldername(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN (string_to_array(name, '/'::text))[1:GREATEST((array_length(string_to_array(name, '/'::text), 1) - 1), 0)];
grant execute on function storage.foldername(text) to public;

create function storage.keep_quota()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  allowed bigint;
  used    bigint;
begin
  -- Once for a transaction: its last change looks.
  if exists (select from storage.usage_changes c
             where c.owner = new.owner and c.id > new.id and c.bytes > 0 and c.made = pg_current_xact_id()) then
    return null;
  end if;
  allowed := storage.bytes_allowed(new.owner);
  if allowed is null
     or (select sum(c.bytes) from storage.usage_changes c where c.owner = new.owner and c.made = pg_current_xact_id()) <= 0 then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('quantumshield.quota.' || new.owner, 0));
  -- A statement of its own, which sees what was committed while this one waited.
  used := storage.bytes_used(new.owner);
  if used > allowed then
    raise exception 'storage quota reached' using errcode = 'QS413';
  end if;
  return null;
end $function$;

create function storage.remember_orphan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into storage.orphan_blobs (blob_id) values (old.blob_id)
  on conflict (blob_id) do update set orphaned_at = now();
  return null;
end $function$;
