-- Breaks nothing. Lists of people who are invited together, and the teams that somebody joins with an invitation.

create table public.people_imports (
  id          uuid        primary key default gen_random_uuid(),
  tenant_id   uuid        not null references public.tenants (id) on delete cascade,
  created_by  uuid        references auth.users (id) on delete set null,
  -- Of the keys of who invites, for the mailed links.
  fingerprint text        not null constraint people_imports_fingerprint check (fingerprint ~ '^[A-Za-z0-9_-]{43}$'),
  state       text        not null default 'sending' constraint people_imports_state check (state in ('sending', 'done', 'cancelled')),
  left_out    integer     not null constraint people_imports_left_out check (left_out between 0 and 5000),
  created_at  timestamptz not null default now(),
  ended_at    timestamptz,
  constraint people_imports_ended check ((state = 'sending') = (ended_at is null))
);
comment on table public.people_imports is 'Lists of people who were invited together; deleted after 30 days';
create index people_imports_tenant_idx on public.people_imports (tenant_id, created_at desc);
create index people_imports_creator_idx on public.people_imports (created_by);
-- One list at a time.
create unique index people_imports_one_sending_idx on public.people_imports (tenant_id) where state = 'sending';

create table public.people_import_rows (
  import_id     uuid        not null references public.people_imports (id) on delete cascade,
  -- Of the list, from 1; the first holds the headings.
  line          integer     not null constraint people_import_rows_line check (line between 2 and 5002),
  email         text        not null constraint people_import_rows_email check (length(email) between 3 and 254 and email = lower(email)),
  first_name    text        not null constraint people_import_rows_first_name check (length(first_name) <= 100),
  last_name     text        not null constraint people_import_rows_last_name check (length(last_name) <= 100),
  role          text        not null,
  -- Null: it was withdrawn, or its person has an account by now.
  invitation_id uuid        references public.invitations (id) on delete set null,
  -- The invitation was there before, and stays when the list is cancelled.
  is_renewed    boolean     not null,
  state         text        not null default 'waiting' constraint people_import_rows_state
                              check (state in ('waiting', 'sent', 'not_sent', 'cancelled')),
  done_at       timestamptz,
  primary key (import_id, line)
);
comment on table public.people_import_rows is 'The people of a list, and where the invitation of each is';
create index people_import_rows_invitation_idx on public.people_import_rows (invitation_id);
create index people_import_rows_waiting_idx on public.people_import_rows (import_id, line) where state = 'waiting';

create table public.invitation_teams (
  invitation_id uuid not null references public.invitations (id) on delete cascade,
  team_id       uuid not null references public.teams (id) on delete cascade,
  primary key (invitation_id, team_id)
);
comment on table public.invitation_teams is 'Teams that somebody joins who accepts an invitation';
create index invitation_teams_team_idx on public.invitation_teams (team_id);

-- Read and written by functions alone, which ask who may.
alter table public.people_imports enable row level security, force row level security;
alter table public.people_import_rows enable row level security, force row level security;
alter table public.invitation_teams enable row level security, force row level security;
create policy people_imports_service on public.people_imports for all to service_role, current_user using (true) with check (true);
create policy people_import_rows_service on public.people_import_rows for all to service_role, current_user using (true) with check (true);
create policy invitation_teams_service on public.invitation_teams for all to service_role, current_user using (true) with check (true);
revoke all on public.people_imports, public.people_import_rows, public.invitation_teams from anon, authenticated;
grant select, insert, update, delete on public.people_imports, public.people_import_rows, public.invitation_teams to service_role;

--! functions

alter table public.people_import_rows add constraint people_import_rows_role check (role = any (authz.team_roles()));
