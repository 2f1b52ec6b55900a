-- Whether a mail goes out for a kind that nobody changed. Tested equal to contract/notices.ts; a kind that is not listed is shown in
-- the app only. Where the account service mails by itself, this table says false, so that nothing comes twice.
create table notify.defaults (
  kind     text    primary key,
  by_email boolean not null
);

insert into notify.defaults (kind, by_email) values
  ('new_device', true), ('session_stolen', true), ('password_changed', false), ('password_reset', false), ('email_changed', false),
  ('second_factor_changed', false), ('passkey_changed', false),
  ('file_shared', true),
  ('team_space_added', true), ('team_space_removed', true),
  ('files_received', true),
  -- Mails to somebody whose account is asked for, or given back, cannot be switched off: whoever asked may be a stranger.
  ('recovery_asked', false), ('recovery_answered', false), ('recovery_ended', false), ('recovery_changed', true),
  ('recovery_wanted', true),
  ('team_space_left', true), ('recovery_allowed', false), ('recovery_withdrawn', false),
  ('vault_keys_changed', false);

alter table notify.defaults enable row level security, force row level security;
create policy defaults_service on notify.defaults for all to service_role, current_user using (true) with check (true);

create table public.notifications (
  id         uuid        primary key default gen_random_uuid(),
  user_id    uuid        not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  kind       text        not null constraint notifications_kind check (kind ~ '^[a-z][a-z0-9_]{1,62}$'),
  -- Ids and facts of a request, never a name or a key.
  details    jsonb       not null default '{}' constraint notifications_details_size check (pg_column_size(details) < 8192),
  read_at    timestamptz
);
-- Newest first per person, for the page.
create index notifications_user_time_idx on public.notifications (user_id, created_at desc, id desc);
-- The number beside the sidebar's entry is asked for every half minute.
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;
alter table public.notifications enable row level security, force row level security;
create policy notifications_service on public.notifications for all to service_role, current_user using (true) with check (true);
create policy notifications_own on public.notifications for select to authenticated using (user_id = (select auth.uid()));
create policy notifications_mark on public.notifications for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy notifications_proven_update on public.notifications as restrictive for update to authenticated
  using ((select authz.is_proven()));
create trigger realtime_hint_insert after insert on public.notifications referencing new table as changed
  for each statement execute function realtime.hint('notices', 't.user_id', 'null::uuid');
create trigger realtime_hint_update after update on public.notifications referencing new table as changed
  for each statement execute function realtime.hint('notices', 't.user_id', 'null::uuid');
create trigger realtime_hint_delete after delete on public.notifications referencing old table as changed
  for each statement execute function realtime.hint('notices', 't.user_id', 'null::uuid');
create trigger realtime_insert after insert on public.notifications referencing new table as changed
  for each statement execute function realtime.announce('user_id', 'id');
create trigger realtime_update after update on public.notifications referencing new table as changed
  for each statement execute function realtime.announce('user_id', 'id');
create trigger realtime_delete after delete on public.notifications referencing old table as changed
  for each statement execute function realtime.announce('user_id', 'id');
grant select, update (read_at) on public.notifications to authenticated;
grant select, insert, update, delete on public.notifications to service_role;

-- What somebody wants otherwise than notify.defaults says.
create table public.notification_settings (
  user_id  uuid    not null default auth.uid() references auth.users (id) on delete cascade,
  kind     text    not null constraint notification_settings_kind check (kind ~ '^[a-z][a-z0-9_]{1,62}$'),
  in_app   boolean not null default true,
  by_email boolean not null default true,
  primary key (user_id, kind)
);
alter table public.notification_settings enable row level security, force row level security;
create policy notification_settings_service on public.notification_settings for all to service_role, current_user
  using (true) with check (true);
create policy notification_settings_own on public.notification_settings for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy notification_settings_proven_insert on public.notification_settings as restrictive for insert to authenticated
  with check ((select authz.is_proven()));
create policy notification_settings_proven_update on public.notification_settings as restrictive for update to authenticated
  using ((select authz.is_proven()));
create policy notification_settings_proven_delete on public.notification_settings as restrictive for delete to authenticated
  using ((select authz.is_proven()));
create trigger notification_settings_audit after insert or update or delete
  on public.notification_settings for each row execute function audit.record_change('config_change', 'low', 'kind');
create trigger notification_settings_limit after insert on public.notification_settings referencing new table as added
  for each statement execute function authz.limit_rows('user_id', 100);
grant select, insert, update, delete on public.notification_settings to authenticated, service_role;
