-- One mail of alarms a person and hour: what follows is gathered in the next. Where something was held, the hour of what was only noted does not
-- count, so that nobody hides the one behind the other.
create or replace function notify.mail_alarm(recipient uuid, kind text, details jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  grave   boolean := mail_alarm.kind = 'threat_incident' or coalesce(mail_alarm.details ->> 'enforcement', 'none') <> 'none';
  payload json := json_build_object('user_id', recipient, 'kind', mail_alarm.kind, 'details', mail_alarm.details, 'at', clock_timestamp());
  earlier timestamptz;
begin
  insert into notify.alarm_mails as a (user_id, sent_at, is_grave) values (recipient, clock_timestamp(), grave)
  on conflict (user_id) do update set sent_at = excluded.sent_at, is_grave = excluded.is_grave
  where a.waiting = 0 and a.sent_at < clock_timestamp() - interval '1 hour' or excluded.is_grave and not a.is_grave;
  if found then
    perform graphile_worker.add_job('notify:mail', payload, max_attempts => 10);
    return;
  end if;
  update notify.alarm_mails a set waiting = a.waiting + 1 where a.user_id = recipient returning a.sent_at into earlier;
  perform graphile_worker.add_job('notify:alarms', payload, run_at => earlier + interval '1 hour', max_attempts => 10,
                                  job_key => 'alarms of ' || recipient, job_key_mode => 'preserve_run_at');
end $$;

-- What was gathered is mailed now. @returns how many it was; null where nothing waits.
create or replace function notify.take_alarms(recipient uuid) returns integer
  language sql volatile security definer set search_path = ''
as $$
  update notify.alarm_mails a set waiting = 0, sent_at = clock_timestamp()
  where a.user_id = recipient and a.waiting > 0
  returning old.waiting
$$;
