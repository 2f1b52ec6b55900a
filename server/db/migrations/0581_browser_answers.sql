-- Breaks nothing. What the browser of who started a run of the comprehensive test saw.
alter table checks.runs add column with_browser boolean not null default false;
comment on column checks.runs.with_browser is 'Whether the page that started it looks at the pages as well';

create table checks.browser_answers (
  run_id   uuid  not null references checks.runs (id) on delete cascade,
  check_id text  not null,
  status   text  not null constraint browser_answers_status_known check (status in ('passed', 'failed')),
  error    text,
  evidence jsonb not null default '{}',
  primary key (run_id, check_id)
);
comment on table checks.browser_answers is 'What the browser found for the checks of a run that is under way';
revoke all on checks.browser_answers from public, anon, authenticated, service_role;
