-- Breaks nothing. Which workers of the job queue are there, so that the others give back what one that died had taken.
create table meta.job_workers (
  id      text        primary key,
  seen_at timestamptz not null default clock_timestamp()
);
comment on table meta.job_workers is 'Workers of the job queue, and when they were there last';
revoke all on meta.job_workers from public, anon, authenticated, service_role;
