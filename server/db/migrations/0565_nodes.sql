-- Breaks nothing. Which servers work on this installation, for the page of its operators.
create table meta.nodes (
  id              uuid        primary key,
  name            text        not null constraint nodes_name_short check (length(name) <= 255),
  role            text        not null constraint nodes_role_known check (role in ('all', 'api', 'worker')),
  version         text        not null,
  started_at      timestamptz not null default clock_timestamp(),
  seen_at         timestamptz not null default clock_timestamp(),
  pools           jsonb       not null,
  disk_free_bytes bigint,
  disk_bytes      bigint
);
comment on table meta.nodes is 'Servers of this installation, and when they were there last; one that ended in order is not in it';
revoke all on meta.nodes from public, anon, authenticated, service_role;
