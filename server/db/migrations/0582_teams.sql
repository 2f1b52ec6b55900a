-- Breaks nothing. Teams: named groups of people of one organisation (docs/decisions/0153-a-team-names-people-and-grants-nothing.md).

create table public.teams (
  id          uuid        primary key default gen_random_uuid(),
  tenant_id   uuid        not null references public.tenants (id) on delete cascade,
  name        text        not null constraint teams_name
              check (length(name) between 1 and 100 and name = btrim(name) and name !~ '[[:cntrl:]]'),
  description text        not null default '' constraint teams_description check (length(description) <= 500),
  -- Of a group of an identity provider.
  external_id text        constraint teams_external_id check (length(external_id) between 1 and 255),
  -- People of a team with the source 'scim' are changed by the identity provider alone.
  source      text        not null default 'manual' constraint teams_source check (source in ('manual', 'scim')),
  -- Counts changes of name and description: who saves names the one that they saw.
  version     integer     not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint teams_external_of_scim check (external_id is null or source = 'scim')
);
comment on table public.teams is 'Named groups of people of one organisation; a team opens nothing by itself';
create unique index teams_name_once on public.teams (tenant_id, lower(name));
create unique index teams_external_once on public.teams (tenant_id, external_id) where external_id is not null;

alter table public.teams enable row level security, force row level security;
create policy teams_service on public.teams for all to service_role, current_user using (true) with check (true);
create policy teams_proven on public.teams as restrictive for all to authenticated using ((select authz.is_proven()));
create policy teams_read on public.teams for select to authenticated using (tenant_id = (select authz.tenant()));
create trigger teams_limit after insert on public.teams referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', 500);
revoke all on public.teams from anon, authenticated;
grant select on public.teams to authenticated;
grant select, insert, update, delete on public.teams to service_role;

create table public.team_members (
  team_id  uuid        not null references public.teams (id) on delete cascade,
  user_id  uuid        not null references auth.users (id) on delete cascade,
  added_at timestamptz not null default now(),
  -- Null: an identity provider did, or somebody whose account is gone.
  added_by uuid        references auth.users (id) on delete set null,
  primary key (team_id, user_id)
);
comment on table public.team_members is 'The people of each team';
create index team_members_user_idx on public.team_members (user_id);
create index team_members_added_by_idx on public.team_members (added_by) where added_by is not null;

alter table public.team_members enable row level security, force row level security;
create policy team_members_service on public.team_members for all to service_role, current_user using (true) with check (true);
create policy team_members_proven on public.team_members as restrictive for all to authenticated using ((select authz.is_proven()));
create policy team_members_read on public.team_members for select to authenticated
  using (exists (select from public.teams t where t.id = team_id and t.tenant_id = (select authz.tenant())));
create trigger team_members_limit after insert on public.team_members referencing new table as added
  for each statement execute function authz.limit_rows('team_id', 1000);
revoke all on public.team_members from anon, authenticated;
grant select on public.team_members to authenticated;
grant select, insert, update, delete on public.team_members to service_role;

--! functions

create trigger teams_audit_made after insert on public.teams
  for each row execute function audit.record_team();
create trigger teams_audit_renamed after update on public.teams
  for each row when (old.name <> new.name or old.description <> new.description) execute function audit.record_team();
-- Before: it counts the people who go with it.
create trigger teams_audit_deleted before delete on public.teams
  for each row execute function audit.record_team();
create trigger team_members_audit after insert or delete on public.team_members
  for each row execute function audit.record_team_member();
create trigger team_members_of_organisation before insert on public.team_members
  for each row execute function public.require_colleague_of_team();
create trigger former_members_leave_teams after insert on public.former_members
  for each row execute function public.leave_teams_of_former();
