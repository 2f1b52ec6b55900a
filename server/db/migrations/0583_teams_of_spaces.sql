-- Breaks nothing. Which teams the people of a space came from: a convenience for its managers, which grants nothing and nobody trusts
-- (docs/decisions/0154-a-space-remembers-its-teams-and-adds-nobody.md).

create table public.space_teams (
  space_id uuid        not null references public.spaces (id) on delete cascade,
  team_id  uuid        not null references public.teams (id) on delete cascade,
  -- Who was added to the space as one of this team, and who was left out on purpose.
  added    uuid[]      not null default '{}' constraint space_teams_added check (cardinality(added) <= 1000),
  left_out uuid[]      not null default '{}' constraint space_teams_left_out check (cardinality(left_out) <= 1000),
  noted_at timestamptz not null default now(),
  primary key (space_id, team_id)
);
comment on table public.space_teams is 'Teams whose people a space was made for; what managers are shown, and nothing else';
create index space_teams_team_idx on public.space_teams (team_id);

alter table public.space_teams enable row level security, force row level security;
create policy space_teams_service on public.space_teams for all to service_role, current_user using (true) with check (true);
create policy space_teams_proven on public.space_teams as restrictive for all to authenticated using ((select authz.is_proven()));
create policy space_teams_read on public.space_teams for select to authenticated using (space_id in (select authz.team_spaces()));
create trigger space_teams_limit after insert on public.space_teams referencing new table as added
  for each statement execute function authz.limit_rows('space_id', 20);
create trigger space_teams_audit after insert or delete on public.space_teams
  for each row execute function audit.record_change('config_change', 'low', 'space_id');
revoke all on public.space_teams from anon, authenticated;
grant select on public.space_teams to authenticated;
grant select, insert, update, delete on public.space_teams to service_role;
