-- The newest demo, and whether everybody joins one organisation here.
create or replace function tenancy.newest_demo() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform authz.require_tenant_manager();
  return jsonb_build_object(
    'is_single', auth.organisation_mode() = 'single',
    'demo', (select jsonb_build_object('id', d.id, 'tenant_id', d.tenant_id, 'asker', d.asker, 'people', d.people, 'state', d.state, 'cause', d.cause,
                                       'step', d.step, 'done', d.done, 'total', d.total, 'problem', d.problem, 'asked_at', d.asked_at, 'ended_at', d.ended_at)
             from tenancy.demos d order by d.asked_at desc, d.id desc limit 1));
end $$;
grant execute on function tenancy.newest_demo() to authenticated;

-- Makes the organisation of a demo, with an invitation for its owner. @throws QS403; QS488 where everybody joins one organisation; QS489 where a demo is there
create or replace function tenancy.begin_demo(called text, owner_email text, domain text, people integer) returns tenancy.demos
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid;
  made tenancy.demos;
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  if auth.organisation_mode() = 'single' then
    raise exception 'everybody joins one organisation here' using errcode = 'QS488';
  end if;
  insert into public.tenants (name, subscription_tier) values (btrim(called), 'enterprise') returning id into home;
  begin
    insert into tenancy.demos as d (tenant_id, asked_by, asker, people, domain)
    select home, u.id, coalesce(u.email, ''), begin_demo.people, begin_demo.domain from auth.users u where u.id = auth.uid()
    returning d.* into made;
  exception when unique_violation then
    raise exception 'a demo organisation is there already' using errcode = 'QS489';
  end;
  insert into public.invitations (tenant_id, email, role, invited_by, expires_at)
  values (home, lower(owner_email), 'owner', auth.uid(), now() + interval '1 day');
  perform audit.record_of_tenant(home, 'tenant.created', 'high', jsonb_build_object('plan', 'enterprise', 'demo', made.id));
  return made;
end $$;
grant execute on function tenancy.begin_demo(text,text,text,integer) to authenticated;

-- Says that its making goes on. @returns whether it is wanted
create or replace function tenancy.note_demo(demo uuid, doing text, so_far integer, of_all integer) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  update tenancy.demos d set seen_at = clock_timestamp(), step = doing, done = so_far, total = of_all
  where d.id = demo and d.state = 'making';
  return found;
end $$;

-- @returns whether it was wanted until its end
create or replace function tenancy.finish_demo(demo uuid) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  update tenancy.demos d set state = 'ready', ended_at = clock_timestamp() where d.id = demo and d.state = 'making';
  return found;
end $$;

-- Signs its people out, and has everything of it deleted now: nothing real is in it. One that people from elsewhere or a legal hold need is not
-- deleted: who asked is told, and where nobody asks it stays as it is, ready with its problem.
-- @param expected its state. @returns whether it is removed. @throws QS425, QS490 where somebody asks
create or replace function tenancy.begin_demo_removal(demo uuid, expected text, why text, failure text default null) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  home       uuid;
  one        tenancy.demos;
  has_hold   boolean;
  has_people boolean;
begin
  select d.tenant_id into home from tenancy.demos d where d.id = demo;
  -- Nobody joins meanwhile.
  perform from public.tenants t where t.id = home for no key update;
  select d.* into one from tenancy.demos d where d.id = demo and d.state = expected for no key update;
  if one.id is null then
    return false;
  end if;
  has_hold := exists (select from public.legal_holds h where h.tenant_id = home and h.released_at is null);
  has_people := exists (select from public.profiles p join auth.users u on u.id = p.user_id
                        where p.tenant_id = home and split_part(coalesce(u.email, ''), '@', -1) <> one.domain);
  if why in ('failed', 'stopped') and (has_hold or has_people) then
    update tenancy.demos d set state = 'ready', ended_at = clock_timestamp(), problem = left(coalesce(failure, 'The server was stopped while it made it.'), 300)
    where d.id = one.id;
    return false;
  end if;
  if has_hold then
    raise exception 'a legal hold keeps this organisation' using errcode = 'QS425';
  end if;
  if has_people then
    raise exception 'people are in it who are not invented' using errcode = 'QS490';
  end if;
  update tenancy.demos d set state = 'removing', cause = why, problem = left(failure, 300), ended_at = coalesce(d.ended_at, clock_timestamp())
  where d.id = one.id;
  -- A deletion with days of grace may be under way.
  update tenancy.deletions d set begun_at = clock_timestamp(), ends_at = clock_timestamp()
  where d.tenant_id = one.tenant_id and d.restored_at is null and d.begun_at is null;
  insert into tenancy.deletions (tenant_id, asked_by, asker, reason, ends_at, begun_at)
  select one.tenant_id, auth.uid(), coalesce((select u.email from auth.users u where u.id = auth.uid()), ''), 'demo', clock_timestamp(), clock_timestamp()
  where not exists (select from tenancy.deletions d where d.tenant_id = one.tenant_id and d.restored_at is null);
  update public.tenants t set status = 'leaving', suspended_at = null, suspended_reason = null where t.id = one.tenant_id;
  delete from auth.sessions s using public.profiles p where p.user_id = s.user_id and p.tenant_id = one.tenant_id;
  perform audit.record_of_tenant(one.tenant_id, 'tenant.deletion_started', 'critical', jsonb_build_object('demo', one.id, 'reason', why));
  perform graphile_worker.add_job('tenants:deletions');
  return true;
end $$;

-- @throws QS406 where it is not being made; QS425, QS490 as below
create or replace function tenancy.cancel_demo(demo uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_tenant_manager();
  if not tenancy.begin_demo_removal(demo, 'making', 'cancelled') then
    raise exception 'this demo is not being made' using errcode = 'QS406';
  end if;
end $$;
grant execute on function tenancy.cancel_demo(uuid) to authenticated;

-- @throws QS403; QS406 where it is not there; QS425; QS490 where people are in it who came from elsewhere: theirs is not deleted without days of grace
create or replace function tenancy.remove_demo(demo uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  if not tenancy.begin_demo_removal(demo, 'ready', 'asked') then
    raise exception 'there is no such demo' using errcode = 'QS406';
  end if;
end $$;
grant execute on function tenancy.remove_demo(uuid) to authenticated;

-- Those whose server ended: nothing stays half made.
create or replace function tenancy.end_silent_demos() returns void
  language sql volatile security definer set search_path = ''
as $$
  select tenancy.begin_demo_removal(d.id, 'making', 'stopped')
  from tenancy.demos d where d.state = 'making' and d.seen_at < clock_timestamp() - interval '2 minutes'
$$;
