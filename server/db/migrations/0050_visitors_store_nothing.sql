-- Who belongs to no organisation, an anonymous visitor for one, keeps no folders and no files here; so no objects either.
drop policy files_insert on storage.objects;
create policy files_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'encrypted-files' and (storage.foldername(name))[1] = (select auth.uid())::text
              and (select authz.tenant()) is not null);
