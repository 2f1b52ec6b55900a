-- Breaks nothing. Sources of texts of organisations, and their sentences (docs/decisions/0230-facts-come-from-sources-that-were-given.md).

create table studio.sources (
  id            uuid        primary key default gen_random_uuid(),
  tenant_id     uuid        not null references public.tenants (id) on delete cascade,
  name          text        not null constraint sources_name_length check (length(btrim(name)) between 1 and 200),
  kind          text        not null constraint sources_kind_known check (kind in ('pasted', 'file', 'vault')),
  format        text        not null constraint sources_format_known check (format in ('txt', 'md', 'csv', 'html')),
  content       text        not null constraint sources_size check (octet_length(content) <= 1048576),
  -- SHA-256 of the text: the same text twice would give the same sentence twice.
  sha256        bytea       not null constraint sources_sha256 check (octet_length(sha256) = 32),
  sentences     integer     not null constraint sources_sentences check (sentences between 1 and 5000),
  -- Model that all sentences have vectors of; null until then: they are found by words.
  read_by       text        constraint sources_read_by_length check (length(read_by) <= 100),
  -- Somebody reads it just now.
  reading_until timestamptz,
  created_by    uuid        references auth.users (id) on delete set null,
  created_at    timestamptz not null default clock_timestamp(),
  constraint sources_tenant_key unique (tenant_id, id),
  constraint sources_once unique (tenant_id, sha256)
);
comment on table studio.sources is 'Texts that an organisation gave as sources of what it writes';
create index sources_newest_idx on studio.sources (tenant_id, created_at desc, id desc);
create index sources_created_by_idx on studio.sources (created_by);

create table studio.source_sentences (
  tenant_id uuid    not null,
  source_id uuid    not null,
  no        integer not null constraint source_sentences_number check (no between 1 and 5000),
  line      integer not null constraint source_sentences_line check (line > 0),
  text      text    not null constraint source_sentences_length check (length(text) between 1 and 700),
  -- 384 numbers of four bytes.
  vector    bytea   constraint source_sentences_vector_length check (length(vector) = 1536),
  primary key (source_id, no),
  constraint source_sentences_source_fkey foreign key (tenant_id, source_id) references studio.sources (tenant_id, id) on delete cascade
);
comment on table studio.source_sentences is 'Sentences of sources, verbatim, and their meanings';
create index source_sentences_source_idx on studio.source_sentences (tenant_id, source_id);

alter table studio.sources enable row level security, force row level security;
alter table studio.source_sentences enable row level security, force row level security;
create policy sources_service on studio.sources for all to current_user using (true) with check (true);
create policy sources_proven on studio.sources as restrictive for all to authenticated using ((select authz.is_proven()));
create policy sources_read on studio.sources for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy source_sentences_service on studio.source_sentences for all to current_user using (true) with check (true);
create policy source_sentences_proven on studio.source_sentences as restrictive for all to authenticated using ((select authz.is_proven()));
create policy source_sentences_read on studio.source_sentences for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
revoke all on studio.sources, studio.source_sentences from public, anon, authenticated, service_role;
grant select on studio.sources, studio.source_sentences to authenticated;

--! functions
create trigger sources_limit after insert on studio.sources referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '50');
create trigger source_sentences_limit after insert on studio.source_sentences referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '10000');
