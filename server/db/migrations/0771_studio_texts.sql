-- Breaks nothing. Texts and calendars of the studio (docs/decisions/0215-model-text-keeps-its-label.md).

create table studio.drafts (
  id               uuid        primary key default gen_random_uuid(),
  tenant_id        uuid        not null references public.tenants (id) on delete cascade,
  title            text        not null constraint drafts_title_length check (length(btrim(title)) between 1 and 300),
  content_type     text        not null constraint drafts_type_known check (content_type in ('blog', 'landing', 'adcopy', 'social')),
  outline          text        not null default '' constraint drafts_outline_length check (length(outline) <= 20000),
  target_keyword   text        not null default '' constraint drafts_keyword_length check (length(target_keyword) <= 200),
  audience         text        not null default '' constraint drafts_audience_length check (length(audience) <= 500),
  meta_description text        not null default '' constraint drafts_meta_length check (length(meta_description) <= 500),
  suggested_tags   text[]      not null default '{}' constraint drafts_tags_number check (cardinality(suggested_tags) <= 20),
  -- Grows with each change, so that nobody overwrites what they have not seen.
  version          integer     not null default 1,
  -- Somebody has a model write it just now.
  writing_until    timestamptz,
  writing_claim    uuid,
  created_by       uuid        references auth.users (id) on delete set null,
  created_at       timestamptz not null default clock_timestamp(),
  updated_at       timestamptz not null default clock_timestamp(),
  constraint drafts_tenant_key unique (tenant_id, id)
);
create index drafts_newest_idx on studio.drafts (tenant_id, updated_at desc, id desc);
create index drafts_created_by_idx on studio.drafts (created_by);

-- Each text that was saved. Those of a model and of the planner never change.
create table studio.draft_versions (
  tenant_id     uuid        not null references public.tenants (id) on delete cascade,
  draft_id      uuid        not null,
  no            integer     not null constraint draft_versions_number check (no > 0),
  content       text        not null constraint draft_versions_size check (octet_length(content) <= 204800),
  kind          text        not null constraint draft_versions_kind_known check (kind in ('person', 'model', 'brief')),
  -- False: the model was stopped, or its answer broke off.
  is_whole      boolean     not null default true,
  author_id     uuid        references auth.users (id) on delete set null,
  model         text        constraint draft_versions_model_length check (length(model) <= 200),
  -- What this server says of a text of a model, with its signature; null for the others.
  record        jsonb       constraint draft_versions_record_size check (pg_column_size(record) <= 16384),
  created_at    timestamptz not null default clock_timestamp(),
  primary key (draft_id, no),
  constraint draft_versions_draft_fkey foreign key (tenant_id, draft_id) references studio.drafts (tenant_id, id) on delete cascade
);
create index draft_versions_author_idx on studio.draft_versions (author_id);
create index draft_versions_tenant_idx on studio.draft_versions (tenant_id, draft_id);

create table studio.platform_limits (
  tenant_id  uuid    not null references public.tenants (id) on delete cascade,
  platform   text    not null constraint platform_limits_platform_known
                     check (platform in ('LinkedIn', 'Twitter', 'YouTube', 'Facebook', 'Instagram', 'TikTok')),
  characters integer not null constraint platform_limits_range check (characters between 50 and 100000),
  primary key (tenant_id, platform)
);

create table studio.calendars (
  id          uuid        primary key default gen_random_uuid(),
  tenant_id   uuid        not null references public.tenants (id) on delete cascade,
  month       text        not null constraint calendars_month_form check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  topics      text[]      not null constraint calendars_topics_number check (cardinality(topics) between 1 and 30),
  platforms   text[]      not null constraint calendars_platforms_number check (cardinality(platforms) between 1 and 6),
  brand_voice text        not null default '' constraint calendars_voice_length check (length(brand_voice) <= 500),
  -- The model that wrote the posts; null: they are plans with writing prompts.
  model       text        constraint calendars_model_length check (length(model) <= 200),
  record      jsonb       constraint calendars_record_size check (pg_column_size(record) <= 32768),
  created_by  uuid        references auth.users (id) on delete set null,
  created_at  timestamptz not null default clock_timestamp(),
  constraint calendars_tenant_key unique (tenant_id, id)
);
create index calendars_newest_idx on studio.calendars (tenant_id, created_at desc, id desc);
create index calendars_created_by_idx on studio.calendars (created_by);

