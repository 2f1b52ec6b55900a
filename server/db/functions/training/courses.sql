-- Saves a course of the organisation, a new one where none is named. `fields`: {title, summary, minutes, draft}; `seen` is the revision that the
-- person looked at. @returns its id
create or replace function training.save_course(course uuid, fields jsonb, seen integer) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home   uuid := training.managed();
  given  training.courses := jsonb_populate_record(null::training.courses, fields);
  before training.courses;
  saved  uuid;
begin
  if save_course.course is null then
    insert into training.courses (tenant_id, title, summary, minutes, draft, created_by)
    values (home, given.title, given.summary, given.minutes, given.draft, auth.uid()) returning id into saved;
    return saved;
  end if;
  select c.* into before from training.courses c where c.id = save_course.course and c.tenant_id = home for update;
  if before.id is null then
    raise exception 'there is no such course' using errcode = 'QS404';
  end if;
  if before.revision <> seen then
    raise exception 'somebody else changed this course at the same moment' using errcode = 'QS418';
  end if;
  update training.courses c
  set title = given.title, summary = given.summary, minutes = given.minutes, draft = given.draft, revision = before.revision + 1
  where c.id = before.id;
  return before.id;
end $$;
grant execute on function training.save_course(uuid,jsonb,integer) to authenticated;

-- Makes what was saved the version that people learn; the server has checked that it is whole. @returns the version
create or replace function training.publish_course(course uuid, seen integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  home   uuid := training.managed();
  before training.courses;
  made   integer;
begin
  select c.* into before from training.courses c where c.id = publish_course.course and c.tenant_id = home for update;
  if before.id is null then
    raise exception 'there is no such course' using errcode = 'QS404';
  end if;
  if before.revision <> seen then
    raise exception 'somebody else changed this course at the same moment' using errcode = 'QS418';
  end if;
  if before.published_revision = before.revision then
    return before.published_version;
  end if;
  made := coalesce(before.published_version, 0) + 1;
  insert into training.course_versions (course_id, version, tenant_id, title, summary, minutes, content, published_by)
  values (before.id, made, home, before.title, before.summary, before.minutes, before.draft, auth.uid());
  update training.courses c set published_version = made, published_revision = before.revision where c.id = before.id;
  return made;
end $$;
grant execute on function training.publish_course(uuid,integer) to authenticated;

create or replace function training.retire_course(course uuid, is_over boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := training.managed();
begin
  update training.courses c set is_retired = is_over where c.id = retire_course.course and c.tenant_id = home;
  if not found then
    raise exception 'there is no such course' using errcode = 'QS404';
  end if;
end $$;
grant execute on function training.retire_course(uuid,boolean) to authenticated;

-- The same for who says which revision they saw. Servers of the version before call the one above.
create or replace function training.archive_course(course uuid, seen integer, is_archived boolean) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := training.managed();
begin
  update training.courses c set is_retired = is_archived
  where c.id = archive_course.course and c.tenant_id = home and c.revision = seen;
  if found then
    return seen;
  end if;
  if exists (select from training.courses c where c.id = archive_course.course and c.tenant_id = home) then
    raise exception 'somebody else has changed the course meanwhile' using errcode = 'QS418';
  end if;
  raise exception 'there is no such course' using errcode = 'QS404';
end $$;
grant execute on function training.archive_course(uuid,integer,boolean) to authenticated;

-- One that was published stays, for those who completed it: it can be retired.
create or replace function training.remove_course(course uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := training.managed();
begin
  delete from training.courses c where c.id = remove_course.course and c.tenant_id = home and c.published_version is null;
  if found then
    return;
  end if;
  if exists (select from training.courses c where c.id = remove_course.course and c.tenant_id = home) then
    raise exception 'a course that was published can only be retired' using errcode = 'QS419';
  end if;
  raise exception 'there is no such course' using errcode = 'QS404';
end $$;
grant execute on function training.remove_course(uuid) to authenticated;

-- Published courses of the caller's organisation, or one of them. One that is retired is there for those who still have to do it.
create or replace function training.offered_courses(one uuid default null)
  returns table (id text, title text, summary text, minutes integer, version integer, lessons integer, questions integer, content jsonb)
  language sql stable security definer set search_path = ''
as $$
  select c.id::text, v.title, v.summary, v.minutes, v.version, jsonb_array_length(v.content -> 'lessons'),
         jsonb_array_length(v.content -> 'questions'), case when one is not null then v.content end
  from (select training.home() as home) h
  join training.courses c on c.tenant_id = h.home
  join training.course_versions v on v.course_id = c.id and v.version = c.published_version
  where (one is null or c.id = one)
    and (not c.is_retired
         or exists (select from training.assignees e join training.assignments a on a.id = e.assignment_id
                    where a.course = c.id::text and e.user_id = auth.uid() and e.done_at is null))
  order by c.created_at, c.id
$$;
grant execute on function training.offered_courses(uuid) to authenticated;
