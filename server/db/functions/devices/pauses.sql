-- Whether nothing of a device is taken until its pause is lifted.
create or replace function threats.is_paused(device uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select threats.has_pause('device ' || device)
$$;
grant execute on function threats.is_paused(uuid) to authenticated, service_role;

-- A pause with what led to it.
create or replace function threats.pause_of(pause public.threat_enforcements) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', (pause).id, 'since', (pause).created_at,
                            'reasons', coalesce((select d.reasons from public.threat_detections d where d.id = (pause).detection_id), '[]'))
$$;

-- The pause of a device with what led to it, for who may see the device; null while there is none.
create or replace function public.device_pause(device public.devices) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select threats.pause_of(e)
  from public.threat_enforcements e
  where e.action = 'pause' and e.subject = 'device ' || (device).id and e.lifted_at is null
    and ((device).user_id = auth.uid() or authz.allows('manage_security', e.tenant_id))
  order by e.created_at
  limit 1
$$;
grant execute on function public.device_pause(public.devices) to authenticated;

-- What is usual for a device, by the last 14 days on which it sent something. Fewer than three say nothing, and for a day after a pause was lifted
-- nothing is unusual: who lifted it let the device do it.
create or replace function threats.device_habit(device uuid) returns table (files double precision, largest bigint)
  language sql stable security definer set search_path = ''
as $$
  select avg(d.files)::double precision, max(d.largest)
  from (select x.files, x.largest from threats.device_days x
        where x.device_id = device and x.day < current_date order by x.day desc limit 14) d
  having count(*) >= 3
     and not exists (select from public.threat_enforcements e
                     where e.action = 'pause' and e.subject = 'device ' || device and e.lifted_at > now() - interval '1 day')
$$;
grant execute on function threats.device_habit(uuid) to service_role;

create or replace function threats.count_device_file(device uuid, size bigint) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into threats.device_days as d (device_id, files, largest) values (device, 1, size)
  on conflict (device_id, day) do update set files = d.files + 1, largest = greatest(d.largest, excluded.largest)
$$;
grant execute on function threats.count_device_file(uuid, bigint) to service_role;

create or replace function threats.note_device_place(device uuid, country text, network bigint) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into threats.device_places as p (device_id, country, network) values (device, note_device_place.country, note_device_place.network)
  on conflict (device_id) do update set country = excluded.country, network = excluded.network, seen_at = clock_timestamp()
$$;
grant execute on function threats.note_device_place(uuid, text, bigint) to service_role;

-- Countries between which a device moved, where a pause for that was lifted within 90 days: who lifted it agreed to both. A van that crosses a
-- border each week is paused for it once.
create or replace function threats.agreed_countries(device uuid) returns text[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(distinct place.country), '{}')
  from public.threat_enforcements e
  join public.threat_detections d on d.id = e.detection_id
  cross join jsonb_array_elements(d.reasons) reason
  cross join lateral (values (reason ->> 'from'), (reason ->> 'to')) as place (country)
  where e.action = 'pause' and e.subject = 'device ' || device and e.lifted_at > now() - interval '90 days'
    and reason ->> 'code' = 'device_moved'
$$;
grant execute on function threats.agreed_countries(uuid) to service_role;
