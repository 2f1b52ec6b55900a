-- Called by the service that mails it, in one transaction, with the claims of who invites. Inviting again renews the invitation, with its role.
create or replace function authz.add_invitation(email text, role text, until timestamptz) returns uuid
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  home    uuid := authz.lock_team();
  wanted  text := lower(btrim(add_invitation.email));
  made    uuid;
begin
  if add_invitation.role = 'owner' and not authz.leads(auth.uid(), home) then
    raise exception 'only an owner may make somebody an owner' using errcode = 'insufficient_privilege';
  end if;
  perform authz.check_role_end(add_invitation.role, add_invitation.until);
  insert into public.invitations as i (tenant_id, email, role, role_until, invited_by, expires_at)
  values (home, wanted, add_invitation.role, add_invitation.until, auth.uid(), now() + interval '7 days')
  on conflict (tenant_id, email) where accepted_at is null do update
  set role = excluded.role, role_until = excluded.role_until, guest_until = null, invited_by = excluded.invited_by, sent_at = now(), expires_at = excluded.expires_at
  returning i.id into made;
  perform threats.judge_grant(add_invitation.role, null);
  if authz.administers(add_invitation.role) then
    perform notify.of_roles(home, null);
  end if;
  -- Teams that an earlier list named are not those of this invitation.
  delete from public.invitation_teams t where t.invitation_id = made;
  return made;
end $$;

-- What servers of the version before call.
create or replace function public.add_invitation(email text, role text) returns uuid
  language sql security definer set search_path = ''
as $$
  select authz.add_invitation(add_invitation.email, add_invitation.role, null)
$$;

-- The mailed link stops with it; those of other organisations stay.
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
grant execute on function public.revoke_invitation(uuid) to authenticated;

-- Invitations of other organisations to the address of this account, which is theirs to see: they have the mail as well. Names are text of
-- strangers, on one line each.
create or replace function public.own_invitations()
  returns table (id uuid, organisation text, inviter text, sent_at timestamptz, expires_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select i.id, left(regexp_replace(t.name, '[[:cntrl:]]+', ' ', 'g'), 100), u.email, i.sent_at, i.expires_at
  from auth.users me
  join public.invitations i on i.email = me.email
  join public.tenants t on t.id = i.tenant_id
  left join auth.users u on u.id = i.invited_by
  where me.id = auth.uid() and me.email_confirmed_at is not null and i.accepted_at is null and i.expires_at > now()
    and i.tenant_id <> authz.home() and (select authz.is_proven())
    and not exists (select from auth.declined_invitations d where d.invitation_id = i.id and d.declined_at >= i.sent_at)
  order by i.sent_at desc
  limit 100;
$$;
grant execute on function public.own_invitations() to authenticated;

-- The invited person no longer sees it. For the inviter it stays as it was, and ends by its time.
create or replace function public.decline_invitation(invitation uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into auth.declined_invitations as d (invitation_id)
  select o.id from public.own_invitations() o where o.id = decline_invitation.invitation
  on conflict (invitation_id) do update set declined_at = now();
  if not found then
    raise exception 'this invitation is no longer open' using errcode = 'QS404';
  end if;
end $$;
grant execute on function public.decline_invitation(uuid) to authenticated;
