-- Breaks nothing. Destruction is counted over a day as well (docs/decisions/0119-what-is-slow-is-counted-by-the-day.md).

-- A day must outlast a crash, ten minutes need not.
alter table threats.destroyed set logged;

-- The end of the last pause: what came before it was answered for.
create index threat_enforcements_lifted_idx on public.threat_enforcements (user_id, lifted_at)
  where action = 'freeze' and lifted_at is not null;

-- Takes the code of the reason as well; calls with three arguments reach the new one.
drop function if exists threats.destruction(uuid, integer, integer);

-- What clients saw of content before they sealed it, in the last minutes. It decides nothing by itself.
create unlogged table threats.hints (
  user_id uuid        not null,
  file_id uuid        not null,
  hint    text        not null constraint hints_hint check (hint in ('random', 'other_type')),
  at      timestamptz not null default clock_timestamp(),
  primary key (user_id, file_id)
);
create index hints_time_idx on threats.hints (at);
comment on table threats.hints is 'What clients saw of content that replaces a file';
revoke all on threats.hints from public, anon, authenticated, service_role;

-- Whether a code can be sent by SMS: the servers say so when they start.
create table threats.ways (
  is_only boolean primary key default true constraint ways_only check (is_only),
  has_sms boolean not null
);
comment on table threats.ways is 'By which ways a code reaches people';
revoke all on threats.ways from public, anon, authenticated, service_role;

--! functions

create trigger file_versions_count_deletion after delete on public.file_versions
  referencing old table as gone for each statement execute function threats.guard_version_deletion();
