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
-- a new computer next to the old one, or showed more than the password. After a password was replaced without the old one, only a device that was
-- there a day before that counts: whoever replaced it had none.
create or replace function threats.is_at_home(person uuid, session text, device bytea) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.known_devices k
    where k.user_id = person and k.device_hash = device
      and case when threats.recovered_at(person) is null
            then k.first_seen_at < now() - interval '1 day'
                 or not exists (select from auth.known_devices o where o.user_id = person and o.first_seen_at < k.first_seen_at)
                 or threats.began_at_home(person, session)
                 or threats.is_confirmed(person, session)
            else k.first_seen_at < threats.recovered_at(person) - interval '1 day' end)
$$;

-- When the account last got a new password without the old one, within a day.
create or replace function threats.recovered_at(person uuid) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select max(l.created_at) from public.system_audit_log l
  where l.user_id = person and l.event_type = 'password.reset' and l.created_at > now() - interval '1 day'
$$;

-- Whether the session showed more than a password: a second factor, a passkey, or a mailed code that lifted what held it. A way to sign in that is
-- new shows no more than a token does.
create or replace function threats.is_confirmed(person uuid, session text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s
    where s.user_id = person and s.id::text = session
      and (s.aal = 'aal2' and exists (select from auth.mfa_factors f
                                      where f.id = s.factor_id and f.created_at < s.created_at - interval '1 day')
           or s.amr @> '[{"method": "passkey"}]' and not authz.is_new_way(person, array['passkey'])
           or exists (select from public.threat_enforcements e
                      where e.session_id = s.id and e.lifted_at is not null and e.lifted_by = person
                        and e.lifted_how in ('code', 'second_factor'))))
$$;

-- The session of somebody who reads: whether their device signed in to the account; whether the session is that of a program, which has no cookie and
-- so is another device wherever its computer moves to, and whether it was refreshed here.
create or replace function threats.session_of_reader(person uuid, session text, device bytea)
  returns table (is_known boolean, program text, began_on bytea, is_refreshed_here boolean, began_at text, seen_at text)
  language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.known_devices k where k.user_id = person and k.device_hash = device),
         case when coalesce(s.user_agent, '') like 'Mozilla/%' then null else coalesce(s.user_agent, '') end,
         s.device_hash, coalesce(s.refreshed_device = device, false), host(s.ip), host(coalesce(s.seen_ip, s.ip))
  from auth.sessions s
  where s.user_id = person and s.id::text = session
$$;

-- Whether a sign-in was on a device that its person had for a day, or on the first of the account: then its place is one of theirs at once, for who
-- holds such a device reads on it anyway.
create or replace function threats.was_on_own_device(person uuid, sign_in jsonb, at timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.sessions s
                 join auth.known_devices k on k.user_id = s.user_id and k.device_hash = s.device_hash
                 where s.user_id = person and s.id::text = sign_in ->> 'session_id'
                   and (k.first_seen_at < at - interval '1 day'
                        or not exists (select from auth.known_devices o where o.user_id = person and o.first_seen_at < k.first_seen_at)))
$$;

-- Addresses from which the person signed in a day before the session began, on an own device, or for the first time; the newest hundred.
create or replace function threats.earlier_addresses(person uuid, session text) returns setof text
  language sql stable security definer set search_path = ''
as $$
  select host(threats.network_of(l.details ->> 'ip'))
  from public.system_audit_log l, auth.sessions s
  where s.user_id = person and s.id::text = session and l.user_id = person and l.event_type = 'login.succeeded'
    and threats.network_of(l.details ->> 'ip') is not null
    and (l.created_at < s.created_at - interval '1 day'
         or l.created_at < s.created_at and threats.was_on_own_device(person, l.details, l.created_at)
         or l.created_at = (select min(f.created_at) from public.system_audit_log f
                            where f.user_id = person and f.event_type = 'login.succeeded'))
  group by 1
  order by max(l.created_at) desc
  limit 100
$$;

-- Of the sign-ins of the person at the address where this session began, one is a day older than it, was on an own device, or is the first that the
-- log has.
create or replace function threats.began_at_home(person uuid, session text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select exists (
      select from public.system_audit_log l
      where l.user_id = person and l.event_type = 'login.succeeded'
        and threats.network_of(l.details ->> 'ip') = threats.network_of(host(s.ip))
        and (l.created_at < s.created_at - interval '1 day'
             or l.created_at < s.created_at and threats.was_on_own_device(person, l.details, l.created_at)
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
