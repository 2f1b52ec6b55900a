-- Breaks nothing: the calls of organisation recovery (0125). Each asks for the second factor of an account that has one.

-- Every revision, oldest first, and the keys of those whom the newest names.
create function public.recovery_policy() returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select jsonb_build_object(
      'tenant_id', me.home,
      'revisions', coalesce((select jsonb_agg(jsonb_build_object('revision', p.revision, 'statement', p.statement,
                                                                 'signature', p.signature) order by p.revision)
                             from public.recovery_policies p where p.tenant_id = me.home), '[]'::jsonb),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('user_id', u.id, 'email', u.email, 'first_name', pr.first_name,
                                            'last_name', pr.last_name, 'statement', b.statement, 'signature', b.signature,
                                            'is_member', not exists (select from public.former_members f
                                                                     where f.user_id = u.id)))
        from (select p.statement::jsonb as said from public.recovery_policies p
              where p.tenant_id = me.home order by p.revision desc limit 1) as newest
        join auth.users u on u.id::text = newest.said ->> 'author_id'
          or u.id::text in (select h ->> 'user_id' from jsonb_array_elements(newest.said -> 'holders') as h)
        join public.profiles pr on pr.user_id = u.id and pr.tenant_id = me.home
        join public.user_key_bundles b on b.user_id = u.id
        where u.deleted_at is null), '[]'::jsonb))
    from (select authz.tenant() as home where authz.is_proven()) as me
    where me.home is not null
      and not exists (select from public.former_members gone where gone.user_id = auth.uid()));

create function public.set_recovery_policy(statement text, signature text) returns void
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
  if home is null or not authz.allows('manage_security', home) then
    raise exception 'only who manages security may decide this' using errcode = 'insufficient_privilege';
  end if;
  -- As in authz.lock_team: whoever is removed meanwhile waits, or is gone already.
  perform from public.tenants t where t.id = home for no key update;
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

-- All of it or nothing: the wrapped key, a share for each other holder, and what was agreed to.
create function public.agree_to_recovery(payload jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me     uuid := authz.require_proven();
  home   uuid := authz.tenant();
  policy public.recovery_policies;
  said   jsonb;
  wanted uuid[];
  given  uuid[];
begin
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

create function public.withdraw_recovery() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := authz.require_proven();
begin
  perform authz.end_recoveries(me, 'cancelled');
  delete from public.account_wraps w where w.user_id = me and w.kind = 'organisation';
  delete from public.recovery_agreements a where a.user_id = me;
end $$;

-- What an account agreed to, whom to ask, and what was answered.
create function public.own_recovery() returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select jsonb_build_object(
      'agreement', (select jsonb_build_object('revision', a.revision, 'threshold', a.threshold, 'agreed_at', a.agreed_at)
                    from public.recovery_agreements a where a.user_id = me.id),
      'holders', coalesce((select jsonb_agg(jsonb_build_object('user_id', u.id, 'email', u.email, 'first_name', p.first_name,
                                                               'last_name', p.last_name) order by p.first_name, u.email)
                           from public.recovery_shares s
                           join auth.users u on u.id = s.holder_id
                           join public.profiles p on p.user_id = u.id
                           where s.user_id = me.id), '[]'::jsonb),
      'request', (select jsonb_build_object('id', r.id, 'public_key', r.public_key, 'revision', r.revision,
                                            'threshold', r.threshold, 'created_at', r.created_at, 'expires_at', r.expires_at,
                    'answers', coalesce((select jsonb_agg(jsonb_build_object('holder_id', x.holder_id,
                                                            'sealed_share', x.sealed_share, 'wrapped_key', x.wrapped_key)
                                                          order by x.created_at)
                                         from public.recovery_answers x where x.request_id = r.id), '[]'::jsonb))
                  from public.recovery_requests r
                  where r.user_id = me.id and r.ended_at is null and r.expires_at > now()))
    from (select auth.uid() as id where authz.is_proven()) as me
    where me.id is not null);

-- Five times a day: each time mails several people.
create function public.ask_recovery(id uuid, public_key text) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me     uuid := authz.require_proven();
  agreed public.recovery_agreements;
begin
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

create function public.cancel_recovery() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.end_recoveries(authz.require_proven(), 'cancelled');
end $$;

-- Open requests of those whose share the caller holds, with that share.
create function public.recoveries_to_answer() returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', r.id, 'user_id', r.user_id, 'public_key', r.public_key, 'revision', r.revision, 'threshold', r.threshold,
             'created_at', r.created_at, 'expires_at', r.expires_at, 'email', u.email, 'first_name', p.first_name,
             'last_name', p.last_name, 'statement', b.statement, 'signature', b.signature,
             'sealed_share', s.sealed_share, 'wrapped_key', s.wrapped_key,
             'answers', (select count(*) from public.recovery_answers x where x.request_id = r.id),
             'is_answered', exists (select from public.recovery_answers x
                                    where x.request_id = r.id and x.holder_id = auth.uid()))
             order by r.created_at), '[]'::jsonb)
    from public.recovery_shares s
    join public.recovery_requests r on r.user_id = s.user_id and r.ended_at is null and r.expires_at > now()
    join auth.users u on u.id = r.user_id
    join public.profiles p on p.user_id = u.id
    join public.user_key_bundles b on b.user_id = u.id
    where s.holder_id = auth.uid() and authz.is_proven());

-- The request of a member whose share the caller holds, locked. @throws QS404 when it is over
create function authz.lock_recovery(request uuid) returns public.recovery_requests
  language plpgsql security definer set search_path = ''
as $$
declare
  holder uuid := authz.require_proven();
  asked public.recovery_requests;
begin
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

create function public.answer_recovery(request uuid, sealed_share text, wrapped_key text) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  asked public.recovery_requests := authz.lock_recovery(request);
begin
  insert into public.recovery_answers (request_id, holder_id, sealed_share, wrapped_key)
  values (asked.id, auth.uid(), answer_recovery.sealed_share, answer_recovery.wrapped_key)
  on conflict (request_id, holder_id)
  do update set sealed_share = excluded.sealed_share, wrapped_key = excluded.wrapped_key, created_at = now();
  perform notify.of_recovery(asked.user_id, 'recovery_answered',
                             jsonb_build_object('request_id', asked.id, 'holder_id', auth.uid()));
end $$;

-- Ends it for everybody: a holder who found out that the person did not ask must stop the others.
create function public.refuse_recovery(request uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  asked public.recovery_requests := authz.lock_recovery(request);
begin
  update public.recovery_requests r set ended_at = now(), outcome = 'refused' where r.id = asked.id;
end $$;

revoke execute on function public.recovery_policy(), public.set_recovery_policy(text, text), public.agree_to_recovery(jsonb),
  public.withdraw_recovery(), public.own_recovery(), public.ask_recovery(uuid, text), public.cancel_recovery(),
  public.recoveries_to_answer(), authz.lock_recovery(uuid), public.answer_recovery(uuid, text, text),
  public.refuse_recovery(uuid) from public;
grant execute on function public.recovery_policy(), public.set_recovery_policy(text, text), public.agree_to_recovery(jsonb),
  public.withdraw_recovery(), public.own_recovery(), public.ask_recovery(uuid, text), public.cancel_recovery(),
  public.recoveries_to_answer(), public.answer_recovery(uuid, text, text), public.refuse_recovery(uuid) to authenticated;
