-- Roles that invitations carry are offered to mailboxes: those that open the admin panel are judged and told at once, a list as one change, by
-- the most able of its roles.
create or replace function authz.note_invited(home uuid, roles text[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  able    text;
  counted bigint;
begin
  select (array_agg(w.role order by array_position(authz.team_roles(), w.role)))[1], sum(w.people) into able, counted
  from (select r as role, count(*) as people from unnest(note_invited.roles) as r group by r) as w
  where authz.administers(w.role);
  if able is not null then
    perform threats.judge_grant(able, null);
    perform notify.of_roles(home, 'invited', able, null, counted);
  end if;
end $$;

-- The role that somebody has who comes by an invitation, and until when. One whose time is over before its person came is not theirs, nor is one
-- whose sender may no longer give it, or that does not come with the plan that the organisation has by now.
create or replace function authz.role_of_invitation(invitation public.invitations, out given text, out until timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  given := 'member';
  if authz.may_invite(invitation.invited_by, invitation.tenant_id, invitation.role) and coalesce(invitation.role_until > now(), true)
     and authz.is_role_of(invitation.role, authz.plan_held_by(invitation.tenant_id)) then
    given := invitation.role;
    until := invitation.role_until;
  end if;
end $$;

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
  perform authz.note_invited(home, array[add_invitation.role]);
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
