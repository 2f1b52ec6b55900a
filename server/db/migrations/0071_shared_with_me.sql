-- Breaks nothing: finding a colleague, and what people with a grant may read.

-- By exact address and in the own organisation only, so that nobody learns of accounts elsewhere. No row: there is no such
-- colleague. Without a statement: they have not made their vault yet.
create function public.find_colleague(email text)
  returns table (user_id uuid, first_name text, last_name text, statement text, signature text)
  language sql stable security definer set search_path = ''
  begin atomic
    select u.id, p.first_name, p.last_name, b.statement, b.signature
    from auth.users u
    join public.profiles p on p.user_id = u.id
    left join public.user_key_bundles b on b.user_id = u.id
    where u.email = lower(btrim(find_colleague.email))
      and u.email_confirmed_at is not null and u.deleted_at is null and not u.is_anonymous
      and p.tenant_id = authz.tenant() and u.id <> auth.uid();
  end;

-- Everything that is needed to check and open a shared file, and nothing else of its owner's record. One row for one file when
-- `file` is given.
create function public.files_shared_with_me(file uuid default null)
  returns table (file_id uuid, owner_id uuid, owner_email text, first_name text, last_name text, statement text, signature text,
                 wrapped_key text, grant_text text, grant_signature text, shared_at timestamptz, expires_at timestamptz,
                 shared_record text, file_size bigint, version integer, content_id uuid, storage_path text, manifest text,
                 manifest_signature text)
  language sql stable security definer set search_path = ''
  begin atomic
    select f.id, f.user_id, u.email, p.first_name, p.last_name, b.statement, b.signature,
           a.wrapped_key, a.grant_text, a.grant_signature, a.created_at, a.expires_at,
           f.shared_record, f.file_size, f.version, f.content_id, f.storage_path, f.manifest, f.manifest_signature
    from public.file_access a
    join public.file_records f on f.id = a.file_id and f.user_id = a.granted_by
    join public.user_key_bundles b on b.user_id = f.user_id
    join auth.users u on u.id = f.user_id
    left join public.profiles p on p.user_id = f.user_id
    where a.user_id = auth.uid()
      and (a.expires_at is null or a.expires_at > now())
      and (files_shared_with_me.file is null or a.file_id = files_shared_with_me.file)
    order by a.created_at desc, a.file_id;
  end;

-- Whom I share with, by name and address: only people who have a grant of mine.
create function public.people_i_share_with() returns table (user_id uuid, email text, first_name text, last_name text)
  language sql stable security definer set search_path = ''
  begin atomic
    select u.id, u.email, p.first_name, p.last_name
    from auth.users u
    left join public.profiles p on p.user_id = u.id
    where u.id in (select a.user_id from public.file_access a where a.granted_by = auth.uid()) and (select authz.is_proven());
  end;

-- Evaluated once per statement, not once per object.
create function public.shared_object_names() returns setof text
  language sql stable security definer set search_path = ''
  begin atomic
    select f.storage_path
    from public.file_access a
    join public.file_records f on f.id = a.file_id and f.user_id = a.granted_by
    where a.user_id = auth.uid() and a.granted_by is not null and (a.expires_at is null or a.expires_at > now());
  end;
create policy files_read_shared on storage.objects for select to authenticated
  using (bucket_id = 'encrypted-files' and name = any (array(select public.shared_object_names())));

revoke execute on function public.find_colleague(text), public.files_shared_with_me(uuid), public.people_i_share_with(),
  public.shared_object_names() from public;
grant execute on function public.find_colleague(text), public.files_shared_with_me(uuid), public.people_i_share_with(),
  public.shared_object_names() to authenticated;
