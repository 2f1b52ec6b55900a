-- Who may listen to a private channel and who may send to it: policies for select and insert on this table, by `topic` or
-- realtime.topic() and by `extension`. Rows exist only while such a policy is tried, in a transaction that is rolled back.
create table realtime.messages (
  id          uuid        primary key default gen_random_uuid(),
  topic       text        not null,
  extension   text        not null constraint messages_extension check (extension in ('broadcast', 'presence')),
  event       text,
  payload     jsonb,
  private     boolean     not null default true,
  inserted_at timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
alter table realtime.messages enable row level security, force row level security;
create policy messages_service on realtime.messages for all to service_role, current_user using (true) with check (true);
grant select, insert on realtime.messages to anon, authenticated, service_role;

-- That something changed which a list shows, and for whom: all that the app listens to. Never what changed. A row lives for minutes.
create unlogged table realtime.hints (
  id         bigint      generated always as identity primary key,
  kind       text        not null,
  person_id  uuid        not null,
  space_id   uuid,
  created_at timestamptz not null default now()
);
alter table realtime.hints enable row level security, force row level security;
create policy hints_read on realtime.hints for select to authenticated
  using (person_id = (select auth.uid()) and (space_id is null or space_id in (select authz.team_spaces())));
create policy hints_proven on realtime.hints as restrictive for select to authenticated using ((select authz.is_proven()));
create policy hints_service on realtime.hints for all to service_role, current_user using (true) with check (true);
-- A hint that ends is no news.
create trigger realtime_insert after insert on realtime.hints referencing new table as changed
  for each statement execute function realtime.announce('person_id', 'id');
grant select on realtime.hints to authenticated;

-- Messages between servers of one database that do not fit in a notification. Gone after a crash, as those who waited for them are.
create unlogged table realtime.node_messages (
  id         bigint      generated always as identity primary key,
  body       text        not null,
  created_at timestamptz not null default now()
);

-- Tables whose changes are announced; `realtime.enable` and `realtime.disable` write here.
create table realtime.tables (
  relation     regclass    primary key,
  -- Names the person whose rows these are: nobody else is told of a change, nor asked for when it is read. Without it a deletion is
  -- told to all who may read the key, for there is no row left to try a policy on.
  owner_column name,
  enabled_at   timestamptz not null default now()
);

-- What people see through rest/v1 as rows of their own, for programs that listen, and hints for the pages.
insert into realtime.tables (relation, owner_column) values
  ('public.file_records', 'user_id'), ('public.folders', 'user_id'), ('public.tags', 'user_id'), ('public.notifications', 'user_id'),
  ('realtime.hints', 'person_id');
