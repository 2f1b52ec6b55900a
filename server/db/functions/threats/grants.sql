-- A role that opens the admin panel was given: by a person to themselves, by a session that has just begun, or for the first time by this
-- person. It was allowed; people who look after security should know. An invitation gives it to a mailbox.
create or replace function threats.judge_grant(given text, receiver uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  giver   uuid := auth.uid();
  session uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  age     integer;
  reasons jsonb := '[]';
begin
  if giver is null or not authz.administers(given) then
    return;
  end if;
  select extract(epoch from clock_timestamp() - s.created_at)::integer into age from auth.sessions s where s.id = session;
  if age < 600 then
    reasons := reasons || jsonb_build_object('code', 'young_session', 'minutes', age / 60);
  end if;
  insert into threats.givers (user_id) values (giver) on conflict (user_id) do nothing;
  if found then
    reasons := reasons || jsonb_build_object('code', 'first_grant', 'role', given);
  end if;
  if giver = receiver or jsonb_array_length(reasons) > 0 then
    perform threats.record(jsonb_build_object('detector', 'privilege_change', 'user_id', giver, 'session_id', session,
                                              'subject', 'person ' || giver, 'reasons', reasons));
  end if;
end $$;

-- A role that was over, or would be sooner, is given once more by a later end.
create or replace function threats.notice_grant() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or old.role <> new.role or coalesce(new.expires_at, 'infinity') > coalesce(old.expires_at, 'infinity') then
    perform threats.judge_grant(new.role, new.user_id);
  end if;
  return null;
end $$;
