create or replace function storage.bytes_used(person uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select u.bytes from storage.usage u where u.owner = person), 0)
       + coalesce((select sum(c.bytes)::bigint from storage.usage_changes c where c.owner = person), 0)
$$;

-- The same rule as server/billing/entitlement.ts, three days of grace included. Null is without a limit.
create or replace function storage.bytes_allowed(person uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select (
    select (q.limits ->> coalesce((
             select s.plan from public.subscriptions s
             where s.user_id = person and s.provider = q.provider and s.status in ('trialing', 'active', 'past_due')
               and s.current_period_end + interval '3 days' > now()
             order by s.current_period_end desc limit 1), 'free'))::bigint
    from storage.quota_settings q)
$$;

create or replace function storage.count_object() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.owner is not null and old.size_bytes <> 0 then
    insert into storage.usage_changes (owner, bytes) values (old.owner, -old.size_bytes);
  end if;
  if tg_op <> 'DELETE' and new.owner is not null and new.size_bytes <> 0 then
    insert into storage.usage_changes (owner, bytes) values (new.owner, new.size_bytes);
  end if;
  return null;
end $$;

-- An upload counts until it is an object, which counts from then on.
create or replace function storage.count_upload() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.owner is not null and old.object_id is null and old.size_bytes <> 0 then
    insert into storage.usage_changes (owner, bytes) values (old.owner, -old.size_bytes);
  end if;
  if tg_op <> 'DELETE' and new.owner is not null and new.object_id is null and new.size_bytes <> 0 then
    insert into storage.usage_changes (owner, bytes) values (new.owner, new.size_bytes);
  end if;
  return null;
end $$;

-- Looked at when the transaction ends, so that an upload that becomes an object, or an object that is replaced, counts once.
-- The lock is held until the commit is visible: of two uploads at once, the second one sees the first. A transaction that
-- adds nothing passes also above the limit: a lower plan takes nothing away and lets what was begun end.
create or replace function storage.keep_quota() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  allowed bigint;
  used    bigint;
begin
  -- Once for a transaction: its last change looks.
  if exists (select from storage.usage_changes c
             where c.owner = new.owner and c.id > new.id and c.bytes > 0 and c.made = pg_current_xact_id()) then
    return null;
  end if;
  allowed := storage.bytes_allowed(new.owner);
  if allowed is null
     or (select sum(c.bytes) from storage.usage_changes c where c.owner = new.owner and c.made = pg_current_xact_id()) <= 0 then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('quantumshield.quota.' || new.owner, 0));
  -- A statement of its own, which sees what was committed while this one waited.
  used := storage.bytes_used(new.owner);
  if used > allowed then
    raise exception 'storage quota reached' using errcode = 'QS413';
  end if;
  return null;
end $$;

-- Adds the changes so far to the totals. One statement: a reader sees a change in one of both places.
create or replace function storage.fold_usage() returns void
  language sql security definer set search_path = ''
as $$
  with gone as (
    delete from storage.usage_changes returning owner, bytes
  )
  insert into storage.usage as u (owner, bytes)
  select g.owner, sum(g.bytes) from gone g group by g.owner order by g.owner
  on conflict (owner) do update set bytes = u.bytes + excluded.bytes;
  delete from storage.usage where bytes = 0;
$$;

-- What counts for the caller, and the limit.
create or replace function public.storage_usage() returns table (used_bytes bigint, limit_bytes bigint)
  language sql stable security definer set search_path = ''
as $$
  select storage.bytes_used(auth.uid()), storage.bytes_allowed(auth.uid());
$$;
grant execute on function public.storage_usage() to authenticated;
