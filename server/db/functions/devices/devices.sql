-- Where a device stands. In PL/pgSQL, which is quicker for each row of a fleet. @param is_paused as `threats.is_paused` has it
create or replace function threats.device_state(
    revoked_at timestamptz, enrolled_at timestamptz, is_paused boolean, last_seen_at timestamptz, interval_seconds integer) returns text
  language plpgsql stable set search_path = ''
as $$
begin
  return case
           when revoked_at is not null then 'revoked'
           when enrolled_at is null then 'waiting'
           when is_paused then 'paused'
           when last_seen_at < now() - 3 * make_interval(secs => interval_seconds) then 'silent'
           else 'active'
         end;
end $$;
grant execute on function threats.device_state(timestamptz, timestamptz, boolean, timestamptz, integer) to authenticated, service_role;

-- What a device is doing, by its last sign of life.
create or replace function public.device_state(device public.devices) returns text
  language sql stable set search_path = ''
as $$
  select threats.device_state((device).revoked_at, (device).enrolled_at, threats.is_paused((device).id), (device).last_seen_at,
                              (device).interval_seconds)
$$;
grant execute on function public.device_state(public.devices) to authenticated, service_role;

-- Devices with their codes, all or none. The secrets were drawn by the caller and are not here.
create or replace function public.add_devices(added jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  if jsonb_typeof(added) is distinct from 'array' or jsonb_array_length(added) not between 1 and 1000 then
    raise exception 'between 1 and 1000 devices are added at once' using errcode = 'check_violation';
  end if;
  insert into public.devices (id, name, suite, interval_seconds, inbox_id, inbox_statement, inbox_mac, owner_record, space_id, space_epoch)
  select a.id, a.name, a.suite, a.interval_seconds, a.inbox_id, a.inbox_statement, a.inbox_mac, a.owner_record, a.space_id, a.space_epoch
  from jsonb_to_recordset(added) as a (id uuid, name text, suite text, interval_seconds integer, inbox_id uuid, inbox_statement text,
                                       inbox_mac text, owner_record text, space_id uuid, space_epoch integer);
  insert into public.device_codes (device_id, token_hash)
  select a.id, a.token_hash from jsonb_to_recordset(added) as a (id uuid, token_hash text);
end $$;
grant execute on function public.add_devices(jsonb) to authenticated;

-- A device that was revoked stays revoked, by our clock.
create or replace function public.keep_revoked_device() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if old.revoked_at is not null then
    new.revoked_at := old.revoked_at;
  elsif new.revoked_at is not null then
    new.revoked_at := now();
  end if;
  return new;
end $$;

-- Its code opens nothing any more, and what has not arrived goes.
create or replace function public.end_device() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.device_codes c where c.device_id = new.id and c.used_at is null;
  delete from public.request_deliveries d where d.device_id = new.id and d.delivered_at is null;
  return null;
end $$;

-- Devices end with their owner's membership, as requests do.
create or replace function public.revoke_devices_of_former() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.devices d set revoked_at = now() where d.user_id = new.user_id and d.revoked_at is null;
  return null;
end $$;

-- The devices of the organisation, for who looks after its security: names and states, and nothing of what arrives. Pauses are read once, as a page
-- of this list goes through all devices.
create or replace function public.device_fleet()
  returns table (id uuid, owner_id uuid, owner_email text, name text, suite text, state text, last_seen_at timestamptz, refusals integer,
                 pause jsonb)
  language sql stable security definer set search_path = ''
as $$
  with pauses as materialized (
    select distinct on (e.subject) e.subject, e.tenant_id, threats.pause_of(e) as pause
    from public.threat_enforcements e
    where e.action = 'pause' and e.lifted_at is null and e.subject like 'device %'
    order by e.subject, e.created_at)
  select d.id, d.user_id, u.email, d.name, d.suite,
         threats.device_state(d.revoked_at, d.enrolled_at, s.subject is not null, d.last_seen_at, d.interval_seconds),
         d.last_seen_at, d.refusals, case when s.tenant_id = p.tenant_id or d.user_id = auth.uid() then s.pause end
  from public.devices d
  join public.profiles p on p.user_id = d.user_id
  join auth.users u on u.id = d.user_id
  left join pauses s on s.subject = 'device ' || d.id
  where p.tenant_id = (select authz.tenant()) and (select authz.allows('manage_security', authz.tenant()))
  order by d.name, d.id
$$;
grant execute on function public.device_fleet() to authenticated;

-- Counts a request that was refused, and says so in the audit log once an hour at most.
create or replace function public.count_device_refusal(device uuid, reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  counted public.devices;
begin
  update public.devices d
  set refusals = least(d.refusals, 2147483646) + 1
  where d.id = device returning * into counted;
  if counted.id is null or counted.refusal_recorded > now() - interval '1 hour' then
    return;
  end if;
  update public.devices d set refusal_recorded = now() where d.id = device;
  perform audit.record('devices.refused', 'security_incident', counted.user_id, 'refused', 'success', 'medium',
    jsonb_build_object('table', 'public.devices', 'id', counted.id, 'reason', reason, 'count', counted.refusals));
end $$;
grant execute on function public.count_device_refusal(uuid, text) to service_role;

-- Notifies owners of devices that were silent for longer than they expect, once each time, and of those that are back. While no server was
-- there, no device could be heard: silence counts from the end of the last gap between two runs of this.
create or replace function public.notice_silent_devices() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  device record;
  back   timestamptz;
begin
  insert into meta.device_watch as w (is_only) values (true)
  on conflict (is_only) do update
  set ran_at = excluded.ran_at,
      back_at = case when w.ran_at < excluded.ran_at - interval '15 minutes' then excluded.ran_at else w.back_at end
  returning w.back_at into back;
  for device in
    update public.devices d set silence_noticed_at = clock_timestamp()
    where d.silence_seconds is not null and d.silence_noticed_at is null and d.revoked_at is null
      and coalesce(d.last_seen_at, d.enrolled_at) < now() - make_interval(secs => d.silence_seconds)
      and back < now() - make_interval(secs => d.silence_seconds)
    returning d.id, d.user_id, d.name
  loop
    perform notify.person(device.user_id, 'device_silent', jsonb_build_object('device_id', device.id, 'name', device.name));
  end loop;
  for device in
    update public.devices d set silence_noticed_at = null
    where d.silence_noticed_at is not null
      and (d.last_seen_at > d.silence_noticed_at or d.silence_seconds is null or d.revoked_at is not null)
    returning d.id, d.user_id, d.name, d.silence_seconds is not null and d.revoked_at is null as is_back
  loop
    if device.is_back then
      perform notify.person(device.user_id, 'device_back', jsonb_build_object('device_id', device.id, 'name', device.name));
    end if;
  end loop;
end $$;
