-- Does what a detection asks for. Of what is there already, the later end counts.
create or replace function threats.enforce(detection uuid, minutes integer, finding jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  d     public.threat_detections;
  ends  timestamptz := clock_timestamp() + make_interval(mins => enforce.minutes);
  about text;
begin
  select * into strict d from public.threat_detections x where x.id = detection;
  if d.enforcement = 'none' then
    return;
  end if;
  -- A frozen person whose session did something that nobody has a reason for reads nothing in it either.
  if d.detector = 'canary' and d.session_id is not null then
    perform threats.start(d, 'step_up', 'session ' || d.session_id, 'mailbox', null);
  end if;
  about := case d.enforcement
             when 'step_up' then 'session ' || d.session_id
             when 'throttle' then 'session ' || d.session_id
             when 'freeze' then 'person ' || d.user_id
             else d.subject end;
  -- Not everybody has a second factor, and an administrator.
  if finding ->> 'needs' = 'second_factor' then
    ends := clock_timestamp() + interval '1 day';
  end if;
  if about is not null then
    perform threats.start(d, d.enforcement, about, finding ->> 'needs', ends);
  end if;
end $$;

create or replace function threats.start(d public.threat_detections, action text, about text, needs text, ends timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Who has nothing to show would never get out.
  if start.action = 'step_up' and not threats.can_prove(d.user_id) then
    return;
  end if;
  update public.threat_enforcements e set until = greatest(e.until, ends)
  where e.subject = about and e.action = start.action and e.lifted_at is null and (e.until is null or e.until > clock_timestamp());
  if not found then
    insert into public.threat_enforcements (tenant_id, detection_id, action, subject, user_id, session_id, needs, until)
    values (d.tenant_id, d.id, start.action, about, d.user_id, case when start.action in ('step_up', 'throttle') then d.session_id end,
            threats.needed_proof(d.user_id, start.action, start.needs), ends);
  end if;
end $$;

-- Whether a code by SMS proves the person: a number that is a new way to sign in proves no more than a token.
create or replace function threats.has_number(person uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select w.has_sms from threats.ways w), false)
     and exists (select from auth.users u where u.id = person and u.phone_confirmed_at is not null)
     and not authz.is_new_way(person, array['otp'])
$$;

create or replace function threats.set_sms(is_there boolean) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into threats.ways (has_sms) values (is_there) on conflict (is_only) do update set has_sms = excluded.has_sms
$$;

-- Whether the account has a password, a mailbox, a number that codes reach, or a second factor.
create or replace function threats.can_prove(person uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users u
                 where u.id = person and (u.encrypted_password is not null or u.email_confirmed_at is not null))
      or exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified')
      or threats.has_number(person)
$$;

-- The password may be what was stolen, but an account that has no mailbox, number or second factor has nothing else to show.
create or replace function threats.needed_proof(person uuid, action text, wanted text) returns text
  language sql stable security definer set search_path = ''
as $$
  select case
    -- Mailbox and password may both be the thief's: it ends by itself within a day.
    when wanted = 'second_factor' then wanted
    when not exists (select from auth.users u where u.id = person and u.email_confirmed_at is not null)
     and not exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified')
     and not threats.has_number(person) then 'any'
    when action = 'freeze' then 'mailbox'
    else coalesce(wanted, 'any') end
$$;

-- The caller's session waits for its person to show more than it has. An error and not false, which would be an empty list, and
-- clients might believe it. Called by `authz.is_proven`, so that nothing of the vault answers such a session.
create or replace function threats.refuse_held() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  raise exception 'Something unusual was noticed: confirm that it is you' using errcode = 'QS427';
end $$;
grant execute on function threats.refuse_held() to authenticated, service_role;

-- Whether a session waits for its person to show more than it has.
create or replace function threats.is_held(session uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.threat_enforcements e
                 where e.session_id = session and e.action = 'step_up' and e.lifted_at is null
                   and (e.until is null or e.until > clock_timestamp()))
$$;
grant execute on function threats.is_held(uuid) to authenticated, service_role;

create or replace function threats.is_frozen(person uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.threat_enforcements e
                 where e.user_id = person and e.action = 'freeze' and e.lifted_at is null and e.until > clock_timestamp())
$$;

-- A person proved again who they are, in this session: what waited for that is lifted. @returns how much was.
create or replace function threats.lift_by_proof(person uuid, session uuid, how text) returns integer
  language sql volatile security definer set search_path = ''
as $$
  with lifted as (
    update public.threat_enforcements e
    set lifted_at = clock_timestamp(), lifted_by = person, lifted_how = how
    where e.user_id = person and e.lifted_at is null and (e.until is null or e.until > clock_timestamp())
      and case e.needs
            when 'any' then true
            when 'mailbox' then how <> 'password'
            -- One that was there before the password was replaced: a later one is who replaced it's.
            else how = 'second_factor' and exists (
              select from auth.mfa_factors f
              where f.user_id = person and f.status = 'verified'
                and f.created_at < coalesce((select max(l.created_at) from public.system_audit_log l
                                             where l.user_id = person and l.event_type = 'password.reset'), e.created_at))
          end
      and (e.action in ('step_up', 'throttle') and e.session_id = session or e.action = 'freeze')
    returning 1
  )
  select count(*)::integer from lifted
$$;

-- What holds the caller's session or freezes the caller, and what lifts it. Answers a session that is held, too. A paused device is with the
-- devices.
create or replace function public.my_enforcements()
  returns table (id uuid, action text, needs text, created_at timestamptz, until timestamptz, detector text, reasons jsonb)
  language sql stable security definer set search_path = ''
as $$
  select e.id, e.action, e.needs, e.created_at, e.until, d.detector, d.reasons
  from public.threat_enforcements e
  left join public.threat_detections d on d.id = e.detection_id
  where e.user_id = auth.uid() and e.action <> 'pause' and e.lifted_at is null and (e.until is null or e.until > clock_timestamp())
    and (e.session_id is null or e.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid)
  order by e.created_at desc
  limit 50
$$;
grant execute on function public.my_enforcements() to authenticated;

-- Somebody who looks after security takes back what the server did, not for themselves: they show a proof like everybody else. A device's pause
-- is about no person, and its owner lifts it too.
create or replace function public.lift_enforcement(enforcement uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := authz.require_proven();
begin
  if exists (select from public.threat_enforcements e where e.id = enforcement and e.action = 'pause' and e.user_id = person) then
    perform authz.require_fresh();
    update public.threat_enforcements e set lifted_at = clock_timestamp(), lifted_by = person, lifted_how = 'owner'
    where e.id = enforcement and e.lifted_at is null;
    return;
  end if;
  person := threats.require_manager();
  -- A token may have been stolen.
  perform authz.require_fresh();
  update public.threat_enforcements e
  set lifted_at = clock_timestamp(), lifted_by = person, lifted_how = 'administrator'
  where e.id = enforcement and e.tenant_id = authz.tenant() and e.lifted_at is null and e.user_id is distinct from person;
  if not found then
    raise exception 'there is nothing to lift' using errcode = 'QS404';
  end if;
end $$;
grant execute on function public.lift_enforcement(uuid) to authenticated;

-- A session reads one file a second.
create or replace function threats.is_throttled(session uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.threat_enforcements e
                 where e.session_id = session and e.action = 'throttle' and e.lifted_at is null and e.until > clock_timestamp())
$$;
