-- Limit that an organisation set for one of its people; null without.
create or replace function storage.personal_bytes(person uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select q.bytes from storage.personal_quotas q join public.profiles p on p.user_id = q.user_id and p.tenant_id = q.tenant_id
  where q.user_id = person
$$;

-- Sets the limit of a person, or takes it away. What they have stored stays, also above it. @throws QS404 for somebody else's people,
-- 23514 above what their plan has
create or replace function public.set_member_quota(person uuid, quota bigint) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home   uuid := authz.lock_team();
  before bigint := storage.personal_bytes(person);
begin
  perform authz.require_member(person, home);
  if quota is not distinct from before then
    return;
  end if;
  if quota is null then
    delete from storage.personal_quotas q where q.user_id = person;
  elsif quota < 0 or quota > storage.plan_bytes(person) then
    raise exception 'a personal limit is not above what the plan has' using errcode = 'check_violation';
  else
    insert into storage.personal_quotas (user_id, tenant_id, bytes) values (person, home, quota)
    on conflict (user_id) do update set tenant_id = excluded.tenant_id, bytes = excluded.bytes, set_at = clock_timestamp();
  end if;
  perform audit.record('member_quota.changed', 'config_change', auth.uid(), 'changed', 'success', 'medium',
    jsonb_strip_nulls(jsonb_build_object('table', 'storage.personal_quotas', 'id', person, 'before', before, 'bytes', quota)));
end $$;
grant execute on function public.set_member_quota(uuid,bigint) to authenticated;

-- Bytes that people have stored, their own limit, and what their plan has, for who manages them. Nobody of another organisation is among them.
create or replace function authz.quotas_of(people uuid[])
  returns table (user_id uuid, used_bytes bigint, own_bytes bigint, plan_bytes bigint)
  language sql stable security definer set search_path = ''
as $$
  -- Says what storage.bytes_used, personal_bytes and plan_bytes do of each person, read once for all of them.
  with me as materialized (
    select authz.tenant() as home, storage.plan_bytes(null) as free where authz.allows('manage_users', authz.tenant())
  ), asked as materialized (
    select p.user_id, p.tenant_id from me join unnest(people) as one on true join public.profiles p on p.user_id = one and p.tenant_id = me.home
  ), changed as (
    select d.owner, sum(d.bytes)::bigint as bytes from asked p join storage.usage_changes d on d.owner = p.user_id group by d.owner
  )
  select p.user_id, coalesce(g.bytes, 0) + coalesce(c.bytes, 0), q.bytes,
         case when exists (select from public.subscriptions s where s.user_id = p.user_id) then storage.plan_bytes(p.user_id) else me.free end
  from me
  join asked p on true
  join auth.users u on u.id = p.user_id and u.deleted_at is null and not u.is_anonymous
  left join storage.usage g on g.owner = p.user_id
  left join changed c on c.owner = p.user_id
  left join storage.personal_quotas q on q.user_id = p.user_id and q.tenant_id = p.tenant_id
$$;
grant execute on function authz.quotas_of(uuid[]) to authenticated;
