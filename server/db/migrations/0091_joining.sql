-- Changes where somebody lands who confirms an address that was invited, and hides people who were removed.

-- As before, and who was invited lands in the organisation that invited, with the role that was chosen.
create or replace function auth.welcome_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  home       uuid;
  invitation public.invitations;
begin
  select i.* into invitation
  from public.invitations i
  where new.email_confirmed_at is not null and i.email = new.email and i.accepted_at is null and i.expires_at > now()
    and not exists (select from public.profiles p where p.user_id = new.id)
  order by i.sent_at desc limit 1
  for update;
  select t.id into home from public.tenants t
  where t.id = invitation.tenant_id or (invitation.id is null and t.is_default)
  -- Two people may confirm at the same moment; see authz.lock_team.
  for no key update;

  insert into public.profiles (user_id, tenant_id, first_name, last_name, company)
  values (new.id, home, new.user_metadata ->> 'first_name', new.user_metadata ->> 'last_name',
          new.user_metadata ->> 'company')
  on conflict (user_id) do nothing;

  insert into public.enterprise_user_roles (user_id, tenant_id, role)
  select new.id, home,
         coalesce(case when authz.may_invite(invitation.invited_by, home, invitation.role) then invitation.role
                       when invitation.id is not null then 'member' end,
                  case when exists (select from public.enterprise_user_roles r where r.tenant_id = home and r.role = 'owner')
                       then 'member' else 'owner' end)
  where not exists (select from public.enterprise_user_roles r where r.user_id = new.id);
  update public.invitations i set accepted_at = now() where i.id = invitation.id;
  return new;
end $$;

-- Somebody who was removed is no colleague any more.
create or replace function public.is_colleague(person uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.profiles p where p.user_id = person and p.tenant_id = authz.tenant())
     and not exists (select from public.former_members f where f.user_id = person);
create or replace function public.find_colleague(email text)
  returns table (user_id uuid, first_name text, last_name text, statement text, signature text)
  language sql stable security definer set search_path = ''
  begin atomic
    select u.id, p.first_name, p.last_name, b.statement, b.signature
    from auth.users u
    join public.profiles p on p.user_id = u.id
    left join public.user_key_bundles b on b.user_id = u.id
    where u.email = lower(btrim(find_colleague.email))
      and u.email_confirmed_at is not null and u.deleted_at is null and not u.is_anonymous
      and p.tenant_id = authz.tenant() and u.id <> auth.uid() and (select authz.is_proven())
      and not exists (select from public.former_members f where f.user_id = u.id);
  end;
