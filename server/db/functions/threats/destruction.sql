-- How many files a person may replace or delete for good in ten minutes: a fifth of theirs, at least 20, at most 500.
create or replace function threats.destruction_limit(person uuid, factor real) returns integer
  language sql stable security definer set search_path = ''
as $$
  select (least(500, greatest(20, count(*) / 5)) * factor)::integer
  from (select from public.file_records f where f.user_id = person limit 2500) f
$$;

create or replace function threats.refuse_while_frozen() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and threats.is_frozen(auth.uid()) then
    raise exception 'Replacing and deleting files is paused for this account' using errcode = 'QS423',
      hint = 'Confirm on the Security page that it is you';
  end if;
  return null;
end $$;

-- Counts in the transaction of the change itself, so that no node and no restart can miss any. A statement above the limit changes nothing:
-- the server freezes the person then, and says so.
create or replace function threats.count_destroyed(files uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  person   uuid := auth.uid();
  setting  record;
  destroyed integer;
  most     integer;
begin
  if person is null or cardinality(files) = 0 then
    return;
  end if;
  if threats.is_frozen(person) then
    raise exception 'Replacing and deleting files is paused for this account' using errcode = 'QS423',
      hint = 'Confirm on the Security page that it is you';
  end if;
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
  select count(*) into destroyed
  from (select from threats.destroyed d where d.user_id = person and d.at > clock_timestamp() - interval '10 minutes' limit 5000) d;
  if destroyed <= 20 * setting.factor then
    return;
  end if;
  most := threats.destruction_limit(person, setting.factor);
  if destroyed <= most then
    return;
  end if;
  if setting.mode = 'enforce' then
    raise exception 'Too many files were replaced or deleted at once' using errcode = 'QS424',
      detail = jsonb_build_object('files', destroyed, 'most', most)::text,
      hint = 'Confirm on the Security page that it is you';
  end if;
  perform threats.record(threats.destruction(person, destroyed, most));
end $$;

create or replace function threats.destruction(person uuid, files integer, most integer) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object('detector', 'mass_destruction', 'user_id', person, 'subject', 'person ' || person,
                            'reasons', jsonb_build_array(jsonb_build_object('code', 'files_destroyed', 'files', files, 'most', most)))
$$;

create or replace function threats.guard_replacement() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
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
  perform threats.count_destroyed(array(select g.id from gone g
                                        where g.trashed_at is null or g.trashed_at > clock_timestamp() - interval '1 day'));
  return null;
end $$;
