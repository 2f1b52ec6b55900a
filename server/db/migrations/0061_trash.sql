-- Breaks nothing: a trash for files and folders. What lies in a folder goes with it and keeps its own mark.
alter table public.file_records add column trashed_at timestamptz;
alter table public.folders add column trashed_at timestamptz;
-- For the job that empties the trash.
create index file_records_trashed_idx on public.file_records (trashed_at) where trashed_at is not null;
create index folders_trashed_idx on public.folders (trashed_at) where trashed_at is not null;
grant update (trashed_at) on public.file_records to authenticated;

-- Our clock counts the days until the deletion, not that of a device.
create function public.stamp_trash() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if auth.uid() is not null and new.trashed_at is not null then
    new.trashed_at := case when tg_op = 'UPDATE' then coalesce(old.trashed_at, now()) else now() end;
  end if;
  return new;
end $$;
create trigger file_records_stamp_trash before insert or update of trashed_at on public.file_records
  for each row execute function public.stamp_trash();
create trigger folders_stamp_trash before insert or update of trashed_at on public.folders
  for each row execute function public.stamp_trash();

-- Deletes files, and folders with all that is in them, for good: records first, then their objects, in one transaction.
-- The collector removes the bytes later. Runs with the rights of the caller.
create function public.delete_forever(file_ids uuid[], folder_ids uuid[]) returns integer
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
  delete from storage.objects o where o.bucket_id = 'encrypted-files' and o.name = any (paths);
  delete from public.folders f where f.id = any (doomed);
  return cardinality(paths) + cardinality(doomed);
end $$;

revoke execute on function public.stamp_trash(), public.delete_forever(uuid[], uuid[]) from public;
grant execute on function public.delete_forever(uuid[], uuid[]) to authenticated;
