-- Breaks nothing: people of an organisation see each other, are invited into it, change roles and leave it.

-- Roles that the team page gives. Tested equal to TEAM_ROLES of contract/permissions.ts.
create function authz.team_roles() returns text[]
  language sql immutable parallel safe set search_path = ''
  return array['owner', 'admin', 'security_admin', 'billing_admin', 'analyst', 'viewer', 'partner', 'member'];

-- Whoever signs up with the address joins the organisation with the role: proof is the mailbox, as for every account.
create table public.invitations (
  id          uuid        primary key default gen_random_uuid(),
  tenant_id   uuid        not null references public.tenants (id) on delete cascade,
  email       text        not null constraint invitations_email_lowercase check (email = lower(email)),
  role        text        not null constraint invitations_role check (role = any (authz.team_roles())),
  invited_by  uuid        references auth.users (id) on delete set null,
  sent_at     timestamptz not null default now(),
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  created_at  timestamptz not null default now()
);
create unique index invitations_one_open_idx on public.invitations (tenant_id, email) where accepted_at is null;
create index invitations_email_idx on public.invitations (email) where accepted_at is null;

-- People who were removed. Their account stays closed, and what they sealed stays sealed, until they are let back in.
create table public.former_members (
  user_id    uuid        primary key references auth.users (id) on delete cascade,
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  removed_by uuid        references auth.users (id) on delete set null,
  removed_at timestamptz not null default now(),
  -- What the operator had decided before; it holds again for somebody who is let back in.
  banned_before timestamptz
);
create index former_members_tenant_idx on public.former_members (tenant_id);

alter table public.invitations enable row level security;
alter table public.invitations force row level security;
alter table public.former_members enable row level security;
alter table public.former_members force row level security;
do $$
declare
  name text;
begin
  -- As in 0080: without the second factor of the account there is nothing to see.
  foreach name in array array['invitations', 'former_members'] loop
    execute format('create policy %I on public.%I as restrictive for all to authenticated using ((select authz.is_proven()))',
                   name || '_proven', name);
  end loop;
end $$;
create policy invitations_read on public.invitations for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create policy former_members_read on public.former_members for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
do $$
declare
  name text;
begin
  foreach name in array array['invitations', 'former_members'] loop
    execute format('create policy %I on public.%I for all to service_role, %I using (true) with check (true)',
                   name || '_service', name, current_user);
    execute format('create trigger %I after insert or update or delete on public.%I for each row '
                   'execute function audit.record_change(''config_change'', ''medium'', %L)',
                   name || '_audit', name, case name when 'invitations' then 'id' else 'user_id' end);
  end loop;
end $$;
grant select on public.invitations, public.former_members to authenticated;
grant select, insert, update, delete on public.invitations, public.former_members to service_role;

-- Roles above the others: only people who hold one of these give, take or touch them.
create function authz.leads(person uuid, tenant uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.enterprise_user_roles r
                 where r.user_id = person and r.tenant_id = tenant and r.role in ('owner', 'tenant_admin', 'super_admin')
                   and (r.expires_at is null or r.expires_at > now()));

-- Whoever changes the team waits here for others who do, so that two owners cannot demote each other at the same moment.
create function authz.lock_team() returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  -- Not for update: rows of the audit log refer to the tenant, and two transactions that have both written one would wait for
  -- each other.
  perform from public.tenants t where t.id = home for no key update;
  if home is null or not authz.allows('manage_users', home) or not authz.is_proven() then
    raise exception 'only an administrator of the organisation may do this' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;

create function authz.require_member(person uuid, home uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.profiles p where p.user_id = person and p.tenant_id = home)
     or exists (select from public.former_members f where f.user_id = person) then
    raise exception 'this person does not belong to the organisation' using errcode = 'QS404';
  end if;
  if authz.leads(person, home) and not authz.leads(auth.uid(), home) then
    raise exception 'only an owner may change an owner' using errcode = 'insufficient_privilege';
  end if;
end $$;

create function authz.require_other_owner(person uuid, home uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  is_owner boolean := exists (select from public.enterprise_user_roles r
                              where r.user_id = person and r.tenant_id = home and r.role = 'owner');
begin
  if is_owner and not exists (
    select from public.enterprise_user_roles r
    join auth.users u on u.id = r.user_id
    where r.tenant_id = home and r.role = 'owner' and r.user_id <> person and u.deleted_at is null
      and (r.expires_at is null or r.expires_at > now())
      and not exists (select from public.former_members f where f.user_id = r.user_id)) then
    raise exception 'an organisation keeps at least one owner' using errcode = 'QS409';
  end if;
end $$;

-- Everyone of the organisation, for everyone of it; when somebody was there last, and who was removed, for those who manage it.
create function public.team_members()
  returns table (user_id uuid, email text, first_name text, last_name text, roles text[], statement text, signature text,
                 joined_at timestamptz, last_active_at timestamptz, removed_at timestamptz)
  language sql stable security definer set search_path = ''
  begin atomic
    select p.user_id, u.email, p.first_name, p.last_name,
           array(select r.role from public.enterprise_user_roles r
                 where r.user_id = p.user_id and r.tenant_id = p.tenant_id and (r.expires_at is null or r.expires_at > now())
                 order by coalesce(array_position(authz.team_roles(), r.role), 0), r.role),
           b.statement, b.signature, coalesce(u.email_confirmed_at, u.created_at),
           case when me.manages then greatest(u.last_sign_in_at, (select max(s.refreshed_at) from auth.sessions s
                                                                  where s.user_id = u.id)) end,
           f.removed_at
    from (select authz.tenant() as home, authz.allows('manage_users', authz.tenant()) as manages) as me
    join public.profiles p on p.tenant_id = me.home
    join auth.users u on u.id = p.user_id
    left join public.user_key_bundles b on b.user_id = p.user_id
    left join public.former_members f on f.user_id = p.user_id
    where u.deleted_at is null and not u.is_anonymous and (f.user_id is null or me.manages)
      and not exists (select from public.former_members gone where gone.user_id = auth.uid()) and (select authz.is_proven())
    order by p.first_name nulls last, p.last_name, u.email;
  end;

create function public.organisation_name() returns text
  language sql stable security definer set search_path = ''
  return (select t.name from public.tenants t where t.id = authz.tenant());

-- Whether somebody may give a role to who is invited.
create function authz.may_invite(person uuid, home uuid, given text) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select
                 from public.enterprise_user_roles r
                 join authz.permissions p on p.role = r.role
                 where r.user_id = person and r.tenant_id = home and p.permission = 'manage_users'
                   and (r.expires_at is null or r.expires_at > now()))
     and (given <> 'owner' or authz.leads(person, home));

