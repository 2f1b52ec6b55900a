create or replace function storage.bytes_used(person uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select u.bytes from storage.usage u where u.owner = person), 0)
       + coalesce((select sum(c.bytes)::bigint from storage.usage_changes c where c.owner = person), 0)
$$;

-- The same rule as server/billing/entitlement.ts, three days of grace included. Null is without a limit.
create or replace function storage.plan_bytes(person uuid) returns bigint
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

-- Limit of the plan, and not more than the organisation set for the person.
create or replace function storage.bytes_allowed(person uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select least(storage.plan_bytes(person), storage.personal_bytes(person))
$$;

-- Whether somebody, or their organisation, has as many files as the operator allows. Rows that are read are few, and nobody waits for anybody:
-- what others store at the same moment is not seen, nor what the organisation stored since the last fold, so the limits are passed by as much.
create or replace function storage.has_all_files(person uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select q.files_of_person
           < coalesce((select u.files from storage.usage u where u.owner = person), 0)
             + coalesce((select sum(c.files) from storage.usage_changes c where c.owner = person), 0)
      or q.files_of_organisation
           <= coalesce((select o.files from storage.organisation_usage o join public.profiles p on p.tenant_id = o.tenant_id
                        where p.user_id = person), 0)
  from storage.quota_settings q
$$;

create or replace function storage.count_object() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.owner is not null then
    insert into storage.usage_changes (owner, bytes, files) values (old.owner, -old.size_bytes, -1);
  end if;
  if tg_op <> 'DELETE' and new.owner is not null then
    insert into storage.usage_changes (owner, bytes, files) values (new.owner, new.size_bytes, 1);
  end if;
  return null;
end $$;

-- An upload counts until it is an object, which counts from then on.
create or replace function storage.count_upload() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.owner is not null and old.object_id is null then
    insert into storage.usage_changes (owner, bytes, files) values (old.owner, -old.size_bytes, -1);
  end if;
  if tg_op <> 'DELETE' and new.owner is not null and new.object_id is null then
    insert into storage.usage_changes (owner, bytes, files) values (new.owner, new.size_bytes, 1);
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
  added   record;
  home    uuid;
  shared  bigint;
begin
  -- Once for a transaction: its last change looks.
  if exists (select from storage.usage_changes c
             where c.owner = new.owner and c.id > new.id and (c.bytes > 0 or c.files > 0) and c.made = pg_current_xact_id()) then
    return null;
  end if;
  select sum(c.bytes) as bytes, sum(c.files) as files into added
  from storage.usage_changes c where c.owner = new.owner and c.made = pg_current_xact_id();
  if added.files > 0 and storage.has_all_files(new.owner) then
    raise exception 'limit of files reached' using errcode = 'QS415';
  end if;
  if added.bytes <= 0 then
    return null;
  end if;
  select p.tenant_id, storage.bytes_allowed_to(p.tenant_id) into home, shared from public.profiles p where p.user_id = new.owner;
  if shared is not null then
    -- Before those of people: a transaction that stores for two of them would wait for itself otherwise.
    perform pg_advisory_xact_lock(hashtextextended('quantumshield.quota.' || home, 0));
  end if;
  allowed := storage.bytes_allowed(new.owner);
  if allowed is not null then
    perform pg_advisory_xact_lock(hashtextextended('quantumshield.quota.' || new.owner, 0));
    -- A statement of its own, which sees what was committed while this one waited.
    used := storage.bytes_used(new.owner);
    if used > allowed then
      -- A sender does not learn which limit that is.
      if auth.uid() = new.owner and storage.personal_bytes(new.owner) = allowed then
        raise exception 'limit that the organisation set for the person reached' using errcode = 'QS484';
      end if;
      raise exception 'storage quota reached' using errcode = 'QS413';
    end if;
  end if;
  if shared is not null and (select s.bytes from storage.used_by(home) s) > shared then
    if auth.uid() = new.owner then
      raise exception 'limit that the operator set for the organisation reached' using errcode = 'QS494';
    end if;
    raise exception 'storage quota reached' using errcode = 'QS413';
  end if;
  return null;
end $$;

-- Adds the changes so far to the totals. One statement: a reader sees a change in one of both places. Organisations are added up from their
-- people after it, those alone whose people stored or deleted something.
create or replace function storage.fold_usage() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  touched uuid[];
begin
  with gone as (
    delete from storage.usage_changes returning owner, bytes, files
  ), totals as (
    insert into storage.usage as u (owner, bytes, files)
    select g.owner, sum(g.bytes), sum(g.files) from gone g group by g.owner order by g.owner
    on conflict (owner) do update set bytes = u.bytes + excluded.bytes, files = u.files + excluded.files
  )
  select array_agg(distinct p.tenant_id) into touched
  from gone g join public.profiles p on p.user_id = g.owner where g.files <> 0;
  delete from storage.usage where bytes = 0 and files = 0;
  insert into storage.organisation_usage as o (tenant_id, files)
  select t.id, coalesce((select sum(u.files) from public.profiles p join storage.usage u on u.owner = p.user_id
                         where p.tenant_id = t.id), 0)
  from public.tenants t where t.id = any (touched) order by t.id
  on conflict (tenant_id) do update set files = excluded.files;
end $$;

-- Bytes that count for the caller, the limit, and whether it is one that the organisation set for them.
create or replace function public.storage_usage() returns table (used_bytes bigint, limit_bytes bigint, is_own_limit boolean)
  language sql stable security definer set search_path = ''
as $$
  select storage.bytes_used(auth.uid()), storage.bytes_allowed(auth.uid()),
         coalesce(storage.personal_bytes(auth.uid()) = storage.bytes_allowed(auth.uid()), false);
$$;
grant execute on function public.storage_usage() to authenticated;

-- Sealed contents that an organisation stores, for every page that says it: the sums, and what was stored since they were folded.
create or replace function storage.used_by(organisation uuid) returns table (bytes numeric, contents numeric)
  language sql stable set search_path = ''
as $$
  select coalesce(sum(q.bytes), 0), coalesce(sum(q.files), 0)
  from (select u.owner, u.bytes, u.files from storage.usage u
        union all select c.owner, c.bytes, c.files from storage.usage_changes c) q
  join public.profiles p on p.user_id = q.owner
  where p.tenant_id = organisation
$$;
