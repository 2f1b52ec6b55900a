-- Adds what one server counted to what all of them know, and answers with the sums. Levels drain, members join.
create or replace function threats.merge_counters(changes jsonb, now_ms double precision)
  returns table (key text, level double precision, members integer[])
  language sql volatile security definer set search_path = ''
as $$
  insert into threats.counters as c (key, level, drain, at_ms, members, expires_at)
  select x.key, x.added, x.drain, now_ms, x.members, to_timestamp(x.expires_ms / 1000)
  from jsonb_to_recordset(changes) as x (key text, added double precision, drain double precision, members integer[],
                                         expires_ms double precision)
  order by x.key
  on conflict on constraint counters_pkey do update
  set level = greatest(0, c.level - greatest(0, excluded.at_ms - c.at_ms) * c.drain) + excluded.level,
      at_ms = greatest(c.at_ms, excluded.at_ms),
      members = array(select distinct m from unnest(c.members || excluded.members) as m limit 1024),
      expires_at = greatest(c.expires_at, excluded.expires_at)
  returning c.key, c.level, c.members
$$;

-- Forgets what is over.
create or replace function threats.tidy() returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from threats.counters c where c.expires_at < clock_timestamp();
  delete from threats.destroyed d where d.at < clock_timestamp() - interval '1 hour';
$$;
