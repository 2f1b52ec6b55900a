-- Breaks nothing: reading an object asks whether this object was shared, not for the list of all that were.
--
-- The list was read for each object that was asked for. Every own file has a row in file_access too, so a plan that began at
-- file_access_pkey (user_id) read all of them to find none. explain (analyze, buffers) of one object, 18 000 own files, nothing
-- shared, statistics from before the files: the list cost 4.75 ms and 310 buffers of 5.17 ms and 320; with fresh statistics 0.05 ms
-- and 3. By name, a function that starts at file_records_object_once costs 17 to 26 buffers with either statistics (1 ms while
-- PostgreSQL plans it for a name, the first five times on a connection), and an own object never asks: its folder says whose it is.
create function authz.is_object_shared(object_name text) returns boolean
  language sql stable security definer set search_path = ''
  begin atomic
    select exists (
      select from public.file_records f
      join public.file_access a on a.file_id = f.id and a.granted_by = f.user_id
      where f.bucket_id = 'encrypted-files' and f.storage_path = is_object_shared.object_name
        and a.user_id = auth.uid() and (a.expires_at is null or a.expires_at > now())
        and not public.is_in_trash(f) and (select authz.is_proven()));
  end;

drop policy files_read_shared on storage.objects;
create policy files_read_shared on storage.objects for select to authenticated
  using (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] is distinct from (select auth.uid())::text
         and authz.is_object_shared(name));
drop function public.shared_object_names();

revoke execute on function authz.is_object_shared(text) from public;
grant execute on function authz.is_object_shared(text) to authenticated;
