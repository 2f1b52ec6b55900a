-- The caller's spaces. `has_left` counts members of the newest roster who do not belong to it any more: its key has to change.
create or replace function public.my_team_spaces()
  returns table (space_id uuid, epoch integer, role text, wrapped_key text, members integer, has_left integer, created_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select s.id, s.current_epoch, m.role, m.wrapped_key,
         jsonb_array_length(e.roster::jsonb -> 'members'),
         (select count(*)::integer
          from jsonb_array_elements(e.roster::jsonb -> 'members') as listed (entry)
          where not exists (select from public.team_space_members o
                            where o.space_id = s.id and o.user_id = (listed.entry ->> 'user_id')::uuid
                              and not exists (select from public.former_members f where f.user_id = o.user_id))),
         s.created_at
  from public.team_space_members m
  join public.spaces s on s.id = m.space_id
  join public.team_space_epochs e on e.space_id = s.id and e.epoch = s.current_epoch
  where m.user_id = auth.uid() and m.space_id in (select authz.team_spaces())
  order by s.created_at, s.id;
$$;
grant execute on function public.my_team_spaces() to authenticated;

-- Everybody who was ever in a space, by id from behind `after` on, 500 at a time: a shorter answer is the last.
create or replace function public.team_space_people(space uuid, after uuid default null) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(p) order by p.user_id), '[]')
  from (
    select b.user_id, u.email, r.first_name, r.last_name, b.statement, b.signature,
           m.user_id is not null and f.user_id is null as is_member
    from public.team_space_bundles b
    left join auth.users u on u.id = b.user_id
    left join public.profiles r on r.user_id = b.user_id
    left join public.team_space_members m on m.space_id = b.space_id and m.user_id = b.user_id
    left join public.former_members f on f.user_id = b.user_id
    where b.space_id = team_space_people.space and b.space_id in (select authz.team_spaces())
      and (team_space_people.after is null or b.user_id > team_space_people.after)
    order by b.user_id
    limit 500) as p
$$;
grant execute on function public.team_space_people(uuid,uuid) to authenticated;

-- Who leaves cannot open what comes from now on; the key itself changes when a manager is there next.
create or replace function public.leave_team_space(space uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.spaces s where s.id = space and s.kind = 'team' for update;
  if authz.space_role(space) is null then
    raise exception 'you do not belong to this space' using errcode = 'insufficient_privilege';
  end if;
  if authz.space_role(space) = 'manager' and not exists (
    select from public.team_space_members m
    where m.space_id = space and m.role = 'manager' and m.user_id <> auth.uid()
      and not exists (select from public.former_members f where f.user_id = m.user_id)) then
    raise exception 'a space keeps at least one manager' using errcode = 'QS410';
  end if;
  delete from public.team_space_members m where m.space_id = space and m.user_id = auth.uid();
  perform notify.of_leaver(space, auth.uid());
end $$;
grant execute on function public.leave_team_space(uuid) to authenticated;

create or replace function public.remove_team_space(space uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  paths text[];
begin
  select coalesce(array_agg(f.storage_path), '{}') into paths from public.file_records f where f.team_space_id = space;
  delete from public.file_records f where f.team_space_id = space;
  delete from storage.objects o where o.bucket_id = 'encrypted-files' and o.name = any (paths);
  delete from public.folders f where f.team_space_id = space;
  delete from public.spaces s where s.id = space and s.kind = 'team';
end $$;

-- Deletes a space with everything in it.
create or replace function public.delete_team_space(space uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_fresh();
  perform from public.spaces s where s.id = space and s.kind = 'team' for update;
  if authz.space_role(space) is distinct from 'manager' then
    raise exception 'only a manager of the space may do this' using errcode = 'insufficient_privilege';
  end if;
  perform public.remove_team_space(space);
end $$;
grant execute on function public.delete_team_space(uuid) to authenticated;

-- What somebody stored in a team space stays there when their account goes: another member takes it over, managers first, and its
-- bytes count for nobody from then on. A space without anybody else goes with its last member.
create or replace function public.hand_over_team_spaces() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  entry record;
begin
  for entry in
    select t.space_id, (select o.user_id from public.team_space_members o
                        where o.space_id = t.space_id and o.user_id <> old.id
                        -- Who was removed may be let back in, and comes last.
                        order by exists (select from public.former_members f where f.user_id = o.user_id),
                                 array_position(array['manager', 'editor', 'viewer'], o.role), o.added_at, o.user_id
                        limit 1) as heir
    from (select m.space_id from public.team_space_members m where m.user_id = old.id
          union
          select f.team_space_id from public.file_records f where f.user_id = old.id and f.team_space_id is not null
          union
          select v.team_space_id from public.file_versions v where v.user_id = old.id and v.team_space_id is not null
          union
          select d.team_space_id from public.folders d where d.user_id = old.id and d.team_space_id is not null
          union
          -- Content of a file that somebody else began.
          select f.team_space_id
          from storage.objects o
          join public.file_records f on f.bucket_id = o.bucket_id and f.storage_path = o.name
          where o.owner = old.id and f.team_space_id is not null
          union
          select v.team_space_id
          from storage.objects o
          join public.file_versions v on v.bucket_id = o.bucket_id and v.storage_path = o.name
          where o.owner = old.id and v.team_space_id is not null) as t
  loop
    if entry.heir is null then
      perform public.remove_team_space(entry.space_id);
    else
      update storage.objects o set owner = null, owner_id = null
      where o.bucket_id = 'encrypted-files' and o.owner = old.id
        and o.name in (select f.storage_path from public.file_records f where f.team_space_id = entry.space_id
                       union all
                       select v.storage_path from public.file_versions v where v.team_space_id = entry.space_id);
      update public.file_records f set user_id = entry.heir where f.team_space_id = entry.space_id and f.user_id = old.id;
      update public.file_versions v set user_id = entry.heir where v.team_space_id = entry.space_id and v.user_id = old.id;
      update public.folders f set user_id = entry.heir where f.team_space_id = entry.space_id and f.user_id = old.id;
    end if;
  end loop;
  return old;
end $$;

-- Somebody who was removed from the organisation is no member of its spaces if they are restored later. The only manager of a space
-- stays in it: nobody else could ever change that space again. The space is locked first, so that its last two managers cannot go at
-- the same moment, one by leaving and one by removal.
create or replace function public.leave_spaces_of_former_member() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  space uuid;
begin
  for space in
    select s.id
    from public.spaces s
    where s.id in (select m.space_id from public.team_space_members m where m.user_id = new.user_id)
    order by s.id
    for update
  loop
    delete from public.team_space_members m
    where m.space_id = space and m.user_id = new.user_id
      and (m.role <> 'manager'
           or exists (select from public.team_space_members o
                      where o.space_id = space and o.role = 'manager' and o.user_id <> new.user_id
                        and not exists (select from public.former_members f where f.user_id = o.user_id)));
    perform notify.of_leaver(space, new.user_id);
  end loop;
  return null;
end $$;
