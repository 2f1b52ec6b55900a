-- Notes that the caller read a lesson. Of another version of the course, what was read before no longer counts.
create or replace function training.read_lesson(course text, version integer, lesson integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := training.home();
begin
  insert into training.progress as p (tenant_id, user_id, course, version, lessons)
  values (home, auth.uid(), read_lesson.course, read_lesson.version, array[read_lesson.lesson])
  on conflict on constraint progress_pkey do update
  set version = excluded.version, updated_at = clock_timestamp(),
      lessons = case when p.version <> excluded.version then excluded.lessons
                     when p.lessons @> excluded.lessons then p.lessons else p.lessons || excluded.lessons end;
end $$;
grant execute on function training.read_lesson(text,integer,integer) to authenticated;

-- Takes one of the five tries that a day has for a course, once each of its lessons was read. @returns how many are left
create or replace function training.begin_try(course text, version integer, lessons integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := training.home();
  used integer;
begin
  -- Two tries at the same moment wait for each other.
  perform from training.progress p
  where p.user_id = auth.uid() and p.tenant_id = home and p.course = begin_try.course and p.version = begin_try.version
    and cardinality(p.lessons) >= begin_try.lessons for update;
  if not found then
    raise exception 'the lessons come before the quiz' using errcode = 'QS416';
  end if;
  delete from training.tries t where t.user_id = auth.uid() and t.at < clock_timestamp() - interval '1 day';
  select count(*) into used from training.tries t
  where t.user_id = auth.uid() and t.tenant_id = home and t.course = begin_try.course;
  if used >= 5 then
    raise exception 'five tries a day' using errcode = 'QS417';
  end if;
  insert into training.tries (tenant_id, user_id, course) values (home, auth.uid(), begin_try.course);
  return 4 - used;
end $$;
grant execute on function training.begin_try(text,integer,integer) to authenticated;

-- The caller passed; the server has checked the answers. `result`: {course, title, version, correct, questions}. What was read and tried is over,
-- and everything that assigned this course is done.
create or replace function training.complete(completion uuid, result jsonb, code_hash bytea) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := training.home();
begin
  insert into training.completions (id, tenant_id, user_id, course, title, version, correct, questions, printed_name, code_hash)
  select complete.completion, home, p.user_id, result ->> 'course', result ->> 'title', (result ->> 'version')::integer,
         (result ->> 'correct')::integer, (result ->> 'questions')::integer, left(coalesce(nullif(p.name, ''), p.email), 254), complete.code_hash
  from training.people(home, auth.uid()) p;
  if not found then
    raise exception 'training is for members of an organisation' using errcode = 'insufficient_privilege';
  end if;
  delete from training.progress p where p.user_id = auth.uid() and p.tenant_id = home and p.course = result ->> 'course';
  delete from training.tries t where t.user_id = auth.uid() and t.tenant_id = home and t.course = result ->> 'course';
  update training.assignees e set done_at = clock_timestamp(), completion_id = complete.completion
  from training.assignments a
  where a.id = e.assignment_id and a.course = result ->> 'course' and e.user_id = auth.uid() and e.tenant_id = home and e.done_at is null;
end $$;
grant execute on function training.complete(uuid,jsonb,bytea) to authenticated;

-- The person named on a certificate decides whether the page that checks it shows the whole name.
create or replace function training.show_name(completion uuid, is_shown boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := training.home();
begin
  update training.completions c set shows_name = is_shown
  where c.id = show_name.completion and c.tenant_id = home and c.user_id = auth.uid();
  if not found then
    raise exception 'there is no such certificate' using errcode = 'QS404';
  end if;
end $$;
grant execute on function training.show_name(uuid,boolean) to authenticated;

-- The certificate no longer counts; what it was done for is open again.
create or replace function training.withdraw(completion uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := training.managed();
begin
  update training.completions c set withdrawn_at = clock_timestamp(), withdrawn_by = auth.uid()
  where c.id = withdraw.completion and c.tenant_id = home and c.withdrawn_at is null;
  if not found then
    raise exception 'there is no such certificate' using errcode = 'QS404';
  end if;
  update training.assignees e set done_at = null, completion_id = null, reminded = training.reminder_of(e.due_on, training.today())
  where e.completion_id = withdraw.completion and e.tenant_id = home;
end $$;
grant execute on function training.withdraw(uuid) to authenticated;

-- What the page that checks certificates says to anybody who has the code; the server calls it.
create or replace function training.certificate_of(code_hash bytea)
  returns table (title text, version integer, completed_at timestamptz, printed_name text, shows_name boolean, withdrawn_at timestamptz, organisation text)
  language sql stable set search_path = ''
as $$
  select c.title, c.version, c.completed_at, c.printed_name, c.shows_name, c.withdrawn_at, t.name
  from training.completions c
  join public.tenants t on t.id = c.tenant_id
  where c.code_hash = certificate_of.code_hash
$$;
