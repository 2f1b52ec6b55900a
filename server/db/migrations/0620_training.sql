-- Breaks nothing. Courses that an organisation assigns to its people, how far they are, and certificates
-- (docs/decisions/0175-training-belongs-to-who-manages-users.md, 0176-a-certificate-is-known-by-its-hash.md).

create schema training;
grant usage on schema training to authenticated;

create table training.assignments (
  id               uuid        primary key default gen_random_uuid(),
  tenant_id        uuid        not null references public.tenants (id) on delete cascade,
  -- The name of a course that comes with the program, or the id of one that an organisation wrote.
  course           text        not null constraint assignments_course_form check (course ~ '^[a-z0-9-]{1,64}$'),
  title            text        not null constraint assignments_title_length check (length(title) between 1 and 150),
  -- Those who join later get it as well.
  is_for_everybody boolean     not null,
  due_on           date        not null,
  assigned_by      uuid        references auth.users (id) on delete set null,
  created_at       timestamptz not null default clock_timestamp()
);
create index assignments_newest_idx on training.assignments (tenant_id, created_at desc, id desc);
create index assignments_by_idx on training.assignments (assigned_by);

create table training.completions (
  id           uuid        primary key default gen_random_uuid(),
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  user_id      uuid        not null references auth.users (id) on delete cascade,
  course       text        not null constraint completions_course_form check (course ~ '^[a-z0-9-]{1,64}$'),
  title        text        not null constraint completions_title_length check (length(title) between 1 and 150),
  version      integer     not null constraint completions_version check (version > 0),
  correct      integer     not null constraint completions_correct check (correct >= 0),
  questions    integer     not null constraint completions_questions check (questions > 0),
  completed_at timestamptz not null default clock_timestamp(),
  -- As the certificate has it.
  printed_name text        not null constraint completions_name_length check (length(printed_name) between 1 and 254),
  -- Whether the page that checks a certificate shows the whole name; its owner decides.
  shows_name   boolean     not null default false,
  -- SHA-256 of the code on the certificate. The code is stored nowhere.
  code_hash    bytea       not null constraint completions_hash_length check (octet_length(code_hash) = 32),
  withdrawn_at timestamptz,
  withdrawn_by uuid        references auth.users (id) on delete set null
);
create unique index completions_code_key on training.completions (code_hash);
create index completions_person_idx on training.completions (user_id, tenant_id, completed_at desc);
create index completions_tenant_idx on training.completions (tenant_id);
create index completions_withdrawn_by_idx on training.completions (withdrawn_by);

create table training.assignees (
  assignment_id uuid        not null references training.assignments (id) on delete cascade,
  user_id       uuid        not null references auth.users (id) on delete cascade,
  tenant_id     uuid        not null references public.tenants (id) on delete cascade,
  due_on        date        not null,
  added_at      timestamptz not null default clock_timestamp(),
  -- The last reminder: none is -1, the one of the week before 0, that of the day 1, then one more each week.
  reminded      integer     not null default -1,
  done_at       timestamptz,
  completion_id uuid        references training.completions (id) on delete set null,
  primary key (assignment_id, user_id)
);
create index assignees_user_idx on training.assignees (user_id, tenant_id);
create index assignees_tenant_idx on training.assignees (tenant_id);
create index assignees_completion_idx on training.assignees (completion_id);
create index assignees_due_idx on training.assignees (due_on) where done_at is null;

create table training.progress (
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  user_id    uuid        not null references auth.users (id) on delete cascade,
  course     text        not null constraint progress_course_form check (course ~ '^[a-z0-9-]{1,64}$'),
  version    integer     not null,
  -- Numbers of the lessons that were read, from 0.
  lessons    integer[]   not null default '{}' constraint progress_lessons_few check (cardinality(lessons) <= 50),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (user_id, tenant_id, course)
);
create index progress_tenant_idx on training.progress (tenant_id);

create table training.tries (
  id        bigint      generated always as identity primary key,
  tenant_id uuid        not null references public.tenants (id) on delete cascade,
  user_id   uuid        not null references auth.users (id) on delete cascade,
  course    text        not null constraint tries_course_form check (course ~ '^[a-z0-9-]{1,64}$'),
  at        timestamptz not null default clock_timestamp()
);
create index tries_person_idx on training.tries (user_id, tenant_id, course, at);
create index tries_tenant_idx on training.tries (tenant_id);

do $$
declare
  name text;
begin
  foreach name in array array['assignments', 'completions', 'assignees', 'progress', 'tries'] loop
    execute format('alter table training.%I enable row level security', name);
    execute format('alter table training.%I force row level security', name);
    execute format('create policy %I on training.%I as restrictive for all to authenticated using ((select authz.is_proven()))', name || '_proven', name);
    execute format('create policy %I on training.%I for all to current_user using (true) with check (true)', name || '_service', name);
    execute format('revoke all on training.%I from public, anon, authenticated, service_role', name);
  end loop;
end $$;
revoke all on all sequences in schema training from public, anon, authenticated, service_role;
create policy assignees_read on training.assignees for select to authenticated
  using (tenant_id = (select authz.tenant())
         and (user_id = (select auth.uid()) or (select authz.allows('manage_users', authz.tenant()))));
create policy assignments_read on training.assignments for select to authenticated
  using (tenant_id = (select authz.tenant())
         and ((select authz.allows('manage_users', authz.tenant()))
              or exists (select from training.assignees a where a.assignment_id = id and a.user_id = (select auth.uid()))));
create policy completions_read on training.completions for select to authenticated
  using (tenant_id = (select authz.tenant())
         and (user_id = (select auth.uid()) or (select authz.allows('manage_users', authz.tenant()))));
create policy progress_read on training.progress for select to authenticated
  using (tenant_id = (select authz.tenant()) and user_id = (select auth.uid()));
create policy tries_read on training.tries for select to authenticated
  using (tenant_id = (select authz.tenant()) and user_id = (select auth.uid()));
grant select on training.assignments, training.assignees, training.progress, training.tries to authenticated;
grant select (id, tenant_id, user_id, course, title, version, correct, questions, completed_at, printed_name, shows_name, withdrawn_at)
  on training.completions to authenticated;

insert into notify.defaults (kind, by_email) values ('training_assigned', true), ('training_due', true);

--! functions
create trigger assignments_limit after insert on training.assignments referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '1000');
create trigger completions_limit after insert on training.completions referencing new table as added
  for each statement execute function authz.limit_rows('user_id', '500');
create trigger assignments_audit_insert after insert on training.assignments referencing new table as added
  for each statement execute function training.record_rows();
create trigger assignments_audit_update after update on training.assignments referencing new table as added
  for each statement execute function training.record_rows();
create trigger assignments_audit_delete after delete on training.assignments referencing old table as added
  for each statement execute function training.record_rows();
create trigger completions_audit_insert after insert on training.completions referencing new table as added
  for each statement execute function training.record_rows();
create trigger completions_audit_update after update on training.completions referencing new table as added
  for each statement execute function training.record_rows();
