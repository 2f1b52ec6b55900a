-- Breaks nothing. What detectors noticed, what was done about it, and who looks after it (docs/decisions/0115-detectors-hold-no-destructive-power.md).

create schema threats;
revoke all on schema threats from public;
grant usage on schema threats to authenticated, service_role;

-- What each detector does when nobody says otherwise. Tested equal to DETECTORS of contract/threats.ts.
create table threats.detectors (
  name        text primary key,
  risk        text not null constraint detectors_risk check (risk in ('low', 'medium', 'high', 'critical')),
  enforcement text not null constraint detectors_enforcement
    check (enforcement in ('challenge', 'step_up', 'throttle', 'block', 'freeze', 'none')),
  minutes     integer
);
comment on table threats.detectors is 'What each detector does when nobody says otherwise';
insert into threats.detectors (name, risk, enforcement, minutes) values
  ('account_brute_force', 'medium', 'challenge', 15),
  ('credential_stuffing', 'high', 'block', 15),
  ('distributed_stuffing', 'high', 'challenge', 15),
  ('password_spray', 'high', 'challenge', 15),
  ('new_context', 'medium', 'step_up', null),
  ('impossible_travel', 'high', 'step_up', null),
  ('token_reuse', 'critical', 'none', null),
  ('session_moved', 'high', 'step_up', null),
  ('mass_download', 'high', 'throttle', 30),
  ('slow_exfiltration', 'medium', 'step_up', null),
  ('mass_destruction', 'critical', 'freeze', 1440),
  ('link_scraping', 'medium', 'block', 15),
  ('privilege_change', 'high', 'none', null),
  ('canary', 'critical', 'freeze', 1440),
  ('probing', 'medium', 'step_up', null),
  ('audit_export', 'medium', 'none', null),
  ('recovered_then_export', 'high', 'step_up', null);

-- How an organisation wants a detector; no row is the usual way.
create table public.threat_settings (
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  detector   text        not null references threats.detectors (name),
  mode       text        not null default 'enforce' constraint threat_settings_mode check (mode in ('enforce', 'dry_run', 'off')),
  factor     real        not null default 1 constraint threat_settings_factor check (factor between 0.25 and 8),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, detector)
);
comment on table public.threat_settings is 'How an organisation wants each detector';

create table public.threat_incidents (
  id          uuid        primary key default gen_random_uuid(),
  tenant_id   uuid        not null references public.tenants (id) on delete cascade,
  detector    text        not null references threats.detectors (name),
  risk        text        not null constraint threat_incidents_risk check (risk in ('low', 'medium', 'high', 'critical')),
  user_id     uuid        references auth.users (id) on delete set null,
  -- What it is about, such as `address 192.0.2.7`; equal ones within a day are one incident.
  subject     text        not null constraint threat_incidents_subject check (length(subject) between 1 and 200),
  state       text        not null default 'open' constraint threat_incidents_state check (state in ('open', 'investigating', 'resolved')),
  assigned_to uuid        references auth.users (id) on delete set null,
  opened_at   timestamptz not null default clock_timestamp(),
  last_at     timestamptz not null default clock_timestamp(),
  resolved_at timestamptz,
  constraint threat_incidents_resolved check ((state = 'resolved') = (resolved_at is not null))
);
comment on table public.threat_incidents is 'Detections of one subject that somebody looks after';
create index threat_incidents_time_idx on public.threat_incidents (tenant_id, opened_at desc, id desc);
create index threat_incidents_subject_idx on public.threat_incidents (tenant_id, subject) where state <> 'resolved';

create table public.threat_notes (
  id          uuid        primary key default gen_random_uuid(),
  incident_id uuid        not null references public.threat_incidents (id) on delete cascade,
  user_id     uuid        default auth.uid() references auth.users (id) on delete set null,
  -- A note, or the state that somebody set.
  body        text        constraint threat_notes_body check (length(body) between 1 and 4000),
  state       text        constraint threat_notes_state check (state in ('open', 'investigating', 'resolved')),
  assigned_to uuid        references auth.users (id) on delete set null,
  created_at  timestamptz not null default clock_timestamp()
);
comment on table public.threat_notes is 'Timeline of an incident: notes, states, who took it';
create index threat_notes_incident_idx on public.threat_notes (incident_id, created_at);

