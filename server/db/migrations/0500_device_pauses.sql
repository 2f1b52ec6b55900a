-- Breaks nothing. A device that is not itself is paused (docs/decisions/0121-a-device-that-is-not-itself-is-paused.md).

alter table threats.detectors drop constraint detectors_enforcement,
  add constraint detectors_enforcement check (enforcement in ('challenge', 'step_up', 'throttle', 'block', 'freeze', 'pause', 'none'));
alter table public.threat_detections drop constraint threat_detections_enforcement,
  add constraint threat_detections_enforcement
    check (enforcement in ('challenge', 'step_up', 'throttle', 'block', 'freeze', 'pause', 'none'));
alter table public.threat_enforcements drop constraint threat_enforcements_action,
  add constraint threat_enforcements_action check (action in ('challenge', 'step_up', 'throttle', 'block', 'freeze', 'pause')),
  drop constraint threat_enforcements_lifted_how,
  add constraint threat_enforcements_lifted_how
    check (lifted_how in ('password', 'code', 'second_factor', 'administrator', 'owner'));
insert into threats.detectors (name, risk, enforcement, minutes) values ('device_misuse', 'high', 'pause', null);

insert into notify.defaults (kind, by_email) values ('device_paused', true);

-- Each request of a device asks whether it is paused, and since when it was no more.
create index threat_enforcements_pause_idx on public.threat_enforcements (subject) where action = 'pause';

-- What a device sent on a day: what is usual for it.
create table threats.device_days (
  device_id uuid    not null references public.devices (id) on delete cascade,
  day       date    not null default current_date,
  files     integer not null default 0,
  largest   bigint  not null default 0,
  primary key (device_id, day)
);
comment on table threats.device_days is 'How many files a device sent on a day, and the size of the largest';

-- Where a device was heard from last, while nothing was unusual.
create table threats.device_places (
  device_id uuid        primary key references public.devices (id) on delete cascade,
  country   text,
  network   bigint,
  seen_at   timestamptz not null default clock_timestamp()
);
comment on table threats.device_places is 'Country and network that a device was heard from last';
revoke all on threats.device_days, threats.device_places from public, anon, authenticated, service_role;

-- Answers with more.
drop function if exists public.device_fleet();

--! functions

create or replace view public.own_devices with (security_barrier = true) as
  select d.id, d.name, d.suite, d.interval_seconds, d.inbox_id, d.inbox_statement, d.inbox_mac, d.owner_record, d.record_version,
         d.space_id, d.space_epoch, d.key_serial, d.enrolled_at, d.last_seen_at, d.battery, d.firmware, d.files_received, d.bytes_received,
         d.refusals, d.revoked_at, d.created_at, public.device_state(d) as state, c.expires_at as code_expires_at, d.silence_seconds,
         public.device_pause(d) as pause
  from public.devices d
  left join public.device_codes c on c.device_id = d.id and c.used_at is null
  where d.user_id = (select auth.uid()) and (select authz.is_proven());
