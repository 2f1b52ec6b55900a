-- The teams that a space remembers, with their people of today.
create or replace function public.teams_of_space(space uuid)
  returns table (team_id uuid, name text, added uuid[], left_out uuid[], people uuid[])
  language sql stable security definer set search_path = ''
as $$
  select t.id, t.name, s.added, s.left_out,
         array(select m.user_id from public.team_members m where m.team_id = t.id order by m.user_id)
  from public.space_teams s
  join public.teams t on t.id = s.team_id
  where s.space_id = space and s.space_id in (select authz.team_spaces()) and t.tenant_id = (select authz.home())
    and not (select authz.is_guest(auth.uid()))
  order by lower(t.name), t.id
$$;
grant execute on function public.teams_of_space(uuid) to authenticated;

create or replace function authz.require_space_manager(space uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if authz.space_role(space) is distinct from 'manager' then
    raise exception 'only a manager of the space may do this' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Notes who came with a team, and who was left out on purpose; the last word about a person counts.
create or replace function public.note_team_of_space(space uuid, team uuid, came uuid[], omitted uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_space_manager(space);
  if not exists (select from public.teams t where t.id = team and t.tenant_id = authz.home()) then
    raise exception 'this team is gone' using errcode = 'QS416';
  end if;
  insert into public.space_teams as s (space_id, team_id, added, left_out)
  values (space, team, came, omitted)
  on conflict (space_id, team_id) do update
  set added    = array(select one from unnest(s.added || came) as one where one <> all (omitted) group by one order by one),
      left_out = array(select one from unnest(s.left_out || omitted) as one where one <> all (came) group by one order by one),
      noted_at = now();
end $$;
grant execute on function public.note_team_of_space(uuid,uuid,uuid[],uuid[]) to authenticated;

-- Its people stay in the space.
create or replace function public.forget_team_of_space(space uuid, team uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_space_manager(space);
  delete from public.space_teams s where s.space_id = space and s.team_id = team;
end $$;
grant execute on function public.forget_team_of_space(uuid,uuid) to authenticated;
