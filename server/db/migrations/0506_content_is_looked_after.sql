-- Breaks nothing. What the store holds and nothing knows of, what rows name and the store has not, and how far the sweep has come
-- (docs/decisions/0123-the-note-of-a-blob-decides.md, 0124-lost-content-is-said-once.md).

create table storage.leftovers (
  blob_id       uuid        primary key,
  size_bytes    bigint      not null,
  -- As the store says.
  modified_at   timestamptz not null,
  -- By this database: one that was restored begins again.
  first_seen_at timestamptz not null default now(),
  seen_at       timestamptz not null default now()
);
comment on table storage.leftovers is 'Blobs without row and note, and since when the sweep has seen them';
create index leftovers_due_idx on storage.leftovers (first_seen_at);

create table storage.sweep (
  is_only     boolean     primary key default true constraint sweep_only check (is_only),
  begun_at    timestamptz not null default '-infinity',
  is_running  boolean     not null default false,
  -- Everything up to this blob was looked at; null at the beginning.
  reached     uuid,
  blobs       bigint      not null default 0,
  losses      bigint      not null default 0,
  finished_at timestamptz,
  -- Leftovers that wait for a word of the operator.
  held        bigint      not null default 0
);
comment on table storage.sweep is 'How far the sweep of the store has come, and what the last whole one found';
insert into storage.sweep default values;

create table storage.lost_content (
  object_id   uuid        not null references storage.objects (id) on delete cascade,
  blob_id     uuid        not null,
  problem     text        not null constraint lost_content_problem check (problem in ('missing', 'damaged')),
  found_by    text        not null constraint lost_content_found_by check (found_by in ('read', 'sweep')),
  found_at    timestamptz not null default now(),
  -- Who manages security was notified of this one; others within the hour are counted.
  notified_at timestamptz,
  primary key (object_id, blob_id)
);
comment on table storage.lost_content is 'Objects whose content is missing or has another size, until it is whole again';

alter table storage.leftovers enable row level security, force row level security;
alter table storage.sweep enable row level security, force row level security;
alter table storage.lost_content enable row level security, force row level security;
create policy leftovers_service on storage.leftovers for all to current_user using (true) with check (true);
create policy sweep_service on storage.sweep for all to current_user using (true) with check (true);
create policy lost_content_service on storage.lost_content for all to current_user using (true) with check (true);
revoke all on storage.leftovers, storage.sweep, storage.lost_content from public, anon, authenticated, service_role;

-- What a rule other than that of the probes opened: one open incident of each.
alter table public.status_incidents add column cause text constraint status_incidents_cause check (cause in ('content'));
create unique index status_incidents_one_cause_idx on public.status_incidents (cause) where resolved_at is null;

insert into notify.defaults (kind, by_email) values ('content_lost', true), ('leftovers_held', true);
