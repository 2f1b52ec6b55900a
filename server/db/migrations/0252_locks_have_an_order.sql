-- Breaks nothing: locks are taken in one order; see docs/decisions/0058-locks-have-an-order.md.

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

create or replace function auth.restore_account_keys(person uuid, day date) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  restored integer;
begin
  perform authz.lock_account_keys(person);
  perform auth.keep_key_state(person);
  restored := auth.restore_account_keys_of_day(person, day);
  perform auth.end_recovery_agreement(person);
  return restored;
end $$;

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

-- Under authz.lock_account_keys, which has the organisation.
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

create or replace function public.cancel_recovery() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := authz.require_proven();
begin
  perform authz.lock_account_keys(me);
  perform authz.end_recoveries(me, 'cancelled');
end $$;

-- @returns the request, with the keys of the account that asks locked.
create or replace function authz.lock_recovery(request uuid) returns public.recovery_requests
  language plpgsql security definer set search_path = ''
as $$
declare
  holder uuid := authz.require_proven();
  asked  public.recovery_requests;
begin
  perform authz.lock_account_keys(s.user_id)
  from public.recovery_shares s join public.recovery_requests r on r.user_id = s.user_id
  where r.id = request and s.holder_id = holder;
  -- A statement of its own, which sees that the request is over or the share is gone.
  select r.* into asked
  from public.recovery_requests r
  where r.id = request and r.ended_at is null and r.expires_at > now()
    and exists (select from public.recovery_shares s where s.user_id = r.user_id and s.holder_id = holder)
  for update;
  if asked.id is null then
    raise exception 'this request is over' using errcode = 'QS404';
  end if;
  return asked;
end $$;

create or replace function public.end_expired_recoveries() returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
  ended  integer := 0;
  most   integer;
begin
  for person in
    select r.user_id
    from public.recovery_requests r left join public.profiles p on p.user_id = r.user_id
    where r.ended_at is null and r.expires_at <= now()
    order by p.tenant_id, r.user_id
  loop
    perform authz.lock_account_keys(person);
    update public.recovery_requests r set ended_at = now(), outcome = 'expired'
    where r.user_id = person and r.ended_at is null and r.expires_at <= now();
    get diagnostics most = row_count;
    ended := ended + most;
  end loop;
  return ended;
end $$;

create or replace function public.set_recovery_policy(statement text, signature text) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  home    uuid := authz.tenant();
  said    jsonb := set_recovery_policy.statement::jsonb;
  before  public.recovery_policies;
  named   uuid[];
  known   integer;
begin
  -- As in authz.lock_team. Everything that touches an agreement of a member waits here too: authz.lock_account_keys.
  perform from public.tenants t where t.id = home for no key update;
  if home is null or not authz.allows('manage_security', home) then
    raise exception 'only who manages security may decide this' using errcode = 'insufficient_privilege';
  end if;
  select p.* into before from public.recovery_policies p where p.tenant_id = home order by p.revision desc limit 1;
  if (said ->> 'tenant_id')::uuid <> home or (said ->> 'author_id')::uuid <> auth.uid() then
    raise exception 'this policy is not yours' using errcode = 'check_violation';
  end if;
  if (said ->> 'revision')::integer <> coalesce(before.revision, 0) + 1
     or said ->> 'previous' is distinct from
        translate(encode(sha256(convert_to(before.statement, 'UTF8')), 'base64'), '+/=', '-_') then
    raise exception 'somebody else changed the policy at the same moment' using errcode = 'QS413';
  end if;
  named := array(select (h ->> 'user_id')::uuid from jsonb_array_elements(said -> 'holders') as h);
  select count(*) into known
  from public.profiles p
  join public.user_key_bundles b on b.user_id = p.user_id
  where p.user_id = any (named) and p.tenant_id = home
    and not exists (select from public.former_members f where f.user_id = p.user_id);
  if known <> cardinality(named) or cardinality(named) > 10 then
    raise exception 'every holder belongs to the organisation and has a vault' using errcode = 'QS404';
  end if;

  insert into public.recovery_policies (tenant_id, revision, statement, signature)
  values (home, (said ->> 'revision')::integer, set_recovery_policy.statement, set_recovery_policy.signature);
  perform notify.person(a.user_id, 'recovery_changed', jsonb_build_object('revision', said -> 'revision'))
  from public.recovery_agreements a where a.tenant_id = home;
  delete from public.recovery_answers x using public.recovery_requests r, public.recovery_agreements a
  where x.request_id = r.id and a.user_id = r.user_id and a.tenant_id = home and x.holder_id <> all (named);
  if cardinality(named) = 0 then
    perform authz.end_recoveries(a.user_id, 'cancelled') from public.recovery_agreements a where a.tenant_id = home;
    delete from public.account_wraps w using public.recovery_agreements a
    where a.tenant_id = home and w.user_id = a.user_id and w.kind = 'organisation';
    delete from public.recovery_agreements a where a.tenant_id = home;
  else
    delete from public.recovery_shares s using public.recovery_agreements a
    where a.user_id = s.user_id and a.tenant_id = home and s.holder_id <> all (named);
  end if;
end $$;
