-- Our clock counts the days until the deletion, not that of a device.
create or replace function public.stamp_trash() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if auth.uid() is not null and new.trashed_at is not null then
    new.trashed_at := case when tg_op = 'UPDATE' then coalesce(old.trashed_at, now()) else now() end;
  end if;
  return new;
end $$;

-- Deletes files, and folders with all that is in them, for good: records first, then their objects, in one transaction.
-- The collector removes the bytes later. Runs with the rights of the caller.
-- An object that something else still keeps stays, so that no row stops the emptying of the trash.
create or replace function public.delete_forever(file_ids uuid[], folder_ids uuid[]) returns integer
  language plpgsql security invoker set search_path = ''
as $$
declare
  doomed uuid[];
  paths  text[];
begin
  with recursive below (id) as (
    select f.id from public.folders f where f.id = any (folder_ids)
    union
    select f.id from public.folders f join below b on f.parent_folder_id = b.id
  )
  select coalesce(array_agg(b.id), '{}') into doomed from below b;

  with gone as (
    delete from public.file_records f where f.id = any (file_ids) or f.folder_id = any (doomed) returning f.storage_path
  )
  select coalesce(array_agg(g.storage_path), '{}') into paths from gone g;
  delete from storage.objects o
  where o.bucket_id = 'encrypted-files' and o.name = any (paths)
    and not exists (select from public.file_versions v where v.bucket_id = o.bucket_id and v.storage_path = o.name)
    and not exists (select from public.request_deliveries d where d.object_name = o.name);
  delete from public.folders f where f.id = any (doomed);
  return cardinality(paths) + cardinality(doomed);
end $$;
grant execute on function public.delete_forever(uuid[],uuid[]) to authenticated;

-- In the trash itself, or in a folder that is, at any depth.
create or replace function public.is_in_trash(file public.file_records) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select (file).trashed_at is not null or exists (
    with recursive above (id, parent_folder_id, trashed_at) as (
      select f.id, f.parent_folder_id, f.trashed_at from public.folders f where f.id = (file).folder_id
      union
      select f.id, f.parent_folder_id, f.trashed_at from public.folders f join above a on f.id = a.parent_folder_id
    )
    select from above a where a.trashed_at is not null
  )
$$;
grant execute on function public.is_in_trash(public.file_records) to service_role;

-- A record does not point at content that an earlier version of another file, or a delivery that waits, keeps. Its object could not be
-- deleted with the record then, and emptying the trash would stop there.
create or replace function public.refuse_kept_content() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.file_versions v
             where v.bucket_id = new.bucket_id and v.storage_path = new.storage_path and v.file_id <> new.id)
     or exists (select from public.request_deliveries d where d.storage_path = new.storage_path and d.id <> new.id) then
    raise exception 'this content belongs to another file' using errcode = 'check_violation';
  end if;
  return new;
end $$;
