-- The teams of the caller's organisation, each with how many people it has and whether the caller is one of them.
create or replace function public.list_teams()
  returns table (team_id uuid, name text, description text, source text, version integer, people integer, is_mine boolean)
  language sql stable security definer set search_path = ''
as $$
  select t.id, t.name, t.description, t.source, t.version, count(m.user_id)::integer, coalesce(bool_or(m.user_id = (select auth.uid())), false)
  from public.teams t
  left join public.team_members m on m.team_id = t.id
  where t.tenant_id = (select authz.tenant()) and (select authz.is_proven()) and not (select authz.is_guest(auth.uid()))
    and not exists (select from public.former_members f where f.user_id = (select auth.uid()))
  group by t.id
  order by lower(t.name), t.id
$$;
grant execute on function public.list_teams() to authenticated;

-- Locks a team that the caller may change by hand. Changes of the people of an organisation wait for each other here, see authz.lock_team.
create or replace function authz.lock_named_team(wanted uuid, is_by_hand boolean default true) returns public.teams
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := authz.lock_team();
  found public.teams;
begin
  select t.* into found from public.teams t where t.id = wanted and t.tenant_id = home for update;
  if found.id is null then
    raise exception 'this team is gone' using errcode = 'QS416';
  end if;
  if is_by_hand and found.source <> 'manual' then
    raise exception 'this team is managed by the identity provider' using errcode = 'QS417';
  end if;
  return found;
end $$;

create or replace function authz.require_team_name(home uuid, wanted text, besides uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  named text := btrim(wanted);
begin
  if coalesce(length(named), 0) not between 1 and 100 or named ~ '[[:cntrl:]]' then
    raise exception 'the name of a team has 1 to 100 characters, on one line' using errcode = 'check_violation';
  end if;
  if exists (select from public.teams t
             where t.tenant_id = home and lower(t.name) = lower(named) and t.id is distinct from besides) then
    raise exception 'another team of the organisation has this name' using errcode = 'QS418';
  end if;
  return named;
end $$;

-- @returns the id of the new team, with these people in it
create or replace function public.create_team(named text, about text default '', person_ids uuid[] default '{}') returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
  made uuid;
begin
  if (select count(*) from public.teams t where t.tenant_id = home) >= 500 then
    raise exception 'an organisation has 500 teams at most' using errcode = 'QS421';
  end if;
  insert into public.teams as t (tenant_id, name, description)
  values (home, authz.require_team_name(home, named, null), btrim(about)) returning t.id into made;
  perform authz.put_into_team(made, person_ids);
  return made;
end $$;
grant execute on function public.create_team(text,text,uuid[]) to authenticated;

-- `seen` is the version that the person looked at. @returns the new one. @throws QS419 when somebody else was faster
create or replace function public.change_team(team uuid, seen integer, named text, about text) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  before public.teams := authz.lock_named_team(team);
  title  text := authz.require_team_name(before.tenant_id, named, team);
begin
  if before.version <> seen then
    raise exception 'somebody else changed this team at the same moment' using errcode = 'QS419';
  end if;
  if (before.name, before.description) = (title, btrim(about)) then
    return before.version;
  end if;
  update public.teams t set name = title, description = btrim(about), version = before.version + 1, updated_at = now() where t.id = team;
  return before.version + 1;
end $$;
grant execute on function public.change_team(uuid,integer,text,text) to authenticated;

-- One of an identity provider as well: it may be no longer connected.
create or replace function public.delete_team(team uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.lock_named_team(team, false);
  delete from public.teams t where t.id = team;
end $$;
grant execute on function public.delete_team(uuid) to authenticated;

create or replace function authz.put_into_team(team uuid, person_ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  -- In order, as everybody locks them.
  fresh uuid[] := array(select distinct one from unnest(person_ids) as one
                        where one not in (select m.user_id from public.team_members m where m.team_id = put_into_team.team) order by 1);
begin
  if cardinality(fresh) + (select count(*) from public.team_members m where m.team_id = put_into_team.team) > 1000 then
    raise exception 'a team has 1000 people at most' using errcode = 'QS420';
  end if;
  insert into public.team_members (team_id, user_id, added_by) select put_into_team.team, one, auth.uid() from unnest(fresh) as one;
end $$;

-- All of them or nobody. Nothing that those who go were given is taken away.
create or replace function public.change_people_of_team(team uuid, coming uuid[], going uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.lock_named_team(team);
  update public.teams t set updated_at = now() where t.id = team;
  delete from public.team_members m where m.team_id = team and m.user_id = any (going) and m.user_id <> all (coming);
  perform authz.put_into_team(team, coming);
end $$;
grant execute on function public.change_people_of_team(uuid,uuid[],uuid[]) to authenticated;
