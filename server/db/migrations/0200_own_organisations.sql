-- Changes where somebody lands who signs up: in an organisation of their own, unless the server is for one organisation. Nobody runs the
-- installation by signing up first (docs/decisions/0043).

create table auth.installation (
  is_only      boolean     primary key default true constraint installation_one check (is_only),
  -- What holds while the operator sets nothing.
  usual_mode   text        not null constraint installation_usual_mode check (usual_mode in ('personal', 'single')),
  -- Written by the server when it starts: ORGANISATION.
  chosen_mode  text        constraint installation_chosen_mode check (chosen_mode in ('personal', 'single')),
  -- Of the secret in the link that the server prints.
  claim_hash   bytea,
  claimed_at   timestamptz
);
-- People who were together stay together: a company that updates sees no change. Decided here once, because the operator's organisation
-- may well grow later.
insert into auth.installation (usual_mode, claimed_at)
select case when count(p.user_id) > 1 then 'single' else 'personal' end,
       case when exists (select from public.enterprise_user_roles r join public.tenants o on o.id = r.tenant_id
                         where o.is_default and r.role in ('owner', 'super_admin')) then now() end
from public.tenants t
left join public.profiles p on p.tenant_id = t.id
where t.is_default;

alter table auth.installation enable row level security;
alter table auth.installation force row level security;
do $$
begin
  execute format('create policy installation_owner on auth.installation for all to %I using (true) with check (true)', current_user);
end $$;
revoke all on auth.installation from public, anon, authenticated, service_role;

create function auth.organisation_mode() returns text
  language sql stable security definer set search_path = ''
  return (select coalesce(i.chosen_mode, i.usual_mode) from auth.installation i);

-- The organisation that somebody without an invitation joins; null: they get one of their own. Providers of single sign-on are added by
-- the operator, so their people are the operator's.
create function auth.joins(person auth.users) returns uuid
  language sql stable security definer set search_path = ''
  return case when auth.organisation_mode() = 'single' or joins.person.app_metadata ->> 'provider' like 'sso:%'
              then authz.operator() end;

-- Text of strangers: shown to people they invite.
create function auth.organisation_name_of(person auth.users) returns text
  language sql immutable set search_path = ''
  return left(coalesce(
    nullif(btrim(regexp_replace(person.user_metadata ->> 'company', '[\u0001-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>]', '', 'g')), ''),
    nullif(btrim(regexp_replace(concat_ws(' ', person.user_metadata ->> 'first_name', person.user_metadata ->> 'last_name'),
                                '[\u0001-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>]', '', 'g')), ''),
    nullif(btrim(split_part(person.email, '@', 1)), ''),
    'My organisation'), 100);

-- Anybody may invite any address now. So the link of an invitation names it, others do not replace it, and signing up in the ordinary way
-- accepts only what the operator's organisation sent: a stranger must not draw people into their organisation who never said yes.
alter table auth.one_time_tokens add column invitation_id uuid references public.invitations (id) on delete cascade;
alter table auth.one_time_tokens drop constraint one_time_tokens_one_per_kind;
create unique index one_time_tokens_one_per_kind
  on auth.one_time_tokens (user_id, kind, coalesce(invitation_id, '00000000-0000-0000-0000-000000000000'));
create index one_time_tokens_invitation_idx on auth.one_time_tokens (invitation_id) where invitation_id is not null;

-- Its link goes with it; those of other organisations stay.
create or replace function public.revoke_invitation(invitation uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
begin
  delete from public.invitations i where i.id = invitation and i.tenant_id = home and i.accepted_at is null;
  if not found then
    raise exception 'this invitation is no longer open' using errcode = 'QS404';
  end if;
end $$;

create or replace function auth.welcome_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  home       uuid;
  given      text := 'member';
  -- Set by the service that was shown the mailed link.
  accepted   uuid := nullif(current_setting('auth.accepted_invitation', true), '')::uuid;
  invitation public.invitations;
begin
  -- A second address or number of somebody who has an organisation.
  if exists (select from public.profiles p where p.user_id = new.id) then
    return new;
  end if;
  select i.* into invitation
  from public.invitations i
  where new.email_confirmed_at is not null and i.email = new.email and i.accepted_at is null and i.expires_at > now()
    and (i.id = accepted or i.tenant_id = authz.operator())
  order by i.id is not distinct from accepted desc, i.sent_at desc limit 1
  for update;

  home := coalesce(invitation.tenant_id, auth.joins(new));
  if home is null then
    insert into public.tenants (name) values (auth.organisation_name_of(new)) returning id into home;
    given := 'owner';
  else
    -- Two people may confirm at the same moment; see authz.lock_team.
    perform from public.tenants t where t.id = home for no key update;
    if authz.may_invite(invitation.invited_by, home, invitation.role) then
      given := invitation.role;
    end if;
  end if;

  insert into public.profiles (user_id, tenant_id, first_name, last_name, company)
  values (new.id, home, new.user_metadata ->> 'first_name', new.user_metadata ->> 'last_name',
          new.user_metadata ->> 'company')
  on conflict (user_id) do nothing;
  insert into public.enterprise_user_roles (user_id, tenant_id, role) values (new.id, home, given);
  update public.invitations i set accepted_at = now() where i.id = invitation.id;
  return new;
end $$;

-- Nobody has made themselves administrator yet, or nobody but this person is in the operator's organisation.
create function auth.is_claimable(person uuid default null) returns boolean
  language sql stable security definer set search_path = ''
  return (select i.claimed_at is null from auth.installation i)
      or not exists (select from public.profiles p
                     where p.tenant_id = authz.operator() and p.user_id is distinct from is_claimable.person);

-- Makes a person super administrator of the installation and an owner of the organisation that runs it. Called by auth/v1, after the
-- link's secret or the machine itself was recognised. False when somebody else was first, or the person has no organisation.
create function auth.claim_installation(person uuid) returns boolean
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
       or not exists (select from public.enterprise_user_roles r where r.user_id = person and r.tenant_id = home and r.role = 'owner') then
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

revoke execute on function auth.organisation_mode(), auth.joins(auth.users), auth.organisation_name_of(auth.users), auth.is_claimable(uuid),
  auth.claim_installation(uuid) from public;
