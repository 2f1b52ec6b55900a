-- An address as far as it says who somebody is: IPv6 by its /64.
create or replace function threats.network_of(address text) returns inet
  language plpgsql immutable set search_path = ''
as $$
declare
  parsed inet := address::inet;
begin
  return case when family(parsed) = 6 then network(set_masklen(parsed, 64)) else host(parsed)::inet end;
exception when others then
  return null;
end $$;

-- Whether a person reads on a device that they used before. One that first signed in a day ago counts, so that its owner had a day to object to
-- it; the first of an account does at once; and a newer one where its session began at an address from which the person signed in before, such as
-- a new computer next to the old one.
create or replace function threats.is_at_home(person uuid, session text, device bytea) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.known_devices k
    where k.user_id = person and k.device_hash = device
      and (k.first_seen_at < now() - interval '1 day'
           or not exists (select from auth.known_devices o where o.user_id = person and o.first_seen_at < k.first_seen_at)
           or threats.began_at_home(person, session)))
$$;

-- Of the sign-ins of the person at the address where this session began, one is a day older than it, or the first that the log has.
create or replace function threats.began_at_home(person uuid, session text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select exists (
      select from public.system_audit_log l
      where l.user_id = person and l.event_type = 'login.succeeded'
        and threats.network_of(l.details ->> 'ip') = threats.network_of(host(s.ip))
        and (l.created_at < s.created_at - interval '1 day'
             or l.created_at = (select min(f.created_at) from public.system_audit_log f
                                where f.user_id = person and f.event_type = 'login.succeeded')))
    from auth.sessions s
    where s.user_id = person and s.id::text = session), false)
$$;

-- What detectors of reading noticed in this session was answered by its person, or by who looks after security: they say no more of it. Where the
-- password was replaced without the old one, it takes what the new one is not.
create or replace function threats.is_answered(noticed_by text, session uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select noticed_by in ('mass_download', 'slow_exfiltration', 'recovered_then_export')
     and exists (select from public.threat_enforcements e
                 join public.threat_detections d on d.id = e.detection_id
                 where e.session_id = session and e.lifted_at is not null
                   and d.detector in ('mass_download', 'slow_exfiltration', 'recovered_then_export')
                   and (noticed_by <> 'recovered_then_export' or e.lifted_how in ('second_factor', 'administrator')))
$$;
