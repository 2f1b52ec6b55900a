-- Joins what began and ended of one grant by its events: each beginning with the next end. A grant that is there now and has no event, because the
-- log forgot it, begins when its row says.
create or replace function reviews.grant_times(home uuid, person uuid, kinds text[], about text)
  returns table (about_id text, role text, began timestamptz, ended timestamptz, until timestamptz)
  language sql stable security definer set search_path = ''
as $$
  with happened as (
    select l.details ->> grant_times.about as about_id, l.details ->> 'role' as role, l.created_at as at, l.action,
           (l.details ->> 'until')::timestamptz as until
    from public.system_audit_log l
    where l.tenant_id = home and l.event_type = any (kinds)
      and coalesce(l.details ->> 'person', l.details ->> 'id') = grant_times.person::text)
  select b.about_id, b.role, b.at, (select min(e.at) from happened e
                                    where e.about_id is not distinct from b.about_id and e.at > b.at
                                      and (e.role is not distinct from b.role or e.role is null or b.role is null or grant_times.about <> 'role')),
         b.until
  from happened b where b.action <> 'delete'
$$;

-- Everything that rosters, grants and roles gave somebody on a day, in UTC, as the server knows it. `source`: what says so. Own files are counted
-- as they are today. @throws 42501, QS404
create or replace function reviews.access_on_day(person uuid, day date)
  returns table (kind text, what text, held_role text, began timestamptz, ended timestamptz, source text, given_by text, files bigint)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  home  uuid := reviews.managed();
  since timestamptz := access_on_day.day::timestamp at time zone 'UTC';
  upto  timestamptz := (access_on_day.day + 1)::timestamp at time zone 'UTC';
begin
  perform reviews.require_person(access_on_day.person, home);
  return query
  with roles as (
    select null::text as about_id, r.role, r.created_at as began, r.expires_at as ended, 'now' as source
    from public.enterprise_user_roles r where r.user_id = access_on_day.person and r.tenant_id = home
    union all
    select null, g.role, min(g.began), least(g.ended, max(g.until)), 'log'
    from reviews.grant_times(home, access_on_day.person, array['enterprise_user_roles.insert', 'enterprise_user_roles.update', 'enterprise_user_roles.delete'], 'role') g
    where not exists (select from public.enterprise_user_roles r
                      where r.user_id = access_on_day.person and r.tenant_id = home and r.role = g.role and r.created_at <= g.began and g.ended is null)
    -- A role whose end was changed is one grant.
    group by g.role, g.ended),
  rosters as (
    select e.space_id, m.entry ->> 'role' as role, e.created_at as began,
           least((select min(n.created_at) from public.team_space_epochs n where n.space_id = e.space_id and n.epoch > e.epoch),
                 (select min(l.created_at) from public.system_audit_log l
                  where l.tenant_id = home and l.event_type = 'team_space_members.delete' and l.details ->> 'person' = access_on_day.person::text
                    and l.details ->> 'id' = e.space_id::text and l.created_at > e.created_at)) as ended
    from public.team_space_epochs e
    join public.spaces s on s.id = e.space_id and s.tenant_id = home
    cross join lateral jsonb_array_elements(e.roster::jsonb -> 'members') as m (entry)
    where m.entry ->> 'user_id' = access_on_day.person::text),
  shares as (
    select a.file_id::text as file, a.created_at as began, a.expires_at as ended, a.granted_by, 'now' as source
    from public.file_access a where a.user_id = access_on_day.person and a.granted_by is not null
    union all
    select g.about_id, min(g.began), g.ended, null, 'log'
    from reviews.grant_times(home, access_on_day.person, array['file_access.insert', 'file_access.update', 'file_access.delete'], 'file_id') g
    where g.ended is not null group by g.about_id, g.ended)
  select 'role', r.role, r.role, r.began, r.ended, r.source, '', null::bigint from roles r where r.began < upto and coalesce(r.ended > since, true)
  union all
  select 'space', o.space_id::text, o.role, o.began, o.ended, 'roster', '',
         (select count(*) from public.file_records f where f.team_space_id = o.space_id and f.created_at < upto)
  from rosters o where o.began < upto and coalesce(o.ended > since, true)
  union all
  select 'share', h.file, 'viewer', h.began, h.ended, h.source, coalesce(reviews.label_of(h.granted_by), ''), null
  from shares h where h.began < upto and coalesce(h.ended > since, true)
  union all
  select 'team', t.name, '', m.added_at, null, 'now', '', null
  from public.team_members m join public.teams t on t.id = m.team_id and t.tenant_id = home
  where m.user_id = access_on_day.person and m.added_at < upto
  union all
  select 'own', '', 'owner', min(f.created_at), null, 'now', '', count(*)
  from public.file_records f where f.user_id = access_on_day.person and f.team_space_id is null and f.created_at < upto
  having count(*) > 0
  order by 1, 4, 2
  limit 20000;
end $$;
grant execute on function reviews.access_on_day(uuid,date) to authenticated;

create or replace function reviews.record_access_list(person uuid, day date, sha256 text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform reviews.require_person(record_access_list.person, reviews.managed());
  perform audit.record_export('access_list.exported', jsonb_build_object('person', record_access_list.person, 'day', record_access_list.day, 'sha256', sha256));
end $$;
grant execute on function reviews.record_access_list(uuid,date,text) to authenticated;
