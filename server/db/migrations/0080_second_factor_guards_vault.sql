-- Changes what a session gets that has not proven the second factor of its account: no keys and no files, until it has.
-- Without it the app alone would ask for the code, and a program with the password would not.
do $$
declare
  name text;
begin
  foreach name in array array['public.account_wraps', 'public.keyrings', 'public.spaces', 'public.space_keys',
                              'public.folders', 'public.tags', 'public.file_records', 'public.file_access',
                              'public.file_tags', 'public.share_links', 'storage.objects', 'storage.uploads', 'storage.upload_parts'] loop
    execute format('create policy %I on %s as restrictive for all to authenticated using ((select authz.is_proven()))',
                   split_part(name, '.', 2) || '_proven', name);
  end loop;
end $$;
