-- Who is asking. Stable, so that a policy calling (select auth.uid()) evaluates it once per statement.
create or replace function auth.jwt() returns jsonb
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}'::jsonb)
$$;
grant execute on function auth.jwt() to anon, authenticated, service_role, public;

create or replace function auth.uid() returns uuid
  language sql stable parallel safe set search_path = ''
as $$
  select nullif(auth.jwt() ->> 'sub', '')::uuid
$$;
grant execute on function auth.uid() to anon, authenticated, service_role, public;

create or replace function auth.role() returns text
  language sql stable parallel safe set search_path = ''
as $$
  select auth.jwt() ->> 'role'
$$;
grant execute on function auth.role() to anon, authenticated, service_role, public;

create or replace function auth.email() returns text
  language sql stable parallel safe set search_path = ''
as $$
  select auth.jwt() ->> 'email'
$$;
grant execute on function auth.email() to anon, authenticated, service_role, public;
