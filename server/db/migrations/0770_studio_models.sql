-- Breaks nothing. Language models that an organisation connects, and the log of what was asked of them
-- (docs/decisions/0213-models-are-reached-through-one-layer.md).

create schema studio;
comment on schema studio is 'Models, texts and calendars of organisations; reached by the handlers of the server only';
grant usage on schema studio to authenticated;

create table studio.connections (
  id         uuid        primary key,
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  name       text        not null constraint connections_name_length check (length(btrim(name)) between 1 and 60),
  preset     text        not null constraint connections_preset_known
                         check (preset in ('ollama', 'openai-compatible', 'openai', 'mistral', 'groq', 'openrouter', 'google', 'anthropic')),
  -- Where the paths of the protocol begin, such as https://api.example.com/v1.
  address    text        not null constraint connections_address_length check (length(address) between 8 and 500),
  -- Read by the services only; people see its last four characters.
  key_sealed bytea,
  key_end    text        constraint connections_key_end_length check (length(key_end) <= 4),
  -- Of the last look.
  state      text        not null default 'not_configured' constraint connections_state_known check (state in ('active', 'unreachable', 'not_configured')),
  problem    text        constraint connections_problem_length check (length(problem) <= 200),
  looked_at  timestamptz,
  models     text[]      not null default '{}' constraint connections_models_number check (cardinality(models) <= 500),
  -- Grows with each change by a person, so that nobody overwrites what they have not seen.
  version    integer     not null default 1,
  created_by uuid        references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint connections_tenant_key unique (tenant_id, id)
);
create index connections_created_by_idx on studio.connections (created_by);

create table studio.settings (
  tenant_id       uuid        primary key references public.tenants (id) on delete cascade,
  -- The one text model of the organisation; null: none is chosen.
  connection_id   uuid,
  model           text        constraint settings_model_length check (length(model) between 1 and 200),
  -- Most that a month may take, of all and of each person; null: no limit. Money in millionths of a dollar.
  org_micros      bigint      constraint settings_org_micros_low check (org_micros >= 0),
  org_tokens      bigint      constraint settings_org_tokens_low check (org_tokens >= 0),
  person_micros   bigint      constraint settings_person_micros_low check (person_micros >= 0),
  person_tokens   bigint      constraint settings_person_tokens_low check (person_tokens >= 0),
  -- Whether texts are redacted before they go to a model in a network that the operator allows. Those that leave it always are.
  redacts_private boolean     not null default true,
  keeps_bodies    boolean     not null default false,
  body_days       integer     not null default 7 constraint settings_body_days_range check (body_days between 1 and 90),
  log_days        integer     not null default 400 constraint settings_log_days_range check (log_days between 30 and 800),
  banned_claims   text[]      not null default '{}' constraint settings_claims_number check (cardinality(banned_claims) <= 200),
  version         integer     not null default 1,
  updated_at      timestamptz not null default clock_timestamp(),
  constraint settings_connection_fkey foreign key (tenant_id, connection_id) references studio.connections (tenant_id, id)
    on delete set null (connection_id)
);

-- Typed by people of the organisation; what a model in a private network costs is nothing.
create table studio.prices (
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  model      text        not null constraint prices_model_length check (length(model) between 1 and 200),
  -- Of a million tokens, in millionths of a dollar.
  micros_in  bigint      not null constraint prices_in_range check (micros_in between 0 and 10000000000),
  micros_out bigint      not null constraint prices_out_range check (micros_out between 0 and 10000000000),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, model)
);

create table studio.ai_requests (
  id            uuid        primary key default gen_random_uuid(),
  tenant_id     uuid        not null references public.tenants (id) on delete cascade,
  user_id       uuid        references auth.users (id) on delete set null,
  endpoint      text        not null constraint ai_requests_endpoint_length check (length(endpoint) between 1 and 80),
  provider      text        not null constraint ai_requests_provider_length check (length(provider) between 1 and 80),
  model         text        not null constraint ai_requests_model_length check (length(model) between 1 and 200),
  engine        text        not null default 'llm' constraint ai_requests_engine_known check (engine in ('llm', 'embedded')),
  started_at    timestamptz not null default clock_timestamp(),
  ended_at      timestamptz,
  ttft_ms       integer,
  latency_ms    integer,
  -- While it runs, what it may take at most: budgets count that.
  tokens_in     bigint      not null default 0,
  tokens_out    bigint      not null default 0,
  -- The provider said nothing of them, so that they are counted by the length of the texts.
  is_estimate   boolean     not null default false,
  -- Of a million tokens, as they were when it began; null: nobody had typed a price.
  micros_in     bigint,
  micros_out    bigint,
  cost_micros   bigint,
  status        text        not null default 'running' constraint ai_requests_status_known
                            check (status in ('running', 'ok', 'error', 'blocked', 'aborted', 'over_budget')),
  error_code    text        constraint ai_requests_error_length check (length(error_code) <= 80),
  redactions    jsonb       not null default '{}',
  prompt_sha256 bytea       not null,
  prompt_body   text        constraint ai_requests_prompt_length check (length(prompt_body) <= 200000),
  answer_body   text        constraint ai_requests_answer_length check (length(answer_body) <= 400000)
);
create index ai_requests_newest_idx on studio.ai_requests (tenant_id, started_at desc, id);
create index ai_requests_user_idx on studio.ai_requests (user_id);
create index ai_requests_running_idx on studio.ai_requests (started_at) where status = 'running';

alter table studio.connections enable row level security, force row level security;
alter table studio.settings enable row level security, force row level security;
alter table studio.prices enable row level security, force row level security;
alter table studio.ai_requests enable row level security, force row level security;
create policy connections_proven on studio.connections as restrictive for all to authenticated using ((select authz.is_proven()));
create policy connections_read on studio.connections for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy connections_service on studio.connections for all to current_user using (true) with check (true);
create policy settings_proven on studio.settings as restrictive for all to authenticated using ((select authz.is_proven()));
create policy settings_read on studio.settings for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy settings_service on studio.settings for all to current_user using (true) with check (true);
create policy prices_proven on studio.prices as restrictive for all to authenticated using ((select authz.is_proven()));
create policy prices_read on studio.prices for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy prices_service on studio.prices for all to current_user using (true) with check (true);
create policy ai_requests_proven on studio.ai_requests as restrictive for all to authenticated using ((select authz.is_proven()));
create policy ai_requests_read on studio.ai_requests for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy ai_requests_service on studio.ai_requests for all to current_user using (true) with check (true);
revoke all on all tables in schema studio from public, anon, authenticated, service_role;
grant select (id, tenant_id, name, preset, address, key_end, state, problem, looked_at, models, version, created_at, updated_at)
  on studio.connections to authenticated;
grant select on studio.settings, studio.prices, studio.ai_requests to authenticated;

--! functions
create trigger connections_limit after insert on studio.connections referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '20');
create trigger prices_limit after insert on studio.prices referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '500');
create trigger connections_audit_insert after insert on studio.connections referencing new table as added
  for each statement execute function studio.record_rows();
create trigger connections_audit_delete after delete on studio.connections referencing old table as added
  for each statement execute function studio.record_rows();
create trigger settings_audit_update after update on studio.settings referencing new table as added
  for each statement execute function studio.record_rows();
