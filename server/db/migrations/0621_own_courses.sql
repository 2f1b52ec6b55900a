-- Breaks nothing. Courses that an organisation writes itself (docs/decisions/0177-a-published-course-is-a-version.md).

create table training.courses (
  id                uuid        primary key default gen_random_uuid(),
  tenant_id         uuid        not null references public.tenants (id) on delete cascade,
  title             text        not null constraint courses_title_length check (length(btrim(title)) between 1 and 150),
  summary           text        not null default '' constraint courses_summary_length check (length(summary) <= 500),
  minutes           integer     not null constraint courses_minutes check (minutes between 1 and 600),
  -- Lessons and questions as they are written now: {lessons, questions}.
  draft             jsonb       not null default '{"lessons": [], "questions": []}'
                                constraint courses_draft_size check (octet_length(draft::text) <= 1048576),
  -- Counts what was saved: who saves names the one that they saw.
  revision          integer     not null default 1,
  -- The version that people learn; null, none was published yet.
  published_version integer,
  -- What was saved when that version was made.
  published_revision integer,
  -- No longer offered. Those to whom it is assigned can still do it.
  is_retired        boolean     not null default false,
  created_by        uuid        references auth.users (id) on delete set null,
  created_at        timestamptz not null default clock_timestamp()
);
create index courses_tenant_idx on training.courses (tenant_id, created_at desc);
create index courses_creator_idx on training.courses (created_by);

-- What was published, each as it was then. Rows are only added.
create table training.course_versions (
  course_id    uuid        not null references training.courses (id) on delete cascade,
  version      integer     not null constraint course_versions_version check (version > 0),
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  title        text        not null,
  summary      text        not null,
  minutes      integer     not null,
  content      jsonb       not null,
  published_at timestamptz not null default clock_timestamp(),
  published_by uuid        references auth.users (id) on delete set null,
  primary key (course_id, version)
);
create index course_versions_tenant_idx on training.course_versions (tenant_id);
create index course_versions_by_idx on training.course_versions (published_by);

alter table training.courses enable row level security, force row level security;
alter table training.course_versions enable row level security, force row level security;
create policy courses_proven on training.courses as restrictive for all to authenticated using ((select authz.is_proven()));
create policy courses_service on training.courses for all to current_user using (true) with check (true);
create policy courses_read on training.courses for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create policy course_versions_proven on training.course_versions as restrictive for all to authenticated using ((select authz.is_proven()));
create policy course_versions_service on training.course_versions for all to current_user using (true) with check (true);
create policy course_versions_read on training.course_versions for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
revoke all on training.courses, training.course_versions from public, anon, authenticated, service_role;
grant select on training.courses, training.course_versions to authenticated;

--! functions
create trigger courses_limit after insert on training.courses referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '200');
create trigger course_versions_limit after insert on training.course_versions referencing new table as added
  for each statement execute function authz.limit_rows('course_id', '200');
create trigger courses_audit_insert after insert on training.courses referencing new table as added
  for each statement execute function training.record_rows();
create trigger courses_audit_update after update on training.courses referencing new table as added
  for each statement execute function training.record_rows();
create trigger courses_audit_delete after delete on training.courses referencing old table as added
  for each statement execute function training.record_rows();
create trigger course_versions_audit_insert after insert on training.course_versions referencing new table as added
  for each statement execute function training.record_rows();
