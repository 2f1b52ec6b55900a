-- One row per round of probes. Whoever inserts it makes the round, so that of several nodes one does.
create table status.rounds (
  slot     bigint      primary key,
  begun_at timestamptz not null default clock_timestamp()
);
alter table status.rounds enable row level security, force row level security;
create policy rounds_service on status.rounds for all to service_role, current_user using (true) with check (true);

-- Each probe, for a day.
create table status.samples (
  service     text        not null constraint samples_service check (service = any (status.service_ids())),
  -- Half minutes since 1970: two nodes that both measured one add it once.
  slot        bigint      not null,
  probed_at   timestamptz not null,
  outcome     text        not null constraint samples_outcome check (outcome in ('up', 'slow', 'down')),
  response_ms int         constraint samples_response check (response_ms >= 0),
  -- Inside a maintenance window: counted neither as up nor as down.
  is_planned  boolean     not null,
  primary key (service, slot)
);
-- The last minutes of all services, and the rows to forget.
create index samples_time_idx on status.samples (probed_at);
alter table status.samples enable row level security, force row level security;
create policy samples_service on status.samples for all to service_role, current_user using (true) with check (true);

-- The same by five minutes, for thirty days.
create table status.buckets (
  service   text        not null constraint buckets_service check (service = any (status.service_ids())),
  starts_at timestamptz not null,
  up        int         not null,
  slow      int         not null,
  down      int         not null,
  planned   int         not null,
  primary key (service, starts_at)
);
create index buckets_time_idx on status.buckets (starts_at);
alter table status.buckets enable row level security, force row level security;
create policy buckets_service on status.buckets for all to service_role, current_user using (true) with check (true);

-- Addresses that are told of incidents. Nobody but the mails of this table reads it.
create table status.subscribers (
  -- Follows from the address and the server's secret.
  id           uuid        primary key default gen_random_uuid(),
  email        text        not null constraint subscribers_email check (email = lower(email) and length(email) between 3 and 320),
  -- SHA-256 of the secret in the confirming link; null once it was used.
  token_hash   bytea,
  asked_at     timestamptz not null default now(),
  confirmed_at timestamptz,
  constraint subscribers_email_once unique (email)
);
alter table status.subscribers enable row level security, force row level security;
create policy subscribers_service on status.subscribers for all to service_role, current_user using (true) with check (true);

create table public.status_incidents (
  id          uuid        primary key default gen_random_uuid(),
  title       text        not null constraint status_incidents_title check (length(btrim(title)) between 1 and 200),
  description text        not null constraint status_incidents_description check (length(description) between 1 and 4000),
  status      text        not null constraint status_incidents_status
                            check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  severity    text        not null constraint status_incidents_severity check (severity in ('low', 'medium', 'high', 'critical')),
  services    text[]      not null constraint status_incidents_services
                            check (cardinality(services) > 0 and services <@ status.service_ids()),
  -- The service whose probes opened it; null when a person did.
  opened_for  text        constraint status_incidents_opened_for check (opened_for = any (status.service_ids())),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  resolved_at timestamptz,
  constraint status_incidents_resolved check ((status = 'resolved') = (resolved_at is not null))
);
-- However many nodes follow the rules, a service has one open incident of them.
create unique index status_incidents_one_open_idx on public.status_incidents (opened_for) where resolved_at is null;
create index status_incidents_time_idx on public.status_incidents (created_at desc);
alter table public.status_incidents enable row level security, force row level security;
create policy status_incidents_service on public.status_incidents for all to service_role, current_user using (true) with check (true);
-- What the public page shows.
create policy status_incidents_read on public.status_incidents for select to anon, authenticated using (true);
create trigger status_incidents_audit after insert or update or delete on public.status_incidents
  for each row execute function audit.record_change('config_change', 'medium', 'id');
grant select on public.status_incidents to anon, authenticated;
grant select, insert, update, delete on public.status_incidents to service_role;

create table public.status_incident_updates (
  id          uuid        primary key default gen_random_uuid(),
  incident_id uuid        not null references public.status_incidents (id) on delete cascade,
  status      text        not null constraint status_incident_updates_status
                            check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  text        text        not null constraint status_incident_updates_text check (length(btrim(text)) between 1 and 4000),
  created_at  timestamptz not null default clock_timestamp(),
  -- So that a job that runs twice mails once.
  mailed_at   timestamptz
);
create index status_incident_updates_incident_idx on public.status_incident_updates (incident_id, created_at desc);
alter table public.status_incident_updates enable row level security, force row level security;
create policy status_incident_updates_service on public.status_incident_updates for all to service_role, current_user
  using (true) with check (true);
create policy status_incident_updates_read on public.status_incident_updates for select to anon, authenticated using (true);
create trigger status_incident_updates_audit after insert or delete or update of status, text on public.status_incident_updates
  for each row execute function audit.record_change('config_change', 'low', 'id');
create trigger status_incident_updates_mail after insert on public.status_incident_updates
  for each row execute function status.mail_update();
grant select on public.status_incident_updates to anon, authenticated;
grant select, insert, update, delete on public.status_incident_updates to service_role;

create table public.status_maintenance (
  id          uuid        primary key default gen_random_uuid(),
  title       text        not null constraint status_maintenance_title check (length(btrim(title)) between 1 and 200),
  description text        not null default '' constraint status_maintenance_description check (length(description) <= 4000),
  services    text[]      not null constraint status_maintenance_services
                            check (cardinality(services) > 0 and services <@ status.service_ids()),
  starts_at   timestamptz not null,
  ends_at     timestamptz not null,
  created_at  timestamptz not null default now(),
  constraint status_maintenance_window check (ends_at > starts_at and ends_at <= starts_at + interval '7 days')
);
create index status_maintenance_time_idx on public.status_maintenance (ends_at);
alter table public.status_maintenance enable row level security, force row level security;
create policy status_maintenance_service on public.status_maintenance for all to service_role, current_user
  using (true) with check (true);
create policy status_maintenance_read on public.status_maintenance for select to anon, authenticated using (true);
create trigger status_maintenance_audit after insert or update or delete on public.status_maintenance
  for each row execute function audit.record_change('config_change', 'medium', 'id');
grant select on public.status_maintenance to anon, authenticated;
grant select, insert, update, delete on public.status_maintenance to service_role;
