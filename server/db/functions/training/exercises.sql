-- Mails the template to each member whose address is confirmed: a job each, which alone knows whom its mail is for where nobody is to be named.
-- One exercise in fourteen days. @returns its id
create or replace function training.start_exercise(template text, names_people boolean) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home   uuid := training.managed();
  made   uuid;
  chosen record;
begin
  -- It mails everybody: a token may have been stolen.
  perform authz.require_fresh();
  -- Two people who start one at the same moment wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('training exercise ' || home, 0));
  if exists (select from training.exercises x where x.tenant_id = home and x.started_at > clock_timestamp() - interval '14 days') then
    raise exception 'one exercise in fourteen days' using errcode = 'QS420';
  end if;
  insert into training.exercises (tenant_id, template, names_people, started_by)
  values (home, start_exercise.template, start_exercise.names_people, auth.uid()) returning id into made;
  for chosen in
    select gen_random_uuid() as mail, p.user_id
    from training.people(home) p
    join auth.users u on u.id = p.user_id
    where u.email_confirmed_at is not null
      and not exists (select from public.suspended_members s where s.user_id = p.user_id)
  loop
    insert into training.exercise_mails (id, exercise_id, tenant_id, user_id)
    values (chosen.mail, made, home, case when start_exercise.names_people then chosen.user_id end);
    perform graphile_worker.add_job('training:exercise-mail',
      json_build_object('mail', chosen.mail, 'person', chosen.user_id, 'template', start_exercise.template), max_attempts => 10, priority => 10);
  end loop;
  if not start_exercise.names_people and (select count(*) from training.exercise_mails m where m.exercise_id = made) < 5 then
    raise exception 'of so few people the counts say who it was' using errcode = 'QS422';
  end if;
  return made;
end $$;
grant execute on function training.start_exercise(text,boolean) to authenticated;

-- Somebody followed the link of a mail, or says that they recognised it; the server calls it. After thirty days nothing is counted any longer. @returns the template; null, there is no such mail
create or replace function training.follow_exercise(mail uuid, is_recognised boolean) returns text
  language sql volatile set search_path = ''
as $$
  update training.exercise_mails m
  set clicked_at = case when is_recognised or x.started_at < clock_timestamp() - interval '30 days' then m.clicked_at
                        else coalesce(m.clicked_at, clock_timestamp()) end,
      recognised_at = case when is_recognised and x.started_at > clock_timestamp() - interval '30 days'
                           then coalesce(m.recognised_at, clock_timestamp()) else m.recognised_at end
  from training.exercises x
  where m.id = follow_exercise.mail and x.id = m.exercise_id
  returning x.template
$$;
