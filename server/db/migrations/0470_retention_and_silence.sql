-- Breaks nothing. What the audit log says of people ends after its time, by category, unless a legal hold keeps it
-- (docs/decisions/0117-retention-deletes-keys-by-the-day.md). Nothing is removed in the first 30 days after this,
-- and of an organisation that has events already nothing before it chooses.
-- Owners of devices hear of those that were silent longer than they expect, and event streams may lead into a bucket.

-- How long an organisation keeps what its events say; no row is the usual time.
create table public.audit_retention (
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  category   text        not null constraint audit_retention_category
    check (category in ('auth', 'data_access', 'config_change', 'security_incident')),
  -- Null: for good.
  days       integer,
  -- Addresses and programs alone; null: as long as the rest.
  where_days integer,
  -- A shorter time, which counts from its date on. Without a date, nothing waits.
  next_days       integer,
  next_where_days integer,
  next_from       timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, category),
  constraint audit_retention_days check (days between 30 and 36500 and next_days between 30 and 36500),
  constraint audit_retention_where_days check (
    where_days between 30 and 36500 and where_days < days is not false
    and next_where_days between 30 and 36500 and next_where_days < next_days is not false),
  constraint audit_retention_next check (next_from is not null or (next_days is null and next_where_days is null))
);
comment on table public.audit_retention is 'How long an organisation keeps what its events say';

create table public.legal_holds (
  id             uuid        primary key default gen_random_uuid(),
  tenant_id      uuid        not null references public.tenants (id) on delete cascade,
  -- Null: everything of the organisation. No reference: the hold outlives the account.
  about          uuid,
  reason         text        not null constraint legal_holds_reason check (length(btrim(reason)) between 1 and 500),
  set_by         uuid        references auth.users (id) on delete set null,
  set_at         timestamptz not null default clock_timestamp(),
  released_by    uuid        references auth.users (id) on delete set null,
  released_at    timestamptz,
  release_reason text        constraint legal_holds_release_reason check (length(btrim(release_reason)) between 1 and 500),
  constraint legal_holds_released check ((released_at is null) = (release_reason is null))
);
comment on table public.legal_holds is 'What of the audit log is kept until somebody releases it, and why';
create index legal_holds_tenant_idx on public.legal_holds (tenant_id, set_at desc, id desc);
create index legal_holds_setter_idx on public.legal_holds (set_by);
create index legal_holds_releaser_idx on public.legal_holds (released_by);

alter table public.audit_retention enable row level security, force row level security;
alter table public.legal_holds enable row level security, force row level security;
create policy audit_retention_proven on public.audit_retention as restrictive for all to authenticated using ((select authz.is_proven()));
create policy legal_holds_proven on public.legal_holds as restrictive for all to authenticated using ((select authz.is_proven()));
create policy audit_retention_read on public.audit_retention for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('view_audit_logs', authz.tenant())));
create policy legal_holds_read on public.legal_holds for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('view_audit_logs', authz.tenant())));
create policy audit_retention_service on public.audit_retention for all to service_role, current_user using (true) with check (true);
create policy legal_holds_service on public.legal_holds for all to service_role, current_user using (true) with check (true);
grant select on public.audit_retention, public.legal_holds to authenticated;
grant select, insert, update, delete on public.audit_retention, public.legal_holds to service_role;

-- From these come the salts of the commitments in events: of one person, one category and one day in one log. Retention deletes them when
-- nothing of that day is left; the second one earlier, where addresses end earlier.
create table ledger.event_keys (
  log_id     uuid  not null references ledger.logs (id),
  subject_id uuid  not null,
  category   text  not null,
  day        date  not null,
  key        bytea not null constraint event_keys_key check (octet_length(key) = 32),
  where_key  bytea constraint event_keys_where_key check (octet_length(where_key) = 32),
  primary key (log_id, subject_id, category, day)
);
comment on table ledger.event_keys is 'Keys that the salts of events come from, by person, category and day';
create index event_keys_subject_idx on ledger.event_keys (subject_id);
create index event_keys_day_idx on ledger.event_keys (log_id, category, day);

-- How far it has come: everything before these days was looked at.
create table ledger.retention_progress (
  tenant_id      uuid not null references public.tenants (id) on delete cascade,
  category       text not null,
  removed_before date not null default '-infinity',
  where_before   date not null default '-infinity',
  -- What was removed and is not in the log yet.
  emptied        bigint not null default 0,
  cleared        bigint not null default 0,
  primary key (tenant_id, category)
);

create table ledger.retention_start (
  is_only   boolean     primary key default true constraint retention_start_only check (is_only),
  -- Events from then on have keys of their day. An hour for servers of the version before, which know nothing of them.
  keys_from timestamptz not null,
  begins_at timestamptz not null
);
insert into ledger.retention_start (keys_from, begins_at)
select case when exists (select from public.system_audit_log) then clock_timestamp() + interval '1 hour' else '-infinity' end,
       clock_timestamp() + interval '30 days';

-- An organisation that has events already keeps them until it chooses.
insert into public.audit_retention (tenant_id, category)
select t.id, c.category
from public.tenants t, unnest(array['auth', 'data_access', 'config_change', 'security_incident']) as c (category)
where exists (select from public.system_audit_log l where l.tenant_id = t.id);

revoke all on ledger.event_keys, ledger.retention_progress, ledger.retention_start from public, anon, authenticated, service_role;

alter table public.devices
  -- After so long without a sign of life its owner is notified; null: never.
  add column silence_seconds    integer     constraint devices_silence check (silence_seconds in (3600, 86400, 604800)),
  add column silence_noticed_at timestamptz;
grant update (silence_seconds) on public.devices to authenticated;
create index devices_silence_idx on public.devices (coalesce(last_seen_at, enrolled_at)) where silence_seconds is not null;

-- When the server last looked for silent devices, and when it was back after it had not for a while.
create table meta.device_watch (
  is_only boolean     primary key default true constraint device_watch_only check (is_only),
  ran_at  timestamptz not null default clock_timestamp(),
  back_at timestamptz not null default '-infinity'
);
comment on table meta.device_watch is 'When the server last looked for silent devices, and since when it does without a gap';
revoke all on meta.device_watch from public, anon, authenticated, service_role;

insert into notify.defaults (kind, by_email) values ('device_silent', true), ('device_back', true), ('retention_changed', true);

alter table public.event_streams drop constraint event_streams_kind,
  add constraint event_streams_kind check (kind in ('webhook', 'syslog', 'splunk', 'loki', 's3'));

--! functions
create or replace view public.own_devices with (security_barrier = true) as
  select d.id, d.name, d.suite, d.interval_seconds, d.inbox_id, d.inbox_statement, d.inbox_mac, d.owner_record, d.record_version,
         d.space_id, d.space_epoch, d.key_serial, d.enrolled_at, d.last_seen_at, d.battery, d.firmware, d.files_received, d.bytes_received,
         d.refusals, d.revoked_at, d.created_at, public.device_state(d) as state, c.expires_at as code_expires_at, d.silence_seconds
  from public.devices d
  left join public.device_codes c on c.device_id = d.id and c.used_at is null
  where d.user_id = (select auth.uid()) and (select authz.is_proven());
