-- Breaks nothing. Crawls of the public site, what they found, and the addresses of it that lead elsewhere
-- (docs/decisions/0180-the-site-is-crawled-as-it-is-served.md).
create schema seo;
comment on schema seo is 'How the public site is found; read and written by the server only';
revoke all on schema seo from public;

create table seo.crawls (
  id           uuid        primary key default gen_random_uuid(),
  status       text        not null default 'running' constraint crawls_status_known
    check (status in ('running', 'completed', 'cancelled', 'failed')),
  started_by   uuid        references auth.users (id) on delete set null,
  is_scheduled boolean     not null default false,
  build        text        not null,
  -- More pages were found than one crawl looks at.
  is_cut       boolean     not null default false,
  started_at   timestamptz not null default clock_timestamp(),
  -- Moves while the crawl works.
  seen_at      timestamptz not null default clock_timestamp(),
  completed_at timestamptz
);
comment on table seo.crawls is 'Each crawl of the public site';
create unique index crawls_one_at_a_time on seo.crawls (status) where status = 'running';
create index crawls_newest_idx on seo.crawls (started_at desc, id desc);
create index crawls_started_by_idx on seo.crawls (started_by);

create table seo.pages (
  crawl_id    uuid    not null references seo.crawls (id) on delete cascade,
  path        text    not null,
  status      integer not null,
  title       text    not null default '',
  description text    not null default '',
  words       integer not null default 0,
  bytes       integer not null default 0,
  -- Pages of the site that link to it.
  linked_from integer not null default 0,
  primary key (crawl_id, path)
);
comment on table seo.pages is 'Pages that a crawl looked at';

create table seo.findings (
  crawl_id uuid not null references seo.crawls (id) on delete cascade,
  path     text not null,
  rule     text not null,
  -- What exactly: the address of a dead link, the other page with this title.
  detail   text not null default '',
  primary key (crawl_id, path, rule, detail)
);
comment on table seo.findings is 'What a crawl found wrong on a page';

create table seo.redirects (
  from_path    text        primary key constraint redirects_from_length check (length(from_path) between 2 and 500),
  to_address   text        not null constraint redirects_to_length check (length(to_address) between 1 and 500),
  is_permanent boolean     not null default true,
  created_by   uuid        references auth.users (id) on delete set null,
  created_at   timestamptz not null default clock_timestamp()
);
comment on table seo.redirects is 'Addresses of the public site that lead elsewhere';
create index redirects_created_by_idx on seo.redirects (created_by);

create table seo.settings (
  is_only   boolean primary key default true constraint settings_one_row check (is_only),
  is_weekly boolean not null default false
);
comment on table seo.settings is 'Whether the site is crawled each week';
insert into seo.settings default values;
revoke all on all tables in schema seo from public, anon, authenticated, service_role;
