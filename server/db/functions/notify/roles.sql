-- Roles that end within a week: whose they are is notified, and everybody else who manages users, once for each end. Called every hour.
create or replace function notify.of_role_ends() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  ending  record;
  manager uuid;
  sent    integer := 0;
begin
  for ending in
    select r.id, r.user_id, r.tenant_id, r.role, r.expires_at
    from authz.live_roles r
    join public.tenants t on t.id = r.tenant_id and t.status = 'active'
    where r.expires_at <= now() + interval '7 days'
      and not exists (select from notify.told_role_ends d where d.role_id = r.id and d.ends_at = r.expires_at)
    order by r.expires_at, r.id limit 1000
  loop
    insert into notify.told_role_ends as d (role_id, ends_at) values (ending.id, ending.expires_at)
    on conflict (role_id) do update set ends_at = excluded.ends_at where d.ends_at <> excluded.ends_at;
    -- Another server was first.
    continue when not found;
    perform notify.person(ending.user_id, 'role_ending', jsonb_build_object('event', ending.role, 'ends_at', ending.expires_at));
    for manager in
      select distinct m.user_id
      from authz.live_roles m
      join authz.permissions a on a.role = m.role and a.permission = 'manage_users'
      where m.tenant_id = ending.tenant_id and m.user_id <> ending.user_id order by 1
    loop
      perform notify.person(manager, 'member_role_ending',
                            jsonb_build_object('event', ending.role, 'person', ending.user_id, 'ends_at', ending.expires_at));
    end loop;
    sent := sent + 1;
  end loop;
  return sent;
end $$;

-- Tells of a change of roles that open the admin panel. Everybody who manages the people of the organisation is told, also who did it, for their
-- token may be stolen, and so is whose role it is, unless they did it themselves by accepting an invitation. The mail has no switch.
--
-- Each change has its notice. Mailed are the first twenty within an hour of one giver, so that roles given to and fro fill no mailbox; of people who
-- arrive with a role that was told when they were invited, each receiver has one mail an hour.
-- @param change as `RoleChange` of contract/notices.ts has it; `given`: the role that somebody has now, had until now or is offered
-- @param counted how many people are invited at once
create or replace function notify.of_roles(home uuid, change text, given text, person uuid, counted bigint default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  arrives   constant boolean := of_roles.change in ('joined', 'provisioned');
  is_mailed constant boolean := arrives or notify.counts_role_mail(auth.uid());
  told      record;
begin
  for told in
    select t.user_id, jsonb_strip_nulls(jsonb_build_object(
      'changed_by', auth.uid(), 'event', of_roles.change, 'role', of_roles.given, 'count', of_roles.counted,
      'person', nullif(of_roles.person, t.user_id), 'is_own', case when t.user_id = of_roles.person then true end)) as details
    from (select r.user_id
          from authz.live_roles r
          join authz.permissions a on a.role = r.role and a.permission = 'manage_users'
          where r.tenant_id = of_roles.home and (of_roles.change <> 'joined' or r.user_id <> of_roles.person)
          union
          select of_roles.person where of_roles.person is not null and of_roles.change <> 'joined') t
    order by t.user_id
  loop
    if is_mailed and (not arrives or notify.starts_hour(told.user_id, 'roles_changed')) then
      perform notify.person(told.user_id, 'roles_changed', told.details);
    else
      perform notify.in_app(told.user_id, 'roles_changed', told.details);
    end if;
  end loop;
end $$;

-- Counts a change of roles by a person, and says whether it is mailed. What no person does is: an identity provider gives no role, and takes away as
-- many as people gave.
create or replace function notify.counts_role_mail(giver uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  hour constant timestamptz := clock_timestamp() - interval '1 hour';
  counted integer;
begin
  if giver is null then
    return true;
  end if;
  insert into notify.role_mails as m (user_id) values (giver)
  on conflict (user_id) do update
  set changes = case when m.since < hour then 1 else m.changes + 1 end, since = case when m.since < hour then clock_timestamp() else m.since end
  returning m.changes into counted;
  return counted <= 20;
end $$;
