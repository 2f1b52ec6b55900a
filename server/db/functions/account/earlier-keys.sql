create or replace function auth.keep_earlier_keys() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- Of before: a new account key replaces keyring and wraps first, and then begins its epoch.
  key_epoch integer := (select s.current_epoch from public.spaces s where s.owner_id = old.user_id and s.kind = 'personal');
begin
  if tg_table_name = 'keyrings' then
    insert into auth.earlier_account_keys (user_id, what, content, version, epoch)
    values (old.user_id, 'keyring', old.sealed, old.version, key_epoch) on conflict do nothing;
  else
    insert into auth.earlier_account_keys (user_id, what, content, epoch)
    values (old.user_id, old.kind, old.wrapped_key, key_epoch) on conflict do nothing;
  end if;
  return null;
end $$;

create or replace function auth.restore_account_keys(person uuid, day date) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  restored integer;
begin
  perform authz.lock_account_keys(person);
  perform auth.keep_key_state(person);
  restored := auth.restore_account_keys_of_day(person, day);
  perform auth.replace_passkey_wraps(person, null);
  perform auth.end_recovery_agreement(person);
  return restored;
end $$;

-- Keys of the personal space as they are now, once a day: they belong to the account key of then.
create or replace function auth.keep_earlier_space_keys(person uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into auth.earlier_account_keys (user_id, what, content)
  select s.owner_id, 'space_keys', jsonb_build_object(
           'space_id', s.id, 'current_epoch', s.current_epoch,
           'keys', (select coalesce(jsonb_agg(jsonb_build_object('space_id', k.space_id, 'epoch', k.epoch,
                                                                 'wrapped_key', k.wrapped_key)), '[]'::jsonb)
                    from public.space_keys k where k.user_id = person))::text
  from public.spaces s where s.owner_id = person and s.kind = 'personal'
  on conflict do nothing;
$$;

-- Of an organisation's recovery nothing is kept, because withdrawing it takes back consent.
create or replace function auth.keep_key_state(person uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into auth.earlier_key_states (user_id, state)
  select person, jsonb_build_object(
    'wraps', (select coalesce(jsonb_object_agg(w.kind, w.wrapped_key), '{}') from public.account_wraps w
              where w.user_id = person and w.kind in ('password', 'recovery')),
    'keyring', k.sealed, 'space_id', s.id, 'current_epoch', s.current_epoch,
    'keys', (select coalesce(jsonb_agg(jsonb_build_object('space_id', e.space_id, 'epoch', e.epoch, 'wrapped_key', e.wrapped_key)), '[]')
             from public.space_keys e where e.user_id = person))
  from public.keyrings k join public.spaces s on s.owner_id = k.user_id and s.kind = 'personal'
  where k.user_id = person;
  delete from auth.earlier_key_states e
  where e.user_id = person and e.id not in (
    select latest.id from auth.earlier_key_states latest where latest.user_id = person order by latest.id desc limit 20);
end $$;

-- Puts back the state at the beginning of that day: of each kind what was kept first since then, so that all belong to one account key.
-- Keys of epochs that began later go: no account key that is left opens them.
create or replace function auth.restore_account_keys_of_day(person uuid, day date) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  kept record;
  restored integer := 0;
begin
  perform from auth.users u where u.id = person for update;
  create temporary table earlier_keys_to_restore on commit drop as
    select distinct on (e.what) e.what, e.content
    from auth.earlier_account_keys e where e.user_id = person and e.kept_on >= day
    order by e.what, e.kept_on, e.epoch nulls first;
  perform auth.keep_earlier_space_keys(person);
  for kept in select * from pg_temp.earlier_keys_to_restore loop
    restored := restored + 1;
    if kept.what = 'keyring' then
      update public.keyrings k set sealed = kept.content, write_hash = null, version = k.version + 1, updated_at = now() where k.user_id = person;
    elsif kept.what = 'space_keys' then
      update public.space_keys s set wrapped_key = g.wrapped_key
      from jsonb_to_recordset(kept.content::jsonb -> 'keys') as g (space_id uuid, epoch integer, wrapped_key text)
      where s.user_id = person and s.space_id = g.space_id and s.epoch = g.epoch;
      delete from public.space_keys s
      where s.user_id = person and s.space_id = (kept.content::jsonb ->> 'space_id')::uuid
        and s.epoch > (kept.content::jsonb ->> 'current_epoch')::integer;
      update public.spaces s set current_epoch = (kept.content::jsonb ->> 'current_epoch')::integer
      where s.id = (kept.content::jsonb ->> 'space_id')::uuid and s.owner_id = person;
    else
      update public.account_wraps w set wrapped_key = kept.content where w.user_id = person and w.kind = kept.what;
    end if;
  end loop;
  drop table pg_temp.earlier_keys_to_restore;
  return restored;
end $$;

-- Puts back the keys as they were at a moment: the state that ended first after it. 0 when nothing was replaced since then.
create or replace function auth.restore_account_keys_at(person uuid, moment timestamp with time zone) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  kept jsonb;
begin
  perform authz.lock_account_keys(person);
  select e.state into kept from auth.earlier_key_states e
  where e.user_id = person and e.kept_at > moment order by e.kept_at, e.id limit 1;
  if kept is null then
    return 0;
  end if;
  perform auth.keep_key_state(person);
  update public.keyrings k set sealed = kept ->> 'keyring', write_hash = null, version = k.version + 1, updated_at = now() where k.user_id = person;
  update public.account_wraps w set wrapped_key = g.value from jsonb_each_text(kept -> 'wraps') as g
  where w.user_id = person and w.kind = g.key;
  delete from public.space_keys s where s.user_id = person and s.space_id = (kept ->> 'space_id')::uuid
    and s.epoch > (kept ->> 'current_epoch')::integer;
  insert into public.space_keys (space_id, epoch, user_id, wrapped_key)
  select g.space_id, g.epoch, person, g.wrapped_key
  from jsonb_to_recordset(kept -> 'keys') as g (space_id uuid, epoch integer, wrapped_key text)
  where g.space_id = (kept ->> 'space_id')::uuid
     or exists (select from public.space_keys s where s.space_id = g.space_id and s.epoch = g.epoch and s.user_id = person)
  on conflict (space_id, epoch, user_id) do update set wrapped_key = excluded.wrapped_key;
  update public.spaces s set current_epoch = (kept ->> 'current_epoch')::integer
  where s.id = (kept ->> 'space_id')::uuid and s.owner_id = person;
  perform auth.end_recovery_agreement(person);
  perform auth.replace_passkey_wraps(person, null);
  return 1;
end $$;

-- The keyrings of the last 30 days that belong to the account key of today, newest first: the one of before another account key does not come back.
create or replace function auth.kept_keyrings(person uuid) returns table (kept_on date, sealed text)
  language sql stable security definer set search_path = ''
as $$
  select e.kept_on, e.content
  from auth.earlier_account_keys e
  join public.spaces s on s.owner_id = e.user_id and s.kind = 'personal' and s.current_epoch = e.epoch
  where e.user_id = person and e.what = 'keyring' and e.kept_on > current_date - 31
  order by e.kept_on desc
$$;

-- What the caller may put back, sealed: only a client of theirs can say which of them opens.
create or replace function public.kept_keyrings() returns table (kept_on date, sealed text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select k.kept_on, k.sealed from auth.kept_keyrings(authz.require_fresh()) k;
end $$;
grant execute on function public.kept_keyrings() to authenticated;

-- Puts back the keyring as it was at the beginning of a day of the last 30, where the present one does not open. It is sealed, so only a client of
-- the person can say so; the person is mailed. @returns whether one was kept since
create or replace function public.put_back_keyring(day date) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := authz.require_fresh();
  kept   text;
begin
  perform authz.lock_account_keys(person);
  select k.sealed into kept from auth.kept_keyrings(person) k where k.kept_on >= put_back_keyring.day order by k.kept_on limit 1;
  if kept is null then
    if exists (select from auth.earlier_account_keys e
               where e.user_id = person and e.what = 'keyring' and e.kept_on >= put_back_keyring.day) then
      raise exception 'these keys are of before another account key' using errcode = 'QS411';
    end if;
    return false;
  end if;
  update public.keyrings k set sealed = kept, write_hash = null, version = k.version + 1, updated_at = now() where k.user_id = person;
  perform notify.person(person, 'vault_keys_changed', '{}');
  perform graphile_worker.add_job('notify:mail',
    json_build_object('user_id', person, 'kind', 'keyring_put_back', 'details', '{}'::json, 'at', clock_timestamp()), max_attempts => 10);
  return true;
end $$;
grant execute on function public.put_back_keyring(date) to authenticated;
