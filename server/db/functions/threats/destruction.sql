-- How many files a person may replace or delete for good in ten minutes: a fifth of theirs, at least 20, at most 500.
create or replace function threats.destruction_limit(person uuid, factor real) returns integer
  language sql stable security definer set search_path = ''
as $$
  select (least(500, greatest(20, count(*) / 5)) * factor)::integer
  from (select from public.file_records f where f.user_id = person limit 2500) f
$$;

-- And within a day: half of theirs, at least 50, at most 5,000. What they have deleted for good in that time was theirs.
create or replace function threats.destruction_limit_of_day(person uuid, since timestamptz, factor real) returns integer
  language sql stable security definer set search_path = ''
as $$
  select (least(5000, greatest(50, (kept.files + gone.files) / 2)) * factor)::integer
  from (select count(*) as files from (select from public.file_records f where f.user_id = person limit 10000) f) kept,
       (select count(*) as files from (select from threats.destroyed d
                                       where d.user_id = person and d.at > since
                                         and not exists (select from public.file_records f where f.id = d.file_id) limit 10000) d) gone
$$;

-- Since when a window of that length counts: what its person, or who manages security, has answered for since is not counted again.
create or replace function threats.destruction_since(person uuid, within interval) returns timestamptz
  language sql volatile security definer set search_path = ''
as $$
  select greatest(clock_timestamp() - within,
                  (select max(e.lifted_at) from public.threat_enforcements e
                   where e.user_id = person and e.action = 'freeze' and e.lifted_at is not null))
$$;

create or replace function threats.count_since(person uuid, since timestamptz) returns integer
  language sql volatile security definer set search_path = ''
as $$
  select count(*)::integer from (select from threats.destroyed d where d.user_id = person and d.at > since limit 50000) d
$$;

-- The one place that refuses what loses something while changes are paused.
create or replace function threats.refuse_paused() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and threats.is_frozen(auth.uid()) then
    raise exception 'Replacing and deleting files is paused for this account' using errcode = 'QS423',
      hint = 'Confirm on the Security page that it is you';
  end if;
end $$;

create or replace function threats.refuse_while_frozen() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform threats.refuse_paused();
  return null;
end $$;

