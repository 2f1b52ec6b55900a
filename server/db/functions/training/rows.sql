-- The organisation whose training the caller manages.
create or replace function training.managed() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  if home is null or not authz.allows('manage_users', home) or not authz.is_proven() then
    raise exception 'training takes the permission to manage users' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;
grant execute on function training.managed() to authenticated;

-- The organisation in which the caller learns: one that they were not removed from.
create or replace function training.home() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.home();
begin
  if home is null or not authz.is_proven() or exists (select from public.former_members f where f.user_id = auth.uid()) then
    raise exception 'training is for members of an organisation' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;
grant execute on function training.home() to authenticated;

-- Days are those of UTC, for everybody.
create or replace function training.today() returns date
  language sql stable set search_path = ''
as $$
  select (now() at time zone 'UTC')::date
$$;
grant execute on function training.today() to authenticated;

-- People of an organisation who can learn, or one of them, with the name that a certificate prints.
create or replace function training.people(home uuid, one uuid default null) returns table (user_id uuid, email text, name text)
  language sql stable security definer set search_path = ''
as $$
  -- An account may have no address.
  select p.user_id, coalesce(u.email, p.user_id::text),
         regexp_replace(btrim(concat_ws(' ', p.first_name, p.last_name)), '[[:cntrl:]]+', ' ', 'g')
  from public.profiles p
  join auth.users u on u.id = p.user_id
  where p.tenant_id = people.home and u.deleted_at is null and not u.is_anonymous
    and (people.one is null or p.user_id = people.one)
    and not exists (select from public.former_members f where f.user_id = p.user_id)
$$;

-- The same for people who manage them.
create or replace function training.members() returns table (user_id uuid, email text, name text)
  language sql stable security definer set search_path = ''
as $$
  select p.user_id, p.email, p.name from training.people(training.managed()) p
$$;
grant execute on function training.members() to authenticated;

-- Statement trigger: one event for each organisation whose rows a statement changed.
create or replace function training.record_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  event text := case tg_table_name || '.' || lower(tg_op)
    when 'assignments.insert' then 'training_assignments.insert'
    when 'assignments.update' then 'training_assignments.update'
    when 'assignments.delete' then 'training_assignments.delete'
    when 'completions.insert' then 'training_completions.insert'
    when 'completions.update' then 'training_completions.update'
    when 'courses.insert' then 'training_courses.insert'
    when 'courses.update' then 'training_courses.update'
    when 'courses.delete' then 'training_courses.delete'
    when 'exercises.insert' then 'training_exercises.insert'
    when 'course_versions.insert' then 'training_courses.publish'
  end;
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  select a.tenant_id, event, 'config_change', auth.uid(), split_part(event, '.', 2), 'success',
         case when event = 'training_completions.insert' then 'low' when event = 'training_exercises.insert' then 'high' else 'medium' end,
         jsonb_strip_nulls(jsonb_build_object(
           'table', tg_table_schema || '.' || tg_table_name,
           'id', case when count(*) = 1 then min(coalesce(to_jsonb(a) ->> 'course_id', to_jsonb(a) ->> 'id')) end,
           'person', case when count(*) = 1 then min(to_jsonb(a) ->> 'user_id') end,
           'status', case when count(*) = 1 and min(to_jsonb(a) ->> 'withdrawn_at') is not null then 'withdrawn' end,
           'count', count(*)))
  from added a
  -- An organisation that is deleted takes its log along.
  where exists (select from public.tenants t where t.id = a.tenant_id)
  group by a.tenant_id;
  return null;
end $$;

create or replace function training.record_export(assignment uuid, people bigint) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform training.managed();
  perform audit.record_export('training_results.export', jsonb_build_object('id', record_export.assignment, 'count', record_export.people));
end $$;
grant execute on function training.record_export(uuid,bigint) to authenticated;
