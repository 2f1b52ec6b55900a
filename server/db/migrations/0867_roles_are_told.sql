-- Breaks nothing. Whoever gives or ends a role that opens the admin panel is told of in the app as well; the mail was there before.
create table notify.role_mails (
  user_id uuid        primary key references auth.users (id) on delete cascade,
  since   timestamptz not null default clock_timestamp(),
  changes integer     not null default 1
);
comment on table notify.role_mails is 'How many roles a person gave or ended within an hour that is counted: the first are mailed';
alter table notify.role_mails enable row level security, force row level security;
create policy role_mails_service on notify.role_mails for all to service_role, current_user using (true) with check (true);
revoke all on notify.role_mails from public, anon, authenticated, service_role;
insert into notify.defaults (kind, by_email, is_fixed) values ('roles_changed', true, true);

-- Functions that no longer call it come first: servers that run meanwhile give and end roles.
--! functions
drop function if exists notify.of_roles(uuid, uuid);
