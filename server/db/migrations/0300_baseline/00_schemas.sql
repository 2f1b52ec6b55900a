-- What the 78 migrations of QuantumShield 0.1.0 made. A database that ran them is taken over: docs/decisions/0060.

-- What is the same for many tables:
-- `<table>_service`: forced row-level security binds the owner of the tables too. The owner and, where it is named, the service role pass
-- by an explicit policy, so that no role needs BYPASSRLS or superuser and managed databases work.
-- `<table>_proven`: without the second factor of the account there are no keys and no files, and nothing is written: somebody with the
-- password alone could switch off the mails that warn of them. The app would ask for the code, a program would not.
-- `<table>_limit`: more rows than a person can need. Rows count for no storage, so the disk would be the limit.
-- `revoke all`: no API role may use the table, and not by the default privileges of a managed database either.

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

create schema audit;
create schema auth;
create schema authz;
create schema billing;
create schema mail;
create schema notify;
create schema realtime;
create schema status;
create schema storage;

revoke all on schema public from public;
grant usage on schema public, auth, authz, realtime, storage to anon, authenticated, service_role;
grant usage on schema audit, notify, status to service_role;

-- Defaults, policies and triggers of the tables call them.
--! functions
