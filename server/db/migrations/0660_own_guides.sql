-- Breaks nothing. Guides that the organisation of the operator writes itself
-- (docs/decisions/0187-own-guides-stand-apart-from-the-build.md).
create schema documentation;
comment on schema documentation is 'Guides that the operator''s organisation writes; read and written by the server only';
revoke all on schema documentation from public;

create table documentation.guides (
  id                 uuid        primary key default gen_random_uuid(),
  -- The last part of its address; it stays once a version was published.
  slug               text        not null constraint guides_slug_unique unique
                                 constraint guides_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title              text        not null default '' constraint guides_title_length check (length(title) <= 120),
  description        text        not null default '' constraint guides_description_length check (length(description) <= 300),
  section            text        not null,
  place              integer     not null default 0 constraint guides_place check (place between 0 and 9999),
  -- The built guide that it is shown for.
  replaces           text,
  body               text        not null default '' constraint guides_body_size check (octet_length(body) <= 204800),
  -- Counts what was saved: who saves names the one that they saw.
  revision           integer     not null default 1,
  -- The version that readers see; null, none.
  published_version  integer,
  -- What was saved when that version was made.
  published_revision integer,
  updated_by         uuid        references auth.users (id) on delete set null,
  updated_at         timestamptz not null default clock_timestamp(),
  created_at         timestamptz not null default clock_timestamp()
);
comment on table documentation.guides is 'Guides as they are written now';
create index guides_updated_by_idx on documentation.guides (updated_by);

-- What was published, each as it was then. Rows are only added.
create table documentation.versions (
  guide_id     uuid        not null references documentation.guides (id) on delete cascade,
  version      integer     not null constraint versions_number check (version > 0),
  title        text        not null,
  description  text        not null,
  section      text        not null,
  place        integer     not null,
  replaces     text,
  body         text        not null,
  note         text        not null default '' constraint versions_note_length check (length(note) <= 300),
  published_by uuid        references auth.users (id) on delete set null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (guide_id, version)
);
comment on table documentation.versions is 'Published versions of own guides';
create index versions_published_by_idx on documentation.versions (published_by);
revoke all on all tables in schema documentation from public, anon, authenticated, service_role;
