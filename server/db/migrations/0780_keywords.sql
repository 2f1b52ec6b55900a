-- Breaks nothing. Keywords of organisations, the pages that they are clustered into, and vectors of texts
-- (docs/decisions/0216-embeddings-are-installed-by-choice.md, docs/decisions/0217-a-cluster-is-a-page.md).
create schema keywords;
comment on schema keywords is 'Keyword projects of organisations; read by its people through the server only';
revoke all on schema keywords from public;
grant usage on schema keywords to authenticated;

create table keywords.vectors (
  tenant_id uuid  not null references public.tenants (id) on delete cascade,
  -- SHA-256 of the model and the text. The same text of another organisation has a row of its own: how fast an answer is tells nothing of others.
  key       bytea not null constraint vectors_key_length check (length(key) = 32),
  -- 384 numbers of four bytes.
  vector    bytea not null constraint vectors_vector_length check (length(vector) = 1536),
  used_on   date  not null default current_date,
  primary key (tenant_id, key)
);
comment on table keywords.vectors is 'Meanings of texts that an organisation asked for before';
create index vectors_used_idx on keywords.vectors (used_on);

create table keywords.terms (
  tenant_id   uuid   primary key references public.tenants (id) on delete cascade,
  brands      text[] not null default '{}' constraint terms_brands_few check (cardinality(brands) <= 50),
  competitors text[] not null default '{}' constraint terms_competitors_few check (cardinality(competitors) <= 50),
  audiences   text[] not null default '{}' constraint terms_audiences_few check (cardinality(audiences) <= 50),
  places      text[] not null default '{}' constraint terms_places_few check (cardinality(places) <= 50)
);
comment on table keywords.terms is 'Names by which keywords of an organisation are sorted: its brands, competitors, audiences and places';

create table keywords.projects (
  id           uuid        primary key default gen_random_uuid(),
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  name         text        not null constraint projects_name_length check (length(btrim(name)) between 1 and 120),
  state        text        not null default 'queued' constraint projects_state_known check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
  -- What the keywords were compared by; null until they were.
  method       text        constraint projects_method_known check (method in ('embeddings', 'words')),
  seeds        text[]      not null default '{}',
  -- How a list was read: its separator, encoding and columns; null for seeds.
  import       jsonb,
  -- Keywords that were compared so far, and all of them.
  done         integer     not null default 0,
  total        integer     not null,
  created_by   uuid        references auth.users (id) on delete set null,
  created_at   timestamptz not null default clock_timestamp(),
  -- Moves while somebody works on it.
  seen_at      timestamptz not null default clock_timestamp(),
  completed_at timestamptz,
  constraint projects_counted check (done between 0 and total and total between 1 and 10000),
  constraint projects_tenant_key unique (tenant_id, id)
);
comment on table keywords.projects is 'Lists of keywords, and how far each is with its clusters';
create index projects_newest_idx on keywords.projects (tenant_id, created_at desc, id desc);
create index projects_created_by_idx on keywords.projects (created_by);

create table keywords.clusters (
  id         uuid    primary key default gen_random_uuid(),
  tenant_id  uuid    not null,
  project_id uuid    not null,
  place      integer not null,
  topic      text    not null constraint clusters_topic_length check (length(topic) between 1 and 200),
  page       text    not null constraint clusters_page_known
    check (page in ('pillar', 'how-to', 'comparison', 'pricing', 'proof', 'audience', 'local', 'versus', 'brand')),
  name       text    not null constraint clusters_name_length check (length(btrim(name)) between 1 and 240),
  intent     text    not null constraint clusters_intent_known check (intent in ('informational', 'commercial', 'transactional', 'navigational')),
  difficulty integer not null constraint clusters_difficulty_range check (difficulty between 1 and 100),
  reason     text    not null constraint clusters_reason_known check (reason in ('head_term', 'commercial', 'brand', 'middle', 'question', 'long_tail')),
  angles     text[]  not null default '{}',
  -- When its brief was asked for; the brief itself is made of the cluster as it is.
  briefed_at timestamptz,
  constraint clusters_project_fkey foreign key (tenant_id, project_id) references keywords.projects (tenant_id, id) on delete cascade,
  constraint clusters_project_key unique (project_id, id)
);
comment on table keywords.clusters is 'Pages that the keywords of a project are clustered into';
create index clusters_project_idx on keywords.clusters (tenant_id, project_id, place);

create table keywords.entries (
  project_id  uuid    not null,
  place       integer not null,
  tenant_id   uuid    not null,
  keyword     text    not null constraint entries_keyword_length check (length(keyword) between 1 and 200),
  source      text    not null constraint entries_source_known
    check (source in ('seed', 'idea', 'list', 'search_console', 'keyword_planner', 'semrush', 'ahrefs')),
  cluster_id  uuid,
  -- As an import had them; null is unknown.
  volume      bigint  constraint entries_volume_range check (volume >= 0),
  cpc_micros  bigint  constraint entries_cpc_range check (cpc_micros >= 0),
  kd          integer constraint entries_kd_range check (kd between 0 and 100),
  clicks      bigint  constraint entries_clicks_range check (clicks >= 0),
  impressions bigint  constraint entries_impressions_range check (impressions >= 0),
  position    real    constraint entries_position_range check (position >= 0),
  primary key (project_id, place),
  constraint entries_project_fkey foreign key (tenant_id, project_id) references keywords.projects (tenant_id, id) on delete cascade,
  constraint entries_cluster_fkey foreign key (project_id, cluster_id) references keywords.clusters (project_id, id) on delete set null (cluster_id)
);
comment on table keywords.entries is 'Keywords of a project with where they come from';
create index entries_cluster_idx on keywords.entries (project_id, cluster_id);
create index entries_tenant_idx on keywords.entries (tenant_id, project_id);

alter table keywords.vectors enable row level security, force row level security;
alter table keywords.terms enable row level security, force row level security;
alter table keywords.projects enable row level security, force row level security;
alter table keywords.clusters enable row level security, force row level security;
alter table keywords.entries enable row level security, force row level security;
create policy vectors_service on keywords.vectors for all to current_user using (true) with check (true);
create policy terms_proven on keywords.terms as restrictive for all to authenticated using ((select authz.is_proven()));
create policy terms_read on keywords.terms for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy terms_service on keywords.terms for all to current_user using (true) with check (true);
create policy projects_proven on keywords.projects as restrictive for all to authenticated using ((select authz.is_proven()));
create policy projects_read on keywords.projects for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy projects_service on keywords.projects for all to current_user using (true) with check (true);
create policy clusters_proven on keywords.clusters as restrictive for all to authenticated using ((select authz.is_proven()));
create policy clusters_read on keywords.clusters for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy clusters_service on keywords.clusters for all to current_user using (true) with check (true);
create policy entries_proven on keywords.entries as restrictive for all to authenticated using ((select authz.is_proven()));
create policy entries_read on keywords.entries for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy entries_service on keywords.entries for all to current_user using (true) with check (true);
revoke all on all tables in schema keywords from public, anon, authenticated, service_role;
grant select on keywords.terms, keywords.projects, keywords.clusters, keywords.entries to authenticated;

--! functions
create trigger projects_limit after insert on keywords.projects referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '100');