create table studio.posts (
  id                uuid        primary key default gen_random_uuid(),
  tenant_id         uuid        not null references public.tenants (id) on delete cascade,
  calendar_id       uuid        not null,
  date              date        not null,
  -- Of the day, in the zone of who publishes.
  slot              time        not null,
  platform          text        not null constraint posts_platform_known
                                check (platform in ('LinkedIn', 'Twitter', 'YouTube', 'Facebook', 'Instagram', 'TikTok')),
  pillar            text        not null constraint posts_pillar_length check (length(pillar) <= 200),
  content_type      text        not null constraint posts_type_length check (length(content_type) <= 60),
  content           text        not null constraint posts_content_length check (length(content) <= 100000),
  hashtags          text[]      not null default '{}' constraint posts_hashtags_number check (cardinality(hashtags) <= 30),
  cta               text        not null default '' constraint posts_cta_length check (length(cta) <= 300),
  visual_suggestion text        not null default '' constraint posts_visual_length check (length(visual_suggestion) <= 1000),
  is_copy           boolean     not null,
  published_at      timestamptz,
  -- Grows with each change, so that nobody overwrites what they have not seen.
  version           integer     not null default 1,
  constraint posts_calendar_fkey foreign key (tenant_id, calendar_id) references studio.calendars (tenant_id, id) on delete cascade
);
create index posts_calendar_idx on studio.posts (tenant_id, calendar_id, date, slot, id);

alter table studio.drafts enable row level security, force row level security;
alter table studio.draft_versions enable row level security, force row level security;
alter table studio.platform_limits enable row level security, force row level security;
alter table studio.calendars enable row level security, force row level security;
alter table studio.posts enable row level security, force row level security;
create policy drafts_proven on studio.drafts as restrictive for all to authenticated using ((select authz.is_proven()));
create policy drafts_all on studio.drafts for all to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())))
  with check (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy drafts_service on studio.drafts for all to current_user using (true) with check (true);
create policy draft_versions_proven on studio.draft_versions as restrictive for all to authenticated using ((select authz.is_proven()));
create policy draft_versions_read on studio.draft_versions for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy draft_versions_add on studio.draft_versions for insert to authenticated
  with check (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy draft_versions_service on studio.draft_versions for all to current_user using (true) with check (true);
create policy platform_limits_proven on studio.platform_limits as restrictive for all to authenticated using ((select authz.is_proven()));
create policy platform_limits_all on studio.platform_limits for all to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())))
  with check (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy platform_limits_service on studio.platform_limits for all to current_user using (true) with check (true);
create policy calendars_proven on studio.calendars as restrictive for all to authenticated using ((select authz.is_proven()));
create policy calendars_all on studio.calendars for all to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())))
  with check (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy calendars_service on studio.calendars for all to current_user using (true) with check (true);
create policy posts_proven on studio.posts as restrictive for all to authenticated using ((select authz.is_proven()));
create policy posts_all on studio.posts for all to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())))
  with check (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy posts_service on studio.posts for all to current_user using (true) with check (true);
revoke all on studio.drafts, studio.draft_versions, studio.platform_limits, studio.calendars, studio.posts
  from public, anon, authenticated, service_role;
grant select, insert, update, delete on studio.drafts, studio.platform_limits, studio.calendars, studio.posts to authenticated;
grant select, insert on studio.draft_versions to authenticated;

--! functions
create trigger drafts_limit after insert on studio.drafts referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '2000');
create trigger draft_versions_limit after insert on studio.draft_versions referencing new table as added
  for each statement execute function authz.limit_rows('draft_id', '200');
create trigger calendars_limit after insert on studio.calendars referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '500');
create trigger posts_limit after insert on studio.posts referencing new table as added
  for each statement execute function authz.limit_rows('calendar_id', '200');
