-- How long an organisation keeps what events of a category say, and their addresses; null: for good, and as long as the rest. A shorter time
-- counts from its date on. Tested equal to RETENTION_DAYS of contract/compliance/retention.ts.
create or replace function ledger.retention_of(tenant uuid, category text, out days integer, out where_days integer)
  language sql stable set search_path = ''
as $$
  select case when r.next_from <= now() then r.next_days
              when r.tenant_id is not null then r.days
              when retention_of.category in ('auth', 'data_access') then 400 else 2557 end,
         case when r.next_from <= now() then r.next_where_days else r.where_days end
  from (select) as one
  left join public.audit_retention r on r.tenant_id = retention_of.tenant and r.category = retention_of.category
$$;

-- Events that say how long others are kept stay for good: without them nobody sees why an event is empty.
-- Tested equal to `isKeptForGood` of contract/compliance/retention.ts.
create or replace function ledger.is_kept_for_good(event_type text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select event_type ~ '^(retention|legal_hold)\.'
$$;

-- Setting a hold, changing a time, removing and erasing happen one after the other.
create or replace function ledger.lock_retention(tenant uuid) returns void
  language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('ledger.retention ' || tenant, 0))
$$;

create or replace function ledger.require_keeper() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not authz.allows('manage_security', authz.tenant()) then
    raise exception 'only somebody who manages security may do this' using errcode = 'insufficient_privilege';
  end if;
  -- A token may have been stolen.
  return authz.require_fresh();
end $$;

-- The longer of two times; null is for good.
create or replace function ledger.longer(one integer, other integer) returns integer
  language sql immutable parallel safe set search_path = ''
as $$
  select case when one is not null and other is not null then greatest(one, other) end
$$;

-- How long events of a category say who, from where and what; null: for good. What is removed does not come back: a shorter time counts after
-- seven days, in which the others who manage security can take it back, and until then the longer one does.
create or replace function public.change_retention(category text, days integer, where_days integer) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  person     uuid := ledger.require_keeper();
  home       uuid := authz.tenant();
  before     record;
  keep       integer;
  keep_where integer;
  from_then  timestamptz;
begin
  perform ledger.lock_retention(home);
  before := ledger.retention_of(home, change_retention.category);
  keep := ledger.longer(before.days, change_retention.days);
  keep_where := nullif(ledger.longer(coalesce(before.where_days, before.days), coalesce(change_retention.where_days, change_retention.days)), keep);
  if (keep, keep_where) is distinct from (change_retention.days, change_retention.where_days) then
    from_then := clock_timestamp() + interval '7 days';
  end if;
  insert into public.audit_retention as r (tenant_id, category, days, where_days, next_days, next_where_days, next_from)
  select home, change_retention.category, keep, keep_where,
         case when from_then is not null then change_retention.days end,
         case when from_then is not null then change_retention.where_days end, from_then
  on conflict (tenant_id, category) do update
  set days = excluded.days, where_days = excluded.where_days, next_days = excluded.next_days, next_where_days = excluded.next_where_days,
      next_from = excluded.next_from, updated_at = clock_timestamp();
  -- The log keeps no empty values, so "for good" is a word.
  perform audit.record('retention.changed', 'config_change', person, 'changed', 'success', 'high',
    jsonb_strip_nulls(jsonb_build_object(
      'category', change_retention.category,
      'days', coalesce(to_jsonb(change_retention.days), '"for good"'), 'before', coalesce(to_jsonb(before.days), '"for good"'),
      'where_days', coalesce(to_jsonb(change_retention.where_days), '"as the rest"'),
      'where_before', coalesce(to_jsonb(before.where_days), '"as the rest"'),
      'counts_from', from_then)));
  perform notify.of_retention(home, jsonb_strip_nulls(jsonb_build_object('changed_by', person, 'category', change_retention.category,
                                                                         'counts_from', from_then)));
end $$;
grant execute on function public.change_retention(text,integer,integer) to authenticated;