create table public.threat_detections (
  id          uuid        primary key default gen_random_uuid(),
  tenant_id   uuid        not null references public.tenants (id) on delete cascade,
  detector    text        not null references threats.detectors (name),
  risk        text        not null constraint threat_detections_risk check (risk in ('low', 'medium', 'high', 'critical')),
  -- Whom it concerns; null where nobody in particular is meant.
  user_id     uuid        references auth.users (id) on delete cascade,
  session_id  uuid,
  subject     text        not null constraint threat_detections_subject check (length(subject) between 1 and 200),
  -- Codes and numbers of contract/threats.ts; the page has the sentences.
  reasons     jsonb       not null default '[]' constraint threat_detections_reasons check (jsonb_typeof(reasons) = 'array'),
  -- How unusual the half-space trees find it, 0 to 1; it decides nothing.
  score       real,
  -- What was done, or in a dry run would have been.
  enforcement text        not null constraint threat_detections_enforcement
    check (enforcement in ('challenge', 'step_up', 'throttle', 'block', 'freeze', 'none')),
  is_dry_run  boolean     not null default false,
  times       integer     not null default 1 constraint threat_detections_times check (times >= 1),
  incident_id uuid        references public.threat_incidents (id) on delete set null,
  -- What the person answered.
  answer      text        constraint threat_detections_answer check (answer in ('me', 'not_me')),
  answered_at timestamptz,
  created_at  timestamptz not null default clock_timestamp(),
  last_at     timestamptz not null default clock_timestamp()
);
comment on table public.threat_detections is 'What detectors noticed, with reasons and what was done';
create index threat_detections_time_idx on public.threat_detections (tenant_id, created_at desc, id desc);
create index threat_detections_person_idx on public.threat_detections (user_id, created_at desc, id desc) where user_id is not null;
create index threat_detections_subject_idx on public.threat_detections (tenant_id, detector, subject, last_at desc);
create index threat_detections_incident_idx on public.threat_detections (incident_id) where incident_id is not null;

create table public.threat_enforcements (
  id           uuid        primary key default gen_random_uuid(),
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  detection_id uuid        references public.threat_detections (id) on delete set null,
  action       text        not null constraint threat_enforcements_action
    check (action in ('challenge', 'step_up', 'throttle', 'block', 'freeze')),
  subject      text        not null constraint threat_enforcements_subject check (length(subject) between 1 and 200),
  user_id      uuid        references auth.users (id) on delete cascade,
  session_id   uuid,
  -- What lifts a step-up: `any` proof of the person, or the `mailbox` or a second factor, where the password may be what was stolen.
  needs        text        not null default 'any' constraint threat_enforcements_needs check (needs in ('any', 'mailbox')),
  created_at   timestamptz not null default clock_timestamp(),
  until        timestamptz,
  lifted_at    timestamptz,
  lifted_by    uuid        references auth.users (id) on delete set null,
  -- By what it was lifted: the person's proof, or somebody who looks after security.
  lifted_how   text        constraint threat_enforcements_lifted_how check (lifted_how in ('password', 'code', 'second_factor', 'administrator'))
);
comment on table public.threat_enforcements is 'What the server does about what was noticed, until when, and who lifted it';
create index threat_enforcements_session_idx on public.threat_enforcements (session_id) where session_id is not null and lifted_at is null;
create index threat_enforcements_person_idx on public.threat_enforcements (user_id, action) where user_id is not null and lifted_at is null;
create index threat_enforcements_subject_idx on public.threat_enforcements (subject) where lifted_at is null;
create index threat_enforcements_time_idx on public.threat_enforcements (tenant_id, created_at desc, id desc);

