create or replace function threats.require_manager() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  person uuid := authz.require_proven();
begin
  if not authz.allows('manage_security', authz.tenant()) then
    raise exception 'only somebody who manages security may do this' using errcode = 'insufficient_privilege';
  end if;
  return person;
end $$;

-- Takes an incident, sets its state, or adds a note: each is a line of its timeline.
create or replace function public.update_incident(incident uuid, state text default null, assignee uuid default null, note text default null)
  returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := threats.require_manager();
  home   uuid := authz.tenant();
begin
  -- A note is one of many; a state ends an alarm.
  if update_incident.state is not null then
    perform authz.require_fresh();
  end if;
  if assignee is not null and not exists (select from authz.live_roles r
                                          join authz.permissions p on p.role = r.role and p.permission = 'manage_security'
                                          where r.user_id = assignee and r.tenant_id = home) then
    raise exception 'this person does not manage security' using errcode = 'QS404';
  end if;
  update public.threat_incidents i
  set state = coalesce(update_incident.state, i.state), assigned_to = coalesce(assignee, i.assigned_to),
      resolved_at = case coalesce(update_incident.state, i.state) when 'resolved' then coalesce(i.resolved_at, clock_timestamp()) end
  where i.id = incident and i.tenant_id = home;
  if not found then
    raise exception 'there is no such incident' using errcode = 'QS404';
  end if;
  insert into public.threat_notes (incident_id, user_id, body, state, assigned_to)
  values (incident, person, nullif(btrim(note), ''), update_incident.state, assignee);
end $$;
grant execute on function public.update_incident(uuid,text,uuid,text) to authenticated;

create or replace function public.tune_detector(detector text, mode text, factor real default 1) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform threats.require_manager();
  -- A token may have been stolen.
  perform authz.require_fresh();
  insert into public.threat_settings as s (tenant_id, detector, mode, factor)
  values (authz.tenant(), tune_detector.detector, tune_detector.mode, tune_detector.factor)
  on conflict (tenant_id, detector) do update set mode = excluded.mode, factor = excluded.factor, updated_at = clock_timestamp();
end $$;
grant execute on function public.tune_detector(text,text,real) to authenticated;

-- Detections of each day and detector, for the organisation.
create or replace function public.detections_by_day(days integer default 30)
  returns table (day date, detector text, detections bigint, dry_runs bigint)
  language sql stable security definer set search_path = ''
as $$
  select d.created_at::date, d.detector, count(*) filter (where not d.is_dry_run), count(*) filter (where d.is_dry_run)
  from public.threat_detections d
  where d.tenant_id = (select authz.tenant()) and (select authz.allows('manage_security', authz.tenant()))
    and d.created_at > now() - make_interval(days => least(greatest(detections_by_day.days, 1), 400))
  group by 1, 2 order by 1, 2
$$;
grant execute on function public.detections_by_day(integer) to authenticated;
