-- The organisation whose streams the caller manages.
create or replace function streams.managed() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  if home is null or not authz.allows('manage_security', home) then
    raise exception 'event streams take the permission to manage security' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;
grant execute on function streams.managed() to authenticated;

create or replace function streams.require_own(id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := streams.managed();
begin
  if not exists (select from public.event_streams s where s.id = require_own.id and s.tenant_id = home) then
    raise exception 'there is no such event stream' using errcode = 'QS404';
  end if;
end $$;
grant execute on function streams.require_own(uuid) to authenticated;

-- Puts a stream before the first event of its organisation, or behind the newest.
create or replace function streams.place(stream uuid, place text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  log record;
begin
  select g.id, g.size into log
  from ledger.logs g
  join public.event_streams s on s.tenant_id = g.tenant_id and s.id = place.stream
  where g.kind = 'organisation' and (place.place = 'beginning' or g.ended_at is null)
  order by g.epoch limit 1;
  update streams.states t
  set log_id = log.id, next_index = case place.place when 'beginning' then 0 else coalesce(log.size, 0) end, batch_end = null,
      failures = 0, refusals = 0, aside_in_a_row = 0, next_try_at = clock_timestamp(), claim = null, claimed_until = null
  where t.stream_id = place.stream;
end $$;

-- `fields` are columns of the table; the secret was sealed for this id.
create or replace function streams.add(id uuid, fields jsonb, secret bytea, place text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := streams.managed();
begin
  -- A token may have been stolen: what leaves the house is decided by a person.
  perform authz.require_fresh();
  perform pg_advisory_xact_lock(hashtextextended('streams ' || home, 0));
  if (select count(*) from public.event_streams s where s.tenant_id = home) >= 20 then
    raise exception 'an organisation has 20 event streams at most' using errcode = 'PT413';
  end if;
  insert into public.event_streams (id, tenant_id, name, kind, address, format, categories, least_risk, ca, created_by, secret_changed_at)
  select add.id, home, f.name, f.kind, f.address, f.format, f.categories, f.least_risk, f.ca, auth.uid(),
         case when add.secret is not null then clock_timestamp() end
  from jsonb_populate_record(null::public.event_streams, add.fields) f;
  insert into streams.states (stream_id, secret) values (add.id, add.secret);
  perform streams.place(add.id, add.place);
end $$;
grant execute on function streams.add(uuid,jsonb,bytea,text) to authenticated;

-- Another address, filter or token: what waits is tried at once. Without a secret the present one stays.
create or replace function streams.change(id uuid, fields jsonb, secret bytea) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_fresh();
  perform streams.require_own(change.id);
  update public.event_streams s
  set (name, address, format, categories, least_risk, ca, revision, secret_changed_at) =
      (select f.name, f.address, f.format, f.categories, f.least_risk, f.ca, s.revision + 1,
              case when change.secret is null then s.secret_changed_at else clock_timestamp() end
       from jsonb_populate_record(s, change.fields) f)
  where s.id = change.id;
  update streams.states t
  set secret = coalesce(change.secret, t.secret), batch_end = null, failures = 0, refusals = 0, aside_in_a_row = 0, next_try_at = clock_timestamp(), claim = null, claimed_until = null
  where t.stream_id = change.id;
end $$;
grant execute on function streams.change(uuid,jsonb,bytea) to authenticated;

create or replace function streams.remove(id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_fresh();
  perform streams.require_own(remove.id);
  delete from public.event_streams s where s.id = remove.id;
end $$;
grant execute on function streams.remove(uuid) to authenticated;

-- One that continues is tried at once.
create or replace function streams.pause(id uuid, is_paused boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_fresh();
  perform streams.require_own(pause.id);
  update public.event_streams s set paused_at = case when pause.is_paused then coalesce(s.paused_at, clock_timestamp()) end where s.id = pause.id;
  update streams.states t set next_try_at = clock_timestamp(), failures = 0, failing_since = null, reported_at = null
  where t.stream_id = pause.id and not pause.is_paused;
end $$;
grant execute on function streams.pause(uuid,boolean) to authenticated;

create or replace function streams.move(id uuid, place text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_fresh();
  perform streams.require_own(move.id);
  update public.event_streams s set revision = s.revision + 1 where s.id = move.id;
  perform streams.place(move.id, move.place);
end $$;
grant execute on function streams.move(uuid,text) to authenticated;

-- Both secrets sign for a day, in which receivers change from one to the next.
create or replace function streams.rotate(id uuid, secret bytea) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_fresh();
  perform streams.require_own(rotate.id);
  update public.event_streams s set secret_changed_at = clock_timestamp() where s.id = rotate.id and s.kind = 'webhook';
  if not found then
    raise exception 'only webhooks have a secret of ours' using errcode = 'QS404';
  end if;
  update streams.states t
  set earlier_secret = t.secret, earlier_until = clock_timestamp() + interval '1 day', secret = rotate.secret
  where t.stream_id = rotate.id;
end $$;
grant execute on function streams.rotate(uuid,bytea) to authenticated;

-- All of the organisation, with how far each is; never a secret.
create or replace function streams.list()
  returns table (id uuid, name text, kind text, address text, format text, categories text[], least_risk text, ca text, paused_at timestamptz,
                 created_at timestamptz, has_secret boolean, earlier_until timestamptz, sent bigint, filtered bigint, failed_tries bigint,
                 waiting bigint, last_success_at timestamptz, last_error text, failing_since timestamptz, next_try_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := streams.managed();
begin
  return query
  select s.id, s.name, s.kind, s.address, s.format, s.categories, s.least_risk, s.ca, s.paused_at, s.created_at, t.secret is not null,
         case when t.earlier_until > clock_timestamp() then t.earlier_until end, t.sent, t.filtered, t.failed_tries,
         (select coalesce(sum(g.size), 0)::bigint from ledger.logs g
          where g.tenant_id = home and g.kind = 'organisation' and (c.epoch is null or g.epoch >= c.epoch)) - t.next_index,
         t.last_success_at, t.last_error, t.failing_since, t.next_try_at
  from public.event_streams s
  join streams.states t on t.stream_id = s.id
  left join ledger.logs c on c.id = t.log_id
  where s.tenant_id = home
  order by s.name, s.id;
end $$;
grant execute on function streams.list() to authenticated;

create or replace function streams.list_tries(stream uuid)
  returns table (at timestamptz, first_index bigint, last_index bigint, events integer, error text, took_ms integer)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform streams.require_own(list_tries.stream);
  return query
  select r.at, r.first_index, r.last_index, r.events, r.error, r.took_ms
  from streams.tries r where r.stream_id = list_tries.stream
  order by r.id desc limit 200;
end $$;
grant execute on function streams.list_tries(uuid) to authenticated;

-- How many events each stream of the organisation has put aside; those without one are left out.
create or replace function streams.count_aside() returns table (stream_id uuid, events bigint)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := streams.managed();
begin
  return query
  select a.stream_id, count(*) from streams.put_aside a
  join public.event_streams s on s.id = a.stream_id
  where s.tenant_id = home group by a.stream_id;
end $$;
grant execute on function streams.count_aside() to authenticated;

-- Events that the receiver refused for good, the oldest first.
create or replace function streams.list_aside(stream uuid)
  returns table (log_id uuid, index bigint, event_id uuid, put_at timestamptz, error text, event_type text, happened_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform streams.require_own(list_aside.stream);
  return query
  select a.log_id, a.index, a.event_id, a.put_at, a.error, l.event_type, l.created_at
  from streams.put_aside a
  left join public.system_audit_log l on l.id = a.event_id
  where a.stream_id = list_aside.stream
  order by a.put_at, a.index limit 1000;
end $$;
grant execute on function streams.list_aside(uuid) to authenticated;

-- A person leaves an event out: it is not sent any more.
create or replace function streams.settle_aside(stream uuid, event uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_fresh();
  perform streams.require_own(settle_aside.stream);
  delete from streams.put_aside a where a.stream_id = settle_aside.stream and a.event_id = settle_aside.event;
  if not found then
    raise exception 'this event is not put aside' using errcode = 'QS404';
  end if;
end $$;
grant execute on function streams.settle_aside(uuid,uuid) to authenticated;
