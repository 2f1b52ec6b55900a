-- Changes which sign-ins are told as those on a new device: the server says which device it was, by a cookie, no longer the name of
-- the browser, which a thief may have as well. Each device is new once more after this.
alter table auth.sessions add column device_hash bytea;

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
