-- Public keys of an account: `statement` is canonical JSON that the account itself signed (docs/format.md, key bundle).
create table public.user_key_bundles (
  user_id     uuid        primary key default auth.uid() references auth.users (id) on delete cascade,
  tenant_id   uuid        not null references public.tenants (id),
  statement   text        not null,
  signature   text        not null,
  created_at  timestamptz not null default now()
);
alter table public.user_key_bundles enable row level security, force row level security;
-- Public keys are for everyone in the organisation; a bundle never changes silently.
create policy user_key_bundles_read on public.user_key_bundles for select to authenticated
  using (tenant_id = (select authz.tenant()));
create policy user_key_bundles_insert on public.user_key_bundles for insert to authenticated
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.tenant()));
create policy user_key_bundles_service on public.user_key_bundles for all to service_role, current_user using (true) with check (true);
create policy user_key_bundles_proven_insert on public.user_key_bundles as restrictive for insert to authenticated
  with check ((select authz.is_proven()));
create trigger user_key_bundles_tenant before insert on public.user_key_bundles for each row execute function authz.default_tenant();
create trigger user_key_bundles_audit after insert or delete or update on public.user_key_bundles
  for each row execute function audit.record_change('config_change', 'medium', 'user_id');
create trigger user_key_bundles_proven before insert on public.user_key_bundles
  for each row execute function public.require_proof_for_vault();
grant select, insert on public.user_key_bundles to authenticated;
grant select, insert, update, delete on public.user_key_bundles to service_role;

-- The account master key, wrapped once for each way of opening the vault.
create table public.account_wraps (
  id          uuid        primary key default gen_random_uuid(),
  user_id     uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  kind        text        not null constraint account_wraps_kind
                            check (kind in ('password', 'recovery', 'passkey', 'device', 'organisation')),
  label       text        not null default '',
  wrapped_key text        not null,
  created_at  timestamptz not null default now(),
  -- Of a recovery kit: when its owner last showed that they have it. Words of it are typed back when it is made: that is the first time.
  checked_at  timestamptz
);
create unique index account_wraps_single_idx on public.account_wraps (user_id, kind)
  where kind in ('password', 'recovery', 'organisation');
create index account_wraps_user_idx on public.account_wraps (user_id);
alter table public.account_wraps enable row level security, force row level security;
create policy account_wraps_own on public.account_wraps for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy account_wraps_service on public.account_wraps for all to service_role, current_user using (true) with check (true);
create policy account_wraps_proven on public.account_wraps as restrictive for all to authenticated using ((select authz.is_proven()));
create trigger account_wraps_audit after insert or delete or update on public.account_wraps
  for each row execute function audit.record_change('config_change', 'medium', 'kind');
create trigger account_wraps_first_check before insert on public.account_wraps
  for each row execute function public.stamp_first_check();
create trigger account_wraps_finish_recovery after update of wrapped_key on public.account_wraps for each row
  when (new.kind = 'password') execute function public.finish_recovery();
create trigger account_wraps_keep_earlier after update of wrapped_key on public.account_wraps for each row
  when (old.kind in ('password', 'recovery') and old.wrapped_key <> new.wrapped_key) execute function auth.keep_earlier_keys();
-- Replacing keys is a call of auth/v1 that asks for proof; see docs/decisions/0040-keys-are-replaced-by-proof.md. With an access token
-- alone they could be deleted, and a vault with them for ever. So it is with spaces and space_keys.
grant select on public.account_wraps to authenticated;
grant select, insert, update, delete on public.account_wraps to service_role;

create table public.keyrings (
  user_id    uuid        primary key default auth.uid() references auth.users (id) on delete cascade,
  sealed     text        not null,
  version    integer     not null default 1,
  updated_at timestamptz not null default now()
);
alter table public.keyrings enable row level security, force row level security;
create policy keyrings_own on public.keyrings for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy keyrings_service on public.keyrings for all to service_role, current_user using (true) with check (true);
create policy keyrings_proven on public.keyrings as restrictive for all to authenticated using ((select authz.is_proven()));
create trigger keyrings_audit after insert or delete or update on public.keyrings
  for each row execute function audit.record_change('config_change', 'medium', 'user_id');
create trigger keyrings_keep_earlier after update of sealed on public.keyrings for each row
  when (old.sealed <> new.sealed) execute function auth.keep_earlier_keys();
create trigger keyrings_next_version before update on public.keyrings
  for each row execute function public.require_next_keyring_version();
-- Pins of colleagues change all the time, without a password at hand.
grant select, update (sealed, version, updated_at) on public.keyrings to authenticated;
grant select, insert, update, delete on public.keyrings to service_role;

