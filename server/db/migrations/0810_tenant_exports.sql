-- Breaks nothing. Exports of organisations (docs/decisions/0225-an-organisation-leaves-in-one-stream.md).
create schema tenancy;
comment on schema tenancy is 'What the operator does about whole organisations; read through the server only';
revoke all on schema tenancy from public;
grant usage on schema tenancy to authenticated;

create table tenancy.exports (
  id           uuid        primary key default gen_random_uuid(),
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  asked_by     uuid        references auth.users (id) on delete set null,
  asker        text        not null,
  state        text        not null default 'waiting'
    constraint exports_state_known check (state in ('waiting', 'running', 'done', 'cancelled', 'failed')),
  -- Of the one download; gone once it begins.
  ticket_hash  bytea       constraint exports_ticket_hash check (octet_length(ticket_hash) = 32),
  asked_at     timestamptz not null default clock_timestamp(),
  -- A download that says nothing for two minutes has ended with its server.
  seen_at      timestamptz not null default clock_timestamp(),
  ended_at     timestamptz,
  rows_done    bigint      not null default 0,
  blobs_done   bigint      not null default 0,
  blobs_total  bigint,
  bytes_done   bigint      not null default 0,
  -- SHA-256 of manifest.json, in hex.
  manifest     text        constraint exports_manifest check (manifest ~ '^[0-9a-f]{64}$'),
  constraint exports_ended check ((state in ('waiting', 'running')) = (ended_at is null)),
  constraint exports_whole check ((state = 'done') = (manifest is not null))
);
comment on table tenancy.exports is 'Exports of organisations, and how far each is';
create index exports_newest_idx on tenancy.exports (tenant_id, asked_at desc, id desc);
create unique index exports_once_idx on tenancy.exports (tenant_id) where ended_at is null;
create index exports_asked_by_idx on tenancy.exports (asked_by);
alter table tenancy.exports enable row level security, force row level security;
create policy exports_service on tenancy.exports for all to current_user using (true) with check (true);
create policy exports_proven on tenancy.exports as restrictive for all to authenticated using ((select authz.is_proven()));
create policy exports_read on tenancy.exports for select to authenticated
  using ((select authz.tenant()) = (select authz.operator()) and (select authz.allows('manage_tenants', authz.operator())));
grant select on tenancy.exports to authenticated;
