create or replace function authz.enters_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select authz.is_proven() and case when auth.jwt() ? 'entry' then authz.entered() is not null else exists (
    select
    from authz.live_roles r
    where r.user_id = auth.uid() and r.tenant_id = authz.tenant() and authz.administers(r.role)
  ) end
$$;

-- Incidents that were open at the end of each of the last days, UTC; of today, now. Read in one pass.
create or replace function threats.open_by_day(home uuid, days integer) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with ends as (
    select back.n, ((now() at time zone 'UTC')::date - back.n + 1)::timestamp at time zone 'UTC' as at
    from generate_series(0, days - 1) as back (n)
  ), seen as materialized (
    select i.opened_at, i.resolved_at from public.threat_incidents i
    where i.tenant_id = home
      and (i.resolved_at is null or i.resolved_at >= ((now() at time zone 'UTC')::date - (days - 2))::timestamp at time zone 'UTC')
  )
  select jsonb_agg((select count(*) from seen s where s.opened_at < e.at and (s.resolved_at is null or s.resolved_at >= e.at)) order by e.n desc)
  from ends e
$$;

-- Events that came below a signed head of a log on each of the last days, UTC. Of days ago the last head of each hour is kept, which is enough:
-- a day without a head had none.
create or replace function ledger.grown_by_day(log uuid, days integer) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with heads as (
    select (c.signed_at at time zone 'UTC')::date as day, max(c.size) as size
    from ledger.checkpoints c where c.log_id = grown_by_day.log group by 1
  ), grown as (
    select h.day, h.size - lag(h.size, 1, 0::bigint) over (order by h.day) as events from heads h
  )
  select jsonb_agg(coalesce(g.events, 0) order by wanted.day)
  from generate_series(0, days - 1) as back (n)
  cross join lateral (select (now() at time zone 'UTC')::date - (days - 1) + back.n as day) as wanted
  left join grown g on g.day = wanted.day
$$;

-- What happened on each of the last days, UTC, today included. One range of an index for each kind of event.
create or replace function audit.count_by_day(home uuid, kind text, days integer) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_agg(coalesce(counted.events, 0) order by wanted.day)
  from generate_series(0, days - 1) as back (n)
  cross join lateral (select (now() at time zone 'UTC')::date - (days - 1) + back.n as day) as wanted
  left join (
    select (l.created_at at time zone 'UTC')::date as day, count(*) as events
    from public.system_audit_log l
    where l.tenant_id = home and l.event_type = kind
      and l.created_at >= ((now() at time zone 'UTC')::date - (days - 1))::timestamp at time zone 'UTC'
    group by 1
  ) as counted on counted.day = wanted.day
$$;

