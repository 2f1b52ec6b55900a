-- Breaks nothing: who runs the installation writes incidents and maintenance windows.

-- The page is about the whole installation, so the permission counts in its first organisation only.
create function status.require_manager() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not authz.allows('manage_security', (select t.id from public.tenants t where t.is_default)) then
    raise exception 'only an administrator of the installation may do this' using errcode = 'insufficient_privilege';
  end if;
end $$;

create function public.may_manage_status() returns boolean
  language sql stable security definer set search_path = ''
  return authz.allows('manage_security', (select t.id from public.tenants t where t.is_default));

create function public.open_status_incident(title text, description text, severity text, services text[]) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  made uuid;
begin
  perform status.require_manager();
  insert into public.status_incidents as i (title, description, status, severity, services)
  values (btrim(open_status_incident.title), open_status_incident.description, 'investigating', open_status_incident.severity,
          open_status_incident.services)
  returning i.id into made;
  insert into public.status_incident_updates (incident_id, status, text)
  values (made, 'investigating', open_status_incident.description);
  return made;
end $$;

-- Also resolves, and opens again what was resolved too early: the rules, for which all is well, do not end that.
create function public.update_status_incident(incident uuid, status text, text text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform status.require_manager();
  update public.status_incidents i
  set status = update_status_incident.status, updated_at = now(),
      opened_for = case when i.resolved_at is null or update_status_incident.status = 'resolved' then i.opened_for end,
      resolved_at = case when update_status_incident.status = 'resolved' then coalesce(i.resolved_at, now()) end
  where i.id = update_status_incident.incident;
  if not found then
    raise exception 'there is no such incident' using errcode = 'QS414';
  end if;
  insert into public.status_incident_updates (incident_id, status, text)
  values (update_status_incident.incident, update_status_incident.status, update_status_incident.text);
end $$;

create function public.schedule_status_maintenance(title text, description text, services text[], starts_at timestamptz,
                                                   ends_at timestamptz) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  made uuid;
begin
  perform status.require_manager();
  -- What was measured stays measured: a window cannot be declared afterwards.
  if schedule_status_maintenance.starts_at < now() - interval '5 minutes' then
    raise exception 'a maintenance window begins now or later' using errcode = 'check_violation';
  end if;
  insert into public.status_maintenance as w (title, description, services, starts_at, ends_at)
  values (btrim(schedule_status_maintenance.title), schedule_status_maintenance.description, schedule_status_maintenance.services,
          schedule_status_maintenance.starts_at, schedule_status_maintenance.ends_at)
  returning w.id into made;
  return made;
end $$;

-- One that has begun ends now; one that has not is taken back.
create function public.end_status_maintenance(maintenance uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform status.require_manager();
  delete from public.status_maintenance w where w.id = end_status_maintenance.maintenance and w.starts_at >= now();
  if found then
    return;
  end if;
  update public.status_maintenance w set ends_at = now() where w.id = end_status_maintenance.maintenance and w.ends_at > now();
  if not found then
    raise exception 'this maintenance is over' using errcode = 'QS414';
  end if;
end $$;

revoke execute on function status.require_manager(), public.may_manage_status(),
  public.open_status_incident(text, text, text, text[]), public.update_status_incident(uuid, text, text),
  public.schedule_status_maintenance(text, text, text[], timestamptz, timestamptz), public.end_status_maintenance(uuid) from public;
grant execute on function public.may_manage_status(), public.open_status_incident(text, text, text, text[]),
  public.update_status_incident(uuid, text, text),
  public.schedule_status_maintenance(text, text, text[], timestamptz, timestamptz), public.end_status_maintenance(uuid)
  to authenticated;
