-- Breaks nothing: what members of a team space (0100) ask for and change, and what happens when one of them goes.

-- The caller's spaces. `has_left` counts members of the newest roster who do not belong to it any more: its key has to change.
create function public.my_team_spaces()
  returns table (space_id uuid, epoch integer, role text, wrapped_key text, members integer, has_left integer, created_at timestamptz)
  language sql stable security definer set search_path = ''
  begin atomic
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
  end;

-- One value, not rows: a list that the API cuts would look like a history that was changed.
create function public.team_space_history(space uuid) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select coalesce(jsonb_agg(jsonb_build_object('epoch', e.epoch, 'roster', e.roster, 'signature', e.signature,
                                                 'previous_key', e.previous_key) order by e.epoch desc), '[]')
    from public.team_space_epochs e
    where e.space_id = team_space_history.space and e.space_id in (select authz.team_spaces()));

create function public.team_space_people(space uuid) returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'user_id', b.user_id, 'email', u.email, 'first_name', p.first_name, 'last_name', p.last_name,
             'statement', b.statement, 'signature', b.signature,
             'is_member', m.user_id is not null and f.user_id is null)), '[]')
    from public.team_space_bundles b
    left join auth.users u on u.id = b.user_id
    left join public.profiles p on p.user_id = b.user_id
    left join public.team_space_members m on m.space_id = b.space_id and m.user_id = b.user_id
    left join public.former_members f on f.user_id = b.user_id
    where b.space_id = team_space_people.space and b.space_id in (select authz.team_spaces()));

insert into notify.defaults (kind, by_email) values ('team_space_added', true), ('team_space_removed', true);

create function authz.base64url(bytes bytea) returns text
  language sql immutable parallel safe set search_path = ''
  return rtrim(translate(replace(encode(bytes, 'base64'), chr(10), ''), '+/', '-_'), '=');
create function authz.from_base64url(text text) returns bytea
  language sql immutable parallel safe set search_path = ''
  return decode(rpad(translate(text, '-_', '+/'), (length(text) + 3) / 4 * 4, '='), 'base64');

