-- Sessions of everybody in the organisation, newest use first, 50 at a time: those used before `before_at`, or then and with a smaller id.
-- Those that have run out are left out: they end with their next request.
create or replace function public.organisation_sessions(before_at timestamptz default null, before_id uuid default null)
  returns table (id uuid, user_id uuid, created_at timestamptz, last_active_at timestamptz, user_agent text, ip text, has_factor boolean,
                 is_held boolean, is_current boolean, may_end boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  me      uuid := threats.require_manager();
  home    uuid := authz.tenant();
  current uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  leads   boolean := authz.leads(me, home);
begin
  return query
    select s.id, s.user_id, s.created_at, s.refreshed_at, coalesce(s.seen_user_agent, s.user_agent), host(coalesce(s.seen_ip, s.ip)),
           authz.shows_factor(s.aal, s.amr), threats.is_held(s.id), s.id is not distinct from current,
           leads or not authz.leads(s.user_id, home)
    from auth.sessions s
    join public.profiles p on p.user_id = s.user_id and p.tenant_id = home
    where (before_at is null or (s.refreshed_at, s.id) < (before_at, before_id))
      and not authz.has_run_out(s.user_id, s.refreshed_at, s.created_at)
    order by s.refreshed_at desc, s.id desc
    limit 50;
end $$;
grant execute on function public.organisation_sessions(timestamptz,uuid) to authenticated;

-- Ends sessions of somebody else in the organisation: one, or all. Never of an owner, unless an owner asks, and never the session that asks.
-- @returns how many ended
create or replace function public.end_sessions_of(person uuid, session uuid default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  me      uuid := threats.require_manager();
  home    uuid := authz.tenant();
  current uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  ended   uuid;
  count   integer := 0;
begin
  -- A token may have been stolen.
  perform authz.require_fresh();
  -- As `authz.require_member`, but of somebody who was removed no session may be left either.
  if not exists (select from public.profiles p where p.user_id = person and p.tenant_id = home) then
    raise exception 'this person does not belong to the organisation' using errcode = 'QS404';
  end if;
  if authz.leads(person, home) and not authz.leads(me, home) then
    raise exception 'only an owner may end sessions of an owner' using errcode = 'insufficient_privilege';
  end if;
  for ended in
    delete from auth.sessions s
    where s.user_id = person and s.id is distinct from current and (end_sessions_of.session is null or s.id = end_sessions_of.session)
    returning s.id
  loop
    count := count + 1;
    perform audit.record('session.revoked', 'auth', me, 'revoked', 'success', 'medium',
                         jsonb_build_object('session_id', ended, 'person', person, 'by_session', current));
  end loop;
  if count > 0 and person <> me then
    perform notify.person(person, 'session_ended', jsonb_build_object('count', count, 'changed_by', me));
  end if;
  return count;
end $$;
grant execute on function public.end_sessions_of(uuid,uuid) to authenticated;