-- Files and links that nobody has a reason to open.
create table public.canaries (
  id         uuid        primary key default gen_random_uuid(),
  user_id    uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  file_id    uuid        references public.file_records (id) on delete cascade,
  link_id    uuid        references public.share_links (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint canaries_one check ((file_id is null) <> (link_id is null)),
  constraint canaries_file unique (file_id),
  constraint canaries_link unique (link_id)
);
comment on table public.canaries is 'Files and links that nobody has a reason to open';

-- Counters of all nodes. What a crash takes is less than a minute of counting, never an enforcement.
create unlogged table threats.counters (
  -- A keyed hash: no address is kept in clear.
  key        text             primary key,
  level      double precision not null,
  -- What the level loses in a millisecond.
  drain      double precision not null,
  -- Milliseconds since 1970 by the clock of the servers.
  at_ms      double precision not null,
  members    integer[],
  expires_at timestamptz      not null
);
create index counters_expiry_idx on threats.counters (expires_at);
comment on table threats.counters is 'Counters of detectors, which all nodes share';

-- What is usual for a person.
create table threats.profiles (
  user_id    uuid        primary key references auth.users (id) on delete cascade,
  profile    jsonb       not null constraint profiles_size check (pg_column_size(profile) <= 8192),
  updated_at timestamptz not null default now()
);
comment on table threats.profiles is 'What is usual for a person: countries, networks, devices, days';

-- Who has given a role that administers the organisation.
create table threats.givers (
  user_id  uuid        primary key references auth.users (id) on delete cascade,
  first_at timestamptz not null default now()
);
comment on table threats.givers is 'Who has given a role that administers the organisation';

-- Files that a person read on a day, each once an hour.
create table threats.reads (
  user_id uuid    not null references auth.users (id) on delete cascade,
  day     date    not null,
  files   integer not null,
  primary key (user_id, day)
);
comment on table threats.reads is 'How many files a person read on a day';

-- Files that a person replaced or deleted in the last minutes.
create unlogged table threats.destroyed (
  user_id uuid        not null,
  file_id uuid        not null,
  at      timestamptz not null default clock_timestamp(),
  primary key (user_id, file_id)
);
create index destroyed_time_idx on threats.destroyed (user_id, at);
comment on table threats.destroyed is 'Files that a person replaced or deleted in the last minutes';

do $$
declare
  name text;
begin
  foreach name in array array['threat_settings', 'threat_incidents', 'threat_notes', 'threat_detections', 'threat_enforcements', 'canaries'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('alter table public.%I force row level security', name);
    execute format('create policy %I on public.%I for all to postgres, service_role using (true) with check (true)', name || '_service', name);
    execute format('revoke all on public.%I from anon, authenticated', name);
    execute format('grant select on public.%I to authenticated', name);
    execute format('grant select, insert, update, delete on public.%I to service_role', name);
  end loop;
end $$;

create policy threat_settings_read on public.threat_settings for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_security', authz.tenant())));
create policy threat_incidents_read on public.threat_incidents for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_security', authz.tenant())));
create policy threat_notes_read on public.threat_notes for select to authenticated
  using (exists (select from public.threat_incidents i where i.id = incident_id));
-- A person sees what concerns them even while a step-up holds their session: it says what to do.
create policy threat_detections_read on public.threat_detections for select to authenticated
  using (user_id = (select auth.uid())
         or tenant_id = (select authz.tenant()) and (select authz.allows('manage_security', authz.tenant())));
create policy threat_enforcements_read on public.threat_enforcements for select to authenticated
  using (user_id = (select auth.uid())
         or tenant_id = (select authz.tenant()) and (select authz.allows('manage_security', authz.tenant())));
create policy canaries_own on public.canaries for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.tenant())
              and (file_id is null or exists (select from public.file_records f where f.id = file_id and f.user_id = (select auth.uid())))
              and (link_id is null or exists (select from public.share_links l where l.id = link_id and l.user_id = (select auth.uid()))));
create policy canaries_proven on public.canaries as restrictive for all to authenticated using ((select authz.is_proven()));
grant insert, delete on public.canaries to authenticated;
revoke all on threats.detectors, threats.counters, threats.profiles, threats.reads, threats.givers, threats.destroyed from public, anon, authenticated, service_role;

insert into notify.defaults (kind, by_email) values ('threat_noticed', true), ('threat_incident', true);

-- Where a session was seen last, and nothing was unusual about it or its person confirmed.
alter table auth.sessions add column seen_ip inet, add column seen_user_agent text;

--! functions

create trigger canaries_tenant before insert on public.canaries for each row execute function authz.default_tenant();
create trigger canaries_limit after insert on public.canaries referencing new table as added for each statement
  execute function authz.limit_rows('user_id', '200');

create trigger canaries_audit after insert or delete on public.canaries
  for each row execute function audit.record_change('config_change', 'medium', 'id');
create trigger threat_settings_audit after insert or update or delete on public.threat_settings
  for each row execute function audit.record_change('config_change', 'high', 'detector');
create trigger threat_incidents_audit after insert or update on public.threat_incidents
  for each row execute function audit.record_change('security_incident', 'high', 'id');
create trigger threat_notes_audit after insert on public.threat_notes
  for each row execute function audit.record_change('security_incident', 'low', 'incident_id');
create trigger threat_enforcements_audit after insert or update on public.threat_enforcements
  for each row execute function audit.record_change('security_incident', 'high', 'id');

create trigger file_records_guard_replacement after update of content_id, storage_path, encryption_key on public.file_records
  for each row when ((old.content_id, old.storage_path, old.encryption_key) is distinct from (new.content_id, new.storage_path, new.encryption_key))
  execute function threats.guard_replacement();
create trigger objects_keep_content before update of blob_id on storage.objects
  for each row when (old.blob_id is distinct from new.blob_id and old.checksum is distinct from new.checksum)
  execute function threats.refuse_overwriting();
create trigger file_records_guard_deletion after delete on public.file_records
  referencing old table as gone for each statement execute function threats.guard_deletion();
create trigger file_versions_guard_deletion before delete on public.file_versions
  for each statement execute function threats.refuse_while_frozen();
create trigger enterprise_user_roles_noticed after insert or update on public.enterprise_user_roles
  for each row execute function threats.notice_grant();
