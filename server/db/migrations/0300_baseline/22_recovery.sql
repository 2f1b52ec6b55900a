-- Nobody reads or writes these tables but through functions: a holder sees a share only while its owner asks.

-- Who may help, as an administrator signed it. Each change is the next revision; one without holders ends it.
create table public.recovery_policies (
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  revision   integer     not null constraint recovery_policies_revision check (revision > 0),
  statement  text        not null constraint recovery_policies_statement_length check (length(statement) between 1 and 8192),
  signature  text        not null constraint recovery_policies_signature_length check (length(signature) between 1 and 8192),
  created_at timestamptz not null default now(),
  primary key (tenant_id, revision)
);
alter table public.recovery_policies enable row level security, force row level security;
create policy recovery_policies_service on public.recovery_policies for all to service_role, current_user using (true) with check (true);
create trigger recovery_policies_audit after insert or delete or update on public.recovery_policies
  for each row execute function audit.record_change('config_change', 'high', 'revision');
grant select, insert, update, delete on public.recovery_policies to service_role;

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
alter table public.recovery_agreements enable row level security, force row level security;
create policy recovery_agreements_service on public.recovery_agreements for all to service_role, current_user
  using (true) with check (true);
create trigger recovery_agreements_audit after insert or delete or update on public.recovery_agreements
  for each row execute function audit.record_change('config_change', 'high', 'user_id');
create constraint trigger recovery_agreements_tell after insert on public.recovery_agreements
  deferrable initially deferred for each row execute function public.tell_of_agreement();
create constraint trigger recovery_agreements_tell_end after delete on public.recovery_agreements
  deferrable initially deferred for each row execute function public.tell_of_withdrawal();
grant select, insert, update, delete on public.recovery_agreements to service_role;

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
alter table public.recovery_shares enable row level security, force row level security;
create policy recovery_shares_service on public.recovery_shares for all to service_role, current_user using (true) with check (true);
create trigger recovery_shares_audit after insert or delete or update on public.recovery_shares
  for each row execute function audit.record_change('config_change', 'medium', 'holder_id');
grant select, insert, update, delete on public.recovery_shares to service_role;

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
alter table public.recovery_requests enable row level security, force row level security;
create policy recovery_requests_service on public.recovery_requests for all to service_role, current_user using (true) with check (true);
create trigger recovery_requests_audit after insert or delete or update on public.recovery_requests
  for each row execute function audit.record_change('config_change', 'high', 'id');
create trigger recovery_requests_end after update of ended_at on public.recovery_requests for each row
  when (old.ended_at is null and new.ended_at is not null) execute function public.end_recovery();
grant select, insert, update, delete on public.recovery_requests to service_role;

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
alter table public.recovery_answers enable row level security, force row level security;
create policy recovery_answers_service on public.recovery_answers for all to service_role, current_user using (true) with check (true);
create trigger recovery_answers_audit after insert or delete or update on public.recovery_answers
  for each row execute function audit.record_change('config_change', 'high', 'request_id');
grant select, insert, update, delete on public.recovery_answers to service_role;
