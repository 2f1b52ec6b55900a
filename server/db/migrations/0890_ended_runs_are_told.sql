-- Breaks nothing. Who started a comprehensive test and left its page is notified of its end. A server of the version before notes no page, and tells
-- nobody.

alter table checks.runs
  add column seen_at timestamptz;
comment on column checks.runs.seen_at is 'When the person who started it was shown or told that it had ended';
insert into notify.defaults (kind, by_email) values ('tests_completed', true);