-- Counts in the transaction of the change itself, so that no node and no restart can miss any. A statement above the limit changes nothing:
-- the server freezes the person then, and says so.
create or replace function threats.count_destroyed(files uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  person  uuid := auth.uid();
  setting record;
begin
  if person is null or cardinality(files) = 0 then
    return;
  end if;
  perform threats.refuse_paused();
  setting := threats.setting(threats.tenant_of(person), 'mass_destruction');
  if setting.mode = 'off' then
    return;
  end if;
  -- Two transactions of one person count one after the other.
  perform pg_advisory_xact_lock(hashtextextended('threats.destroyed ' || person, 0));
  insert into threats.destroyed as d (user_id, file_id)
  select person, f.id from unnest(files) as f (id)
  order by f.id
  on conflict (user_id, file_id) do update set at = clock_timestamp();
  perform threats.judge_destruction(person, setting.mode, setting.factor);
end $$;

-- Quickly, and slowly all day. The limit is looked up only where it could be reached. Where clients saw at least five of these files turn into
-- something else, half as many are enough; without files that were replaced, no hint counts.
create or replace function threats.judge_destruction(person uuid, mode text, factor real) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  since     timestamptz := threats.destruction_since(person, interval '10 minutes');
  destroyed integer := threats.count_since(person, since);
  hinted    integer := threats.count_hinted(person, since);
  most      integer;
begin
  if destroyed > 10 * factor then
    most := threats.destruction_limit(person, (case when hinted >= 5 then factor / 2 else factor end)::real);
    if destroyed > most then
      perform threats.refuse_destruction(threats.destruction(person, destroyed, most, 'files_destroyed', hinted), mode);
      return;
    end if;
  end if;
  since := threats.destruction_since(person, interval '1 day');
  destroyed := threats.count_since(person, since);
  if destroyed > 50 * factor then
    most := threats.destruction_limit_of_day(person, since, factor);
    if destroyed > most then
      perform threats.refuse_destruction(threats.destruction(person, destroyed, most, 'files_destroyed_of_day'), mode);
    end if;
  end if;
end $$;

create or replace function threats.refuse_destruction(finding jsonb, mode text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if mode = 'enforce' then
    raise exception 'Too many files were replaced or deleted at once' using errcode = 'QS424',
      detail = (finding -> 'reasons' -> 0 || jsonb_build_object('hinted', coalesce((finding -> 'reasons' -> 1 ->> 'files')::integer, 0)))::text,
      hint = 'Confirm on the Security page that it is you';
  end if;
  perform threats.record(finding);
end $$;

create or replace function threats.destruction(person uuid, files integer, most integer, code text default 'files_destroyed',
                                               hinted integer default 0) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object('detector', 'mass_destruction', 'user_id', person, 'subject', 'person ' || person,
                            'reasons', jsonb_build_array(jsonb_build_object('code', code, 'files', files, 'most', most))
                                       || case when hinted = 0 then '[]'
                                          else jsonb_build_array(jsonb_build_object('code', 'client_saw', 'files', hinted)) end)
$$;

create or replace function threats.guard_replacement() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- The same content under another key, as after a change of members, is all there; what it was wrapped by before is kept for a week.
  if new.content_id is not distinct from old.content_id and new.storage_path = old.storage_path then
    return null;
  end if;
  -- Nor is content lost that is kept as a version, unless a client saw it turn into something else.
  if public.is_kept_as_version(old)
     and not exists (select from threats.hints h
                     where h.user_id = auth.uid() and h.file_id = new.id and h.at > clock_timestamp() - interval '1 day') then
    return null;
  end if;
  perform threats.count_destroyed(array[new.id]);
  return null;
end $$;

-- New content is a new object, so that the old one can stay as an earlier version. An object that a file refers to is not overwritten.
create or replace function threats.refuse_overwriting() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null
     and (exists (select from public.file_records f where f.bucket_id = old.bucket_id and f.storage_path = old.name)
          or exists (select from public.file_versions v where v.bucket_id = old.bucket_id and v.storage_path = old.name)) then
    raise exception 'a file refers to this object' using errcode = '23503', constraint = 'file_records_object_fkey';
  end if;
  return new;
end $$;

-- What has lain in the trash for a day was there to be missed.
create or replace function threats.guard_deletion() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform threats.count_deleted(array(select g.id from gone g
                                      where g.trashed_at is null or g.trashed_at > clock_timestamp() - interval '1 day'));
  return null;
end $$;

-- Whether the caller's session began on a device that its person used before.
create or replace function threats.is_session_at_home() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select threats.is_at_home(s.user_id, s.id::text, s.device_hash) from auth.sessions s
                   where s.user_id = auth.uid() and s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid), false)
$$;

-- Whether its person showed more than the token in it within 15 minutes, after it began.
create or replace function threats.is_session_proven() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select s.proven_at > clock_timestamp() - interval '15 minutes' from auth.sessions s
                   where s.user_id = auth.uid() and s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid), false)
$$;

-- People tidy up, and empty the trash at once. On a device that they used before it takes a proof, as every deletion in an older session does, and
-- nothing is paused; what was proven is not counted. A token alone stays within the limit, and elsewhere a proof changes nothing: there it may be
-- the password that was stolen.
create or replace function threats.count_deleted(files uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  facts text;
begin
  if cardinality(files) = 0 then
    return;
  end if;
  perform threats.refuse_paused();
  if threats.is_session_proven() and threats.is_session_at_home() then
    return;
  end if;
  perform threats.count_destroyed(files);
exception when sqlstate 'QS424' then
  get stacked diagnostics facts = pg_exception_detail;
  if threats.is_session_at_home() then
    raise exception 'Send the current password, or sign in again' using errcode = 'QS403', detail = facts;
  end if;
  raise;
end $$;

-- An earlier version is what somebody goes back to after the file was replaced. Versions that go with their file are counted as the file, or are
-- not.
create or replace function threats.guard_version_deletion() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform threats.count_destroyed(array(select distinct g.file_id from gone g
                                        where exists (select from public.file_records f where f.id = g.file_id)));
  return null;
end $$;
