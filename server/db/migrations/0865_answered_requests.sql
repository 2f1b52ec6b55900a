-- Breaks nothing. Requests with a key that were answered, so that the same one is done once
-- (docs/decisions/0240-what-is-sent-twice-is-done-once.md).
create table panel.requests (
  id          uuid        primary key default gen_random_uuid(),
  user_id     uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  -- People without an organisation have requests too.
  tenant_id   uuid        default authz.tenant() references public.tenants (id) on delete cascade,
  key         text        not null constraint requests_key_form check (key ~ '^[\x20-\x7e]{1,255}$'),
  -- HMAC-SHA-256 of method, address and body under a secret of the server.
  fingerprint bytea       not null constraint requests_fingerprint_size check (octet_length(fingerprint) = 32),
  state       text        not null default 'running'
    constraint requests_state_known check (state in ('running', 'answered', 'done', 'unsure')),
  -- Both are kept of a request in the state 'answered' alone.
  status      integer     constraint requests_status_good check (status between 200 and 299),
  answer      text        constraint requests_answer_size check (octet_length(answer) <= 8192),
  begun_at    timestamptz not null default clock_timestamp(),
  constraint requests_answered check ((state = 'answered') = (status is not null) and (answer is null or state = 'answered')),
  constraint requests_key_once unique nulls not distinct (user_id, tenant_id, key)
);
comment on table panel.requests is 'Requests of people that carry a key, for 24 hours; each reads their own through the server only';
-- The oldest of a person, and those that are over.
create index requests_user_idx on panel.requests (user_id, begun_at);
create index requests_begun_idx on panel.requests (begun_at);
create index requests_tenant_idx on panel.requests (tenant_id);

alter table panel.requests enable row level security, force row level security;
create policy requests_proven on panel.requests as restrictive for all to authenticated using ((select authz.is_proven()));
create policy requests_own on panel.requests for all to authenticated
  using (user_id = (select auth.uid()) and tenant_id is not distinct from (select authz.tenant()))
  with check (user_id = (select auth.uid()) and tenant_id is not distinct from (select authz.tenant()));
create policy requests_service on panel.requests for all to current_user using (true) with check (true);
revoke all on panel.requests from public, anon, authenticated, service_role;
grant select, insert, update, delete on panel.requests to authenticated;
