-- Changes what a record may point at: not at content that an earlier version of another file, or a delivery that waits, keeps. Its
-- object could not be deleted with the record then, and whoever empties the trash would stop there.
create function public.refuse_kept_content() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.file_versions v
             where v.bucket_id = new.bucket_id and v.storage_path = new.storage_path and v.file_id <> new.id)
     or exists (select from public.request_deliveries d where d.object_name = new.storage_path and d.id <> new.id) then
    raise exception 'this content belongs to another file' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger file_records_refuse_kept before insert or update of storage_path on public.file_records
  for each row execute function public.refuse_kept_content();

revoke execute on function public.refuse_kept_content() from public;
