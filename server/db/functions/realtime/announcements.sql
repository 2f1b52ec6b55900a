-- The topic that a policy on realtime.messages is asked about.
create or replace function realtime.topic() returns text
  language sql stable set search_path = ''
as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
grant execute on function realtime.topic() to anon, authenticated, service_role;

-- The rows that a policy for select is tried on, made by the owner. A call outside of that gets rows that nobody reads.
create or replace function realtime.begin_check(topic text) returns setof uuid
  language sql volatile security definer set search_path = ''
as $$
  insert into realtime.messages (topic, extension) values (begin_check.topic, 'broadcast'), (begin_check.topic, 'presence')
  returning id
$$;
grant execute on function realtime.begin_check(text) to anon, authenticated, service_role;

-- Announces the keys of the rows that a statement changed, in notifications below the 8000 bytes that PostgreSQL allows. Content
-- never travels: each server reads it again as the person who listens.
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

create or replace function realtime.enable(relation regclass, owner_column name default null) returns void
  language plpgsql set search_path = ''
as $$
declare
  key_columns text;
  op          text;
begin
  select string_agg(quote_literal(a.attname), ', ' order by k.n) into key_columns
  from pg_catalog.pg_index i
  cross join lateral unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = enable.relation and i.indisprimary;
  if key_columns is null then
    raise exception '% has no primary key', enable.relation using errcode = 'invalid_table_definition';
  end if;
  perform realtime.disable(enable.relation);
  insert into realtime.tables (relation, owner_column) values (enable.relation, enable.owner_column);
  foreach op in array array['insert', 'update', 'delete'] loop
    execute format('create trigger %I after %s on %s referencing %s table as changed for each statement
                    execute function realtime.announce(%L, %s)',
                   'realtime_' || op, op, enable.relation, case op when 'delete' then 'old' else 'new' end,
                   coalesce(enable.owner_column, ''), key_columns);
  end loop;
  perform pg_notify('realtime', 't');
end $$;

create or replace function realtime.disable(relation regclass) returns void
  language plpgsql set search_path = ''
as $$
declare
  op text;
begin
  foreach op in array array['insert', 'update', 'delete'] loop
    execute format('drop trigger if exists %I on %s', 'realtime_' || op, disable.relation);
  end loop;
  delete from realtime.tables t where t.relation = disable.relation;
  perform pg_notify('realtime', 't');
end $$;

-- Arguments: the kind, then what names the person and the space in a changed row `t`. Everybody in a space gets a hint of their own.
create or replace function realtime.hint() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    $query$
      insert into realtime.hints (kind, person_id, space_id)
      select %1$L, h.person_id, h.space_id
      from (
        select %2$s as person_id, null::uuid as space_id from changed t
        union
        select m.user_id, m.space_id from changed t join public.team_space_members m on m.space_id = %3$s
      ) h
      where h.person_id is not null
    $query$, tg_argv[0], tg_argv[1], tg_argv[2]);
  return null;
end $$;

-- The people whom a file was given to: what they are shown of it may have changed.
create or replace function realtime.hint_recipients() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into realtime.hints (kind, person_id)
  select 'sharing', a.user_id from public.file_access a where a.file_id = new.id and a.granted_by is not null;
  return null;
end $$;