-- Invitations do not outlive the rights of who sent them.
create function authz.end_invitations(person uuid, home uuid) returns void
  language sql volatile security definer set search_path = ''
  begin atomic
    delete from public.invitations i
    where i.tenant_id = home and i.invited_by = person and i.accepted_at is null
      and not authz.may_invite(person, home, i.role);
  end;

-- One role instead of those a person had.
create function public.set_member_role(person uuid, role text) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  home uuid := authz.lock_team();
begin
  if not set_member_role.role = any (authz.team_roles()) then
    raise exception 'there is no such role' using errcode = 'check_violation';
  end if;
  perform authz.require_member(person, home);
  if set_member_role.role = 'owner' and not authz.leads(auth.uid(), home) then
    raise exception 'only an owner may make somebody an owner' using errcode = 'insufficient_privilege';
  end if;
  if set_member_role.role <> 'owner' then
    perform authz.require_other_owner(person, home);
  end if;
  delete from public.enterprise_user_roles r
  where r.user_id = person and r.tenant_id = home and r.role <> set_member_role.role;
  insert into public.enterprise_user_roles (user_id, tenant_id, role) values (person, home, set_member_role.role)
  on conflict (user_id, tenant_id, role) do update set expires_at = null;
  perform authz.end_invitations(person, home);
end $$;

-- Ends what a person may do and open here, at once. Nothing that they sealed is deleted, and nobody else can open it.
create function public.remove_member(person uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
begin
  if person = auth.uid() then
    raise exception 'nobody removes themselves' using errcode = 'insufficient_privilege';
  end if;
  perform authz.require_member(person, home);
  perform authz.require_other_owner(person, home);
  insert into public.former_members (user_id, tenant_id, removed_by, banned_before)
  select u.id, home, auth.uid(), u.banned_until from auth.users u where u.id = person;
  delete from public.enterprise_user_roles r where r.user_id = person and r.tenant_id = home;
  perform authz.end_invitations(person, home);
  delete from public.file_access a where a.granted_by is not null and (a.user_id = person or a.granted_by = person);
  update public.share_links l set revoked_at = now() where l.user_id = person and l.revoked_at is null;
  delete from auth.one_time_tokens t where t.user_id = person;
  delete from auth.sessions s where s.user_id = person;
  update auth.users u set banned_until = now() + interval '100 years', updated_at = now() where u.id = person;
end $$;

create function public.restore_member(person uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home   uuid := authz.lock_team();
  before timestamptz;
begin
  delete from public.former_members f where f.user_id = person and f.tenant_id = home returning f.banned_before into before;
  if not found then
    raise exception 'this person was not removed' using errcode = 'QS404';
  end if;
  update auth.users u set banned_until = before, updated_at = now() where u.id = person;
  insert into public.enterprise_user_roles (user_id, tenant_id, role) values (person, home, 'member')
  on conflict (user_id, tenant_id, role) do nothing;
end $$;

-- Called by the service that mails it, in one transaction, with the claims of who invites. Inviting again renews the invitation.
create function public.add_invitation(email text, role text) returns uuid
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
  insert into public.invitations as i (tenant_id, email, role, invited_by, expires_at)
  values (home, wanted, add_invitation.role, auth.uid(), now() + interval '7 days')
  on conflict (tenant_id, email) where accepted_at is null do update
  set role = excluded.role, invited_by = excluded.invited_by, sent_at = now(), expires_at = excluded.expires_at
  returning i.id into made;
  return made;
end $$;

-- The mailed link stops with it; an account that nobody confirmed cannot be signed in to.
create function public.revoke_invitation(invitation uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home    uuid := authz.lock_team();
  address text;
begin
  delete from public.invitations i where i.id = invitation and i.tenant_id = home and i.accepted_at is null
  returning i.email into address;
  if address is null then
    raise exception 'this invitation is no longer open' using errcode = 'QS404';
  end if;
  delete from auth.one_time_tokens t using auth.users u
  where t.user_id = u.id and t.kind = 'invite' and u.email = address and u.email_confirmed_at is null;
end $$;

revoke execute on function authz.team_roles(), authz.leads(uuid, uuid), authz.lock_team(), authz.require_member(uuid, uuid),
  authz.require_other_owner(uuid, uuid), authz.may_invite(uuid, uuid, text), authz.end_invitations(uuid, uuid), public.team_members(), public.organisation_name(), public.set_member_role(uuid, text),
  public.remove_member(uuid), public.restore_member(uuid), public.add_invitation(text, text), public.revoke_invitation(uuid)
  from public;
grant execute on function authz.team_roles() to authenticated, service_role;
grant execute on function public.team_members(), public.organisation_name(), public.set_member_role(uuid, text),
  public.remove_member(uuid), public.restore_member(uuid), public.revoke_invitation(uuid) to authenticated;
