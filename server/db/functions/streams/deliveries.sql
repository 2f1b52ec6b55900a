-- Streams that have something to deliver now, and that nobody delivers. Those of a suspended organisation wait, and continue where they were.
create or replace function streams.due() returns setof uuid
  language sql stable set search_path = ''
as $$
  select t.stream_id
  from streams.states t
  join public.event_streams s on s.id = t.stream_id
  join public.tenants o on o.id = s.tenant_id and o.status = 'active'
  left join ledger.logs g on g.id = t.log_id
  where s.paused_at is null and t.next_try_at <= clock_timestamp()
    and (t.claimed_until is null or t.claimed_until < clock_timestamp())
    and (g.size > t.next_index or g.ended_at is not null
         or g.id is null and exists (select from ledger.logs o where o.tenant_id = s.tenant_id and o.kind = 'organisation'))
  order by t.next_try_at, t.stream_id
$$;

-- The same with their organisations. Each turn moves `next_try_at`, so the one that waited longest is first.
create or replace function streams.waiting() returns table (id uuid, tenant_id uuid)
  language sql stable set search_path = ''
as $$
  select s.id, s.tenant_id
  from streams.due() with ordinality as due (id, place)
  join public.event_streams s on s.id = due.id
  order by due.place
$$;

-- Takes a stream for half a minute, longer than any delivery. One that has read all of a log that ended goes to the next.
create or replace function streams.take(stream uuid, claim uuid)
  returns table (kind text, address text, format text, categories text[], least_risk text, ca text, revision integer, secret bytea,
                 earlier_secret bytea, log_id uuid, origin text, size bigint, next_index bigint, batch_end bigint)
  language plpgsql set search_path = ''
as $$
begin
  update streams.states t
  set claim = take.claim, claimed_until = clock_timestamp() + interval '30 seconds'
  from public.event_streams s
  join public.tenants o on o.id = s.tenant_id and o.status = 'active'
  where t.stream_id = take.stream and s.id = t.stream_id and s.paused_at is null and t.next_try_at <= clock_timestamp()
    and (t.claimed_until is null or t.claimed_until < clock_timestamp());
  if not found then
    return;
  end if;
  update streams.states t set log_id = n.id, next_index = 0, batch_end = null
  from public.event_streams s, ledger.logs n
  where t.stream_id = take.stream and s.id = t.stream_id and n.tenant_id = s.tenant_id and n.kind = 'organisation'
    and n.epoch = (select min(o.epoch) from ledger.logs o
                   where o.tenant_id = s.tenant_id and o.kind = 'organisation'
                     and (t.log_id is null
                          or o.epoch > (select g.epoch from ledger.logs g
                                        where g.id = t.log_id and g.ended_at is not null and t.next_index >= g.size)));
  return query
  select s.kind, s.address, s.format, s.categories, s.least_risk, s.ca, s.revision, t.secret,
         case when t.earlier_until > clock_timestamp() then t.earlier_secret end, g.id, g.origin, g.size, t.next_index, t.batch_end
  from streams.states t
  join public.event_streams s on s.id = t.stream_id
  join ledger.logs g on g.id = t.log_id
  where t.stream_id = take.stream;
end $$;

-- The cursor moves after the receiver took the events, and only for who still has the claim. @returns false for who has lost it.
create or replace function streams.succeed(stream uuid, claim uuid, until bigint, sent integer, filtered integer) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  update streams.states t
  set next_index = until, batch_end = null, sent = t.sent + succeed.sent, filtered = t.filtered + succeed.filtered, failures = 0,
      refusals = 0, next_try_at = clock_timestamp(),
      aside_in_a_row = case when succeed.sent > 0 then 0 else t.aside_in_a_row end,
      last_success_at = case when succeed.sent > 0 then clock_timestamp() else t.last_success_at end,
      last_error = case when succeed.sent > 0 then null else t.last_error end,
      failing_since = case when succeed.sent > 0 then null else t.failing_since end,
      reported_at = case when succeed.sent > 0 then null else t.reported_at end,
      claim = null, claimed_until = null
  where t.stream_id = succeed.stream and t.claim = succeed.claim;
  return found;
