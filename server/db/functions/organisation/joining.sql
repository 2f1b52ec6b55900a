-- Somebody confirmed an address or a number: they join the organisation that invited them, with the role that was chosen, or the one that
-- `auth.joins` names, or get one of their own.
create or replace function auth.welcome_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  home       uuid;
  locked     uuid;
  given      text := 'member';
  until      timestamptz;
  -- Set by the service that was shown the mailed link.
  accepted   uuid := nullif(current_setting('auth.accepted_invitation', true), '')::uuid;
  invitation public.invitations;
begin
  -- A second address or number of somebody who has an organisation.
  if exists (select from public.profiles p where p.user_id = new.id) then
    return new;
  end if;
  loop
    select i.* into invitation
    from public.invitations i
    where new.email_confirmed_at is not null and i.email = new.email and i.accepted_at is null and i.expires_at > now()
      and (i.id = accepted or i.tenant_id = authz.operator())
    order by i.id is not distinct from accepted desc, i.sent_at desc limit 1;
    home := coalesce(invitation.tenant_id, auth.joins(new));
    exit when home is null or home = locked;
    -- Two people may confirm at the same moment; see authz.lock_team. What changes an invitation has this lock too: it is read again.
    perform from public.tenants t where t.id = home for no key update;
    locked := home;
  end loop;

  if exists (select from public.tenants t where t.id = home and t.status <> 'active') then
    raise exception 'the organisation is suspended' using errcode = 'QS407';
  end if;
  if home is null then
    insert into public.tenants (name) values (auth.organisation_name_of(new)) returning id into home;
    given := 'owner';
  else
    select r.given, r.until into given, until from authz.role_of_invitation(invitation) r;
  end if;

  insert into public.profiles (user_id, tenant_id, first_name, last_name, company)
  values (new.id, home, new.user_metadata ->> 'first_name', new.user_metadata ->> 'last_name',
          new.user_metadata ->> 'company')
  on conflict (user_id) do nothing;
  perform authz.welcome_guest(new.id, invitation);
  insert into public.enterprise_user_roles (user_id, tenant_id, role, expires_at) values (new.id, home, given, until);
  if invitation.id is not null and authz.administers(given) then
    perform notify.of_roles(home, 'joined', given, new.id);
  end if;
  update public.invitations i set accepted_at = now() where i.id = invitation.id;
  if invitation.id is not null and authz.may_invite(invitation.invited_by, home, invitation.role) then
    perform authz.join_invited_teams(new.id, invitation.id);
  end if;
  return new;
end $$;

create or replace function auth.organisation_mode() returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce(i.chosen_mode, i.usual_mode) from auth.installation i
$$;

-- The organisation that somebody without an invitation joins; null: they get one of their own. Providers of single sign-on are added by
-- the operator, so their people are the operator's.
create or replace function auth.joins(person auth.users) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select case
    -- Set by `checks.add_probe_person` alone.
    when nullif(current_setting('auth.probe_organisation', true), '') is not null then
      current_setting('auth.probe_organisation', true)::uuid
    when auth.organisation_mode() = 'single' or joins.person.app_metadata ->> 'provider' like 'sso:%' then authz.operator()
    -- Where addresses are confirmed without a mail, anybody can name any.
    when joins.person.email_confirmed_at is not null and current_setting('auth.is_unproven_address', true) is distinct from 'true' then
      (select d.tenant_id from public.organisation_domains d join public.tenants t on t.id = d.tenant_id
       where d.domain = lower(split_part(joins.person.email, '@', -1)) and d.verified_at is not null and t.status = 'active')
  end
$$;

-- Text of strangers: shown to people they invite. Somebody without a company has an organisation all the same, which is not themselves.
create or replace function auth.organisation_name_of(person auth.users) returns text
  language sql immutable set search_path = ''
as $$
  select left(coalesce(
    nullif(btrim(regexp_replace(person.user_metadata ->> 'company', '[\u0001-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>]', '', 'g')), ''),
    nullif(btrim(regexp_replace(concat_ws(' ', person.user_metadata ->> 'first_name', person.user_metadata ->> 'last_name'),
                                '[\u0001-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>]', '', 'g')), '') || '’s organisation',
    nullif(btrim(split_part(person.email, '@', 1)), '') || '’s organisation',
    'My organisation'), 100)
$$;

-- Nobody has made themselves administrator yet, or nobody but this person is in the operator's organisation.
create or replace function auth.is_claimable(person uuid default null) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select (select i.claimed_at is null from auth.installation i)
      or not exists (select from public.profiles p
                     where p.tenant_id = authz.operator() and p.user_id is distinct from is_claimable.person)
$$;

-- Makes a person super administrator of the installation and an owner of the organisation that runs it. Called by auth/v1, after the
-- link's secret or the machine itself was recognised. False when somebody else was first, or the person has no organisation.
create or replace function auth.claim_installation(person uuid) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  home     uuid;
  operator uuid := authz.operator();
begin
  perform from auth.installation for update;
  select p.tenant_id into home from public.profiles p where p.user_id = person
    and not exists (select from public.former_members f where f.user_id = person);
  if home is null or not auth.is_claimable(person) then
    return false;
  end if;
  -- The organisation that they founded becomes the operator's, unless there are people in that one already.
  if home <> operator then
    if exists (select from public.profiles p where p.tenant_id = operator)
       or not exists (select from authz.live_roles r where r.user_id = person and r.tenant_id = home and r.role = 'owner') then
      return false;
    end if;
    update public.tenants t set is_default = false where t.id = operator;
    update public.tenants t set is_default = true where t.id = home;
    update public.contacts c set tenant_id = home where c.tenant_id = operator;
  end if;
  delete from public.enterprise_user_roles r where r.user_id = person and r.tenant_id = home and r.role <> 'owner';
  insert into public.enterprise_user_roles (user_id, tenant_id, role)
  values (person, home, 'owner'), (person, home, 'super_admin')
  on conflict (user_id, tenant_id, role) do update set expires_at = null;
  update auth.installation set claimed_at = now(), claim_hash = null;
  perform audit.record('installation.claimed', 'config_change', person, 'claim', 'success', 'high', '{}');
  return true;
end $$;