-- People whose storage is full to nine tenths and more: of the limit of their plan, or a lower one that the organisation set for them. Says what
-- storage.bytes_used and bytes_allowed do of each person, read once for all of them.
create or replace function authz.people_near_limit(home uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  with free as materialized (
    select storage.plan_bytes(null) as bytes
  ), asked as materialized (
    select p.user_id from public.profiles p where p.tenant_id = home
  ), used as (
    -- Their rows alone: summed before they are joined, those of every organisation would be read.
    select q.owner, sum(q.bytes) as bytes
    from (select u.owner, u.bytes from storage.usage u union all select c.owner, c.bytes from storage.usage_changes c) q
    join asked a on a.user_id = q.owner
    group by q.owner having sum(q.bytes) > 0
  )
  select count(*)
  from free
  join asked p on true
  join used on used.owner = p.user_id
  join auth.users u on u.id = p.user_id and u.deleted_at is null and not u.is_anonymous
  left join storage.personal_quotas o on o.user_id = p.user_id and o.tenant_id = home
  where used.bytes >= 0.9 * least(o.bytes, case when exists (select from public.subscriptions s where s.user_id = p.user_id)
                                                then storage.plan_bytes(p.user_id) else free.bytes end)
    and not exists (select from public.former_members f where f.user_id = p.user_id)
$$;

-- People whom the provider made and who have no keys yet: nobody can share anything with them.
create or replace function scim.people_without_keys(home uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select count(*)
  from scim.accounts a
  join auth.users u on u.id = a.user_id and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  where a.tenant_id = home
    and not exists (select from public.user_key_bundles b where b.user_id = a.user_id)
    and not exists (select from public.former_members f where f.user_id = a.user_id)
$$;

-- Counts of all that only a person can settle, by what the caller may do; null where that is nothing of theirs. Each is one statement over the whole set.
create or replace function public.organisation_waits() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home     uuid := authz.tenant();
  security boolean := authz.allows('manage_security', home);
  users    boolean := authz.allows('manage_users', home);
  records  boolean := authz.allows('manage_compliance', home) and home = authz.operator();
  tests    boolean := authz.allows('run_tests', home) and home = authz.operator();
  servers  boolean := authz.allows('manage_tenants', home) and home = authz.operator();
begin
  if not authz.enters_admin() then
    raise exception 'only somebody who administers the organisation may read this' using errcode = 'insufficient_privilege';
  end if;
  return jsonb_build_object(
    'incidents', case when security then
      (select count(*) from public.threat_incidents i where i.tenant_id = home and i.state <> 'resolved') end,
    'streams', case when security then
      (select count(*) from public.event_streams s
       join streams.states p on p.stream_id = s.id
       where s.tenant_id = home and p.failing_since is not null and s.paused_at is null) end,
    -- Those alone that the caller holds a part for and has not answered: nobody else can settle them.
    'recoveries', (
      select count(*) from public.recovery_shares s
      join public.recovery_requests r on r.user_id = s.user_id and r.ended_at is null and r.expires_at > now()
      join public.profiles p on p.user_id = r.user_id and p.tenant_id = home
      where s.holder_id = auth.uid()
        and not exists (select from public.recovery_answers x where x.request_id = r.id and x.holder_id = auth.uid())),
    'invitations', case when users then
      (select count(*) from public.invitations i where i.tenant_id = home and i.accepted_at is null and i.expires_at <= now()) end,
    'expiring', case when users then
      (select count(*) from public.invitations i
       where i.tenant_id = home and i.accepted_at is null and i.expires_at > now() and i.expires_at <= now() + interval '2 days') end,
    'reviews', case when users then
      (select count(*) from reviews.reviews r
       where r.tenant_id = home and r.state = 'open' and r.due_on < (now() at time zone 'UTC')::date) end,
    'roles', case when users then
      (select count(distinct r.user_id) from authz.live_roles r
       join public.profiles p on p.user_id = r.user_id and p.tenant_id = home
       where r.tenant_id = home and r.expires_at <= now() + interval '7 days'
         and not exists (select from public.former_members f where f.user_id = r.user_id)) end,
    'guests', case when users then
      (select count(*) from authz.guests g
       where g.tenant_id = home and g.ended_at is null and g.ends_at > now() and g.ends_at <= now() + interval '7 days') end,
    'keys', case when users then scim.people_without_keys(home) end,
    'storage', case when users then authz.people_near_limit(home) end,
    'disks', case when servers then
      (select count(*) from meta.nodes n
       where n.seen_at > clock_timestamp() - interval '2 minutes' and n.disk_free_bytes < 0.1 * n.disk_bytes) end,
    -- Hours since witnesses signed, where some did and none did lately. Whether they are still asked, the probe of the ledger knows.
    'unwitnessed', case when security then
      (select floor(extract(epoch from clock_timestamp() - s.witnessed_at) / 3600)::integer
       from ledger.shown s join ledger.logs l on l.id = s.log_id and l.kind = 'anchor' and l.ended_at is null
       where s.witnessed_at < clock_timestamp() - interval '1 hour' order by s.witnessed_at desc limit 1) end,
    'certificates', case when records then
      (select count(*) from public.certifications c where c.is_confirmed and c.valid_until < (now() at time zone 'UTC')::date) end,
    'checks', case when tests then
      -- As each check ended last, since all of them were made: a later run may be of one category.
      (select count(*) from (
         select distinct on (r.check_id) r.status
         from checks.runs n join checks.results r on r.run_id = n.id
         where n.status = 'completed'
           and n.started_at >= coalesce((select max(w.started_at) from checks.runs w where w.status = 'completed' and w.categories is null), '-infinity')
         order by r.check_id, n.started_at desc, n.id desc) newest
       where newest.status = 'failed') end
  );
end $$;
grant execute on function public.organisation_waits() to authenticated;

-- The organisation in figures, for who administers it: people, what is stored, what happened on each of the last fourteen days, and how far the
-- newest signed head of its ledger reaches. Stored bytes are added up from the sums that the quota of each person is kept with.
create or replace function public.organisation_overview() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home     uuid := authz.tenant();
  security boolean := authz.allows('manage_security', home);
  found_in jsonb;
begin
  if not authz.enters_admin() then
    raise exception 'only somebody who administers the organisation may read this' using errcode = 'insufficient_privilege';
  end if;
  select jsonb_build_object(
    'people', count(*),
    'active', count(*) filter (where used.at > now() - interval '30 days'),
    'without_vault', count(*) filter (where b.user_id is null))
  into found_in
  from public.profiles p
  join auth.users u on u.id = p.user_id and u.deleted_at is null and not u.is_anonymous
  join auth.uses used on used.user_id = p.user_id
  left join public.user_key_bundles b on b.user_id = p.user_id
  where p.tenant_id = home and not exists (select from public.former_members f where f.user_id = p.user_id);
  return found_in || (
    select jsonb_build_object('name', t.name, 'tier', t.subscription_tier, 'created_at', t.created_at,
                              'is_demo', exists (select from tenancy.demos d where d.tenant_id = t.id))
    from public.tenants t where t.id = home
  ) || jsonb_build_object(
    'stored', audit.count_by_day(home, 'file_records.insert', 14),
    'storage', (select jsonb_build_object('bytes', s.bytes, 'contents', s.contents) from storage.used_by(home) s),
    'ledger', (select jsonb_build_object('size', c.size, 'signed_at', c.signed_at, 'grown', ledger.grown_by_day(l.id, 14))
               from ledger.logs l
               cross join lateral (select c.size, c.signed_at from ledger.checkpoints c where c.log_id = l.id order by c.size desc limit 1) as c
               where l.kind = 'organisation' and l.tenant_id = home and l.ended_at is null),
    'signed_in', case when security then audit.count_by_day(home, 'login.succeeded', 14) end,
    'refused', case when security then audit.count_by_day(home, 'login.failed', 14) end,
    'detected', case when security then audit.count_by_day(home, 'detector.fired', 14) end,
    'incidents', case when security then
      (select jsonb_build_object('open', count(*) filter (where i.state <> 'resolved'),
                                 'course', threats.open_by_day(home, 14),
                                 'opened', count(*) filter (where i.opened_at > now() - interval '14 days'))
       from public.threat_incidents i
       where i.tenant_id = home and (i.state <> 'resolved' or i.opened_at > now() - interval '14 days')) end
  );
end $$;
grant execute on function public.organisation_overview() to authenticated;
