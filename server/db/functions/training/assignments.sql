-- Which reminder a day calls for: -1 none yet, 0 from a week before, 1 on the day, then one more each week.
create or replace function training.reminder_of(due date, day date) returns integer
  language sql immutable parallel safe set search_path = ''
as $$
  select case when day >= due then 1 + (day - due) / 7 when day >= due - 7 then 0 else -1 end
$$;

-- Assigns a course to these people, or to everybody of the organisation and those who join it. Ids of others are left out. @returns its id
create or replace function training.assign(course text, title text, is_for_everybody boolean, chosen uuid[], due date) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home   uuid := training.managed();
  made   uuid;
  person uuid;
begin
  if due is null or due < training.today() or due > training.today() + 730 then
    raise exception 'a course is due within two years' using errcode = 'check_violation';
  end if;
  insert into training.assignments (tenant_id, course, title, is_for_everybody, due_on, assigned_by)
  values (home, assign.course, assign.title, assign.is_for_everybody, due, auth.uid()) returning id into made;
  for person in
    -- Somebody who learns of it today is not reminded of the same in the same week.
    insert into training.assignees (assignment_id, user_id, tenant_id, due_on, reminded)
    select made, p.user_id, home, due, training.reminder_of(due, training.today())
    from training.people(home) p where assign.is_for_everybody or p.user_id = any (chosen)
    returning user_id
  loop
    perform notify.person(person, 'training_assigned', jsonb_build_object('name', assign.title, 'on', due));
  end loop;
  if not found and not assign.is_for_everybody then
    raise exception 'none of these people is there' using errcode = 'QS404';
  end if;
  return made;
end $$;
grant execute on function training.assign(text,text,boolean,uuid[],date) to authenticated;

-- Another day for everybody who has not done it.
create or replace function training.move_due(assignment uuid, due date) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := training.managed();
begin
  if due is null or due < training.today() or due > training.today() + 730 then
    raise exception 'a course is due within two years' using errcode = 'check_violation';
  end if;
  update training.assignments a set due_on = move_due.due where a.id = move_due.assignment and a.tenant_id = home;
  if not found then
    raise exception 'there is no such assignment' using errcode = 'QS404';
  end if;
  update training.assignees e
  set due_on = move_due.due, reminded = training.reminder_of(move_due.due, training.today())
  where e.assignment_id = move_due.assignment and e.done_at is null;
end $$;
grant execute on function training.move_due(uuid,date) to authenticated;

-- What people completed stays, with its certificates.
create or replace function training.remove_assignment(assignment uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := training.managed();
begin
  delete from training.assignments a where a.id = remove_assignment.assignment and a.tenant_id = home;
  if not found then
    raise exception 'there is no such assignment' using errcode = 'QS404';
  end if;
end $$;
grant execute on function training.remove_assignment(uuid) to authenticated;

-- Those who joined since get what is assigned to everybody, with a fortnight at least; `one` alone, or all. The server calls it.
create or replace function training.add_joined(one uuid default null) returns void
  language plpgsql set search_path = ''
as $$
declare
  joined record;
begin
  for joined in
    insert into training.assignees as e (assignment_id, user_id, tenant_id, due_on)
    select a.id, p.user_id, a.tenant_id, greatest(a.due_on, training.today() + 14)
    from training.assignments a
    join public.tenants t on t.id = a.tenant_id and t.status = 'active'
    cross join lateral training.people(a.tenant_id, one) p
    where a.is_for_everybody
      and (one is null or a.tenant_id = (select q.tenant_id from public.profiles q where q.user_id = one))
      and not exists (select from training.assignees k where k.assignment_id = a.id and k.user_id = p.user_id)
      and not exists (select from training.courses c where c.id::text = a.course and c.is_retired)
    limit 5000
    on conflict do nothing
    returning e.user_id, e.due_on, e.assignment_id
  loop
    perform notify.person(joined.user_id, 'training_assigned', jsonb_build_object('name', a.title, 'on', joined.due_on))
    from training.assignments a where a.id = joined.assignment_id;
  end loop;
end $$;

-- Reminds those whose day comes, is there, or has passed, once for each of these; the server calls it in its daily round. Suspended people and
-- organisations are left alone, and so is who was removed. @returns how many notices that were
create or replace function training.remind() returns bigint
  language plpgsql set search_path = ''
as $$
declare
  due   record;
  count bigint := 0;
begin
  for due in
    update training.assignees e set reminded = training.reminder_of(e.due_on, training.today())
    where (e.assignment_id, e.user_id) in (
      select k.assignment_id, k.user_id
      from training.assignees k
      join public.profiles p on p.user_id = k.user_id and p.tenant_id = k.tenant_id
      join public.tenants t on t.id = k.tenant_id and t.status = 'active'
      where k.done_at is null and k.due_on <= training.today() + 7
        and k.reminded < training.reminder_of(k.due_on, training.today())
        and not exists (select from public.former_members f where f.user_id = k.user_id)
        and not exists (select from public.suspended_members s where s.user_id = k.user_id)
      order by k.due_on limit 5000 for update of k skip locked)
    returning e.user_id, e.due_on, e.assignment_id
  loop
    perform notify.person(due.user_id, 'training_due', jsonb_build_object(
      'name', a.title, 'on', due.due_on,
      'event', case when due.due_on > training.today() then 'soon' when due.due_on = training.today() then 'today' else 'late' end))
    from training.assignments a where a.id = due.assignment_id;
    count := count + 1;
  end loop;
  return count;
end $$;
