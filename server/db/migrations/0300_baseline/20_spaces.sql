-- Each change of members or name: a roster that a manager of the epoch before signed (docs/format.md, team spaces).
create table public.team_space_epochs (
  space_id     uuid        not null references public.spaces (id) on delete cascade,
  epoch        integer     not null,
  roster       text        not null constraint team_space_epochs_roster_length check (length(roster) between 1 and 524288),
  signature    text        not null constraint team_space_epochs_signature_length check (length(signature) between 1 and 8192),
  -- The key of the epoch before, under the key of this one.
  previous_key text        constraint team_space_epochs_previous_length check (length(previous_key) between 1 and 256),
  created_at   timestamptz not null default now(),
  primary key (space_id, epoch)
);
alter table public.team_space_epochs enable row level security, force row level security;
create policy team_space_epochs_service on public.team_space_epochs for all to service_role, current_user using (true) with check (true);
create trigger team_space_epochs_audit after insert on public.team_space_epochs
  for each row execute function audit.record_change('config_change', 'medium', 'space_id');
revoke all on public.team_space_epochs from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.team_space_epochs to service_role;

-- Who belongs to it now, as the newest roster says, less who left since; with the key of that epoch, wrapped for them.
create table public.team_space_members (
  space_id    uuid        not null references public.spaces (id) on delete cascade,
  user_id     uuid        not null references auth.users (id) on delete cascade,
  role        text        not null constraint team_space_members_role check (role in ('manager', 'editor', 'viewer')),
  wrapped_key text        not null constraint team_space_members_key_length check (length(wrapped_key) between 1 and 8192),
  added_at    timestamptz not null default now(),
  primary key (space_id, user_id)
);
create index team_space_members_user_idx on public.team_space_members (user_id);
alter table public.team_space_members enable row level security, force row level security;
create policy team_space_members_service on public.team_space_members for all to service_role, current_user
  using (true) with check (true);
create trigger team_space_members_audit after insert or update of role or delete on public.team_space_members
  for each row execute function audit.record_change('config_change', 'medium', 'space_id');
create trigger realtime_hint_insert after insert on public.team_space_members referencing new table as changed
  for each statement execute function realtime.hint('spaces', 't.user_id', 't.space_id');
create trigger realtime_hint_update after update on public.team_space_members referencing new table as changed
  for each statement execute function realtime.hint('spaces', 't.user_id', 't.space_id');
create trigger realtime_hint_delete after delete on public.team_space_members referencing old table as changed
  for each statement execute function realtime.hint('spaces', 't.user_id', 't.space_id');
revoke all on public.team_space_members from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.team_space_members to service_role;

-- Public keys of everyone who was ever in a roster: what they signed can be checked after their account is gone.
create table public.team_space_bundles (
  space_id  uuid not null references public.spaces (id) on delete cascade,
  user_id   uuid not null,
  statement text not null,
  signature text not null,
  primary key (space_id, user_id)
);
alter table public.team_space_bundles enable row level security, force row level security;
create policy team_space_bundles_service on public.team_space_bundles for all to service_role, current_user
  using (true) with check (true);
revoke all on public.team_space_bundles from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.team_space_bundles to service_role;
