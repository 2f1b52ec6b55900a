-- Breaks nothing. When backups were taken, for those who watch over the server.

create table meta.backups (
  id            bigint      generated always as identity primary key,
  taken_at      timestamptz not null,
  ended_at      timestamptz not null default clock_timestamp(),
  place         text        not null,
  name          text        not null,
  database_bytes bigint     not null,
  contents      bigint      not null,
  content_bytes bigint      not null,
  damaged       integer     not null
);
comment on table meta.backups is 'Backups that were taken with npm run backup';

comment on table threats.ways is 'Ways in which a code reaches people';
