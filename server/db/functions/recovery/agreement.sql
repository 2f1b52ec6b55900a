-- Who was removed helps nobody back in any more, at once.
create or replace function public.drop_recovery_shares() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.recovery_shares s where s.holder_id = new.user_id;
  delete from public.recovery_answers a where a.holder_id = new.user_id;
  perform authz.end_recoveries(new.user_id, 'cancelled');
  return null;
end $$;

-- All of it or nothing: the wrapped key, a share for each other holder, and what was agreed to, for the account key that the caller shares.
create or replace function public.agree_to_recovery(payload jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me     uuid := authz.require_fresh();
  home   uuid := authz.home();
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
grant execute on function public.agree_to_recovery(jsonb) to authenticated;

create or replace function public.withdraw_recovery() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := authz.require_fresh();
begin
  perform authz.lock_account_keys(me);
  perform authz.end_recoveries(me, 'cancelled');
  delete from public.account_wraps w where w.user_id = me and w.kind = 'organisation';
  delete from public.recovery_agreements a where a.user_id = me;
end $$;
grant execute on function public.withdraw_recovery() to authenticated;

-- What an account agreed to, whom to ask, and what was answered.
create or replace function public.own_recovery() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select (
    select jsonb_build_object(
      'agreement', (select jsonb_build_object('revision', a.revision, 'threshold', a.threshold, 'agreed_at', a.agreed_at)
                    from public.recovery_agreements a where a.user_id = me.id),
      'holders', coalesce((select jsonb_agg(jsonb_build_object('user_id', u.id, 'email', u.email, 'first_name', p.first_name,
                                                               'last_name', p.last_name) order by p.first_name, u.email)
                           from public.recovery_shares s
                           join auth.users u on u.id = s.holder_id
                           join public.profiles p on p.user_id = u.id
                           where s.user_id = me.id and authz.may_know(s.holder_id)), '[]'::jsonb),
      'request', (select jsonb_build_object('id', r.id, 'public_key', r.public_key, 'revision', r.revision,
                                            'threshold', r.threshold, 'created_at', r.created_at, 'expires_at', r.expires_at,
                    'answers', coalesce((select jsonb_agg(jsonb_build_object('holder_id', x.holder_id,
                                                            'sealed_share', x.sealed_share, 'wrapped_key', x.wrapped_key)
                                                          order by x.created_at)
                                         from public.recovery_answers x where x.request_id = r.id), '[]'::jsonb))
                  from public.recovery_requests r
                  where r.user_id = me.id and r.ended_at is null and r.expires_at > now()))
    from (select auth.uid() as id where authz.is_proven()) as me
    where me.id is not null)
$$;
grant execute on function public.own_recovery() to authenticated;

-- A session in which the person showed more than a token is enough for both, so they hear of them by a mail that cannot be switched off.
create or replace function public.tell_of_agreement() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform notify.of_recovery(new.user_id, 'recovery_allowed', jsonb_build_object('revision', new.revision));
  return null;
end $$;

-- Agreeing again deletes the earlier agreement in the same transaction: only what is left at its end is reported. Nor is the end of
-- the account itself.
create or replace function public.tell_of_withdrawal() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.recovery_agreements a where a.user_id = old.user_id)
     and exists (select from auth.users u where u.id = old.user_id) then
    perform notify.of_recovery(old.user_id, 'recovery_withdrawn', jsonb_build_object('revision', old.revision));
  end if;
  return null;
end $$;
