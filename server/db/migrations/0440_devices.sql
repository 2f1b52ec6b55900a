-- Breaks nothing. Devices that add files to somebody's vault and read nothing (docs/decisions/0113-a-device-adds-and-never-reads.md).

-- What devices seal to: one key pair for each suite and epoch. The private half lies in the owner's record, sealed.
create table public.device_inboxes (
  id           uuid        primary key,
  user_id      uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  suite        text        not null constraint device_inboxes_suite check (suite in ('std', 'iot')),
  epoch        integer     not null constraint device_inboxes_epoch check (epoch >= 1),
  public_key   text        not null constraint device_inboxes_public_key check (length(public_key) between 1 and 4096),
  owner_record text        not null constraint device_inboxes_owner_record_length check (length(owner_record) between 1 and 16384),
  space_id     uuid        not null references public.spaces (id) on delete cascade,
  space_epoch  integer     not null,
  created_at   timestamptz not null default now(),
  constraint device_inboxes_once unique (user_id, suite, epoch)
);
alter table public.device_inboxes enable row level security, force row level security;
create policy device_inboxes_service on public.device_inboxes for all to service_role, current_user using (true) with check (true);
create policy device_inboxes_proven on public.device_inboxes as restrictive for all to authenticated using ((select authz.is_proven()));
create policy device_inboxes_own on public.device_inboxes for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and (select authz.tenant()) is not null
              and exists (select from public.spaces s where s.id = space_id and s.owner_id = (select auth.uid())));
create trigger device_inboxes_audit after insert on public.device_inboxes
  for each row execute function audit.record_change('config_change', 'medium', 'id');
create trigger device_inboxes_limit after insert on public.device_inboxes referencing new table as added
  for each statement execute function authz.limit_rows('user_id', 200);
grant select, insert (id, suite, epoch, public_key, owner_record, space_id, space_epoch) on public.device_inboxes to authenticated;
grant select, insert, update, delete on public.device_inboxes to service_role;

create table public.devices (
  id               uuid        primary key,
  user_id          uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  -- In clear, as its organisation's administrators see it.
  name             text        not null constraint devices_name check (length(name) between 1 and 100),
  suite            text        not null constraint devices_suite check (suite in ('std', 'iot')),
  interval_seconds integer     not null constraint devices_interval check (interval_seconds between 60 and 2592000),
  inbox_id         uuid        not null references public.device_inboxes (id) on delete cascade,
  -- Which key the device seals to, as its owner says under a key that the server does not have.
  inbox_statement  text        not null constraint devices_inbox_statement_length check (length(inbox_statement) between 1 and 4096),
  inbox_mac        text        not null constraint devices_inbox_mac check (inbox_mac ~ '^[A-Za-z0-9_-]{43}$'),
  -- For the owner alone: name, secret, and from which counter on nothing of it is taken.
  owner_record     text        not null constraint devices_owner_record_length check (length(owner_record) between 1 and 16384),
  record_version   integer     not null default 1 constraint devices_record_version check (record_version >= 1),
  space_id         uuid        not null references public.spaces (id) on delete cascade,
  space_epoch      integer     not null,
  key_serial       integer     constraint devices_key_serial check (key_serial >= 0),
  -- Of the last request that was let in.
  counter          bigint      not null default 0 constraint devices_counter check (counter between 0 and 9007199254740991),
  -- Of the last delivery: they are taken in the order of their counters.
  delivered_counter bigint     not null default 0,
  enrolled_at      timestamptz,
  last_seen_at     timestamptz,
  battery          smallint    constraint devices_battery check (battery between 0 and 100),
  firmware         text        constraint devices_firmware check (length(firmware) between 1 and 100),
  files_received   integer     not null default 0,
  bytes_received   bigint      not null default 0,
  day              date        not null default current_date,
  day_bytes        bigint      not null default 0,
  refusals         integer     not null default 0,
  refusal_recorded timestamptz,
  revoked_at       timestamptz,
  created_at       timestamptz not null default now()
);
create index devices_user_time_idx on public.devices (user_id, created_at desc);
create index devices_inbox_idx on public.devices (inbox_id);
alter table public.devices enable row level security, force row level security;
create policy devices_service on public.devices for all to service_role, current_user using (true) with check (true);
create policy devices_proven on public.devices as restrictive for all to authenticated using ((select authz.is_proven()));
create policy devices_own on public.devices for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and (select authz.tenant()) is not null
              and exists (select from public.spaces s where s.id = space_id and s.owner_id = (select auth.uid()))
              and exists (select from public.device_inboxes i
                          where i.id = inbox_id and i.user_id = (select auth.uid()) and i.suite = devices.suite));
create trigger devices_audit_made after insert on public.devices
  for each row execute function audit.record_change('config_change', 'medium', 'id');
create trigger devices_audit_changed after update of revoked_at, inbox_id on public.devices
  for each row execute function audit.record_change('config_change', 'medium', 'id');
create trigger devices_limit after insert on public.devices referencing new table as added
  for each statement execute function authz.limit_rows('user_id', 10000, 't.revoked_at is null');
create trigger realtime_hint_insert after insert on public.devices referencing new table as changed
  for each statement execute function realtime.hint('requests', 't.user_id', 'null::uuid');
grant select, insert (id, name, suite, interval_seconds, inbox_id, inbox_statement, inbox_mac, owner_record, space_id, space_epoch),
  update (inbox_id, inbox_statement, inbox_mac, owner_record, record_version, space_id, space_epoch, revoked_at)
  on public.devices to authenticated;
