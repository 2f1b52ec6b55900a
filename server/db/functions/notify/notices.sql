-- Tells a person something in the app alone.
create or replace function notify.in_app(recipient uuid, kind text, details jsonb) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (user_id, kind, details)
  select recipient, in_app.kind, in_app.details
  where not exists (select from public.notification_settings s where s.user_id = recipient and s.kind = in_app.kind and not s.in_app)
$$;

-- Whether a person may be mailed about a kind that is mailed once an hour; the hour begins with it.
create or replace function notify.starts_hour(recipient uuid, kind text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into notify.last_mails as l (user_id, kind) values (recipient, starts_hour.kind)
  on conflict on constraint last_mails_pkey do update set at = clock_timestamp() where l.at < clock_timestamp() - interval '1 hour';
  return found;
end $$;

-- Tells a person something, in the caller's transaction: the row appears, and the mail leaves, if and only if that commits.
create or replace function notify.person(recipient uuid, kind text, details jsonb default '{}') returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  channels record;
begin
  select d.is_hourly, coalesce(d.by_email and (d.is_fixed or coalesce(s.by_email, true)), false) as by_email into channels
  from (select person.kind) as k
  left join notify.defaults d on d.kind = k.kind
  left join public.notification_settings s on s.user_id = recipient and s.kind = k.kind;

  perform notify.in_app(recipient, person.kind, person.details);
  if channels.by_email and person.kind in ('threat_noticed', 'threat_incident') then
    perform notify.mail_alarm(recipient, person.kind, person.details);
    return;
  end if;
  if channels.by_email and channels.is_hourly and not notify.starts_hour(recipient, person.kind) then
    return;
  end if;
  if channels.by_email then
    perform graphile_worker.add_job('notify:mail',
      json_build_object('user_id', recipient, 'kind', person.kind, 'details', person.details, 'at', clock_timestamp()),
      max_attempts => 10);
  end if;
end $$;
grant execute on function notify.person(uuid,text,jsonb) to service_role;

-- The first device of an account is no news: it is the one that the account was made with.
create or replace function notify.on_session() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  device    bytea := coalesce(new.device_hash, sha256(convert_to(coalesce(new.user_agent, ''), 'UTF8')));
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

-- Everything else that matters is an event of the audit log already, written in the transaction of the change.
create or replace function notify.on_event() returns trigger
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

-- A factor counts from its first correct code on; the event `mfa.enrolled` only says that enrolment has begun.
create or replace function notify.on_factor() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform notify.person(new.user_id, 'second_factor_changed', jsonb_build_object('event', 'mfa.added'));
  return null;
end $$;

create or replace function notify.on_share() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Of many files that somebody shares at once one notice is enough, and nobody is flooded by sharing again and again.
  if exists (select from public.file_access a
             where a.user_id = new.user_id and a.granted_by = new.granted_by and a.file_id <> new.file_id
               and a.created_at > now() - interval '10 minutes')
     or exists (select from public.notifications n
                where n.user_id = new.user_id and n.kind = 'file_shared' and n.details ->> 'shared_by' = new.granted_by::text
                  and n.created_at > now() - interval '10 minutes') then
    return null;
  end if;
  perform notify.person(new.user_id, 'file_shared', jsonb_build_object('file_id', new.file_id, 'shared_by', new.granted_by));
  return null;
end $$;

-- Several files that arrive together share one notice, which counts them while it is unread.
create or replace function notify.on_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  open_notice uuid;
begin
  -- Of devices somebody expects files all the time.
  if new.request_id is null then
    return null;
  end if;
  select n.id into open_notice
  from public.notifications n
  where n.user_id = new.user_id and n.kind = 'files_received' and n.read_at is null
    and n.details ->> 'request_id' = new.request_id::text and n.created_at > now() - interval '1 hour'
  order by n.created_at desc limit 1
  for update;
  if open_notice is null then
    perform notify.person(new.user_id, 'files_received', jsonb_build_object('request_id', new.request_id, 'count', 1));
  else
    update public.notifications n
    set details = n.details || jsonb_build_object('count', (n.details ->> 'count')::integer + 1)
    where n.id = open_notice;
  end if;
  return null;
end $$;

-- The anchor log lists keys of somebody that are not their first. The mail cannot be switched off: who made them may have the session.
create or replace function notify.of_keys(recipient uuid, number integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  details jsonb := jsonb_build_object('number', of_keys.number);
begin
  perform notify.person(recipient, 'keys_listed', details);
  perform graphile_worker.add_job('notify:mail',
    json_build_object('user_id', recipient, 'kind', 'keys_listed', 'details', details, 'at', clock_timestamp()), max_attempts => 10);
end $$;

create or replace function notify.of_recovery(recipient uuid, kind text, details jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform notify.person(recipient, kind, details);
  perform graphile_worker.add_job('notify:mail',
    json_build_object('user_id', recipient, 'kind', kind, 'details', details, 'at', clock_timestamp()), max_attempts => 10);
end $$;

-- Managers of a space learn that somebody who knows its key has gone. Only a manager's client makes the next key.
create or replace function notify.of_leaver(space uuid, person uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  select notify.person(m.user_id, 'team_space_left', jsonb_build_object('space_id', space, 'person', person))
  from public.team_space_members m
  where m.space_id = space and m.role = 'manager' and m.user_id <> person
    and not exists (select from public.former_members f where f.user_id = m.user_id);
$$;

-- A receiver of events has taken none for a day: those who manage security learn of it.
create or replace function notify.of_stream(stream uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  select notify.person(p.user_id, 'stream_failing', jsonb_build_object('stream_id', p.id, 'name', p.name))
  from (select distinct r.user_id, s.id, s.name
        from public.event_streams s
        join authz.live_roles r on r.tenant_id = s.tenant_id
        join authz.permissions a on a.role = r.role and a.permission = 'manage_security'
        where s.id = of_stream.stream) p;
$$;

-- Everybody who manages the security of an organisation.
create or replace function notify.keepers(home uuid, kind text, details jsonb) returns void
  language sql volatile security definer set search_path = ''
as $$
  select notify.person(m.user_id, keepers.kind, keepers.details)
  from (select distinct r.user_id
        from authz.live_roles r
        join authz.permissions a on a.role = r.role and a.permission = 'manage_security'
        where r.tenant_id = home) m;
$$;

-- Rules of an organisation changed: those who manage its security learn of it, and so does who did it, for their token may be stolen.
create or replace function notify.of_policies(home uuid, by uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  select notify.keepers(home, 'policy_updated', jsonb_build_object('changed_by', of_policies.by));
$$;

-- How long the audit log says something changed: those who manage security learn of it while a shorter time does not count yet.
create or replace function notify.of_retention(home uuid, details jsonb) returns void
  language sql volatile security definer set search_path = ''
as $$
  select notify.keepers(home, 'retention_changed', of_retention.details);
$$;

-- Content of a file is lost: those who manage the security of its organisation and of the operator's learn of it. One notice counts what
-- follows within a day, while it is unread, and an hour has one at most: a broken disk must not send a mail for each file.
create or replace function notify.of_loss(home uuid, object uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  keeper   uuid;
  is_first boolean := not exists (select from storage.lost_content l
                                  where l.notified_at > now() - interval '1 hour' and storage.home_of(l.object_id) = of_loss.home);
begin
  update storage.lost_content l set notified_at = now() where l.object_id = of_loss.object and is_first;
  for keeper in
    select distinct r.user_id
    from authz.live_roles r
    join authz.permissions a on a.role = r.role and a.permission = 'manage_security'
    where r.tenant_id = of_loss.home or r.tenant_id = (select t.id from public.tenants t where t.is_default)
    order by r.user_id
  loop
    update public.notifications n
    set details = n.details || jsonb_build_object('count', (n.details ->> 'count')::integer + 1)
    where n.id = (select l.id from public.notifications l
                  where l.user_id = keeper and l.kind = 'content_lost' and l.read_at is null and l.created_at > now() - interval '1 day'
                  order by l.created_at desc limit 1);
    if not found and is_first then
      perform notify.person(keeper, 'content_lost', jsonb_build_object('count', 1));
    end if;
  end loop;
end $$;
