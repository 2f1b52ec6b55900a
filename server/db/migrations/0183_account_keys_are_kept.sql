-- Breaks clients that write account_wraps, spaces and space_keys over rest/v1, or delete a keyring. Replacing keys is a call of
-- auth/v1 that asks for proof; see docs/decisions/0040-keys-are-replaced-by-proof.md. With an access token alone they could be
-- deleted, and a vault with them for ever.
revoke insert, update, delete on public.account_wraps, public.spaces, public.space_keys from authenticated;
revoke insert, delete on public.keyrings from authenticated;
revoke update on public.keyrings from authenticated;
-- Pins of colleagues change all the time, without a password at hand.
grant update (sealed, version, updated_at) on public.keyrings to authenticated;

-- What was there before the first change of each day, for a week: rubbish in its place, whoever wrote it, can be taken back. Of an
-- organisation's recovery nothing is kept, because withdrawing it takes back consent.
create table auth.earlier_account_keys (
  user_id    uuid        not null references auth.users (id) on delete cascade,
  what       text        not null constraint earlier_account_keys_what check (what in ('password', 'recovery', 'keyring')),
  kept_on    date        not null default current_date,
  content    text        not null,
  version    integer,
  primary key (user_id, what, kept_on)
);
alter table auth.earlier_account_keys enable row level security;
alter table auth.earlier_account_keys force row level security;
do $$
begin
  execute format('create policy earlier_account_keys_service on auth.earlier_account_keys for all to service_role, %I
                  using (true) with check (true)', current_user);
end $$;

create function auth.keep_earlier_keys() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'keyrings' then
    insert into auth.earlier_account_keys (user_id, what, content, version)
    values (old.user_id, 'keyring', old.sealed, old.version) on conflict do nothing;
  else
    insert into auth.earlier_account_keys (user_id, what, content)
    values (old.user_id, old.kind, old.wrapped_key) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger account_wraps_keep_earlier after update of wrapped_key on public.account_wraps for each row
  when (old.kind in ('password', 'recovery') and old.wrapped_key <> new.wrapped_key) execute function auth.keep_earlier_keys();
create trigger keyrings_keep_earlier after update of sealed on public.keyrings for each row
  when (old.sealed <> new.sealed) execute function auth.keep_earlier_keys();

-- For an operator whose user was locked out: puts back what was there before the first change of that day.
create function auth.restore_account_keys(person uuid, day date) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  restored integer;
begin
  update public.keyrings k set sealed = e.content, version = k.version + 1, updated_at = now()
  from auth.earlier_account_keys e where e.user_id = person and e.what = 'keyring' and e.kept_on = day and k.user_id = person;
  get diagnostics restored = row_count;
  update public.account_wraps w set wrapped_key = e.content
  from auth.earlier_account_keys e where e.user_id = person and e.what = w.kind and e.kept_on = day and w.user_id = person;
  return restored + (select count(*) from auth.earlier_account_keys e
                     where e.user_id = person and e.kept_on = day and e.what <> 'keyring');
end $$;

-- Replaces a set of an account's keys, all or none: {"wraps": {"password", "recovery"}, "keyring": {"sealed", "version"},
-- "space_keys": [{"space_id", "epoch", "wrapped_key"}]}, each part optional. The caller has checked who asks. `version` is the one
-- that the new keyring was made from. False when another device changed the keyring meanwhile, or a row to replace is not there.
create function auth.replace_account_keys(person uuid, keys jsonb) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  wanted integer;
  found_rows integer;
begin
  insert into public.account_wraps (user_id, kind, wrapped_key)
  select person, w.key, w.value from jsonb_each_text(coalesce(keys -> 'wraps', '{}')) as w
  on conflict (user_id, kind) where kind in ('password', 'recovery', 'organisation') do update
  set wrapped_key = excluded.wrapped_key, checked_at = case when excluded.kind = 'recovery' then now() end;

  if keys ? 'keyring' then
    update public.keyrings k
    set sealed = keys #>> '{keyring,sealed}', version = k.version + 1, updated_at = now()
    where k.user_id = person and k.version = (keys #>> '{keyring,version}')::integer;
    if not found then return false; end if;
  end if;

  wanted := jsonb_array_length(coalesce(keys -> 'space_keys', '[]'));
  update public.space_keys s set wrapped_key = g.wrapped_key
  from jsonb_to_recordset(coalesce(keys -> 'space_keys', '[]')) as g (space_id uuid, epoch integer, wrapped_key text)
  where s.user_id = person and s.space_id = g.space_id and s.epoch = g.epoch;
  get diagnostics found_rows = row_count;
  return found_rows = wanted;
end $$;

revoke execute on function auth.keep_earlier_keys(), auth.restore_account_keys(uuid, date),
  auth.replace_account_keys(uuid, jsonb) from public;

insert into notify.defaults (kind, by_email) values ('vault_keys_changed', false);
