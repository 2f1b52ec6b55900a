-- Breaks nothing: sign-in through OAuth and OpenID Connect providers.

-- A sign-in that is on its way through a provider. Kept until it expires after its use, so that a second use is told apart
-- from an unknown one.
create table auth.oauth_states (
  id            uuid        primary key default gen_random_uuid(),
  state_hash    bytea       not null,
  -- Of the cookie that only the browser holds that began.
  browser_hash  bytea       not null,
  provider      text        not null,
  code_verifier text        not null,
  nonce         text        not null,
  redirect_to   text        not null,
  code_challenge        text,
  code_challenge_method text,
  -- Set when a signed-in person adds the provider to their account.
  link_user_id  uuid        references auth.users (id) on delete cascade,
  used_at       timestamptz,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  constraint oauth_states_hash_key unique (state_hash),
  constraint oauth_states_challenge check ((code_challenge is null) = (code_challenge_method is null))
);
create index oauth_states_expiry_idx on auth.oauth_states (expires_at);
create index oauth_states_user_idx on auth.oauth_states (link_user_id) where link_user_id is not null;

-- Named in the session that the code is exchanged for.
alter table auth.flow_states add column provider text;

alter table auth.oauth_states enable row level security;
alter table auth.oauth_states force row level security;
do $$
begin
  execute format('create policy oauth_states_owner on auth.oauth_states for all to %I using (true) with check (true)',
                 current_user);
end $$;
revoke all on auth.oauth_states from anon, authenticated, service_role;
