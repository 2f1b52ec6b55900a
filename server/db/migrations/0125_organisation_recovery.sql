-- Breaks nothing: a member may let k of n people of the organisation, together, hand back the key to their vault
-- (docs/decisions/0023). No row of these tables opens anything without the private keys of k holders.

-- Who may help, as an administrator signed it. Each change is the next revision; one without holders ends it.
create table public.recovery_policies (
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  revision   integer     not null constraint recovery_policies_revision check (revision > 0),
  statement  text        not null constraint recovery_policies_statement_length check (length(statement) between 1 and 8192),
  signature  text        not null constraint recovery_policies_signature_length check (length(signature) between 1 and 8192),
  created_at timestamptz not null default now(),
  primary key (tenant_id, revision)
);

-- Who said yes, to which revision. The account's key, wrapped, is their row of kind `organisation` in account_wraps.
create table public.recovery_agreements (
  user_id   uuid        primary key references auth.users (id) on delete cascade,
  tenant_id uuid        not null references public.tenants (id) on delete cascade,
  revision  integer     not null,
  threshold integer     not null constraint recovery_agreements_threshold check (threshold between 1 and 10),
  agreed_at timestamptz not null default now(),
  foreign key (tenant_id, revision) references public.recovery_policies (tenant_id, revision) on delete cascade
);
create index recovery_agreements_policy_idx on public.recovery_agreements (tenant_id, revision);

-- One share of one member for one holder, sealed to the holder's key.
create table public.recovery_shares (
  user_id      uuid        not null references public.recovery_agreements (user_id) on delete cascade,
  holder_id    uuid        not null references auth.users (id) on delete cascade,
  sealed_share text        not null constraint recovery_shares_sealed_length check (length(sealed_share) between 1 and 256),
  wrapped_key  text        not null constraint recovery_shares_wrap_length check (length(wrapped_key) between 1 and 4096),
  created_at   timestamptz not null default now(),
  primary key (user_id, holder_id)
);
create index recovery_shares_holder_idx on public.recovery_shares (holder_id);

-- A member who asks: the public key of the browser they ask from.
create table public.recovery_requests (
  id         uuid        primary key,
  user_id    uuid        not null references auth.users (id) on delete cascade,
  public_key text        not null constraint recovery_requests_public_key
                           check (length(public_key) = 1622 and public_key ~ '^[A-Za-z0-9_-]+$'),
  revision   integer     not null,
  threshold  integer     not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  ended_at   timestamptz,
  outcome    text        constraint recovery_requests_outcome
                           check (outcome in ('done', 'cancelled', 'refused', 'replaced', 'expired')),
  constraint recovery_requests_ended check ((ended_at is null) = (outcome is null))
);
create unique index recovery_requests_one_open_idx on public.recovery_requests (user_id) where ended_at is null;
create index recovery_requests_user_time_idx on public.recovery_requests (user_id, created_at);

-- A share again, sealed to the key of the request.
create table public.recovery_answers (
  request_id   uuid        not null references public.recovery_requests (id) on delete cascade,
  holder_id    uuid        not null references auth.users (id) on delete cascade,
  sealed_share text        not null constraint recovery_answers_sealed_length check (length(sealed_share) between 1 and 256),
  wrapped_key  text        not null constraint recovery_answers_wrap_length check (length(wrapped_key) between 1 and 4096),
  created_at   timestamptz not null default now(),
  primary key (request_id, holder_id)
);
create index recovery_answers_holder_idx on public.recovery_answers (holder_id);

-- Nobody reads or writes these tables but through the functions below: a holder sees a share only while its owner asks.
do $$
declare
  entry record;
begin
  for entry in
    select * from (values ('recovery_policies', 'high', 'revision'), ('recovery_agreements', 'high', 'user_id'),
                          ('recovery_shares', 'medium', 'holder_id'), ('recovery_requests', 'high', 'id'),
                          ('recovery_answers', 'high', 'request_id')) as tables (name, risk, id_column)
  loop
    execute format('alter table public.%I enable row level security', entry.name);
    execute format('alter table public.%I force row level security', entry.name);
    execute format('create policy %I on public.%I for all to service_role, %I using (true) with check (true)',
                   entry.name || '_service', entry.name, current_user);
    execute format('create trigger %I after insert or update or delete on public.%I for each row '
                   'execute function audit.record_change(''config_change'', %L, %L)',
                   entry.name || '_audit', entry.name, entry.risk, entry.id_column);
  end loop;
end $$;
grant select, insert, update, delete on public.recovery_policies, public.recovery_agreements, public.recovery_shares,
  public.recovery_requests, public.recovery_answers to service_role;

-- Mails to somebody whose account is asked for, or given back, cannot be switched off: whoever asked may be a stranger.
insert into notify.defaults (kind, by_email) values
  ('recovery_asked', false), ('recovery_answered', false), ('recovery_ended', false), ('recovery_changed', true),
  ('recovery_wanted', true);
create function notify.of_recovery(recipient uuid, kind text, details jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform notify.person(recipient, kind, details);
  perform graphile_worker.add_job('notify:mail',
    json_build_object('user_id', recipient, 'kind', kind, 'details', details, 'at', clock_timestamp()), max_attempts => 10);
end $$;

create function authz.require_proven() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.uid() is null or authz.tenant() is null or not authz.is_proven() then
    raise exception 'sign in, with your second factor if you have one' using errcode = 'insufficient_privilege';
  end if;
  return auth.uid();
end $$;

-- What was answered goes with the request, however it ended.
create function public.end_recovery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.recovery_answers a where a.request_id = new.id;
  if new.outcome <> 'replaced' then
    perform notify.of_recovery(new.user_id, 'recovery_ended', jsonb_build_object('request_id', new.id, 'event', new.outcome));
  end if;
  return null;
end $$;
create trigger recovery_requests_end after update of ended_at on public.recovery_requests for each row
  when (old.ended_at is null and new.ended_at is not null) execute function public.end_recovery();

create function authz.end_recoveries(person uuid, outcome text) returns void
  language sql volatile security definer set search_path = ''
  begin atomic
    update public.recovery_requests r set ended_at = now(), outcome = end_recoveries.outcome
    where r.user_id = person and r.ended_at is null;
  end;

-- The new password and the end of the request that led to it are one transaction.
create function public.finish_recovery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.end_recoveries(new.user_id, 'done');
  return null;
end $$;
create trigger account_wraps_finish_recovery after update of wrapped_key on public.account_wraps for each row
  when (new.kind = 'password') execute function public.finish_recovery();

-- Who was removed helps nobody back in any more, at once.
create function public.drop_recovery_shares() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.recovery_shares s where s.holder_id = new.user_id;
  delete from public.recovery_answers a where a.holder_id = new.user_id;
  perform authz.end_recoveries(new.user_id, 'cancelled');
  return null;
end $$;
create trigger former_members_drop_recovery_shares after insert on public.former_members
  for each row execute function public.drop_recovery_shares();

-- For the job; asking counts time by itself.
create function public.end_expired_recoveries() returns integer
  language sql volatile security definer set search_path = ''
  begin atomic
    with gone as (
      update public.recovery_requests r set ended_at = now(), outcome = 'expired'
      where r.ended_at is null and r.expires_at <= now()
      returning r.id
    )
    select count(*)::integer from gone;
  end;

revoke execute on function notify.of_recovery(uuid, text, jsonb), authz.require_proven(), public.end_recovery(),
  authz.end_recoveries(uuid, text), public.finish_recovery(), public.drop_recovery_shares(), public.end_expired_recoveries()
  from public;
grant execute on function public.end_expired_recoveries() to service_role;
