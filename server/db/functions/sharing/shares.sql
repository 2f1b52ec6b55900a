-- The one rule of when a grant ends.
create or replace function authz.is_live(a public.file_access) returns boolean
  language sql stable set search_path = ''
as $$
  select a.expires_at is null or a.expires_at > now()
$$;
grant execute on function authz.is_live(public.file_access) to authenticated;

create or replace function public.is_file_shared(file uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.share_links l
                 where l.file_id = file and l.revoked_at is null and l.expires_at > now()
                   and (l.max_downloads is null or l.downloads < l.max_downloads))
      or exists (select from public.share_link_files m
                 join public.share_links l on l.id = m.link_id
                 where m.file_id = file and m.ended_at is null and l.revoked_at is null and l.expires_at > now()
                   and (l.max_downloads is null or l.downloads < l.max_downloads))
      or exists (select from public.file_access a
                 where a.file_id = file and a.granted_by is not null and authz.is_live(a))
$$;

-- Files of a vault cannot be marked by hand; a plain client's files, which nothing here can open, keep their mark.
create or replace function public.derive_is_shared() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.space_id is not null then
    new.is_shared := public.is_file_shared(new.id);
  end if;
  return new;
end $$;

-- A grant and a link of one file that end at the same moment, in two transactions, each saw the other alive: the file stayed
-- marked as shared. The second one waits for the row, and looks again.
create or replace function public.refresh_is_shared() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  file uuid := case when tg_op = 'DELETE' then old.file_id else new.file_id end;
begin
  -- A link to several files, whose rows come and go by themselves. A visit that is not the last one changes nothing for them.
  if file is null then
    if tg_op = 'UPDATE' and ((new.revoked_at, new.expires_at, new.max_downloads) is distinct from (old.revoked_at, old.expires_at, old.max_downloads)
                             or new.downloads >= new.max_downloads) then
      perform public.refresh_link_files(new.id);
    end if;
    return null;
  end if;
  perform from public.file_records f where f.id = file for no key update;
  update public.file_records f set is_shared = public.is_file_shared(file)
  where f.id = file and f.space_id is not null and f.is_shared is distinct from public.is_file_shared(file);
  return null;
end $$;

-- The same for every file that a link names. In the order of their ids, so that two links of the same files do not wait for each other.
create or replace function public.refresh_link_files(link uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.file_records f
  where f.id in (select m.file_id from public.share_link_files m where m.link_id = link)
  order by f.id for no key update;
  update public.file_records f set is_shared = not f.is_shared
  where f.id in (select m.file_id from public.share_link_files m where m.link_id = link)
    and f.space_id is not null and f.is_shared is distinct from public.is_file_shared(f.id);
end $$;

-- Time passes without a trigger: a job asks for files whose last grant or link has run out. A link to several files that ran out a month ago
-- ends for good, so that what it would have handed over takes no room; until then a visitor reads that it has expired.
create or replace function public.expire_shares() returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.file_records f set is_shared = false
  where f.is_shared and f.space_id is not null and not public.is_file_shared(f.id)
    and (exists (select from public.share_links l where l.file_id = f.id)
         or exists (select from public.share_link_files m where m.file_id = f.id)
         or exists (select from public.file_access a where a.file_id = f.id and a.granted_by is not null));
  update public.share_links l set revoked_at = now()
  where l.file_ids is not null and l.revoked_at is null and l.expires_at < now() - interval '30 days';
$$;
grant execute on function public.expire_shares() to service_role;

-- A link that was ended stays ended.
create or replace function public.keep_revoked() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if old.revoked_at is not null then
    new.revoked_at := old.revoked_at;
  elsif new.revoked_at is not null then
    new.revoked_at := now();
  end if;
  return new;
end $$;

-- Everything that is needed to check and open a shared file, and nothing else of its owner's record. One row for one file when
-- `file` is given.
create or replace function public.files_shared_with_me(file uuid default null)
  returns table (file_id uuid, owner_id uuid, owner_email text, first_name text, last_name text, statement text, signature text,
                 wrapped_key text, grant_text text, grant_signature text, shared_at timestamptz, expires_at timestamptz,
                 shared_record text, file_size bigint, version integer, content_id uuid, storage_path text, manifest text,
                 manifest_signature text, segment_hashes text)
  language sql stable security definer set search_path = ''
as $$
  select f.id, f.user_id, u.email, p.first_name, p.last_name, b.statement, b.signature,
         a.wrapped_key, a.grant_text, a.grant_signature, a.created_at, a.expires_at,
         f.shared_record, f.file_size, f.version, f.content_id, f.storage_path, f.manifest, f.manifest_signature,
         case when files_shared_with_me.file is not null then f.segment_hashes end
  from public.file_access a
  join public.file_records f on f.id = a.file_id and f.user_id = a.granted_by
  join public.user_key_bundles b on b.user_id = f.user_id
  join auth.users u on u.id = f.user_id
  left join public.profiles p on p.user_id = f.user_id
  where a.user_id = auth.uid()
    and authz.is_live(a)
    and (files_shared_with_me.file is null or a.file_id = files_shared_with_me.file)
    and not public.is_in_trash(f) and (select authz.is_proven())
  order by a.created_at desc, a.file_id;
$$;
grant execute on function public.files_shared_with_me(uuid) to authenticated;

-- Whom I share with, by name and address: only people who have a grant of mine.
create or replace function public.people_i_share_with() returns table (user_id uuid, email text, first_name text, last_name text)
  language sql stable security definer set search_path = ''
as $$
  select u.id, u.email, p.first_name, p.last_name
  from auth.users u
  left join public.profiles p on p.user_id = u.id
  where u.id in (select a.user_id from public.file_access a where a.granted_by = auth.uid()) and (select authz.is_proven());
$$;
grant execute on function public.people_i_share_with() to authenticated;

-- Asks for one object. The list of all that were shared was read for each object that was asked for. Every own file has a row in file_access too, so a plan that began at
-- file_access_pkey (user_id) read all of them to find none. explain (analyze, buffers) of one object, 18 000 own files, nothing
-- shared, statistics from before the files: the list cost 4.75 ms and 310 buffers of 5.17 ms and 320; with fresh statistics 0.05 ms
-- and 3. By name, a function that starts at file_records_object_once costs 17 to 26 buffers with either statistics (1 ms while
-- PostgreSQL plans it for a name, the first five times on a connection), and an own object never asks: its folder says whose it is.
create or replace function authz.is_object_shared(object_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.file_records f
    join public.file_access a on a.file_id = f.id and a.granted_by = f.user_id
    where f.bucket_id = 'encrypted-files' and f.storage_path = is_object_shared.object_name
      and a.user_id = auth.uid() and authz.is_live(a)
      and not public.is_in_trash(f) and (select authz.is_proven()));
$$;
grant execute on function authz.is_object_shared(text) to authenticated;

-- A link ends 90 days from now at the latest; an hour more for clocks that differ.
create or replace function public.check_link_end() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.expires_at > now() + interval '90 days 1 hour' or (tg_op = 'INSERT' and new.expires_at < now() - interval '1 hour') then
    raise check_violation using message = 'new row violates share_links_expiry: a link ends within 90 days', constraint = 'share_links_expiry';
  end if;
  return new;
end $$;