end $$;

-- Tried again after five seconds, ten, twenty, up to an hour. After a day somebody is notified, once.
create or replace function streams.fail(stream uuid, claim uuid, error text) returns boolean
  language plpgsql set search_path = ''
as $$
declare
  state streams.states;
begin
  update streams.states t
  set failed_tries = t.failed_tries + 1, failures = t.failures + 1, last_error = left(fail.error, 500),
      failing_since = coalesce(t.failing_since, clock_timestamp()),
      next_try_at = clock_timestamp() + least(interval '1 hour', interval '5 seconds' * 2 ^ least(t.failures, 12)),
      claim = null, claimed_until = null
  where t.stream_id = fail.stream and t.claim = fail.claim
  returning * into state;
  if not found then
    return false;
  end if;
  if state.failing_since <= clock_timestamp() - interval '1 day' and state.reported_at is null then
    update streams.states t set reported_at = clock_timestamp() where t.stream_id = fail.stream;
    perform notify.of_stream(fail.stream);
  end if;
  return true;
end $$;

-- A refusal of what a batch holds, which another try does not change. The second time the batch is halved, until a single event is left; after
-- its third refusal that one is put aside, and the stream continues behind it. A receiver that refuses ten events in a row refuses everything, and
-- is tried again as one that fails.
-- `narrower` is where half of the batch ends, null for a single event: then `index` and `event` name it, and `until` is behind it.
create or replace function streams.refuse(stream uuid, claim uuid, error text, narrower bigint, index bigint, event uuid, until bigint) returns boolean
  language plpgsql set search_path = ''
as $$
declare
  state streams.states;
begin
  select * into state from streams.states t where t.stream_id = refuse.stream and t.claim = refuse.claim for update;
  if not found then
    return false;
  end if;
  if refuse.narrower is not null and state.refusals >= 1 then
    update streams.states t
    set refusals = t.refusals + 1, failed_tries = t.failed_tries + 1, last_error = left(refuse.error, 500),
        failing_since = coalesce(t.failing_since, clock_timestamp()), batch_end = refuse.narrower,
        next_try_at = clock_timestamp() + interval '1 second', claim = null, claimed_until = null
    where t.stream_id = refuse.stream;
    return true;
  end if;
  if refuse.narrower is null and state.refusals >= 2 and state.aside_in_a_row < 10
     and (select count(*) from streams.put_aside a where a.stream_id = refuse.stream) < 1000 then
    insert into streams.put_aside (stream_id, log_id, index, event_id, error)
    values (refuse.stream, state.log_id, refuse.index, refuse.event, left(refuse.error, 500))
    on conflict on constraint put_aside_pkey do update set put_at = clock_timestamp(), error = excluded.error;
    update streams.states t
    set next_index = refuse.until, batch_end = null, refusals = 0, failures = 0, failed_tries = t.failed_tries + 1,
        aside_in_a_row = t.aside_in_a_row + 1, last_error = left(refuse.error, 500),
        next_try_at = clock_timestamp(), claim = null, claimed_until = null
    where t.stream_id = refuse.stream;
    return true;
  end if;
  update streams.states t set refusals = t.refusals + 1 where t.stream_id = refuse.stream;
  return streams.fail(refuse.stream, refuse.claim, refuse.error);
end $$;

create or replace function streams.note_try(stream uuid, first_index bigint, last_index bigint, events integer, error text, took_ms integer) returns void
  language sql set search_path = ''
as $$
  insert into streams.tries (stream_id, first_index, last_index, events, error, took_ms)
  select note_try.stream, note_try.first_index, note_try.last_index, note_try.events, left(note_try.error, 500), note_try.took_ms
  where exists (select from public.event_streams s where s.id = note_try.stream);
  delete from streams.tries r
  where r.stream_id = note_try.stream
    and r.id <= (select o.id from streams.tries o where o.stream_id = note_try.stream order by o.id desc offset 200 limit 1);
$$;
