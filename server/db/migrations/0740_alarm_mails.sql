-- Breaks nothing. When somebody was last mailed an alarm, and how many were gathered since: alarms of one's own making are no way to fill a
-- mailbox (docs/threats.md).
create table notify.alarm_mails (
  user_id uuid not null primary key references auth.users on delete cascade,
  sent_at timestamptz not null,
  -- Something was held, paused or refused, rather than noted.
  is_grave boolean not null,
  waiting integer not null default 0
);
alter table notify.alarm_mails enable row level security;
alter table notify.alarm_mails force row level security;
create policy alarm_mails_service on notify.alarm_mails for all to postgres, service_role using (true) with check (true);
