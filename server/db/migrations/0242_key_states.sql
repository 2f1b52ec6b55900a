-- Breaks nothing. Beside the first state of each day, what an account's keys were before each of their last twenty replacements is kept
-- for a week, so that the operator can put back the state of a moment, also the one before a state was put back
-- (docs/decisions/0040-keys-are-replaced-by-proof.md).

create table auth.earlier_key_states (
  id      bigint      generated always as identity primary key,
  user_id uuid        not null references auth.users (id) on delete cascade,
  -- When it ended to be the present one.
  kept_at timestamptz not null default clock_timestamp(),
  -- {"wraps": {kind: key}, "keyring", "space_id", "current_epoch", "keys": [{"space_id", "epoch", "wrapped_key"}]}
  state   jsonb       not null
);
create index earlier_key_states_user_idx on auth.earlier_key_states (user_id, kept_at);
alter table auth.earlier_key_states enable row level security;
alter table auth.earlier_key_states force row level security;
do $$
begin
  execute format('create policy earlier_key_states_service on auth.earlier_key_states for all to service_role, %I
                  using (true) with check (true)', current_user);
end $$;
revoke all on auth.earlier_key_states from public, anon, authenticated, service_role;

-- Of an organisation's recovery nothing is kept, because withdrawing it takes back consent.
create function auth.keep_key_state(person uuid) returns void
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

alter function auth.replace_account_keys(uuid, jsonb) rename to replace_account_keys_now;
create function auth.replace_account_keys(person uuid, keys jsonb) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  perform auth.keep_key_state(person);
  return auth.replace_account_keys_now(person, keys);
end $$;

-- Shares and wraps of an organisation's recovery belong to an account key that is not there any more: the person allows it again.
create function auth.end_recovery_agreement(person uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.end_recoveries(person, 'cancelled');
  delete from public.account_wraps w where w.user_id = person and w.kind = 'organisation';
  delete from public.recovery_agreements a where a.user_id = person;
end $$;

alter function auth.restore_account_keys(uuid, date) rename to restore_account_keys_of_day;
create function auth.restore_account_keys(person uuid, day date) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  restored integer;
begin
  perform from auth.users u where u.id = person for update;
  perform auth.keep_key_state(person);
  restored := auth.restore_account_keys_of_day(person, day);
  perform auth.end_recovery_agreement(person);
  return restored;
end $$;

-- Puts back the keys as they were at a moment: the state that ended first after it. 0 when nothing was replaced since then.
create function auth.restore_account_keys_at(person uuid, moment timestamptz) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  kept jsonb;
begin
  perform from auth.users u where u.id = person for update;
  select e.state into kept from auth.earlier_key_states e
  where e.user_id = person and e.kept_at > moment order by e.kept_at, e.id limit 1;
  if kept is null then
    return 0;
  end if;
  perform auth.keep_key_state(person);
  update public.keyrings k set sealed = kept ->> 'keyring', version = k.version + 1, updated_at = now() where k.user_id = person;
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
  return 1;
end $$;

revoke execute on function auth.keep_key_state(uuid), auth.replace_account_keys(uuid, jsonb), auth.end_recovery_agreement(uuid),
  auth.restore_account_keys(uuid, date), auth.restore_account_keys_at(uuid, timestamptz) from public;
