-- The organisation that a detection belongs to: the person's, or the one that runs the server.
create or replace function threats.tenant_of(person uuid) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select p.tenant_id from public.profiles p where p.user_id = person), authz.operator())
$$;

-- How the organisation wants this detector: `enforce`, `dry_run` or `off`, and what its limits are multiplied by.
create or replace function threats.setting(tenant uuid, detector text, out mode text, out factor real)
  language sql stable security definer set search_path = ''
as $$
  select coalesce(s.mode, 'enforce'), coalesce(s.factor, 1)
  from (select) as one
  left join public.threat_settings s on s.tenant_id = setting.tenant and s.detector = setting.detector
$$;

create or replace function threats.has_pause(about text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.threat_enforcements e where e.action = 'pause' and e.subject = about and e.lifted_at is null)
$$;

-- The owner of a device hears that it is paused.
create or replace function threats.notify_pause(about text) returns void
  language sql volatile security definer set search_path = ''
as $$
  select notify.person(d.user_id, 'device_paused', jsonb_build_object('device_id', d.id, 'name', d.name))
  from public.devices d where about = 'device ' || d.id
$$;

-- Writes what a detector noticed, does what follows, and tells the people who should know. The same of the same subject within ten minutes
-- counts up one row, so that nobody can fill the log with noise.
create or replace function threats.record(finding jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  kind     threats.detectors;
  person   uuid := (finding ->> 'user_id')::uuid;
  tenant   uuid := threats.tenant_of((finding ->> 'user_id')::uuid);
  about    text := left(finding ->> 'subject', 200);
  wanted   text;
  setting  record;
  known    uuid;
  incident uuid;
  written  uuid;
  held     boolean;
begin
  select * into strict kind from threats.detectors d where d.name = finding ->> 'detector';
  wanted := coalesce(finding ->> 'enforcement', kind.enforcement);
  -- Of one sign alone it is lower.
  kind.risk := coalesce(finding ->> 'risk', kind.risk);
  setting := threats.setting(tenant, kind.name);
  if setting.mode = 'off' or threats.is_answered(kind.name, (finding ->> 'session_id')::uuid) then
    return jsonb_build_object('mode', 'off');
  end if;

  perform pg_advisory_xact_lock(hashtextextended('threats.' || tenant || kind.name || about, 0));
  select d.id into known from public.threat_detections d
  where d.tenant_id = tenant and d.detector = kind.name and d.subject = about and d.enforcement = wanted
    and d.last_at > clock_timestamp() - interval '10 minutes'
  order by d.last_at desc limit 1;
  if known is not null then
    update public.threat_detections d
    set times = d.times + 1, last_at = clock_timestamp(), reasons = coalesce(finding -> 'reasons', d.reasons)
    where d.id = known;
    if setting.mode = 'enforce' then
      held := threats.has_pause(about);
      perform threats.enforce(known, kind.minutes, finding);
      -- Its pause was lifted meanwhile, and begins a second time.
      if wanted = 'pause' and not held then
        perform threats.notify_pause(about);
      end if;
    end if;
    return jsonb_build_object('mode', setting.mode, 'id', known, 'is_new', false);
  end if;

  if setting.mode = 'enforce' and kind.risk in ('high', 'critical') then
    incident := threats.incident_for(tenant, kind, person, about);
  end if;
  insert into public.threat_detections (tenant_id, detector, risk, user_id, session_id, subject, reasons, score, enforcement, is_dry_run, incident_id)
  values (tenant, kind.name, kind.risk, person, (finding ->> 'session_id')::uuid, about, coalesce(finding -> 'reasons', '[]'),
          (finding ->> 'score')::real, wanted, setting.mode = 'dry_run', incident)
  returning id into written;
  perform audit.record('detector.fired', 'security_incident', person, 'fired',
    case when setting.mode = 'dry_run' or wanted = 'none' then 'success' else 'blocked' end, kind.risk,
    jsonb_strip_nulls(jsonb_build_object('table', 'public.threat_detections', 'id', written, 'detector', kind.name, 'enforcement', wanted,
                                         'dry_run', nullif(setting.mode = 'dry_run', false), 'incident_id', incident)));
  if setting.mode = 'enforce' then
    perform threats.enforce(written, kind.minutes, finding);
    if wanted = 'pause' then
      perform threats.notify_pause(about);
    elsif person is not null then
      perform notify.person(person, 'threat_noticed',
        jsonb_build_object('detection_id', written, 'detector', kind.name, 'enforcement', wanted));
    end if;
  end if;
  return jsonb_build_object('mode', setting.mode, 'id', written, 'is_new', true);
end $$;

-- An incident of the same subject that began within a day, or a new one, of which everybody who looks after security is notified.
create or replace function threats.incident_for(tenant uuid, kind threats.detectors, person uuid, about text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  incident uuid;
begin
  update public.threat_incidents i set last_at = clock_timestamp()
  where i.id = (select o.id from public.threat_incidents o
                where o.tenant_id = incident_for.tenant and o.subject = about and o.state <> 'resolved'
                  and o.opened_at > clock_timestamp() - interval '1 day'
                order by o.opened_at desc limit 1)
  returning i.id into incident;
  if incident is null then
    insert into public.threat_incidents (tenant_id, detector, risk, user_id, subject)
    values (incident_for.tenant, kind.name, kind.risk, person, about)
    returning id into incident;
    perform notify.person(r.user_id, 'threat_incident', jsonb_build_object('incident_id', incident, 'detector', kind.name))
    from (select distinct r.user_id from authz.live_roles r
          join authz.permissions p on p.role = r.role and p.permission = 'manage_security'
          where r.tenant_id = incident_for.tenant
          -- Each mail takes a row of its person.
          order by 1) r;
  end if;
  return incident;
end $$;

-- What a person says about what was noticed of them. `not_me` ends every other session of theirs.
create or replace function public.answer_detection(detection uuid, answer text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  person  uuid := authz.require_proven();
  current uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  ended   uuid;
begin
  -- Who says that it was not them ends sessions, and who says that it was quiets an alarm; a thief has reason for both.
  perform authz.require_fresh();
  update public.threat_detections d set answer = answer_detection.answer, answered_at = clock_timestamp()
  where d.id = detection and d.user_id = person;
  if not found then
    raise exception 'there is no such detection' using errcode = 'QS404';
  end if;
  perform audit.record('detection.answered', 'security_incident', person, 'answered', 'success', 'medium',
                       jsonb_build_object('table', 'public.threat_detections', 'id', detection, 'answer', answer_detection.answer));
  if answer_detection.answer = 'not_me' then
    for ended in delete from auth.sessions s where s.user_id = person and s.id is distinct from current returning s.id loop
      perform audit.record('session.revoked', 'auth', person, 'revoked', 'success', 'medium', jsonb_build_object('session_id', ended));
    end loop;
  end if;
end $$;
grant execute on function public.answer_detection(uuid,text) to authenticated;
