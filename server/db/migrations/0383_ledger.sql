-- Breaks nothing. The audit log as logs that only grow: each event gets a place in the log of its organisation, under a hash that signed
-- checkpoints cover. What was written before enters first, in its order (docs/decisions/0082-the-ledger-beside-the-audit-log.md).

create schema ledger;

create table ledger.logs (
  id          uuid        primary key default gen_random_uuid(),
  kind        text        not null constraint logs_kind check (kind in ('organisation', 'system', 'anchor')),
  tenant_id   uuid        references public.tenants (id),
  epoch       integer     not null default 1 constraint logs_epoch check (epoch > 0),
  -- The name under which its checkpoints are signed. Never changes, also when the address of the server does.
  origin      text        not null unique,
  size        bigint      not null default 0 constraint logs_size check (size >= 0),
  -- Roots of the perfect subtrees, largest first.
  roots       bytea[]     not null default '{}',
  -- So many entries at its start are of events from before there was a log.
  imported    bigint      not null default 0,
  created_at  timestamptz not null default clock_timestamp(),
  -- How far the anchor log vouches for it, and where it says so.
  anchored    bigint      not null default 0,
  anchored_at bigint,
  -- An epoch that ended grows no more.
  ended_at    timestamptz,
  constraint logs_tenant check ((kind = 'organisation') = (tenant_id is not null))
);
create unique index logs_current_idx on ledger.logs (kind, coalesce(tenant_id, '00000000-0000-0000-0000-000000000000'))
  where ended_at is null;
comment on table ledger.logs is 'Logs that only grow: one for each organisation, one of the system, one that anchors the others';

-- Events without a place yet, written in the transaction of the event.
create table ledger.pending (
  id         bigint generated always as identity primary key,
  event_id   uuid        not null,
  tenant_id  uuid,
  added_at   timestamptz not null default clock_timestamp(),
  -- Written before there was a log.
  is_import  boolean     not null default false
);
comment on table ledger.pending is 'Events of the audit log that have no place in a log yet';

create table ledger.leaves (
  log_id   uuid   not null references ledger.logs (id),
  index    bigint not null constraint leaves_index check (index >= 0),
  event_id uuid,
  entry    bytea  not null constraint leaves_entry check (octet_length(entry) between 1 and 65535),
  primary key (log_id, index)
);
create unique index leaves_event_idx on ledger.leaves (event_id) where event_id is not null;
comment on column ledger.leaves.entry is 'The bytes that are hashed: what the event says to everybody, and commitments to the rest';

create table ledger.tiles (
  log_id uuid     not null references ledger.logs (id),
  level  smallint not null,
  index  bigint   not null,
  hashes bytea    not null constraint tiles_hashes check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (log_id, level, index)
);

-- The primary key is what keeps a second root from being signed for one size.
create table ledger.checkpoints (
  log_id    uuid        not null references ledger.logs (id),
  size      bigint      not null,
  root      bytea       not null constraint checkpoints_root check (octet_length(root) = 32),
  note      text        not null,
  signed_at timestamptz not null default clock_timestamp(),
  primary key (log_id, size)
);

-- From the key of a person come the salts of the commitments in their events. Without it, an entry says nothing of that person to anybody.
create table ledger.subject_keys (
  subject_id uuid        primary key,
  key        bytea       not null constraint subject_keys_key check (octet_length(key) = 32),
  created_at timestamptz not null default clock_timestamp()
);

create table ledger.erasures (
  subject_id uuid        primary key,
  reason     text        not null constraint erasures_reason check (length(reason) between 1 and 500),
  erased_at  timestamptz not null default clock_timestamp()
);

-- Nobody reaches these but the server itself.
revoke all on all tables in schema ledger from public, anon, authenticated, service_role;
revoke all on all sequences in schema ledger from public, anon, authenticated, service_role;

-- An entry of a log has a limit, so its words have one.
alter table public.system_audit_log add constraint system_audit_log_words
  check (length(event_type) <= 200 and length(action) <= 200) not valid;

insert into ledger.pending (event_id, tenant_id, is_import)
select l.id, l.tenant_id, true from public.system_audit_log l order by l.created_at, l.id;

--! functions
create trigger system_audit_log_pending after insert on public.system_audit_log referencing new table as added
  for each statement execute function ledger.await_place();
create trigger leaves_append_only before update or delete on ledger.leaves
  for each row execute function audit.refuse_change();
create trigger leaves_no_truncate before truncate on ledger.leaves
  for each statement execute function audit.refuse_change();
create trigger checkpoints_unchanged before update on ledger.checkpoints
  for each row execute function audit.refuse_change();

insert into public.system_audit_log (tenant_id, event_type, event_category, action, details)
select l.tenant_id, 'ledger.imported', 'config_change', 'imported', jsonb_build_object('events', count(*), 'until', max(l.created_at))
from public.system_audit_log l group by l.tenant_id;
