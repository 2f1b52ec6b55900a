-- Breaks nothing: as in 0220, but rows of many owners share a notification. A change in a space of 500 people is five of them, not 500.
-- What is sent: `r` table, `t` operation, `k` keys, and `o` the owner of each where the table names its column.
-- Arguments: the column of the owner or '', then those of the primary key.
create or replace function realtime.announce() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  has_owner boolean := tg_argv[0] <> '';
  owner_of  text := case when tg_argv[0] <> '' then format('t.%I::text', tg_argv[0]) else 'null::text' end;
  key_of    text := (select string_agg(format('t.%I::text', tg_argv[i]), ', ' order by i) from generate_series(1, tg_nargs - 1) as i);
  chunk     jsonb;
begin
  for chunk in execute format(
    $query$
      with keys as (
        select jsonb_build_array(%s) as key, to_jsonb(%s) as owner, row_number() over () as n from changed t
      ), sized as (
        select key, owner, n, sum(octet_length(key::text) + coalesce(octet_length(owner::text), 4) + 4) over (order by n) as bytes
        from keys where octet_length(key::text) <= 1000 and coalesce(octet_length(owner::text), 0) <= 500
      )
      select jsonb_build_object('k', jsonb_agg(key order by n), 'o', jsonb_agg(owner order by n))
      from sized group by (bytes / 6000)::bigint
    $query$, key_of, owner_of)
  loop
    if not has_owner then
      chunk := chunk - 'o';
    end if;
    perform pg_notify('realtime', 'c' || (chunk || jsonb_build_object('r', tg_relid::bigint, 't', tg_op))::text);
  end loop;
  return null;
end $$;
