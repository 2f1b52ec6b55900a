-- Breaks nothing: what realtime/v1 needs. Decision 48 says why changes are announced by triggers and read again for each person.
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- The topic that a policy on realtime.messages is asked about.
create function realtime.topic() returns text
  language sql stable set search_path = ''
  return nullif(current_setting('realtime.topic', true), '');

-- Who may listen to a private channel and who may send to it: policies for select and insert on this table, by `topic` or
-- realtime.topic() and by `extension`. Rows exist only while such a policy is tried, in a transaction that is rolled back.
create table realtime.messages (
  id          uuid        primary key default gen_random_uuid(),
  topic       text        not null,
  extension   text        not null constraint messages_extension check (extension in ('broadcast', 'presence')),
  event       text,
  payload     jsonb,
  private     boolean     not null default true,
  inserted_at timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
alter table realtime.messages enable row level security;
alter table realtime.messages force row level security;
grant select, insert on realtime.messages to anon, authenticated, service_role;

-- The rows that a policy for select is tried on, made by the owner. Whoever calls it outside of that gets rows that nobody reads.
create function realtime.begin_check(topic text) returns setof uuid
  language sql volatile security definer set search_path = ''
as $$
  insert into realtime.messages (topic, extension) values (begin_check.topic, 'broadcast'), (begin_check.topic, 'presence')
  returning id
$$;
revoke execute on function realtime.topic(), realtime.begin_check(text) from public;
grant execute on function realtime.topic(), realtime.begin_check(text) to anon, authenticated, service_role;

-- Tables whose changes are announced; `realtime.enable` and `realtime.disable` write here.
create table realtime.tables (
  relation     regclass    primary key,
  -- Names the person whose rows these are: nobody else is told of a change, nor asked for when it is read. Without it a deletion is
  -- told to all who may read the key, for there is no row left to try a policy on.
  owner_column name,
  enabled_at   timestamptz not null default now()
);

-- Messages between servers of one database that do not fit in a notification. Gone after a crash, as those who waited for them are.
create unlogged table realtime.node_messages (
  id         bigint      generated always as identity primary key,
  body       text        not null,
  created_at timestamptz not null default now()
);

-- Announces the keys of the rows that a statement changed, in notifications below the 8000 bytes that PostgreSQL allows. Content
-- never travels: each server reads it again as the person who listens.
-- Arguments: the column of the owner or '', then those of the primary key.
create function realtime.announce() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  owner_of text := case when tg_argv[0] <> '' then format('t.%I::text', tg_argv[0]) else 'null::text' end;
  key_of   text := (select string_agg(format('t.%I::text', tg_argv[i]), ', ' order by i) from generate_series(1, tg_nargs - 1) as i);
  chunk    jsonb;
begin
  for chunk in execute format(
    $query$
      with keys as (
        select jsonb_build_array(%s) as key, %s as owner, row_number() over () as n from changed t
      ), sized as (
        select key, owner, n, sum(octet_length(key::text) + 2) over (partition by owner order by n) as bytes
        from keys where octet_length(key::text) <= 1000
      )
      select jsonb_strip_nulls(jsonb_build_object('o', owner)) || jsonb_build_object('k', jsonb_agg(key order by n))
      from sized group by owner, (bytes / 6000)::bigint
    $query$, key_of, owner_of)
  loop
    perform pg_notify('realtime', 'c' || (chunk || jsonb_build_object('r', tg_relid::bigint, 't', tg_op))::text);
  end loop;
  return null;
end $$;

create function realtime.enable(relation regclass, owner_column name default null) returns void
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
  where i.indrelid = relation and i.indisprimary;
  if key_columns is null then
    raise exception '% has no primary key', relation using errcode = 'invalid_table_definition';
  end if;
  perform realtime.disable(relation);
  insert into realtime.tables (relation, owner_column) values (enable.relation, enable.owner_column);
  foreach op in array array['insert', 'update', 'delete'] loop
    execute format('create trigger %I after %s on %s referencing %s table as changed for each statement
                    execute function realtime.announce(%L, %s)',
                   'realtime_' || op, op, relation, case op when 'delete' then 'old' else 'new' end,
                   coalesce(owner_column, ''), key_columns);
  end loop;
  perform pg_notify('realtime', 't');
end $$;

create function realtime.disable(relation regclass) returns void
  language plpgsql set search_path = ''
as $$
declare
  op text;
begin
  foreach op in array array['insert', 'update', 'delete'] loop
    execute format('drop trigger if exists %I on %s', 'realtime_' || op, relation);
  end loop;
  delete from realtime.tables t where t.relation = disable.relation;
  perform pg_notify('realtime', 't');
end $$;
revoke execute on function realtime.announce(), realtime.enable(regclass, name), realtime.disable(regclass) from public;

-- That something changed which a list shows, and for whom: all that the app listens to. Never what changed. A row lives for minutes.
create unlogged table realtime.hints (
  id         bigint      generated always as identity primary key,
  kind       text        not null,
  person_id  uuid        not null,
  space_id   uuid,
  created_at timestamptz not null default now()
);
alter table realtime.hints enable row level security;
alter table realtime.hints force row level security;
create policy hints_read on realtime.hints for select to authenticated
  using (person_id = (select auth.uid()) and (space_id is null or space_id in (select authz.team_spaces())));
-- As in 0080: without the second factor of the account there is nothing to see.
create policy hints_proven on realtime.hints as restrictive for select to authenticated using ((select authz.is_proven()));
grant select on realtime.hints to authenticated;
do $$
declare
  name text;
begin
  foreach name in array array['messages', 'hints'] loop
    execute format('create policy %I on realtime.%I for all to service_role, %I using (true) with check (true)',
                   name || '_service', name, current_user);
  end loop;
end $$;

-- Arguments: the kind, then what names the person and the space in a changed row `t`. Everybody in a space gets a hint of their own.
create function realtime.hint() returns trigger
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
revoke execute on function realtime.hint() from public;

do $$
declare
  rule record;
  op   text;
begin
  for rule in select * from (values
    ('public.file_records', 'files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id'),
    ('public.folders', 'files', 'case when t.team_space_id is null then t.user_id end', 't.team_space_id'),
    ('public.file_access', 'sharing', 't.user_id', 'null::uuid'),
    ('public.team_space_members', 'spaces', 't.user_id', 't.space_id'),
    ('public.spaces', 'spaces', 't.owner_id', 'case when t.kind = ''team'' then t.id end'),
    ('public.notifications', 'notices', 't.user_id', 'null::uuid'),
    ('public.file_requests', 'requests', 't.user_id', 'null::uuid'),
    ('public.request_deliveries', 'requests', 't.user_id', 'null::uuid')
  ) as rules (relation, kind, person, space) loop
    foreach op in array array['insert', 'update', 'delete'] loop
      execute format('create trigger realtime_hint_%s after %1$s on %s referencing %s table as changed for each statement
                      execute function realtime.hint(%L, %L, %L)',
                     op, rule.relation, case op when 'delete' then 'old' else 'new' end, rule.kind, rule.person, rule.space);
    end loop;
  end loop;
end $$;
select realtime.enable('realtime.hints', 'person_id');
-- A hint that ends is no news.
drop trigger realtime_update on realtime.hints;
drop trigger realtime_delete on realtime.hints;

-- What people see through rest/v1 as rows of their own, for programs that listen.
select realtime.enable(relation, 'user_id')
from unnest(array['public.file_records', 'public.folders', 'public.tags', 'public.notifications']::regclass[]) as relation;
