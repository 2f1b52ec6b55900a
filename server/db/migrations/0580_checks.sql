-- Breaks nothing. Runs of the comprehensive test, and the two organisations that it tries things with.
create schema checks;
comment on schema checks is 'The comprehensive test; read and written by the server only';
revoke all on schema checks from public;

create table checks.runs (
  id           uuid        primary key default gen_random_uuid(),
  name         text        not null,
  status       text        not null default 'running' constraint runs_status_known check (status in ('running', 'completed', 'cancelled')),
  cause        text        not null constraint runs_cause_known check (cause in ('person', 'schedule', 'command')),
  started_by   uuid        references auth.users (id) on delete set null,
  build        text        not null,
  version      text        not null,
  -- Checks that this version of the server makes.
  total_tests  integer     not null constraint runs_total_some check (total_tests > 0),
  started_at   timestamptz not null default clock_timestamp(),
  completed_at timestamptz,
  -- SHA-256 of the results, in hex, which the audit log has as well.
  digest       text
);
comment on table checks.runs is 'Each run of the comprehensive test';
create unique index runs_one_at_a_time on checks.runs (status) where status = 'running';
create index runs_newest_idx on checks.runs (started_at desc, id desc);

create table checks.results (
  run_id      uuid        not null references checks.runs (id) on delete cascade,
  check_id    text        not null,
  name        text        not null,
  category    text        not null,
  severity    text        not null constraint results_severity_known check (severity in ('critical', 'high', 'medium', 'low')),
  status      text        not null constraint results_status_known check (status in ('running', 'passed', 'failed', 'skipped')),
  error       text,
  reason      text,
  evidence    jsonb       not null default '{}',
  duration_ms integer     not null default 0,
  changed_at  timestamptz not null default clock_timestamp(),
  primary key (run_id, check_id)
);
comment on table checks.results is 'What each check of a run found';

create table checks.settings (
  is_only    boolean primary key default true constraint settings_one_row check (is_only),
  is_nightly boolean not null default false
);
comment on table checks.settings is 'Whether the comprehensive test runs each night';
insert into checks.settings default values;
revoke all on checks.runs, checks.results, checks.settings from public, anon, authenticated, service_role;

alter table public.tenants add column probe text constraint tenants_probe_known check (probe in ('a', 'b'));
create unique index tenants_one_of_each_probe on public.tenants (probe) where probe is not null;
comment on column public.tenants.probe is 'Set for the two organisations of the comprehensive test, which are nobody''s';
