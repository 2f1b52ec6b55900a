-- Breaks nothing. Rosters and recovery policies are stored by functions, and nothing limited their number. Existing rows stay.

-- Who signed it; the function that stores a roster has compared its author with the caller. Deleting an account leaves it, as it leaves
-- the roster.
alter table public.team_space_epochs add column signed_by uuid default auth.uid();
update public.team_space_epochs set signed_by = (roster::jsonb ->> 'author_id')::uuid;
-- Takes members away and adds none: that is never refused for want of room.
alter table public.team_space_epochs add column removes_only boolean not null default false;
create index team_space_epochs_signed_by_idx on public.team_space_epochs (signed_by);

-- The device that asked for the newest tokens of a session, known as in device_hash. Null until it is refreshed: the one that signed in.
alter table auth.sessions add column refreshed_device bytea;

--! functions
-- A change a day for thirteen years.
create trigger team_space_epochs_limit after insert on public.team_space_epochs referencing new table as added
  for each statement execute function authz.limit_rows('space_id', 5000, 'not t.removes_only');
-- Less than a member's vault reads of one history: seven hundred changes of a space of 500 people.
create trigger team_space_epochs_limit_history after insert on public.team_space_epochs referencing new table as added
  for each statement execute function authz.limit_bytes('space_id', 134217728, 'octet_length(t.roster) + octet_length(t.signature)', 'not t.removes_only');
-- Spaces that one account began. Each holds a key and the public keys of up to 500 people.
create trigger team_space_epochs_limit_spaces after insert on public.team_space_epochs referencing new table as added
  for each statement execute function authz.limit_rows('signed_by', 500, 't.epoch = 1');
-- 512 MiB for one account: a thousand rosters of the greatest length, several thousand of 500 members.
create trigger team_space_epochs_limit_bytes after insert on public.team_space_epochs referencing new table as added
  for each statement execute function authz.limit_bytes('signed_by', 536870912, 'octet_length(t.roster) + octet_length(t.signature)', 'not t.removes_only');

-- Everybody reads all of them at once: public.recovery_policy. One that ends recovery is always taken.
create trigger recovery_policies_limit after insert on public.recovery_policies referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', 1000, 't.statement not like ''%"holders":[]%''');
