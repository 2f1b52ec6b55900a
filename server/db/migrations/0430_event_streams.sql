-- Breaks nothing. Events of the audit log leave for other systems, in the order of the log of their organisation
-- (docs/decisions/0112-events-leave-in-the-order-of-their-log.md).

create schema streams;
grant usage on schema streams to authenticated;

-- What somebody decided; written by the functions in the schema `streams` alone, and each change is an event.
create table public.event_streams (
  id                uuid        primary key,
  tenant_id         uuid        not null references public.tenants (id) on delete cascade,
  name              text        not null constraint event_streams_name check (length(btrim(name)) between 1 and 100),
  kind              text        not null constraint event_streams_kind check (kind in ('webhook', 'syslog', 'splunk', 'loki')),
  address           text        not null constraint event_streams_address check (length(address) between 1 and 2000),
  format            text        not null constraint event_streams_format check (format in ('json', 'cef', 'ocsf')),
  -- Empty: all of them.
  categories        text[]      not null default '{}' constraint event_streams_categories check (cardinality(categories) <= 20),
  least_risk        text        not null default 'low' constraint event_streams_risk check (least_risk in ('low', 'medium', 'high', 'critical')),
  -- In PEM: certificates of which the receiver's own must come.
  ca                text        constraint event_streams_ca check (length(ca) <= 65536),
  paused_at         timestamptz,
  secret_changed_at timestamptz,
  -- Grows with whatever may give other content to the same place: what was sent before has another id.
  revision          integer     not null default 1,
  created_by        uuid        references auth.users (id) on delete set null,
  created_at        timestamptz not null default clock_timestamp()
);
create index event_streams_tenant_idx on public.event_streams (tenant_id);
create index event_streams_creator_idx on public.event_streams (created_by);
alter table public.event_streams enable row level security, force row level security;
create policy event_streams_proven on public.event_streams as restrictive for all to authenticated using ((select authz.is_proven()));
create policy event_streams_read on public.event_streams for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_security', authz.tenant())));
create policy event_streams_service on public.event_streams for all to service_role, current_user using (true) with check (true);
grant select on public.event_streams to authenticated;
grant select, insert, update, delete on public.event_streams to service_role;

-- How far it is. Changes with every batch, so it is no matter of the audit log, which would never come to rest.
create table streams.states (
  stream_id       uuid        primary key references public.event_streams (id) on delete cascade,
  -- Null until the organisation has a log.
  log_id          uuid        references ledger.logs (id),
  next_index      bigint      not null default 0,
  -- Where the batch ends that was tried and not taken yet: tried again it is the same, so that receivers know it by its id.
  batch_end       bigint,
  -- Sealed by the server: a secret of ours to sign with, or a token of the receiver's.
  secret          bytea,
  earlier_secret  bytea,
  earlier_until   timestamptz,
  sent            bigint      not null default 0,
  filtered        bigint      not null default 0,
  failed_tries    bigint      not null default 0,
  -- In a row, since the last success.
  failures        integer     not null default 0,
  next_try_at     timestamptz not null default clock_timestamp(),
  last_success_at timestamptz,
  last_error      text,
  failing_since   timestamptz,
  reported_at     timestamptz,
  -- Who delivers now, and until when nobody else does.
  claim           uuid,
  claimed_until   timestamptz
);
create index states_log_idx on streams.states (log_id);

create table streams.tries (
  id          bigint      generated always as identity primary key,
  stream_id   uuid        not null references public.event_streams (id) on delete cascade,
  at          timestamptz not null default clock_timestamp(),
  first_index bigint      not null,
  last_index  bigint      not null,
  events      integer     not null,
  -- Null: the receiver took them.
  error       text,
  took_ms     integer     not null
);
create index tries_stream_idx on streams.tries (stream_id, id desc);
comment on table streams.tries is 'The last 200 tries of each event stream';

revoke all on all tables in schema streams from public, anon, authenticated, service_role;
revoke all on all sequences in schema streams from public, anon, authenticated, service_role;

insert into notify.defaults (kind, by_email) values ('stream_failing', true);

--! functions
create trigger event_streams_audit after insert or delete or update on public.event_streams
  for each row execute function audit.record_change('config_change', 'high', 'id');
