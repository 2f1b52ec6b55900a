create or replace function authz.base64url(bytes bytea) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select rtrim(translate(replace(encode(bytes, 'base64'), chr(10), ''), '+/', '-_'), '=')
$$;

create or replace function authz.from_base64url(text text) returns bytea
  language sql immutable parallel safe set search_path = ''
as $$
  select decode(rpad(translate(text, '-_', '+/'), (length(text) + 3) / 4 * 4, '='), 'base64')
$$;

-- rest/v1 passes the text of each answer through this, so that a large one is refused before it crosses the wire and, where a write
-- asked for it, in time to undo the write.
create or replace function authz.answer_within(body text, most bigint) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  if octet_length(body) > most then
    raise exception 'The answer would be larger than % bytes', most
      using errcode = 'PT413', hint = 'Ask for fewer rows or columns';
  end if;
  return body;
end $$;
grant execute on function authz.answer_within(text,bigint) to anon, authenticated, service_role;

-- Rows of one person in a table, looked at once a statement. Arguments: the column that names the owner, how many, and which rows of the
-- table `t` count, if not all.
create or replace function authz.limit_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_over boolean;
begin
  execute format(
    'select exists (select from (select distinct %1$I as owner from added t where %5$s) as o
       where (select count(*) from (select from %2$I.%3$I t where t.%1$I = o.owner and %5$s limit %4$s + 1) as rows) > %4$s)',
    tg_argv[0], tg_table_schema, tg_table_name, tg_argv[1], coalesce(tg_argv[2], 'true')) into is_over;
  if is_over then
    raise exception 'There are too many rows of this kind already: % at most', tg_argv[1] using errcode = 'PT413';
  end if;
  return null;
end $$;

-- The same for bytes. Arguments: the column that names the owner, how many bytes, those of a row of the table `t`, and which rows count.
create or replace function authz.limit_bytes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_over boolean;
begin
  execute format(
    'select exists (select from (select distinct %1$I as owner from added t where %6$s) as o
       where (select sum(%5$s) from %2$I.%3$I t where t.%1$I = o.owner and %6$s) > %4$s)',
    tg_argv[0], tg_table_schema, tg_table_name, tg_argv[1], tg_argv[2], coalesce(tg_argv[3], 'true')) into is_over;
  if is_over then
    raise exception 'Entries of this kind take too much room: at most % bytes', tg_argv[1] using errcode = 'PT413';
  end if;
  return null;
end $$;

-- Tested equal to FORMAT_1_ENDS of crypto/manifest.ts.
create or replace function authz.format_1_ends() returns timestamptz
  language sql immutable set search_path = ''
as $$
  select timestamptz '2027-07-01 00:00:00+00'
$$;
grant execute on function authz.format_1_ends() to authenticated, service_role;

-- The texts are canonical JSON, and what they hold of other people's words is base64url, so the format shows in one place. Only a text of
-- format 1 gets here; a text that pretends otherwise is read by nobody.
create or replace function public.refuse_format_1() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  statement text := to_jsonb(new) ->> tg_argv[0];
  -- What the reader compares. A client whose clock is ahead must not write what nobody can open either.
  signed_at text := substring(statement from '"time":"([^"]*)"');
begin
  if auth.uid() is null or (tg_op = 'UPDATE' and statement is not distinct from to_jsonb(old) ->> tg_argv[0]) then
    return new;
  end if;
  if now() >= authz.format_1_ends()
     or signed_at collate "C" >= to_char(authz.format_1_ends() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') then
    raise exception 'this program is too old: nobody could open what it stores. Nothing was stored; reload the page or update the program'
      using errcode = 'QS426';
  end if;
  return new;
end $$;
