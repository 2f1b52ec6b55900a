-- Breaks nothing: first migration.
-- Roles are cluster-wide, so a second database in the same cluster finds them already there.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
  end loop;
end $$;

create schema auth;
create schema storage;
create schema audit;
create schema authz;

revoke all on schema public from public;
grant usage on schema public, auth, storage, authz to anon, authenticated, service_role;
grant usage on schema audit to service_role;

-- Who is asking. Stable, so that a policy calling (select auth.uid()) evaluates it once per statement.
create function auth.jwt() returns jsonb
  language sql stable parallel safe set search_path = ''
  return coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}'::jsonb);

create function auth.uid() returns uuid
  language sql stable parallel safe set search_path = ''
  return nullif(auth.jwt() ->> 'sub', '')::uuid;

create function auth.role() returns text
  language sql stable parallel safe set search_path = ''
  return auth.jwt() ->> 'role';

create function auth.email() returns text
  language sql stable parallel safe set search_path = ''
  return auth.jwt() ->> 'email';

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;
