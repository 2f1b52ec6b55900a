-- Breaks nothing. Demo organisations within an installation (docs/decisions/0244-a-demo-is-made-from-outside.md).
create table tenancy.demos (
  id           uuid        primary key default gen_random_uuid(),
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  asked_by     uuid        references auth.users (id) on delete set null,
  asker        text        not null,
  people       integer     not null constraint demos_people check (people between 4 and 40),
  -- Domain of the addresses of its people: one that nobody can have, and that nobody knows before.
  domain       text        not null constraint demos_domain check (domain ~ '^[a-z0-9-]{1,60}\.invalid$'),
  state        text        not null default 'making'
    constraint demos_state_known check (state in ('making', 'ready', 'removing', 'removed')),
  cause        text        constraint demos_cause_known check (cause in ('asked', 'cancelled', 'failed', 'stopped')),
  step         text        constraint demos_step_known check (step in ('people', 'files', 'teams', 'shares', 'devices', 'studio')),
  done         integer     not null default 0,
  total        integer     not null default 0,
  problem      text        constraint demos_problem_length check (length(problem) <= 300),
  asked_at     timestamptz not null default clock_timestamp(),
  -- Its making ended with its server when nothing was heard of it for two minutes.
  seen_at      timestamptz not null default clock_timestamp(),
  -- When it was made, or was not.
  ended_at     timestamptz,
  constraint demos_ended check ((state = 'making') = (ended_at is null)),
  constraint demos_removed_for check ((state in ('removing', 'removed')) = (cause is not null))
);
comment on table tenancy.demos is 'Demo organisations, and how far each is';
create unique index demos_once_idx on tenancy.demos ((true)) where state <> 'removed';
create index demos_newest_idx on tenancy.demos (asked_at desc, id desc);
create index demos_tenant_idx on tenancy.demos (tenant_id);
create index demos_asked_by_idx on tenancy.demos (asked_by);
alter table tenancy.demos enable row level security, force row level security;
-- Nobody else: functions say what the operator may know.
create policy demos_service on tenancy.demos for all to current_user using (true) with check (true);

-- It says which organisation is a demo.
drop function if exists public.list_tenants(text, text, timestamptz, uuid);
