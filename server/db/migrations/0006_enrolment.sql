-- Breaks nothing: the vault is created, and its password changed, in one transaction each.

-- Stores everything a new vault consists of. `payload` is what vault/enrolment.ts sends; all keys in it are wrapped.
create function public.enrol_vault(payload jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me    uuid := auth.uid();
  home  uuid := authz.tenant();
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
  insert into public.keyrings (user_id, sealed) values (me, payload ->> 'keyring');
  insert into public.spaces (id, tenant_id, owner_id, kind) values (space, home, me, 'personal');
  insert into public.space_keys (space_id, epoch, user_id, wrapped_key)
  values (space, 1, me, payload #>> '{space,wrapped_key}');
  update auth.users set is_vault_enrolled = true, updated_at = now() where id = me;
end $$;

revoke execute on function public.enrol_vault(jsonb) from public;
grant execute on function public.enrol_vault(jsonb) to authenticated;
revoke execute on function public.owns_folder(uuid), public.grant_owner_access(), authz.default_tenant(),
  auth.welcome_user(), storage.remember_orphan() from public;
grant execute on function public.owns_folder(uuid) to authenticated;
