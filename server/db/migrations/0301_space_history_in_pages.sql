-- Both take a second argument now, which says where a page begins.
drop function if exists public.team_space_history(uuid);
drop function if exists public.team_space_people(uuid);
