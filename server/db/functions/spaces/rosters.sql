-- Epochs of a space, newest first, from below `below` on: as many as 4 MiB hold, and at least one. The first epoch is the end. One value,
-- not rows: a list that the API cuts would look like a history that was changed.
create or replace function public.team_space_history(space uuid, below integer default null) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('epoch', e.epoch, 'roster', e.roster, 'signature', e.signature,
                                               'previous_key', e.previous_key) order by e.epoch desc), '[]')
  from public.team_space_epochs e
  where e.space_id = team_space_history.space
    and e.epoch in (
      select p.epoch
      from (select o.epoch, sum(octet_length(o.roster) + octet_length(o.signature)) over (order by o.epoch desc) as bytes,
                   row_number() over (order by o.epoch desc) as place
            from public.team_space_epochs o
            where o.space_id = team_space_history.space and o.space_id in (select authz.team_spaces())
              and (team_space_history.below is null or o.epoch < team_space_history.below)) as p
      where p.bytes <= 4 * 1024 * 1024 or p.place = 1)
$$;
grant execute on function public.team_space_history(uuid,integer) to authenticated;

-- What is wrong with a roster, as far as a server can see; the members' browsers check its signature. Null when nothing is.
create or replace function authz.roster_problem(said jsonb, payload jsonb, before text) returns text
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
create or replace function public.begin_team_epoch(payload jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me      uuid    := auth.uid();
  home    uuid    := authz.home();
  space   uuid    := (payload ->> 'space_id')::uuid;
  next    integer := (payload ->> 'epoch')::integer;
  said    jsonb   := (payload ->> 'roster')::jsonb;
  before  text;
  problem text;
  fresh   uuid[];
  gone    uuid;
  members text[];
  earlier text[];
begin
  if me is null or home is null or not authz.is_proven() then
    raise exception 'sign in with an account of an organisation first' using errcode = 'insufficient_privilege';
  end if;
  if next = 1 then
    if authz.is_guest(me) then
      raise exception 'guests of the organisation make no team spaces' using errcode = 'QS485';
    end if;
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

  -- A manager invites into the space, and names those who may read it. Making somebody a guest locks the organisation: without this lock
  -- both would be allowed at once.
  perform from public.tenants t where t.id = home for share;
  if exists (select from jsonb_array_elements(said -> 'members') as p (entry)
             where p.entry ->> 'role' = 'manager' and authz.is_guest((p.entry ->> 'user_id')::uuid)) then
    raise exception 'guests of the organisation manage no team spaces' using errcode = 'QS485';
  end if;

  members := array(select p.entry ->> 'user_id' from jsonb_array_elements(said -> 'members') as p (entry));
  earlier := array(select p.entry ->> 'user_id' from jsonb_array_elements(before::jsonb -> 'members') as p (entry));
  insert into public.team_space_epochs (space_id, epoch, roster, signature, previous_key, removes_only)
  values (space, next, payload ->> 'roster', payload ->> 'signature', payload ->> 'previous_key',
          members <@ earlier and cardinality(members) < cardinality(earlier));
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
