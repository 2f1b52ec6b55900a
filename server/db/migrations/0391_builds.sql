-- Breaks nothing. Which builds of the web app the anchor log lists, and where.

create table ledger.builds (
  log_id   uuid   not null references ledger.logs (id),
  index    bigint not null,
  -- SHA-256 of the text of /build.json.
  manifest bytea  not null constraint builds_manifest check (octet_length(manifest) = 32),
  primary key (log_id, index)
);
create index builds_manifest_idx on ledger.builds (log_id, manifest, index);
comment on table ledger.builds is 'Builds of the web app that a server ran with, each at the place where the anchor log lists it';

revoke all on ledger.builds from public, anon, authenticated, service_role;
