-- Adds what one server counted to what all of them know, and answers with the sums. Levels drain, members join; without either a counter is
-- only asked for.
create or replace function threats.merge_counters(changes jsonb, now_ms double precision)
  returns table (key text, level double precision, members integer[])
  language sql volatile security definer set search_path = ''
as $$
  with given as (
    select * from jsonb_to_recordset(changes) as x (key text, added double precision, drain double precision, members integer[],
                                                    expires_ms double precision)
  ), merged as (
    insert into threats.counters as c (key, level, drain, at_ms, members, expires_at)
    select g.key, g.added, g.drain, now_ms, g.members, to_timestamp(g.expires_ms / 1000)
    from given g
    where g.added <> 0 or g.members is not null
    order by g.key
    on conflict on constraint counters_pkey do update
    set level = greatest(0, c.level - greatest(0, excluded.at_ms - c.at_ms) * c.drain) + excluded.level,
        at_ms = greatest(c.at_ms, excluded.at_ms),
        members = array(select distinct m from unnest(c.members || excluded.members) as m limit 1024),
        expires_at = greatest(c.expires_at, excluded.expires_at)
    returning c.key, c.level, c.members
  )
  select m.key, m.level, m.members from merged m
  union all
  select c.key, greatest(0, c.level - greatest(0, now_ms - c.at_ms) * c.drain), c.members
  from threats.counters c
  join given g on g.key = c.key
  where g.added = 0 and g.members is null
$$;

-- Forgets what is over.
create or replace function threats.tidy() returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from threats.counters c where c.expires_at < clock_timestamp();
  delete from threats.destroyed d where d.at < clock_timestamp() - interval '25 hours';
  delete from threats.hints h where h.at < clock_timestamp() - interval '1 hour';
  delete from threats.reads r where r.day < current_date - 60;
  delete from threats.device_days d where d.day < current_date - 60;
  delete from public.threat_detections d where d.last_at < now() - interval '400 days';
  -- Nobody can confirm in a session that is gone, and it reads nothing: what held it is over. The clock of a page has
  -- whole milliseconds: with a part of one behind it, the end would be in the future for who asks within that millisecond.
  update public.threat_enforcements e set until = date_trunc('milliseconds', clock_timestamp())
  where e.lifted_at is null and e.until is null and e.session_id is not null
    and not exists (select from auth.sessions s where s.id = e.session_id);
  delete from public.threat_enforcements e where coalesce(e.lifted_at, e.until) < now() - interval '400 days';
  delete from public.threat_incidents i where i.resolved_at < now() - interval '400 days';
$$;

-- Adds files that people read today, by `user_id`.
create or replace function threats.add_reads(files jsonb) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into threats.reads as r (user_id, day, files)
  select u.id, current_date, x.value::integer
  from jsonb_each_text(add_reads.files) x
  join auth.users u on u.id = x.key::uuid
  order by u.id
  on conflict (user_id, day) do update set files = r.files + excluded.files
$$;

-- What detectors need to know of somebody who reads: their organisation, how much they read on a day, and when their account last got a
-- new password without the old one.
create or replace function threats.facts(person uuid)
  returns table (tenant_id uuid, usual double precision, recovered_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select threats.tenant_of(person),
         coalesce((select avg(d.files) from (select r.files from threats.reads r
                                             where r.user_id = person and r.day < current_date order by r.day desc limit 14) d), 0),
         threats.recovered_at(person)
$$;
