-- Breaks nothing: sign-in through SAML identity providers, which administrators add.
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

-- Questions that wait for their one answer.
create table auth.sso_requests (
  id              uuid        primary key default gen_random_uuid(),
  sso_provider_id uuid        not null references auth.sso_providers (id) on delete cascade,
  -- The ID of the AuthnRequest, which the answer must name in its signed part.
  request_id      text        not null,
  relay_hash      bytea       not null,
  browser_hash    bytea       not null,
  redirect_to     text        not null,
  code_challenge        text,
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

do $$
declare
  name text;
begin
  foreach name in array array['sso_providers', 'sso_domains', 'sso_requests'] loop
    execute format('alter table auth.%I enable row level security', name);
    execute format('alter table auth.%I force row level security', name);
    execute format('create policy %I on auth.%I for all to %I using (true) with check (true)', name || '_owner', name,
                   current_user);
    execute format('revoke all on auth.%I from anon, authenticated, service_role', name);
  end loop;
  foreach name in array array['sso_providers', 'sso_domains'] loop
    execute format('create trigger %I after insert or update or delete on auth.%I for each row '
                   'execute function audit.record_change(%L, %L, %L)', name || '_audit', name, 'config_change', 'high', 'id');
  end loop;
end $$;
