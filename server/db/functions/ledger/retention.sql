-- Whether nothing is left of what an event said of people.
create or replace function ledger.is_emptied(details jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select details = '{"erased": true}' or coalesce(details -> 'removed_after' ? 'what', false)
$$;

-- What is left of an event when its time is over.
create or replace function ledger.emptied(days integer) returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_build_object('removed_after', jsonb_build_object('who', days, 'where', days, 'what', days))
$$;

create or replace function ledger.without_where(details jsonb, days integer) returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$
  select details - array['ip', 'user_agent'] || jsonb_build_object('removed_after', jsonb_build_object('where', days))
$$;

-- Whether a change of an event is the one that its time asks for.
create or replace function ledger.is_due(before public.system_audit_log, after public.system_audit_log) returns boolean
  language plpgsql stable set search_path = ''
as $$
declare
  rule record := ledger.retention_of(before.tenant_id, before.event_category);
begin
  return case
           when after.user_id is null and after.details = ledger.emptied(rule.days)
             then before.created_at < now() - make_interval(days => rule.days)
           when after.user_id is not distinct from before.user_id and after.details = ledger.without_where(before.details, rule.where_days)
             then before.created_at < now() - make_interval(days => rule.where_days)
           else false end
     and not ledger.is_kept_for_good(before.event_type) and not ledger.is_held(before.tenant_id, before.user_id, before.details);
end $$;

-- The first day from this one on with an event that may still lose something.
create or replace function ledger.next_day(tenant uuid, category text, since date, has_where boolean) returns date
  language sql stable set search_path = ''
as $$
  select (l.created_at at time zone 'utc')::date
  from public.system_audit_log l
  where l.tenant_id = next_day.tenant and l.event_category = next_day.category
    and l.created_at >= next_day.since::timestamp at time zone 'utc'
    and not ledger.is_emptied(l.details) and not (has_where and l.details ? 'removed_after')
  order by l.created_at limit 1
$$;

-- Whose keys of these days are still needed. A set to be joined: looking for each key through all events of its day is quadratic.
create or replace function ledger.subjects_left(tenant uuid, category text, since date, before date, has_where boolean)
  returns table (subject_id uuid, day date)
  language sql stable set search_path = ''
as $$
  select distinct coalesce(l.user_id, g.id), (l.created_at at time zone 'utc')::date
  from public.system_audit_log l
  left join ledger.logs g on l.user_id is null and g.tenant_id = l.tenant_id
  where l.tenant_id = subjects_left.tenant and l.event_category = subjects_left.category
    and l.created_at >= since::timestamp at time zone 'utc' and l.created_at < before::timestamp at time zone 'utc'
    and not ledger.is_emptied(l.details) and not (has_where and l.details ? 'removed_after')
$$;

-- Empties the events of these days and deletes keys that nothing is left of. @returns how many events.
create or replace function ledger.remove_events(tenant uuid, category text, since date, before date, days integer) returns bigint
  language plpgsql set search_path = ''
as $$
declare
  emptied bigint;
begin
  update public.system_audit_log l set user_id = null, details = ledger.emptied(days)
  where l.tenant_id = tenant and l.event_category = remove_events.category
    and l.created_at >= since::timestamp at time zone 'utc' and l.created_at < before::timestamp at time zone 'utc'
    and not ledger.is_emptied(l.details) and not ledger.is_kept_for_good(l.event_type)
    and not ledger.is_held(l.tenant_id, l.user_id, l.details);
  get diagnostics emptied = row_count;
  delete from ledger.event_keys k using ledger.logs g
  where g.id = k.log_id and g.tenant_id = tenant and k.category = remove_events.category and k.day >= since and k.day < before
    and not exists (select from ledger.subjects_left(tenant, remove_events.category, since, before, false) s
                    where s.subject_id = k.subject_id and s.day = k.day);
  return emptied;
end $$;

-- The same of addresses and programs alone.
create or replace function ledger.remove_addresses(tenant uuid, category text, since date, before date, days integer) returns bigint
  language plpgsql set search_path = ''
as $$
declare
  cleared bigint;
begin
  update public.system_audit_log l set details = ledger.without_where(l.details, days)
  where l.tenant_id = tenant and l.event_category = remove_addresses.category
    and l.created_at >= since::timestamp at time zone 'utc' and l.created_at < before::timestamp at time zone 'utc'
    and not l.details ? 'removed_after' and not ledger.is_emptied(l.details) and not ledger.is_kept_for_good(l.event_type)
    and not ledger.is_held(l.tenant_id, l.user_id, l.details);
  get diagnostics cleared = row_count;
  update ledger.event_keys k set where_key = null
  from ledger.logs g
  where g.id = k.log_id and g.tenant_id = tenant and k.category = remove_addresses.category and k.day >= since and k.day < before
    and k.where_key is not null
    and not exists (select from ledger.subjects_left(tenant, remove_addresses.category, since, before, true) s
                    where s.subject_id = k.subject_id and s.day = k.day);
  return cleared;
end $$;

-- Whether nothing may be removed of a category now: too early, held, or an event that is older than its time still waits for its place.
create or replace function ledger.is_retention_stopped(tenant uuid, category text, before date) returns boolean
  language sql stable set search_path = ''
as $$
  select now() < (select r.begins_at from ledger.retention_start r)
      or ledger.is_held(is_retention_stopped.tenant, null, '{}')
      or exists (select from ledger.pending p
                 left join public.system_audit_log l on l.id = p.event_id
                 where p.tenant_id = is_retention_stopped.tenant
                   and (p.is_import
                        or l.event_category = is_retention_stopped.category and l.created_at < before::timestamp at time zone 'utc'))
$$;

-- Removes what is due of one category, of one day: somebody who sets a hold does not wait for more. @returns whether there is more.
create or replace function ledger.apply_retention(tenant uuid, category text) returns boolean
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  home        uuid := apply_retention.tenant;
  wanted      text := apply_retention.category;
  today       date := (now() at time zone 'utc')::date;
  rule        record;
  until       date;
  where_until date;
  done        ledger.retention_progress;
  upto        date;
  has_more    boolean := false;
begin
  perform ledger.lock_retention(home);
  -- After the lock: somebody may have changed it meanwhile.
  rule := ledger.retention_of(home, wanted);
  until := today - rule.days;
  where_until := today - rule.where_days;
  insert into ledger.retention_progress (tenant_id, category) values (home, wanted) on conflict (tenant_id, category) do nothing;
  select * into strict done from ledger.retention_progress p where p.tenant_id = home and p.category = wanted for update;

  if not ledger.is_retention_stopped(home, wanted, greatest(until, where_until)) then
    if until > done.removed_before then
      upto := least(ledger.next_day(home, wanted, done.removed_before, false) + 1, until);
      done.emptied := done.emptied + ledger.remove_events(home, wanted, done.removed_before, upto, rule.days);
      done.removed_before := upto;
    end if;
    if where_until > done.where_before then
      upto := least(ledger.next_day(home, wanted, done.where_before, true) + 1, where_until);
      done.cleared := done.cleared + ledger.remove_addresses(home, wanted, done.where_before, upto, rule.where_days);
      done.where_before := upto;
    end if;
    has_more := coalesce(done.removed_before < until, false) or coalesce(done.where_before < where_until, false);
  end if;

  if not has_more and done.emptied + done.cleared > 0 then
    insert into public.system_audit_log (tenant_id, event_type, event_category, action, details)
    values (home, 'retention.applied', 'config_change', 'applied',
            jsonb_strip_nulls(jsonb_build_object('category', wanted, 'days', rule.days, 'events', done.emptied,
                                                 'where_days', rule.where_days, 'addresses', done.cleared)));
    done.emptied := 0;
    done.cleared := 0;
  end if;
  update ledger.retention_progress p
  set removed_before = done.removed_before, where_before = done.where_before, emptied = done.emptied, cleared = done.cleared
  where p.tenant_id = home and p.category = wanted;
  return has_more;
end $$;

-- Keys of people from before there were keys of days: gone with the last of their events.
create or replace function ledger.forget_early_keys() returns void
  language sql set search_path = ''
as $$
  delete from ledger.subject_keys k
  using ledger.retention_start r
  where now() >= r.begins_at
    and not exists (select from public.system_audit_log l
                    where l.user_id = k.subject_id and l.created_at < r.keys_from and not ledger.is_emptied(l.details))
    and not exists (select from ledger.logs g
                    left join public.system_audit_log l on l.tenant_id is not distinct from g.tenant_id
                    where g.id = k.subject_id and l.user_id is null and l.created_at < r.keys_from and not ledger.is_emptied(l.details));
$$;
