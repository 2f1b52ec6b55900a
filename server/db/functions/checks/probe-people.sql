-- One of the three organisations of the comprehensive test; made when it is needed first.
create or replace function checks.probe_organisation(letter text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid;
begin
  insert into public.tenants (name, probe) values ('__probe_' || letter, letter)
  on conflict (probe) where probe is not null do nothing;
  select t.id into home from public.tenants t where t.probe = letter;
  return home;
end $$;

-- Somebody of such an organisation, with a confirmed address that no mail reaches.
create or replace function checks.add_probe_person(letter text, email text, password_hash text, given text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home   uuid := checks.probe_organisation(letter);
  person uuid := gen_random_uuid();
begin
  perform set_config('auth.probe_organisation', home::text, true);
  insert into auth.users (id, email, encrypted_password, email_confirmed_at, app_metadata, user_metadata)
  values (person, add_probe_person.email, password_hash, now(), '{"provider": "email", "providers": ["email"]}', '{"first_name": "Probe"}');
  perform set_config('auth.probe_organisation', '', true);
  if given <> 'member' then
    insert into public.enterprise_user_roles (user_id, tenant_id, role) values (person, home, given);
  end if;
  return person;
end $$;

-- An event of the comprehensive test's own requests, in the log of an organisation that is nobody's.
create or replace function checks.record_event(event_type text, event_category text, person uuid, action text, outcome text,
                                               risk text, details jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('auth.probe_organisation', checks.probe_organisation('a')::text, true);
  perform audit.record(event_type, event_category, person, action, outcome, risk, details);
  perform set_config('auth.probe_organisation', '', true);
end $$;