grant select, insert, update, delete on public.devices to service_role;

create table public.device_codes (
  device_id  uuid        primary key references public.devices (id) on delete cascade,
  user_id    uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  -- SHA-256, base64url, of what follows from the secret in the code.
  token_hash text        not null constraint device_codes_token_hash check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  expires_at timestamptz not null default now() + interval '24 hours',
  used_at    timestamptz
);
create index device_codes_user_idx on public.device_codes (user_id);
alter table public.device_codes enable row level security, force row level security;
create policy device_codes_service on public.device_codes for all to service_role, current_user using (true) with check (true);
create policy device_codes_proven on public.device_codes as restrictive for all to authenticated using ((select authz.is_proven()));
create policy device_codes_own on public.device_codes for select to authenticated using (user_id = (select auth.uid()));
create policy device_codes_make on public.device_codes for insert to authenticated
  with check (user_id = (select auth.uid())
              and exists (select from public.devices d
                          where d.id = device_id and d.user_id = (select auth.uid()) and d.key_serial is null));
grant select, insert (device_id, token_hash) on public.device_codes to authenticated;
grant select, insert, update, delete on public.device_codes to service_role;

-- Public halves, as each device stated and signed them: the first under its enrolment secret, each next one with the key before.
create table public.device_keys (
  device_id  uuid        not null references public.devices (id) on delete cascade,
  serial     integer     not null constraint device_keys_serial check (serial >= 0),
  user_id    uuid        not null references auth.users (id) on delete cascade,
  public_key text        not null constraint device_keys_public_key check (length(public_key) between 1 and 4096),
  statement  text        not null constraint device_keys_statement_length check (length(statement) between 1 and 4096),
  mac        text        not null constraint device_keys_mac check (mac ~ '^[A-Za-z0-9_-]{43}$'),
  signed     text        not null constraint device_keys_signed_length check (length(signed) between 1 and 1024),
  signature  text        not null constraint device_keys_signature_length check (length(signature) between 1 and 8192),
  created_at timestamptz not null default now(),
  primary key (device_id, serial)
);
create index device_keys_user_idx on public.device_keys (user_id);
alter table public.device_keys enable row level security, force row level security;
create policy device_keys_service on public.device_keys for all to service_role, current_user using (true) with check (true);
create policy device_keys_proven on public.device_keys as restrictive for all to authenticated using ((select authz.is_proven()));
create policy device_keys_own on public.device_keys for select to authenticated using (user_id = (select auth.uid()));
create trigger device_keys_audit after insert on public.device_keys
  for each row execute function audit.record_change('config_change', 'medium', 'device_id');
grant select on public.device_keys to authenticated;
grant select, insert, update, delete on public.device_keys to service_role;

-- A file on its way comes for a request, or from a device. Programs of before know the former only, so the table shows them nothing else.
alter table public.request_deliveries alter column request_id drop not null;
alter table public.request_deliveries
  add column device_id uuid references public.devices (id) on delete cascade,
  -- What the device signed: the request that stated this delivery. The hash of its content lets it send the same once more.
  add column signed text constraint request_deliveries_signed_length check (length(signed) between 1 and 1024),
  add column signature text constraint request_deliveries_signature_length check (length(signature) between 1 and 8192),
  add column content_hash text constraint request_deliveries_content_hash check (content_hash ~ '^[A-Za-z0-9_-]{43}$'),
  add constraint request_deliveries_origin check (num_nonnulls(request_id, device_id) = 1),
  add constraint request_deliveries_device_signed check (
    device_id is null or delivered_at is null or (signed is not null and signature is not null));
create index request_deliveries_device_idx on public.request_deliveries (device_id) where device_id is not null;
alter policy request_deliveries_read on public.request_deliveries
  using (user_id = (select auth.uid()) and delivered_at is not null and request_id is not null);
alter policy request_deliveries_delete on public.request_deliveries
  using (user_id = (select auth.uid()) and delivered_at is not null and request_id is not null);

create view public.device_deliveries with (security_barrier = true) as
  select d.id, d.device_id, d.user_id, d.file_size, d.storage_path, d.wrapped_key, d.record, d.statement, d.mac, d.segment_hashes,
         d.signed, d.signature, d.delivered_at
  from public.request_deliveries d
  where d.device_id is not null and d.delivered_at is not null and d.user_id = (select auth.uid()) and (select authz.is_proven());
revoke all on public.device_deliveries from public, anon, authenticated, service_role;
grant select, delete on public.device_deliveries to authenticated;

--! functions

create trigger devices_keep_revoked before update on public.devices
  for each row execute function public.keep_revoked_device();
create trigger devices_revoked after update of revoked_at on public.devices
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function public.end_device();
create trigger former_members_revoke_devices after insert on public.former_members
  for each row execute function public.revoke_devices_of_former();

create view public.own_devices with (security_barrier = true) as
  select d.id, d.name, d.suite, d.interval_seconds, d.inbox_id, d.inbox_statement, d.inbox_mac, d.owner_record, d.record_version,
         d.space_id, d.space_epoch, d.key_serial, d.enrolled_at, d.last_seen_at, d.battery, d.firmware, d.files_received, d.bytes_received,
         d.refusals, d.revoked_at, d.created_at, public.device_state(d) as state, c.expires_at as code_expires_at
  from public.devices d
  left join public.device_codes c on c.device_id = d.id and c.used_at is null
  where d.user_id = (select auth.uid()) and (select authz.is_proven());
revoke all on public.own_devices from public, anon, authenticated, service_role;
grant select on public.own_devices to authenticated;
