-- Breaks nothing: passkeys, and the challenges that their ceremonies answer.
create table auth.passkeys (
  id            uuid        primary key default gen_random_uuid(),
  user_id       uuid        not null references auth.users (id) on delete cascade,
  friendly_name text        constraint passkeys_name_length check (length(friendly_name) between 1 and 120),
  credential_id bytea       not null constraint passkeys_credential_key unique,
  public_key    bytea       not null,
  sign_count    bigint      not null,
  transports    text[]      not null default '{}',
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
);
create index passkeys_user_idx on auth.passkeys (user_id);

-- Without a user it is of a sign-in. Minutes of life, so a crash may empty it.
create unlogged table auth.passkey_challenges (
  id         uuid        primary key default gen_random_uuid(),
  user_id    uuid        references auth.users (id) on delete cascade,
  challenge  text        not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry_idx on auth.passkey_challenges (expires_at);
create index passkey_challenges_user_idx on auth.passkey_challenges (user_id) where user_id is not null;

-- A sign-in counts and stamps a time; it has an event of its own.
create trigger passkeys_audit after insert or delete or update of friendly_name, credential_id, public_key
  on auth.passkeys for each row execute function audit.record_change('auth', 'high', 'id');

do $$
declare
  name text;
begin
  foreach name in array array['passkeys', 'passkey_challenges'] loop
    execute format('alter table auth.%I enable row level security', name);
    execute format('alter table auth.%I force row level security', name);
    execute format('create policy %I on auth.%I for all to %I using (true) with check (true)', name || '_service', name, current_user);
    execute format('revoke all on auth.%I from anon, authenticated, service_role', name);
  end loop;
end $$;