create table public.spaces (
  id            uuid        primary key default gen_random_uuid(),
  tenant_id     uuid        not null references public.tenants (id),
  owner_id      uuid        default auth.uid() references auth.users (id) on delete cascade,
  kind          text        not null default 'personal' constraint spaces_kind check (kind in ('personal', 'team')),
  current_epoch integer     not null default 1 constraint spaces_epoch_positive check (current_epoch > 0),
  created_at    timestamptz not null default now(),
  -- Nobody owns a team space: it outlives each of its members.
  constraint spaces_owner check ((kind = 'team') = (owner_id is null))
);
create unique index spaces_one_personal_idx on public.spaces (owner_id) where kind = 'personal';
alter table public.spaces enable row level security, force row level security;
create policy spaces_own on public.spaces for all to authenticated
  using (owner_id = (select auth.uid()))
  with check (owner_id = (select auth.uid()) and tenant_id = (select authz.tenant()));
create policy spaces_service on public.spaces for all to service_role, current_user using (true) with check (true);
create policy spaces_proven on public.spaces as restrictive for all to authenticated using ((select authz.is_proven()));
create trigger spaces_tenant before insert on public.spaces for each row execute function authz.default_tenant();
create trigger spaces_audit after insert or delete or update on public.spaces
  for each row execute function audit.record_change('config_change', 'low', 'id');
create trigger realtime_hint_insert after insert on public.spaces referencing new table as changed
  for each statement execute function realtime.hint('spaces', 't.owner_id', 'case when t.kind = ''team'' then t.id end');
create trigger realtime_hint_update after update on public.spaces referencing new table as changed
  for each statement execute function realtime.hint('spaces', 't.owner_id', 'case when t.kind = ''team'' then t.id end');
create trigger realtime_hint_delete after delete on public.spaces referencing old table as changed
  for each statement execute function realtime.hint('spaces', 't.owner_id', 'case when t.kind = ''team'' then t.id end');
grant select on public.spaces to authenticated;
grant select, insert, update, delete on public.spaces to service_role;

create table public.space_keys (
  space_id    uuid        not null references public.spaces (id) on delete cascade,
  epoch       integer     not null,
  user_id     uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  wrapped_key text        not null,
  created_at  timestamptz not null default now(),
  primary key (space_id, epoch, user_id)
);
create index space_keys_user_idx on public.space_keys (user_id);
alter table public.space_keys enable row level security, force row level security;
create policy space_keys_own on public.space_keys for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid())
              and exists (select from public.spaces s where s.id = space_id and s.owner_id = (select auth.uid())));
create policy space_keys_service on public.space_keys for all to service_role, current_user using (true) with check (true);
create policy space_keys_proven on public.space_keys as restrictive for all to authenticated using ((select authz.is_proven()));
create trigger space_keys_audit after insert or delete or update on public.space_keys
  for each row execute function audit.record_change('config_change', 'medium', 'space_id');
grant select on public.space_keys to authenticated;
grant select, insert, update, delete on public.space_keys to service_role;

-- What was there before the first change of each day, for a week: rubbish in its place, whoever wrote it, can be taken back. Of an
-- organisation's recovery nothing is kept, because withdrawing it takes back consent.
create table auth.earlier_account_keys (
  user_id    uuid        not null references auth.users (id) on delete cascade,
  what       text        not null constraint earlier_account_keys_what
                           check (what in ('password', 'recovery', 'keyring', 'space_keys')),
  kept_on    date        not null default current_date,
  content    text        not null,
  version    integer,
  primary key (user_id, what, kept_on)
);
alter table auth.earlier_account_keys enable row level security, force row level security;
create policy earlier_account_keys_service on auth.earlier_account_keys for all to service_role, current_user
  using (true) with check (true);

create table auth.earlier_key_states (
  id      bigint      generated always as identity primary key,
  user_id uuid        not null references auth.users (id) on delete cascade,
  -- When it ended to be the present one.
  kept_at timestamptz not null default clock_timestamp(),
  -- {"wraps": {kind: key}, "keyring", "space_id", "current_epoch", "keys": [{"space_id", "epoch", "wrapped_key"}]}
  state   jsonb       not null
);
create index earlier_key_states_user_idx on auth.earlier_key_states (user_id, kept_at);
alter table auth.earlier_key_states enable row level security, force row level security;
create policy earlier_key_states_service on auth.earlier_key_states for all to service_role, current_user using (true) with check (true);
revoke all on auth.earlier_key_states from public, anon, authenticated, service_role;
