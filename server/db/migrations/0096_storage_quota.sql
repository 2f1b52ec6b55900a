-- Breaks nothing: what each person stores is counted, and a plan's storage is a limit (docs/decisions/0020).

-- Written by the server when it starts: whose subscriptions count, and bytes per plan; null is without a limit.
create table storage.quota_settings (
  is_only  boolean primary key default true constraint quota_settings_one check (is_only),
  provider text    not null,
  limits   jsonb   not null
);

-- Bytes that count for a person: objects, and what unfinished uploads announced. The total is `usage` plus the changes
-- since: a change is an insert, so that two uploads of one person never wait for the same row.
create table storage.usage (
  owner uuid   primary key,
  bytes bigint not null
);
create table storage.usage_changes (
  id    bigint generated always as identity primary key,
  owner uuid   not null,
  bytes bigint not null,
  made  xid8   not null default pg_current_xact_id()
);
create index usage_changes_owner_idx on storage.usage_changes (owner, id);

create function storage.bytes_used(person uuid) returns bigint
  language sql stable security definer set search_path = ''
  return coalesce((select u.bytes from storage.usage u where u.owner = person), 0)
       + coalesce((select sum(c.bytes)::bigint from storage.usage_changes c where c.owner = person), 0);

-- The same rule as server/billing/entitlement.ts, three days of grace included. Null is without a limit.
create function storage.bytes_allowed(person uuid) returns bigint
  language sql stable security definer set search_path = ''
  return (
    select (q.limits ->> coalesce((
             select s.plan from public.subscriptions s
             where s.user_id = person and s.provider = q.provider and s.status in ('trialing', 'active', 'past_due')
               and s.current_period_end + interval '3 days' > now()
             order by s.current_period_end desc limit 1), 'free'))::bigint
    from storage.quota_settings q);

create function storage.count_object() returns trigger
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
create trigger objects_count after insert or delete or update of owner, size_bytes
  on storage.objects for each row execute function storage.count_object();

-- An upload counts until it is an object, which counts from then on.
create function storage.count_upload() returns trigger
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
create trigger uploads_count after insert or delete or update of owner, size_bytes, object_id
  on storage.uploads for each row execute function storage.count_upload();

-- Looked at when the transaction ends, so that an upload that becomes an object, or an object that is replaced, counts once.
-- The lock is held until the commit is visible: of two uploads at once, the second one sees the first. A transaction that
-- adds nothing passes also above the limit: a lower plan takes nothing away and lets what was begun end.
create function storage.keep_quota() returns trigger
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
create constraint trigger usage_changes_quota after insert on storage.usage_changes
  deferrable initially deferred for each row when (new.bytes > 0) execute function storage.keep_quota();

-- Adds the changes so far to the totals. One statement: whoever reads sees a change in one of both places.
create function storage.fold_usage() returns void
  language sql security definer set search_path = ''
  begin atomic
    with gone as (
      delete from storage.usage_changes returning owner, bytes
    )
    insert into storage.usage as u (owner, bytes)
    select g.owner, sum(g.bytes) from gone g group by g.owner order by g.owner
    on conflict (owner) do update set bytes = u.bytes + excluded.bytes;
    delete from storage.usage where bytes = 0;
  end;

-- What counts for the caller, and the limit.
create function public.storage_usage() returns table (used_bytes bigint, limit_bytes bigint)
  language sql stable security definer set search_path = ''
  begin atomic
    select storage.bytes_used(auth.uid()), storage.bytes_allowed(auth.uid());
  end;
revoke all on function public.storage_usage() from public, anon;
grant execute on function public.storage_usage() to authenticated;

insert into storage.usage (owner, bytes)
select owner, sum(bytes)
from (select owner, size_bytes as bytes from storage.objects where owner is not null
      union all
      select owner, size_bytes from storage.uploads where owner is not null and object_id is null) as counted
group by owner;

do $$
declare
  name text;
begin
  foreach name in array array['quota_settings', 'usage', 'usage_changes'] loop
    execute format('alter table storage.%I enable row level security', name);
    execute format('alter table storage.%I force row level security', name);
    execute format('create policy %I on storage.%I for all to %I using (true) with check (true)', name || '_service', name, current_user);
    execute format('revoke all on storage.%I from public, anon, authenticated, service_role', name);
  end loop;
  foreach name in array array['bytes_used(uuid)', 'bytes_allowed(uuid)', 'count_object()', 'count_upload()', 'keep_quota()', 'fold_usage()'] loop
    execute format('revoke all on function storage.%s from public, anon, authenticated, service_role', name);
  end loop;
end $$;
