-- What was answered goes with the request, however it ended.
create or replace function public.end_recovery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.recovery_answers a where a.request_id = new.id;
  if new.outcome <> 'replaced' then
    perform notify.of_recovery(new.user_id, 'recovery_ended', jsonb_build_object('request_id', new.id, 'event', new.outcome));
  end if;
  return null;
end $$;

create or replace function authz.end_recoveries(person uuid, outcome text) returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.recovery_requests r set ended_at = now(), outcome = end_recoveries.outcome
  where r.user_id = person and r.ended_at is null;
$$;

-- The new password and the end of the request that led to it are one transaction.
create or replace function public.finish_recovery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.end_recoveries(new.user_id, 'done');
  return null;
end $$;

-- For the job; asking counts time by itself.
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
grant execute on function public.end_expired_recoveries() to service_role;

-- Five times a day: each time mails several people. A request that runs ends with the next one, so asking takes as much as cancelling.
create or replace function public.ask_recovery(id uuid, public_key text) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me     uuid := authz.require_fresh();
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
  perform notify.person(s.holder_id, 'recovery_wanted', jsonb_build_object('request_id', ask_recovery.id, 'person', me))
  from public.recovery_shares s where s.user_id = me;
end $$;
grant execute on function public.ask_recovery(uuid,text) to authenticated;

create or replace function public.cancel_recovery() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := authz.require_fresh();
begin
  perform authz.lock_account_keys(me);
  perform authz.end_recoveries(me, 'cancelled');
end $$;
grant execute on function public.cancel_recovery() to authenticated;

-- Open requests of those whose share the caller holds, with that share.
create or replace function public.recoveries_to_answer() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select (
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
    where s.holder_id = auth.uid() and authz.is_proven())
$$;
grant execute on function public.recoveries_to_answer() to authenticated;

-- The request of a member whose share the caller holds, with the keys of the account that asks locked, for a caller who showed more than a token.
-- @throws QS403, and QS404 when the request is over
create or replace function authz.lock_recovery(request uuid) returns public.recovery_requests
  language plpgsql security definer set search_path = ''
as $$
declare
  holder uuid := authz.require_fresh();
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

create or replace function public.answer_recovery(request uuid, sealed_share text, wrapped_key text) returns void
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
grant execute on function public.answer_recovery(uuid,text,text) to authenticated;

-- Ends it for everybody: a holder who found out that the person did not ask must stop the others.
create or replace function public.refuse_recovery(request uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  asked public.recovery_requests := authz.lock_recovery(request);
begin
  update public.recovery_requests r set ended_at = now(), outcome = 'refused' where r.id = asked.id;
end $$;
grant execute on function public.refuse_recovery(uuid) to authenticated;
