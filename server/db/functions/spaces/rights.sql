-- The caller's role in a space; null for who does not belong to it, or was removed from the organisation.
create or replace function authz.space_role(space uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select m.role from public.team_space_members m
  where m.space_id = space and m.user_id = auth.uid() and authz.is_proven()
    and not exists (select from public.former_members f where f.user_id = m.user_id)
$$;

create or replace function authz.team_spaces() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select m.space_id from public.team_space_members m
  where m.user_id = auth.uid() and authz.is_proven()
    and not exists (select from public.former_members f where f.user_id = m.user_id);
$$;
grant execute on function authz.team_spaces() to authenticated;

create or replace function authz.edits_space(space uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(authz.space_role(space) in ('manager', 'editor'), false)
$$;

create or replace function authz.edited_spaces() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select m.space_id from public.team_space_members m
  where m.user_id = auth.uid() and m.role in ('manager', 'editor') and authz.is_proven()
    and not exists (select from public.former_members f where f.user_id = m.user_id);
$$;
grant execute on function authz.edited_spaces() to authenticated;

-- What is sealed from now on is sealed with the newest key: who left has an older one. The row is locked so that no epoch
-- begins between this look and the commit.
create or replace function public.require_current_epoch(space uuid, epoch integer) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.spaces s where s.id = space and s.current_epoch = epoch for share;
  if not found then
    raise exception 'this space has a newer key' using errcode = 'QS412';
  end if;
end $$;

create or replace function public.refuse_viewer(space uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and not authz.edits_space(space) then
    raise exception 'only editors and managers of this space may change what is in it' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Objects of a space are read by its members, no matter who uploaded them, and changed by nobody.
create or replace function authz.reads_team_object(object_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.file_records f
                 where f.bucket_id = 'encrypted-files' and f.storage_path = object_name
                   and f.team_space_id in (select authz.team_spaces()))
      or exists (select from public.file_versions v
                 where v.bucket_id = 'encrypted-files' and v.storage_path = object_name
                   and v.team_space_id in (select authz.team_spaces()))
$$;
grant execute on function authz.reads_team_object(text) to authenticated;

create or replace function authz.is_team_object(object_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.file_records f
                 where f.bucket_id = 'encrypted-files' and f.storage_path = object_name and f.team_space_id is not null)
      or exists (select from public.file_versions v
                 where v.bucket_id = 'encrypted-files' and v.storage_path = object_name and v.team_space_id is not null)
$$;
grant execute on function authz.is_team_object(text) to authenticated;