-- What is wrong with a roster, as far as a server can see; the members' browsers check its signature. Null when nothing is.
create function authz.roster_problem(said jsonb, payload jsonb, before text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  people jsonb := said -> 'members';
begin
  if jsonb_typeof(people) is distinct from 'array' or jsonb_array_length(people) not between 1 and 500 then
    return 'a space has 1 to 500 members';
  end if;
  if said ->> 'space_id' is distinct from payload ->> 'space_id' or said ->> 'epoch' is distinct from payload ->> 'epoch'
     or said ->> 'author_id' is distinct from auth.uid()::text then
    return 'the roster is of another space, epoch or author';
  end if;
  if said ->> 'previous' is distinct from authz.base64url(sha256(convert_to(before, 'UTF8'))) then
    return 'the roster does not follow the one before';
  end if;
  if not exists (select from jsonb_array_elements(people) as p (entry) where p.entry ->> 'role' = 'manager') then
    return 'a space keeps at least one manager';
  end if;
  if exists (select from jsonb_array_elements(people) as p (entry)
             where payload #>> array['wraps', p.entry ->> 'user_id'] is null
                or p.entry ->> 'wrap_hash'
                   is distinct from authz.base64url(sha256(authz.from_base64url(payload #>> array['wraps', p.entry ->> 'user_id'])))) then
    return 'every member needs their wrapped key';
  end if;
  return null;
end $$;

-- Begins the next epoch of a space, or the first of a new one. `payload` is what vault/team-spaces.ts sends.
create function public.begin_team_epoch(payload jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me      uuid    := auth.uid();
  home    uuid    := authz.tenant();
  space   uuid    := (payload ->> 'space_id')::uuid;
  next    integer := (payload ->> 'epoch')::integer;
  said    jsonb   := (payload ->> 'roster')::jsonb;
  before  text;
  problem text;
  fresh   uuid[];
  gone    uuid;
begin
  if me is null or home is null or not authz.is_proven() then
    raise exception 'sign in with an account of an organisation first' using errcode = 'insufficient_privilege';
  end if;
  if next = 1 then
    insert into public.spaces (id, tenant_id, owner_id, kind) values (space, home, null, 'team');
  else
    perform from public.spaces s where s.id = space and s.kind = 'team' for update;
    if authz.space_role(space) is distinct from 'manager' then
      raise exception 'only a manager of the space may do this' using errcode = 'insufficient_privilege';
    end if;
    if not exists (select from public.spaces s where s.id = space and s.current_epoch = next - 1) then
      raise exception 'somebody else changed this space at the same moment' using errcode = 'QS412';
    end if;
    select e.roster into before from public.team_space_epochs e where e.space_id = space and e.epoch = next - 1;
  end if;
  problem := authz.roster_problem(said, payload, before);
  if problem is not null then
    raise exception '%', problem using errcode = 'check_violation';
  end if;
  if exists (select from jsonb_array_elements(said -> 'members') as p (entry)
             where not exists (select from public.user_key_bundles b
                               where b.user_id = (p.entry ->> 'user_id')::uuid and b.tenant_id = home
                                 and not exists (select from public.former_members f where f.user_id = b.user_id))) then
    raise exception 'somebody in the list does not belong to the organisation' using errcode = 'QS404';
  end if;

  insert into public.team_space_epochs (space_id, epoch, roster, signature, previous_key)
  values (space, next, payload ->> 'roster', payload ->> 'signature', payload ->> 'previous_key');
  update public.spaces s set current_epoch = next where s.id = space;
  insert into public.team_space_bundles (space_id, user_id, statement, signature)
  select space, b.user_id, b.statement, b.signature
  from public.user_key_bundles b
  where b.user_id in (select (p.entry ->> 'user_id')::uuid from jsonb_array_elements(said -> 'members') as p (entry))
  on conflict (space_id, user_id) do nothing;
  for gone in
    delete from public.team_space_members m
    where m.space_id = space
      and m.user_id not in (select (p.entry ->> 'user_id')::uuid from jsonb_array_elements(said -> 'members') as p (entry))
    returning m.user_id
  loop
    if gone <> me and not exists (select from public.former_members f where f.user_id = gone) then
      perform notify.person(gone, 'team_space_removed', jsonb_build_object('space_id', space, 'removed_by', me));
    end if;
  end loop;
  with written as (
    insert into public.team_space_members (space_id, user_id, role, wrapped_key)
    select space, (p.entry ->> 'user_id')::uuid, p.entry ->> 'role', payload #>> array['wraps', p.entry ->> 'user_id']
    from jsonb_array_elements(said -> 'members') as p (entry)
    on conflict (space_id, user_id) do update set role = excluded.role, wrapped_key = excluded.wrapped_key
    returning user_id, xmax = 0 as is_new
  )
  select coalesce(array_agg(w.user_id), '{}') into fresh from written w where w.is_new and w.user_id <> me;
  perform notify.person(f.id, 'team_space_added', jsonb_build_object('space_id', space, 'added_by', me)) from unnest(fresh) as f (id);
end $$;

-- Who leaves cannot open what comes from now on; the key itself changes when a manager is there next.
create function public.leave_team_space(space uuid) returns void
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
end $$;

create function public.remove_team_space(space uuid) returns void
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
create function public.delete_team_space(space uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.spaces s where s.id = space and s.kind = 'team' for update;
  if authz.space_role(space) is distinct from 'manager' then
    raise exception 'only a manager of the space may do this' using errcode = 'insufficient_privilege';
  end if;
  perform public.remove_team_space(space);
end $$;

-- What somebody stored in a team space stays there when their account goes: another member takes it over, managers first, and its
-- bytes count for nobody from then on. A space without anybody else goes with its last member.
create function public.hand_over_team_spaces() returns trigger
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
create trigger users_hand_over_team_spaces before delete on auth.users
  for each row execute function public.hand_over_team_spaces();

revoke execute on function public.my_team_spaces(), public.team_space_history(uuid), public.team_space_people(uuid),
  authz.base64url(bytea), authz.from_base64url(text), authz.roster_problem(jsonb, jsonb, text), public.begin_team_epoch(jsonb),
  public.leave_team_space(uuid), public.remove_team_space(uuid), public.delete_team_space(uuid), public.hand_over_team_spaces()
  from public;
grant execute on function public.my_team_spaces(), public.team_space_history(uuid), public.team_space_people(uuid),
  public.begin_team_epoch(jsonb), public.leave_team_space(uuid), public.delete_team_space(uuid) to authenticated;
