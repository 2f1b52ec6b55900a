-- Changes who becomes an owner by signing up: only who comes into an organisation without any people. Where the last owner was removed,
-- the next stranger who signed up owned the organisation and everybody in it.
create or replace function auth.welcome_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  home       uuid;
  invitation public.invitations;
  has_people boolean;
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
  has_people := exists (select from public.profiles p where p.tenant_id = home and p.user_id <> new.id);

  insert into public.profiles (user_id, tenant_id, first_name, last_name, company)
  values (new.id, home, new.user_metadata ->> 'first_name', new.user_metadata ->> 'last_name',
          new.user_metadata ->> 'company')
  on conflict (user_id) do nothing;

  insert into public.enterprise_user_roles (user_id, tenant_id, role)
  select new.id, home,
         coalesce(case when authz.may_invite(invitation.invited_by, home, invitation.role) then invitation.role
                       when invitation.id is not null then 'member' end,
                  case when has_people then 'member' else 'owner' end)
  where not exists (select from public.enterprise_user_roles r where r.user_id = new.id);
  update public.invitations i set accepted_at = now() where i.id = invitation.id;
  return new;
end $$;
