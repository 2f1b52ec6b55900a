-- Changes what a session gets that has not proven the second factor of its account: no keys and no files, until it has.
-- Without it the app alone would ask for the code, and a program with the password would not.
-- The session's row decides, not the token, which may be older.
create function authz.is_proven() returns boolean
  language sql stable security definer set search_path = ''
  return not exists (select from auth.mfa_factors f
                     where f.user_id = auth.uid() and f.status = 'verified' and f.factor_type <> 'recovery_code')
    or exists (select from auth.sessions s
               where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid() and s.aal = 'aal2');
revoke execute on function authz.is_proven() from public;
grant execute on function authz.is_proven() to authenticated;

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
