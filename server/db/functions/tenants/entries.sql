-- Break-glass: docs/decisions/0228-an-entry-counts-in-requests-that-name-it.md.

-- Whether this entry is in force for this person and session: not ended, in time, by a person who still runs the installation.
create or replace function tenancy.live_entry(entry uuid, person uuid, session uuid) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select e.tenant_id
  from tenancy.entries e
  join public.tenants t on t.id = e.tenant_id and t.status <> 'deleted'
  where e.id = live_entry.entry and e.user_id = person and e.session_id = live_entry.session
    and e.ended_at is null and e.ends_at > clock_timestamp()
    and not exists (select from tenancy.deletions d where d.tenant_id = t.id and d.begun_at is not null and d.restored_at is null)
    and exists (select from authz.live_roles r
                join authz.permissions p on p.role = r.role and p.permission = 'manage_tenants'
                join public.profiles h on h.user_id = r.user_id and h.tenant_id = r.tenant_id
                where r.user_id = person and r.tenant_id = authz.operator())
$$;

-- The organisation that this request entered; null where its entry is not in force, and where it names none. The server puts the entry that
-- a request names into its claims.
create or replace function authz.entered() returns uuid
  language sql stable security definer set search_path = ''
as $$
  select tenancy.live_entry(nullif(auth.jwt() ->> 'entry', '')::uuid, auth.uid(), nullif(auth.jwt() ->> 'session_id', '')::uuid)
$$;
grant execute on function authz.entered() to authenticated;

-- Ends entries whose time or session is over, all or those of one person.
create or replace function tenancy.end_entries(person uuid default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  one   tenancy.entries;
  ended integer := 0;
begin
  for one in
    update tenancy.entries e
    set ended_at = clock_timestamp(),
        ending = case when e.session_id is null or e.user_id is null then 'session' else 'time' end
    where e.ended_at is null and (person is null or e.user_id = person)
      and (e.session_id is null or e.user_id is null or e.ends_at <= clock_timestamp())
    returning e.*
  loop
    perform tenancy.record_end(one);
    ended := ended + 1;
  end loop;
  return ended;
end $$;

create or replace function tenancy.record_end(one tenancy.entries) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  select log, 'tenant.entry_ended', 'config_change', one.user_id, 'entry_ended', 'success', 'high',
         jsonb_build_object('table', 'public.tenants', 'id', one.tenant_id, 'break_glass', one.id, 'ending', one.ending)
  from (select one.tenant_id as log union select authz.operator()) as logs
$$;

-- Enters the panel of another organisation, with the role admin, from this session alone. @throws QS406, QS481 where the person is in one
create or replace function tenancy.enter(organisation uuid, minutes integer, why text) returns tenancy.entries
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.require_tenant_manager();
  me   uuid := authz.require_fresh();
  made tenancy.entries;
begin
  if minutes not in (15, 30, 60) or minutes is null then
    raise exception 'an entry lasts 15, 30 or 60 minutes' using errcode = 'check_violation';
  end if;
  perform from public.tenants t
  where t.id = organisation and t.id <> home and t.probe is null and t.status <> 'deleted'
    and not exists (select from tenancy.deletions d where d.tenant_id = t.id and d.begun_at is not null and d.restored_at is null)
  for no key update;
  if not found then
    raise exception 'there is no such organisation to enter' using errcode = 'QS406';
  end if;
  perform tenancy.end_entries(me);
  begin
    insert into tenancy.entries as e (tenant_id, user_id, session_id, asker, reason, ends_at)
    select organisation, u.id, (auth.jwt() ->> 'session_id')::uuid, coalesce(u.email, ''), btrim(why),
           clock_timestamp() + make_interval(mins => minutes)
    from auth.users u where u.id = me returning e.* into made;
  exception when unique_violation then
    raise exception 'leave the organisation first that you have entered' using errcode = 'QS481';
  end;
  perform audit.record_of_tenant(organisation, 'tenant.entered', 'critical',
    jsonb_build_object('break_glass', made.id, 'ends_at', made.ends_at, 'reason', made.reason));
  perform tenancy.mail_owners(organisation, 'entered',
    jsonb_build_object('by', made.asker, 'reason', made.reason, 'day', made.ends_at));
  perform notify.person(r.user_id, 'organisation_entered', jsonb_build_object('name', made.asker))
  from authz.live_roles r where r.tenant_id = organisation and r.role = 'owner';
  return made;
end $$;
grant execute on function tenancy.enter(uuid,integer,text) to authenticated;

-- Ends the caller's own entry, from any of their sessions. @throws QS406 where it has ended
create or replace function tenancy.leave(entry uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  one tenancy.entries;
begin
  perform authz.require_proven();
  update tenancy.entries e set ended_at = clock_timestamp(), ending = 'left'
  where e.id = leave.entry and e.user_id = auth.uid() and e.ended_at is null and e.ends_at > clock_timestamp() returning e.* into one;
  if one.id is null then
    raise exception 'this entry has ended' using errcode = 'QS406';
  end if;
  perform tenancy.record_end(one);
end $$;
grant execute on function tenancy.leave(uuid) to authenticated;

-- How the organisation of one's own entry is called: its row is not readable without the entry.
create or replace function tenancy.entered_name(entry uuid) returns table (called text, plan text)
  language sql stable security definer set search_path = ''
as $$
  select t.name, t.subscription_tier
  from tenancy.entries e join public.tenants t on t.id = e.tenant_id
  where e.id = entered_name.entry and e.user_id = auth.uid()
    and tenancy.live_entry(e.id, e.user_id, e.session_id) is not null
$$;
grant execute on function tenancy.entered_name(uuid) to authenticated;
