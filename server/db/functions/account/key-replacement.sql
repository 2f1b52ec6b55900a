create or replace function auth.replace_account_keys(person uuid, keys jsonb) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.lock_account_keys(person);
  perform auth.keep_key_state(person);
  return auth.replace_account_keys_now(person, keys);
end $$;

-- The people who may let an account back in get shares of its new key, for the policy that was agreed to. False when that is another one
-- now, or somebody named left. Under authz.lock_account_keys, which has the organisation.
create or replace function auth.renew_recovery_agreement(person uuid, payload jsonb) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  agreed public.recovery_agreements;
  wanted uuid[];
  given  uuid[];
begin
  select a.* into agreed from public.recovery_agreements a where a.user_id = person for update;
  if agreed.user_id is null or agreed.revision is distinct from (payload ->> 'revision')::integer then
    return false;
  end if;
  select array(select (h ->> 'user_id')::uuid from jsonb_array_elements(p.statement::jsonb -> 'holders') as h
               where (h ->> 'user_id')::uuid <> person order by 1) into wanted
  from public.recovery_policies p where p.tenant_id = agreed.tenant_id order by p.revision desc limit 1;
  given := array(select (s ->> 'holder_id')::uuid from jsonb_array_elements(payload -> 'shares') as s order by 1);
  if wanted <> given or cardinality(given) < agreed.threshold
     or exists (select from public.former_members f where f.user_id = any (given)) then
    return false;
  end if;

  perform authz.end_recoveries(person, 'cancelled');
  delete from public.recovery_shares s where s.user_id = person;
  insert into public.recovery_shares (user_id, holder_id, sealed_share, wrapped_key)
  select person, (s ->> 'holder_id')::uuid, s ->> 'sealed_share', s ->> 'wrapped_key'
  from jsonb_array_elements(payload -> 'shares') as s;
  insert into public.account_wraps (user_id, kind, wrapped_key) values (person, 'organisation', payload ->> 'wrapped_key')
  on conflict (user_id, kind) where kind in ('password', 'recovery', 'organisation')
  do update set wrapped_key = excluded.wrapped_key, created_at = now();
  return true;
end $$;

create or replace function auth.begin_personal_epoch(person uuid, keys jsonb, replaced integer) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := (keys #>> '{space,id}')::uuid;
  next integer := (keys #>> '{space,epoch}')::integer;
  before integer;
begin
  select s.current_epoch into before from public.spaces s
  where s.id = home and s.owner_id = person and s.kind = 'personal' for update;
  if before is null or next <= before
     or replaced <> (select count(*) from public.space_keys k where k.user_id = person) then
    return false;
  end if;
  insert into public.space_keys (space_id, epoch, user_id, wrapped_key)
  values (home, next, person, keys #>> '{space,wrapped_key}') on conflict do nothing;
  if not found then return false; end if;
  update public.spaces s set current_epoch = next where s.id = home;

  if keys ? 'organisation' then
    return auth.renew_recovery_agreement(person, keys -> 'organisation');
  end if;
  perform authz.end_recoveries(person, 'cancelled')
  from public.recovery_agreements a where a.user_id = person;
  delete from public.account_wraps w where w.user_id = person and w.kind = 'organisation';
  delete from public.recovery_agreements a where a.user_id = person;
  return true;
end $$;

-- The passkeys that open the vault under a new account key: those that are named, and are there. A passkey whose owner lost it, and who
-- named it no more, has no wrap of the new key. Of the key before, none has any.
create or replace function auth.replace_passkey_wraps(person uuid, given jsonb) returns void
  language sql security definer set search_path = ''
as $$
  delete from public.account_wraps w where w.user_id = person and w.kind = 'passkey';
  insert into public.account_wraps (user_id, kind, passkey_id, wrapped_key)
  select person, 'passkey', p.id, g.wrapped_key
  from jsonb_to_recordset(coalesce(given, '[]')) as g (passkey_id uuid, wrapped_key text)
  join auth.passkeys p on p.id = g.passkey_id and p.user_id = person
  on conflict do nothing;
$$;

-- Replaces a set of an account's keys, all or none: {"wraps": {"password", "recovery"}, "keyring": {"sealed", "version"},
-- "space_keys": [{"space_id", "epoch", "wrapped_key"}]}, each part optional. The caller has checked who asks. `version` is the one
-- that the new keyring was made from. {"space": {"id", "epoch", "wrapped_key"}} is for a new account key: then `space_keys` names every
-- epoch there is, the new one begins, and an agreement of recovery by others is renewed by `organisation` or ends. `keeps_words`: the
-- recovery words are those that were checked before. `passkeys` are wraps of the new account key: [{"passkey_id", "wrapped_key"}].
-- False when anything changed meanwhile; the caller then takes all of it back.
create or replace function auth.replace_account_keys_now(person uuid, keys jsonb) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  given jsonb := coalesce(keys -> 'space_keys', '[]');
  replaced integer;
begin
  if keys ? 'space' then
    perform auth.keep_earlier_space_keys(person);
    perform auth.replace_passkey_wraps(person, keys -> 'passkeys');
  end if;
  insert into public.account_wraps (user_id, kind, wrapped_key)
  select person, w.key, w.value from jsonb_each_text(coalesce(keys -> 'wraps', '{}')) as w
  on conflict (user_id, kind) where kind in ('password', 'recovery', 'organisation') do update
  set wrapped_key = excluded.wrapped_key,
      checked_at = case when excluded.kind <> 'recovery' then null
                        when (keys ->> 'keeps_words')::boolean then account_wraps.checked_at else now() end;

  if keys ? 'keyring' then
    update public.keyrings k
    set sealed = keys #>> '{keyring,sealed}', version = k.version + 1, updated_at = now(),
        -- It follows from the account key: another one brings another, and a client of before none.
        write_hash = coalesce(authz.write_hash(keys #>> '{keyring,write_proof}'), case when not keys ? 'space' then k.write_hash end)
    where k.user_id = person and k.version = (keys #>> '{keyring,version}')::integer;
    if not found then return false; end if;
  end if;

  update public.space_keys s set wrapped_key = g.wrapped_key
  from jsonb_to_recordset(given) as g (space_id uuid, epoch integer, wrapped_key text)
  where s.user_id = person and s.space_id = g.space_id and s.epoch = g.epoch;
  get diagnostics replaced = row_count;
  if replaced <> jsonb_array_length(given) then return false; end if;
  return not keys ? 'space' or auth.begin_personal_epoch(person, keys, replaced);
end $$;

-- Shares and wraps of an organisation's recovery belong to an account key that is not there any more: the person allows it again.
create or replace function auth.end_recovery_agreement(person uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.end_recoveries(person, 'cancelled');
  delete from public.account_wraps w where w.user_id = person and w.kind = 'organisation';
  delete from public.recovery_agreements a where a.user_id = person;
end $$;

-- Whatever changes the account key, or what an organisation holds of it, takes these locks first: the organisation, the account, its
-- personal space. @returns the epoch that belongs to the account key; null without a vault.
create or replace function authz.lock_account_keys(person uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  epoch integer;
begin
  perform from public.tenants t
  where t.id in (select p.tenant_id from public.profiles p where p.user_id = person) for no key update;
  perform from auth.users u where u.id = person for update;
  select s.current_epoch into epoch from public.spaces s
  where s.owner_id = person and s.kind = 'personal' for no key update;
  return epoch;
end $$;
