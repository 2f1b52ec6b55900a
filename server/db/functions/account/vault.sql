-- Stores everything a new vault consists of. `payload` is what vault/enrolment.ts sends; all keys in it are wrapped.
create or replace function public.enrol_vault(payload jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me    uuid := auth.uid();
  home  uuid := authz.home();
  space uuid := (payload #>> '{space,id}')::uuid;
begin
  if me is null or home is null then
    raise exception 'sign in with a confirmed account first' using errcode = 'insufficient_privilege';
  end if;
  perform from auth.users u where u.id = me for update;
  if exists (select from public.user_key_bundles b where b.user_id = me) then
    raise exception 'this account already has a vault' using errcode = 'unique_violation';
  end if;
  if not exists (select from auth.kdf_parameters k where k.user_id = me) then
    raise exception 'this account signs in with an ordinary password; change it in the app first'
      using errcode = 'check_violation';
  end if;

  insert into public.user_key_bundles (user_id, tenant_id, statement, signature)
  values (me, home, payload #>> '{bundle,statement}', payload #>> '{bundle,signature}');
  insert into public.account_wraps (user_id, kind, wrapped_key)
  values (me, 'password', payload #>> '{wraps,password}'), (me, 'recovery', payload #>> '{wraps,recovery}');
  insert into public.keyrings (user_id, sealed, write_hash) values (me, payload ->> 'keyring', authz.write_hash(payload ->> 'keyring_write_proof'));
  insert into public.spaces (id, tenant_id, owner_id, kind) values (space, home, me, 'personal');
  insert into public.space_keys (space_id, epoch, user_id, wrapped_key)
  values (space, 1, me, payload #>> '{space,wrapped_key}');
  update auth.users set is_vault_enrolled = true, updated_at = now() where id = me;
end $$;
grant execute on function public.enrol_vault(jsonb) to authenticated;

create or replace function public.stamp_first_check() returns trigger language plpgsql set search_path = ''
as $$
begin
  if new.kind = 'recovery' and new.checked_at is null then
    new.checked_at := now();
  end if;
  return new;
end $$;
grant execute on function public.stamp_first_check() to public;

-- The browser calls it after the words opened the wrap; the words themselves stay there.
create or replace function public.record_recovery_check() returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.account_wraps set checked_at = now() where user_id = auth.uid() and kind = 'recovery' and authz.is_proven();
  return found;
end $$;
grant execute on function public.record_recovery_check() to authenticated;

-- Null for none. @throws for a proof of another form
create or replace function authz.write_hash(proof text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  if proof !~ '^[A-Za-z0-9_-]{43}$' then
    raise exception 'this is no write key' using errcode = 'check_violation';
  end if;
  return authz.base64url(sha256(convert_to(proof, 'UTF8')));
end $$;

-- Whoever has no more than an access token writes nothing over a keyring: nothing is changed then, and its person is mailed. An error would take the
-- mail back as well.
create or replace function public.require_write_key() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given text := authz.write_hash(new.write_proof);
begin
  if old.write_hash is not null and given is distinct from old.write_hash then
    perform notify.person(old.user_id, 'keyring_refused', '{}');
    return null;
  end if;
  new.write_hash := coalesce(given, old.write_hash);
  new.write_proof := null;
  return new;
end $$;

-- The version of a keyring says over which one it was written. An access token could set it to the largest integer, after which nobody
-- could write the next one. The owner of the database, and functions that run as the owner, are not held to it.
create or replace function public.require_next_keyring_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'anon') and new.version is distinct from old.version + 1 then
    raise exception 'a keyring is replaced by the next version' using errcode = 'check_violation';
  end if;
  return new;
end $$;
