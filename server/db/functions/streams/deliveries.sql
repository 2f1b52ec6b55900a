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
