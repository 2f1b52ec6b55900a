-- Breaks nothing. Mails about the safety of an account or organisation go out whatever its settings say, and those that somebody could set off again and
-- again at most once an hour (docs/decisions/0208-mails-about-safety-have-no-switch.md).
alter table notify.defaults
  add column is_fixed boolean not null default false,
  add column is_hourly boolean not null default false;
comment on column notify.defaults.is_fixed is 'Nobody switches the mail off: rows of notification_settings say nothing about it';
comment on column notify.defaults.is_hourly is 'One mail an hour for a person; the app shows each';
update notify.defaults set is_fixed = true
where kind in ('new_device', 'session_stolen', 'session_ended', 'threat_noticed', 'threat_incident', 'device_paused', 'recovery_wanted',
               'recovery_changed', 'policy_updated', 'retention_changed');
update notify.defaults set is_hourly = true where kind in ('threat_noticed', 'threat_incident', 'device_paused');

create table notify.last_mails (
  user_id uuid        not null references auth.users (id) on delete cascade,
  kind    text        not null,
  at      timestamptz not null default clock_timestamp(),
  primary key (user_id, kind)
);
comment on table notify.last_mails is 'When a person was last mailed about a kind that is mailed once an hour';
alter table notify.last_mails enable row level security, force row level security;
create policy last_mails_service on notify.last_mails for all to service_role, current_user using (true) with check (true);
revoke all on notify.last_mails from public, anon, authenticated, service_role;
