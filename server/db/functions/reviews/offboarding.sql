-- Counts what ends when a person leaves, for people who manage them. Nothing is changed.
create or replace function reviews.offboarding_facts(person uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := reviews.managed();
begin
  if not exists (select from reviews.people(home) p where p.user_id = person) then
    raise exception 'this person does not belong to the organisation' using errcode = 'QS404';
  end if;
  return jsonb_build_object(
    'sessions', (select count(*) from auth.sessions s where s.user_id = person),
    'devices', (select count(*) from public.devices d where d.user_id = person and d.revoked_at is null),
    'links', (select count(*) from public.share_links l where l.user_id = person and l.revoked_at is null and l.expires_at > now()),
    'requests', (select count(*) from public.file_requests r where r.user_id = person and r.ended_at is null and r.expires_at > now()),
    'roles', (select coalesce(jsonb_agg(r.role order by r.role), '[]') from authz.live_roles r where r.user_id = person and r.tenant_id = home),
    'shares', (select count(*) from public.file_access a where a.granted_by = person and a.user_id <> person),
    'files', (select count(*) from public.file_records f
              where f.user_id = person and f.team_space_id is null and f.trashed_at is null
                and not exists (select from public.file_access a
                                where a.file_id = f.id and a.user_id <> person and (a.expires_at is null or a.expires_at > now()))),
    'can_be_recovered', exists (select from public.recovery_agreements g where g.user_id = person),
    'is_me', person = auth.uid(),
    'is_last_owner', authz.owns(person, home) and not authz.has_other_owner(person, home),
    'spaces', (select coalesce(jsonb_agg(jsonb_build_object(
                 'id', m.space_id, 'role', m.role,
                 'people', (select count(*) from public.team_space_members n where n.space_id = m.space_id),
                 'managers', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'email', k.label)), '[]')
                              from reviews.other_managers(m.space_id, person) k)) order by m.added_at, m.space_id), '[]')
               from public.team_space_members m join public.spaces s on s.id = m.space_id and s.tenant_id = home
               where m.user_id = person));
end $$;
grant execute on function reviews.offboarding_facts(uuid) to authenticated;

-- Refuses people whom the caller may not change. One who was removed already is let through.
create or replace function reviews.require_person(person uuid, home uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from public.profiles p where p.user_id = person and p.tenant_id = home) then
    raise exception 'this person does not belong to the organisation' using errcode = 'QS404';
  end if;
  if authz.leads(person, home) and not authz.leads(auth.uid(), home) then
    raise exception 'only an owner may change an owner' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Begins to end the access of a person; nothing is ended yet. `handing` names for each space that they manage another manager of it.
-- @returns its id, that of the one under way where there is one
create or replace function reviews.start_offboarding(person uuid, wanted text, handing jsonb, leaves_unmanaged boolean) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := authz.lock_team();
  made  uuid;
  seen  jsonb;
begin
  if person = auth.uid() then
    raise exception 'nobody offboards themselves' using errcode = 'QS419';
  end if;
  select o.id into made from reviews.offboardings o where o.person_id = person and o.tenant_id = home and o.finished_at is null;
  if made is not null then
    return made;
  end if;
  perform authz.require_member(person, home);
  perform authz.require_other_owner(person, home);
  seen := reviews.offboarding_facts(person);
  insert into reviews.offboardings as o (tenant_id, person_id, person_name, person_email, ending, facts, started_by, starter)
  select home, person, p.name, p.email, wanted, seen, auth.uid(), reviews.label_of(auth.uid())
  from reviews.people(home) p where p.user_id = person
  returning o.id into made;
  insert into reviews.handovers (offboarding_id, tenant_id, space_id, successor_id, successor, is_managed)
  select made, home, s.id, k.id, coalesce(k.label, ''), s.role = 'manager'
  from jsonb_to_recordset(seen -> 'spaces') as s (id uuid, role text)
  left join lateral (
    -- Who is no manager takes nobody out: every manager can.
    select m.id, m.label from reviews.other_managers(s.id, person) m
    where s.role <> 'manager' or m.id::text = handing ->> s.id::text limit 1) k on true;
  if exists (select from reviews.handovers h where h.offboarding_id = made and h.is_managed and h.successor_id is null
               and exists (select from reviews.other_managers(h.space_id, person))) then
    raise exception 'each space that they manage takes another manager of it' using errcode = 'QS422';
  end if;
  if not coalesce(leaves_unmanaged, false)
     and exists (select from reviews.handovers h where h.offboarding_id = made and h.successor_id is null) then
    raise exception 'a space is left without a manager' using errcode = 'QS423';
  end if;
  insert into reviews.steps (offboarding_id, tenant_id, place, step)
  select made, home, s.place, s.step
  from unnest(array['access', 'devices', 'links', 'requests', 'roles', 'spaces', 'removal']) with ordinality as s (step, place)
  where s.step <> 'removal' or wanted = 'remove';
  perform audit.record('offboarding.started', 'config_change', auth.uid(), wanted, 'success', 'high',
                       jsonb_build_object('id', made, 'person', person));
  return made;
