-- Breaks nothing. How far the reading of all stored content has come, and what it finds (docs/decisions/0134-stored-content-is-read.md).

create table storage.scrub (
  is_only       boolean     primary key default true constraint scrub_only check (is_only),
  begun_at      timestamptz not null default '-infinity',
  is_running    boolean     not null default false,
  -- Everything up to this blob was read; null at the beginning.
  reached       uuid,
  blobs         bigint      not null default 0,
  bytes         bigint      not null default 0,
  -- Of which no SHA-256 is known: only their size was compared.
  unknown       bigint      not null default 0,
  lost          bigint      not null default 0,
  finished_at   timestamptz,
  -- The process that reads, and until when it counts as alive.
  claimed_by    uuid,
  claimed_until timestamptz not null default '-infinity'
);
comment on table storage.scrub is 'How far the reading of all stored content has come, and what the last whole one found';
insert into storage.scrub default values;
alter table storage.scrub enable row level security, force row level security;
create policy scrub_service on storage.scrub for all to current_user using (true) with check (true);
revoke all on storage.scrub from public, anon, authenticated, service_role;

alter table storage.lost_content drop constraint lost_content_found_by;
alter table storage.lost_content add constraint lost_content_found_by check (found_by in ('read', 'sweep', 'scrub'));
comment on table storage.lost_content is 'Objects whose content is missing or is not what was stored, until it is whole again';
