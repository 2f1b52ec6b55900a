-- Breaks clients that agree to organisation recovery without saying `epoch`, the epoch of the personal space that belongs to the account key
-- they share: a client that another device overtook stored shares of a key that opens nothing any more.

-- Whatever changes the account key, or what an organisation holds of it, takes this lock first, so that one waits for the other. It comes
-- before the lock of the organisation. @returns the epoch that belongs to the account key; null without a vault.
create function authz.lock_account_keys(person uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  epoch integer;
begin
  select s.current_epoch into epoch from public.spaces s
  where s.owner_id = person and s.kind = 'personal' for no key update;
  return epoch;
end $$;
revoke execute on function authz.lock_account_keys(uuid) from public;

create or replace function auth.replace_account_keys(person uuid, keys jsonb) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.lock_account_keys(person);
  perform auth.keep_key_state(person);
  return auth.replace_account_keys_now(person, keys);
end $$;

-- As in 0126, for the account key that the caller shares.
create or replace function public.agree_to_recovery(payload jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me     uuid := authz.require_proven();
  home   uuid := authz.tenant();
  policy public.recovery_policies;
  said   jsonb;
  wanted uuid[];
  given  uuid[];
  epoch  integer := authz.lock_account_keys(me);
begin
  if epoch is distinct from (payload ->> 'epoch')::integer then
    raise exception 'the keys of this account were replaced' using errcode = 'QS411';
  end if;
  perform from public.tenants t where t.id = home for no key update;
  select p.* into policy from public.recovery_policies p where p.tenant_id = home order by p.revision desc limit 1;
  said := policy.statement::jsonb;
  if policy.revision is distinct from (payload ->> 'revision')::integer or jsonb_array_length(said -> 'holders') = 0 then
    raise exception 'the policy is another one now' using errcode = 'QS413';
  end if;
  wanted := array(select (h ->> 'user_id')::uuid from jsonb_array_elements(said -> 'holders') as h
                  where (h ->> 'user_id')::uuid <> me order by 1);
  given := array(select (s ->> 'holder_id')::uuid from jsonb_array_elements(payload -> 'shares') as s order by 1);
  if wanted <> given or cardinality(given) < (said ->> 'threshold')::integer
     or exists (select from public.former_members f where f.user_id = any (given)) then
    raise exception 'there is one share for each holder' using errcode = 'QS413';
  end if;

  perform authz.end_recoveries(me, 'cancelled');
  delete from public.recovery_agreements a where a.user_id = me;
  insert into public.recovery_agreements (user_id, tenant_id, revision, threshold)
  values (me, home, policy.revision, (said ->> 'threshold')::integer);
  insert into public.recovery_shares (user_id, holder_id, sealed_share, wrapped_key)
  select me, (s ->> 'holder_id')::uuid, s ->> 'sealed_share', s ->> 'wrapped_key'
  from jsonb_array_elements(payload -> 'shares') as s;
  insert into public.account_wraps (user_id, kind, wrapped_key) values (me, 'organisation', payload ->> 'wrapped_key')
  on conflict (user_id, kind) where kind in ('password', 'recovery', 'organisation')
  do update set wrapped_key = excluded.wrapped_key, created_at = now();
end $$;

create or replace function public.withdraw_recovery() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := authz.require_proven();
begin
  perform authz.lock_account_keys(me);
  perform authz.end_recoveries(me, 'cancelled');
  delete from public.account_wraps w where w.user_id = me and w.kind = 'organisation';
  delete from public.recovery_agreements a where a.user_id = me;
end $$;

create or replace function public.ask_recovery(id uuid, public_key text) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me     uuid := authz.require_proven();
  agreed public.recovery_agreements;
begin
  perform authz.lock_account_keys(me);
  select a.* into agreed from public.recovery_agreements a where a.user_id = me for update;
  if agreed.user_id is null then
    raise exception 'this account agreed to no recovery' using errcode = 'QS404';
  end if;
  if (select count(*) from public.recovery_requests r
      where r.user_id = me and r.created_at > now() - interval '1 day') >= 5 then
    raise exception 'this account asked five times today' using errcode = 'QS429';
  end if;
  perform authz.end_recoveries(me, 'replaced');
  insert into public.recovery_requests (id, user_id, public_key, revision, threshold)
  values (ask_recovery.id, me, ask_recovery.public_key, agreed.revision, agreed.threshold);
  perform notify.of_recovery(me, 'recovery_asked', jsonb_build_object('request_id', ask_recovery.id));
  perform notify.person(s.holder_id, 'recovery_wanted', jsonb_build_object('request_id', ask_recovery.id))
  from public.recovery_shares s where s.user_id = me;
end $$;
