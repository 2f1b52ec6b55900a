-- Breaks nothing: an invitation is accepted under the lock of the organisation, as it is revoked under it.
create or replace function auth.welcome_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  home       uuid;
  locked     uuid;
  given      text := 'member';
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

  if home is null then
    insert into public.tenants (name) values (auth.organisation_name_of(new)) returning id into home;
    given := 'owner';
  elsif authz.may_invite(invitation.invited_by, home, invitation.role) then
    given := invitation.role;
  end if;

  insert into public.profiles (user_id, tenant_id, first_name, last_name, company)
  values (new.id, home, new.user_metadata ->> 'first_name', new.user_metadata ->> 'last_name',
          new.user_metadata ->> 'company')
  on conflict (user_id) do nothing;
  insert into public.enterprise_user_roles (user_id, tenant_id, role) values (new.id, home, given);
  update public.invitations i set accepted_at = now() where i.id = invitation.id;
  return new;
end $$;
