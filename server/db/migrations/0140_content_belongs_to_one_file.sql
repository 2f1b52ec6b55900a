-- Changes what a record may point at: not at content that an earlier version of another file, or a delivery that waits, keeps. Its
-- object could not be deleted with the record then, and whoever empties the trash would stop there.
create function public.refuse_kept_content() returns trigger
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
create trigger file_records_refuse_kept before insert or update of storage_path on public.file_records
  for each row execute function public.refuse_kept_content();

-- As in 0061; an object that something else still keeps stays, so that no row stops whoever empties the trash.
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

-- Requests end with their owner's membership, as links do: who is let back in makes new ones.
create function public.end_requests_of_former() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.file_requests r set ended_at = now() where r.user_id = new.user_id and r.ended_at is null;
  return null;
end $$;
create trigger former_members_end_requests after insert on public.former_members
  for each row execute function public.end_requests_of_former();

revoke execute on function public.refuse_kept_content(), public.end_requests_of_former() from public;
