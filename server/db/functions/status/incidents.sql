-- Tested equal to STATUS_SERVICES of contract/status.ts.
create or replace function status.service_ids() returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select array['api', 'database', 'storage', 'auth', 'mail', 'ai', 'ledger']
$$;
grant execute on function status.service_ids() to service_role;

-- Subscribers are notified of every update, no matter who wrote it, in the transaction that wrote it.
create or replace function status.mail_update() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job('status:mail', json_build_object('update_id', new.id), max_attempts => 10);
  return null;
end $$;

-- The page is about the whole installation, so the permission counts in its first organisation only.
create or replace function status.require_manager() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not authz.allows('manage_security', (select t.id from public.tenants t where t.is_default)) then
    raise exception 'only an administrator of the installation may do this' using errcode = 'insufficient_privilege';
  end if;
end $$;

create or replace function public.may_manage_status() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select authz.allows('manage_security', (select t.id from public.tenants t where t.is_default))
$$;
grant execute on function public.may_manage_status() to authenticated;

create or replace function public.open_status_incident(title text, description text, severity text, services text[]) returns uuid
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
grant execute on function public.open_status_incident(text,text,text,text[]) to authenticated;

-- Also resolves, and opens again what was resolved too early: the rules, for which all is well, do not end that.
create or replace function public.update_status_incident(incident uuid, status text, text text) returns void
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
grant execute on function public.update_status_incident(uuid,text,text) to authenticated;

create or replace function public.schedule_status_maintenance(title text, description text, services text[], starts_at timestamptz,
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
grant execute on function public.schedule_status_maintenance(text,text,text[],timestamptz,timestamptz) to authenticated;

-- One that has begun ends now; one that has not is taken back.
create or replace function public.end_status_maintenance(maintenance uuid) returns void
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
grant execute on function public.end_status_maintenance(uuid) to authenticated;
