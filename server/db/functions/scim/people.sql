-- What a client of SCIM is refused has a SQLSTATE of `SC` and the HTTP status; its detail is the scimType, its message the sentence.
-- `reason`: it is an event for the organisation.

create or replace function scim.refuse(status integer, kind text, sentence text, reason text default '') returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  raise exception '%', sentence using errcode = 'SC' || status, detail = coalesce(kind, ''), hint = reason;
end $$;

-- An address is an organisation's when its domain is; where everybody on the server is of one organisation, all are.
create or replace function scim.require_domain(home uuid, address text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  name text := lower(split_part(address, '@', -1));
begin
  if not exists (select from public.organisation_domains d where d.tenant_id = home and d.domain = name and d.verified_at is not null)
     and not (auth.organisation_mode() = 'single' and home = authz.operator()) then
    perform scim.refuse(400, 'invalidValue', format(
      'The domain %s is not verified for this organisation. An owner verifies it on the page Users & Teams; then send this again.', name), 'domain_not_verified');
  end if;
end $$;

-- Owners are changed by owners, so a token that somebody else made leaves them alone.
create or replace function scim.require_touchable(shown uuid, home uuid, person uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if authz.leads(person, home) and not (select t.may_change_owners from scim.tokens t where t.id = shown) then
    perform scim.refuse(403, null, 'This person is an owner of the organisation: only a token that an owner made suspends or removes them.', 'is_owner');
  end if;
end $$;

create or replace function scim.require_person(home uuid, person uuid) returns scim.people
  language plpgsql security definer set search_path = ''
as $$
declare
  known scim.people;
begin
  perform from auth.users u where u.id = person for no key update;
  select o.* into known from scim.people o where o.tenant_id = home and o.id = person;
  if not found then
    perform scim.refuse(404, null, 'There is no such user in this organisation.');
  end if;
  return known;
end $$;

-- The account of somebody who has none here: without password and keys, and nobody gets in before its person has confirmed the address.
create or replace function scim.add_account(home uuid, address text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := gen_random_uuid();
  facts  jsonb := jsonb_build_object('sub', person, 'email', address, 'email_verified', false, 'phone_verified', false);
begin
  if (select count(*) from scim.accounts a where a.tenant_id = home) >= 10000 then
    perform scim.refuse(413, null, 'An organisation has at most 10,000 people from an identity provider.');
  end if;
  insert into auth.users (id, email, app_metadata, user_metadata)
  values (person, address, '{"provider": "email", "providers": ["email"]}', facts);
  insert into auth.identities (user_id, provider, provider_id, identity_data) values (person, 'email', person::text, facts);
  return person;
end $$;

-- Somebody signed up with the address and never confirmed it: what they set is a stranger's.
create or replace function scim.adopt_account(person uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from auth.kdf_parameters k where k.user_id = person;
  delete from auth.one_time_tokens t where t.user_id = person;
  delete from auth.sessions s where s.user_id = person;
  delete from auth.last_uses l where l.user_id = person;
  delete from auth.mfa_factors f where f.user_id = person;
  delete from auth.passkeys k where k.user_id = person;
  delete from auth.identities i where i.user_id = person and i.provider <> 'email';
  update auth.users u
  set encrypted_password = null, updated_at = now(), new_email = null, new_phone = null,
      app_metadata = '{"provider": "email", "providers": ["email"]}',
      user_metadata = jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', false, 'phone_verified', false)
  where u.id = person;
$$;

-- The role of an open invitation, otherwise that of a member: SCIM gives none.
create or replace function scim.join_organisation(home uuid, person uuid, address text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  open  public.invitations;
  given text;
  until timestamptz;
begin
  insert into public.profiles (user_id, tenant_id) values (person, home);
  update public.invitations i set accepted_at = now()
  where i.tenant_id = home and i.email = address and i.accepted_at is null and i.expires_at > now()
  returning i.* into open;
  select r.given, r.until into given, until from authz.role_of_invitation(open) r;
  perform authz.welcome_guest(person, open);
  insert into public.enterprise_user_roles (user_id, tenant_id, role, expires_at) values (person, home, given, until);
  if authz.administers(given) then
    perform notify.of_roles(home, 'provisioned', given, person);
  end if;
end $$;

create or replace function scim.provision(home uuid, address text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  known record;
begin
  perform scim.require_domain(home, address);
  select u.id, p.tenant_id, f.user_id is not null as is_former, u.email_confirmed_at is not null as is_confirmed into known
  from auth.users u
  left join public.profiles p on p.user_id = u.id
  left join public.former_members f on f.user_id = u.id
  where u.email = address and u.deleted_at is null
  for no key update of u;
  if not found then
    known.id := scim.add_account(home, address);
    perform scim.join_organisation(home, known.id, address);
  elsif known.tenant_id is distinct from home and (known.tenant_id is not null or known.is_confirmed) then
    perform scim.refuse(409, 'uniqueness', 'This address has an account in another organisation of this server, and an account stays in its organisation. Its person can give that account another address.', 'other_organisation');
  elsif known.tenant_id = home and not known.is_former then
    perform scim.refuse(409, 'uniqueness', 'A user with this address is in the organisation already.');
  elsif known.is_former then
    perform authz.readmit(known.id, home);
  else
    perform scim.adopt_account(known.id);
    perform scim.join_organisation(home, known.id, address);
  end if;
  return known.id;
end $$;

-- The address of an account is what its person proves who they are with; as long as nobody has, the provider may correct it. Afterwards the
-- account keeps it, and nothing is refused: a provider that says another one with every request must still be able to suspend.
create or replace function scim.change_address(home uuid, known scim.people, address text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  able text := authz.most_able(known.id, home);
begin
  if known.email = address or known.has_signed_in then
    return;
  end if;
  perform scim.require_domain(home, address);
  if exists (select from auth.users u where u.email = address) then
    perform scim.refuse(409, 'uniqueness', 'An account with this address is there already.');
  end if;
  -- A role was for who has the earlier mailbox. SCIM gives none, by this way neither.
  perform authz.require_other_owner(known.id, home);
  if able is not null then
    perform notify.of_roles(home, 'ended', able, known.id);
  end if;
  delete from public.enterprise_user_roles r where r.user_id = known.id and r.tenant_id = home and r.role <> 'member';
  insert into public.enterprise_user_roles (user_id, tenant_id, role) values (known.id, home, 'member')
  on conflict (user_id, tenant_id, role) do nothing;
  delete from auth.one_time_tokens t where t.user_id = known.id;
  update auth.users u
  set email = address, encrypted_password = null, updated_at = now(), user_metadata = u.user_metadata || jsonb_build_object('email', address)
  where u.id = known.id;
  update auth.identities i set identity_data = i.identity_data || jsonb_build_object('email', address), updated_at = now()
  where i.user_id = known.id and i.provider = 'email';
end $$;

-- Guests by the word of the provider, where the organisation says how long they stay. It makes members of those alone whom it marked: some say
-- "Member" of everybody, and must not let in whom people keep out. An end that is there is moved by people alone, also one that is over.
create or replace function scim.change_guest(home uuid, person uuid, wanted boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  days integer := (select o.guest_days from public.organisation_policies o where o.tenant_id = home);
begin
  if wanted and not authz.is_guest(person) then
    if days is null then
      perform scim.refuse(400, 'invalidValue', 'The organisation does not say how long a guest stays whom its identity provider names. Who manages security sets it on the page Security, under Rules; then send this again.', 'guest_without_end');
    end if;
    perform authz.mark_guest(person, home, now() + make_interval(days => days));
    update authz.guests g set by_provider = true where g.user_id = person;
  elsif not wanted and days is not null
        and exists (select from authz.guests g where g.user_id = person and g.by_provider and g.ends_at > now()) then
    perform authz.admit_guest(person, home);
  end if;
end $$;

-- Whether `scim.change_guest` would refuse to make a guest of a member.
create or replace function scim.refuses_guest(home uuid, person uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select authz.holds_beyond_guest(person, home)
      or not exists (select from public.organisation_policies o where o.tenant_id = home and o.guest_days is not null)
$$;

-- Writes what `changes` names: userName, externalId, displayName, givenName, familyName, address, active, isGuest.
create or replace function scim.change_person(shown uuid, home uuid, person uuid, changes jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  known scim.people := scim.require_person(home, person);
  named text := coalesce(changes ->> 'userName', known.user_name);
  leaves boolean := coalesce(not (changes ->> 'active')::boolean, false);
begin
  if exists (select from scim.people o where o.tenant_id = home and lower(o.user_name) = lower(named) and o.id <> person) then
    perform scim.refuse(409, 'uniqueness', 'Another user of the organisation has this userName.');
  end if;
  insert into scim.accounts as a (user_id, tenant_id, user_name, external_id, display_name)
  values (person, home, named,
          case when changes ? 'externalId' then changes ->> 'externalId' else known.external_id end,
          changes ->> 'displayName')
  on conflict (user_id) do update
  set user_name = excluded.user_name, external_id = excluded.external_id, updated_at = clock_timestamp(),
      display_name = case when changes ? 'displayName' then changes ->> 'displayName' else a.display_name end
  where (a.user_name, a.external_id, a.display_name) is distinct from
        (excluded.user_name, excluded.external_id,
         case when changes ? 'displayName' then changes ->> 'displayName' else a.display_name end);
  update public.profiles p
  set first_name = case when changes ? 'givenName' then changes ->> 'givenName' else p.first_name end,
      last_name = case when changes ? 'familyName' then changes ->> 'familyName' else p.last_name end,
      updated_at = now()
  where p.user_id = person and (p.first_name, p.last_name) is distinct from
        (case when changes ? 'givenName' then changes ->> 'givenName' else p.first_name end,
         case when changes ? 'familyName' then changes ->> 'familyName' else p.last_name end);
  -- A provider that says "Guest" with every request must still be able to suspend.
  if changes ? 'isGuest' and not (leaves and scim.refuses_guest(home, person)) then
    perform scim.change_guest(home, person, (changes ->> 'isGuest')::boolean);
  end if;
  if changes ? 'address' and not leaves then
    perform scim.change_address(home, known, changes ->> 'address');
  end if;
  if leaves and known.active then
    perform scim.require_touchable(shown, home, person);
    perform authz.suspend(person, home);
  elsif (changes ->> 'active')::boolean then
    perform authz.end_suspension(person, home);
  end if;
end $$;

create or replace function scim.remove_person(shown uuid, home uuid, person uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform scim.require_person(home, person);
  perform scim.require_touchable(shown, home, person);
  perform authz.expel(person, home);
  delete from scim.accounts a where a.user_id = person;
end $$;
