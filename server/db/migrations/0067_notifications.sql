-- Breaks nothing: people are told about what matters in their account, in the app and by mail.
create schema notify;
grant usage on schema notify to service_role;

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

-- What somebody wants otherwise than notify.defaults says.
create table public.notification_settings (
  user_id  uuid    not null default auth.uid() references auth.users (id) on delete cascade,
  kind     text    not null constraint notification_settings_kind check (kind ~ '^[a-z][a-z0-9_]{1,62}$'),
  in_app   boolean not null default true,
  by_email boolean not null default true,
  primary key (user_id, kind)
);

-- Whether a mail goes out for a kind that nobody changed. Tested equal to contract/notices.ts; a kind that is not listed is shown in
-- the app only. Where the account service mails by itself, this table says false, so that nothing comes twice.
create table notify.defaults (
  kind     text    primary key,
  by_email boolean not null
);
insert into notify.defaults (kind, by_email) values
  ('new_device', true), ('session_stolen', true), ('password_changed', false), ('password_reset', false), ('email_changed', false),
  ('second_factor_changed', false), ('passkey_changed', false);

-- Tells a person something, in the caller's transaction: the row appears, and the mail leaves, if and only if that commits.
create function notify.person(recipient uuid, kind text, details jsonb default '{}') returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  wish record;
begin
  select coalesce(s.in_app, true) as in_app, coalesce(s.by_email and d.by_email, d.by_email, false) as by_email into wish
  from (select person.kind) as k
  left join notify.defaults d on d.kind = k.kind
  left join public.notification_settings s on s.user_id = recipient and s.kind = k.kind;

  if wish.in_app then
    insert into public.notifications (user_id, kind, details) values (recipient, person.kind, person.details);
  end if;
  if wish.by_email then
    perform graphile_worker.add_job('notify:mail',
      json_build_object('user_id', recipient, 'kind', person.kind, 'details', person.details, 'at', clock_timestamp()),
      max_attempts => 10);
  end if;
end $$;

-- Devices that somebody signed in from: a hash of the browser's name without its versions, which change every month.
create table auth.known_devices (
  user_id      uuid        not null references auth.users (id) on delete cascade,
  device_hash  bytea       not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
insert into auth.known_devices (user_id, device_hash)
select distinct s.user_id, sha256(convert_to(regexp_replace(coalesce(s.user_agent, ''), '[0-9._]+', '', 'g'), 'UTF8'))
from auth.sessions s;

-- The first device of an account is no news: it is the one that the account was made with.
create function notify.on_session() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  device    bytea := sha256(convert_to(regexp_replace(coalesce(new.user_agent, ''), '[0-9._]+', '', 'g'), 'UTF8'));
  has_other boolean := exists (select from auth.known_devices k where k.user_id = new.user_id);
  is_new    boolean;
begin
  insert into auth.known_devices (user_id, device_hash) values (new.user_id, device)
  on conflict (user_id, device_hash) do update set last_seen_at = now()
  returning xmax = 0 into is_new;
  if is_new and has_other then
    perform notify.person(new.user_id, 'new_device',
      jsonb_build_object('session_id', new.id, 'user_agent', left(new.user_agent, 512), 'ip', host(new.ip)));
  end if;
  return null;
end $$;
create trigger sessions_notify after insert on auth.sessions for each row execute function notify.on_session();

-- Everything else that matters is an event of the audit log already, written in the transaction of the change.
create function notify.on_event() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform notify.person(new.user_id,
    case new.event_type
      when 'password.changed' then 'password_changed'
      when 'password.reset' then 'password_reset'
      when 'email.changed' then 'email_changed'
      when 'refresh.reuse_detected' then 'session_stolen'
      when 'passkey.registered' then 'passkey_changed'
      when 'passkey.removed' then 'passkey_changed'
      else 'second_factor_changed'
    end,
    jsonb_strip_nulls(jsonb_build_object('event', new.event_type, 'ip', new.details ->> 'ip',
                                         'user_agent', left(new.details ->> 'user_agent', 512))));
  return null;
end $$;
-- The condition keeps the busy rest of the log from calling the function at all.
create trigger system_audit_log_notify after insert on public.system_audit_log for each row
  when (new.user_id is not null and new.event_type in (
    'password.changed', 'password.reset', 'email.changed', 'refresh.reuse_detected', 'passkey.registered', 'passkey.removed',
    'mfa.removed'))
  execute function notify.on_event();

-- A factor counts from its first right answer on; the event `mfa.enrolled` is only the wish for one.
create function notify.on_factor() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform notify.person(new.user_id, 'second_factor_changed', jsonb_build_object('event', 'mfa.added'));
  return null;
end $$;
create trigger mfa_factors_notify after update of status on auth.mfa_factors for each row
  when (old.status <> 'verified' and new.status = 'verified' and new.factor_type <> 'recovery_code')
  execute function notify.on_factor();

create trigger notification_settings_audit after insert or update or delete
  on public.notification_settings for each row execute function audit.record_change('config_change', 'low', 'kind');

do $$
declare
  entry record;
begin
  for entry in select * from (values ('public', 'notifications'), ('public', 'notification_settings'), ('auth', 'known_devices'),
                                     ('notify', 'defaults')) as tables (schema_name, table_name)
  loop
    execute format('alter table %I.%I enable row level security', entry.schema_name, entry.table_name);
    execute format('alter table %I.%I force row level security', entry.schema_name, entry.table_name);
    execute format('create policy %I on %I.%I for all to service_role, %I using (true) with check (true)',
                   entry.table_name || '_service', entry.schema_name, entry.table_name, current_user);
  end loop;
end $$;
create policy notifications_own on public.notifications for select to authenticated using (user_id = (select auth.uid()));
create policy notifications_mark on public.notifications for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy notification_settings_own on public.notification_settings for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, update (read_at) on public.notifications to authenticated;
grant select, insert, update, delete on public.notification_settings to authenticated;
grant select, insert, update, delete on public.notifications, public.notification_settings to service_role;

revoke execute on all functions in schema notify from public;
grant execute on function notify.person(uuid, text, jsonb) to service_role;