end $$;
grant execute on function reviews.start_offboarding(uuid,text,jsonb,boolean) to authenticated;

-- Does the next step that is not done. What failed is tried again. @returns `done`, `failed`, or null where nothing is left
create or replace function reviews.offboard_next(offboarding uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  home   uuid := authz.lock_team();
  one    reviews.offboardings;
  due    reviews.steps;
  result integer;
  said   text;
begin
  select o.* into one from reviews.offboardings o where o.id = offboarding and o.tenant_id = home for update;
  if one.id is null then
    raise exception 'there is no such offboarding' using errcode = 'QS404';
  end if;
  if one.person_id = auth.uid() then
    raise exception 'nobody offboards themselves' using errcode = 'QS419';
  end if;
  select s.* into due from reviews.steps s where s.offboarding_id = offboarding and s.state <> 'done' order by s.place limit 1;
  if due.step is null then
    return null;
  end if;
  begin
    result := reviews.do_step(one, due.step);
  exception
    when sqlstate 'QS409' then said := 'last_owner';
    when sqlstate 'QS404' then said := 'gone';
    when insufficient_privilege then said := 'owner_only';
  end;
  update reviews.steps s
  set state = case when said is null then 'done' else 'failed' end, reason = said, ended = result, doer = reviews.label_of(auth.uid()),
      done_at = clock_timestamp()
  where s.offboarding_id = offboarding and s.place = due.place;
  perform audit.record('offboarding.step', 'config_change', auth.uid(), due.step, case when said is null then 'success' else 'failure' end, 'medium',
                       jsonb_build_object('id', offboarding, 'person', one.person_id, 'count', result, 'reason', said));
  if said is not null then
    return 'failed';
  end if;
  if not exists (select from reviews.steps s where s.offboarding_id = offboarding and s.state <> 'done') then
    update reviews.offboardings o set finished_at = clock_timestamp() where o.id = offboarding;
    perform audit.record('offboarding.finished', 'config_change', auth.uid(), one.ending, 'success', 'high',
                         jsonb_build_object('id', offboarding, 'person', one.person_id));
  end if;
  return 'done';
end $$;
grant execute on function reviews.offboard_next(uuid) to authenticated;

-- One step; done again, it changes nothing more. @returns how much it ended
create or replace function reviews.do_step(one reviews.offboardings, act text) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  person  uuid    := one.person_id;
  is_gone boolean := person is null or exists (select from public.former_members f where f.user_id = person);
  ended   integer := 0;
  asked   record;
begin
  -- An account that was deleted took everything along.
  if person is null then
    return 0;
  end if;
  perform reviews.require_person(person, one.tenant_id);
  case act
    when 'access' then
      select count(*) into ended from auth.sessions s where s.user_id = person;
      if not is_gone then
        perform authz.suspend(person, one.tenant_id);
      end if;
    when 'devices' then
      update public.devices d set revoked_at = now() where d.user_id = person and d.revoked_at is null;
      get diagnostics ended = row_count;
    when 'links' then
      update public.share_links l set revoked_at = now() where l.user_id = person and l.revoked_at is null;
      get diagnostics ended = row_count;
    when 'requests' then
      update public.file_requests r set ended_at = now() where r.user_id = person and r.ended_at is null;
      get diagnostics ended = row_count;
    when 'roles' then
      if not is_gone then
        ended := authz.end_roles(person, one.tenant_id);
      end if;
    when 'spaces' then
      for asked in
        select h.space_id, h.successor_id from reviews.handovers h
        where h.offboarding_id = one.id and h.successor_id is not null and h.left_at is null
      loop
        perform notify.person(asked.successor_id, 'space_removal_wanted', jsonb_build_object('space_id', asked.space_id, 'person', person));
        ended := ended + 1;
      end loop;
    when 'removal' then
      if not is_gone then
        perform authz.expel(person, one.tenant_id);
        ended := 1;
      end if;
  end case;
  return ended;
end $$;

-- @param digest SHA-256 of the file, in hexadecimal
create or replace function reviews.record_report(offboarding uuid, digest text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform reviews.managed();
  if digest !~ '^[0-9a-f]{64}$' then
    raise exception 'this is no SHA-256' using errcode = 'check_violation';
  end if;
  perform audit.record_export('offboarding.exported', jsonb_build_object('id', offboarding, 'sha256', digest));
end $$;
grant execute on function reviews.record_report(uuid,text) to authenticated;
