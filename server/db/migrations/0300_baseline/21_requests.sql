create table public.file_requests (
  id              uuid        primary key,
  user_id         uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  -- SHA-256, base64url: of what the address alone becomes, and of what address and password become together.
  door_hash       text        not null constraint file_requests_door_hash check (door_hash ~ '^[A-Za-z0-9_-]{43}$'),
  token_hash      text        not null constraint file_requests_token_hash check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  -- For the sender, sealed under a key from the fragment: title, note, who asks, and the public key to seal to.
  description     text        not null constraint file_requests_description_length check (length(description) between 1 and 16384),
  -- For the requester, sealed under the space's key: the same words, the secret, the target folder.
  owner_record    text        not null constraint file_requests_owner_record_length check (length(owner_record) between 1 and 16384),
  space_id        uuid        not null references public.spaces (id) on delete cascade,
  space_epoch     integer     not null,
  kdf             jsonb       constraint file_requests_kdf check (jsonb_typeof(kdf) = 'object' and pg_column_size(kdf) < 1024),
  has_password    boolean     generated always as (kdf is not null) stored,
  expires_at      timestamptz not null,
  max_files       integer     not null constraint file_requests_max_files check (max_files between 1 and 1000),
  -- Of the files themselves, before sealing.
  max_bytes       bigint      not null constraint file_requests_max_bytes check (max_bytes > 0),
  -- What arrived whole, whether it was accepted or deleted since.
  files_delivered integer     not null default 0,
  bytes_delivered bigint      not null default 0,
  ended_at        timestamptz,
  created_at      timestamptz not null default now(),
  -- An hour for clocks that are wrong.
  constraint file_requests_expiry check (expires_at between created_at - interval '1 hour' and created_at + interval '90 days 1 hour'),
  constraint file_requests_within_files check (files_delivered between 0 and max_files),
  constraint file_requests_within_bytes check (bytes_delivered between 0 and max_bytes)
);
create index file_requests_user_time_idx on public.file_requests (user_id, created_at desc);
alter table public.file_requests enable row level security, force row level security;
create policy file_requests_service on public.file_requests for all to service_role, current_user using (true) with check (true);
create policy file_requests_proven on public.file_requests as restrictive for all to authenticated using ((select authz.is_proven()));
-- Who belongs to no organisation asks for no files.
create policy file_requests_own on public.file_requests for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and (select authz.tenant()) is not null
              and exists (select from public.spaces s where s.id = space_id and s.owner_id = (select auth.uid())));
create trigger file_requests_keep_ended before update of ended_at on public.file_requests
  for each row execute function public.keep_ended();
create trigger file_requests_end after update of ended_at on public.file_requests
  for each row when (new.ended_at is not null) execute function public.end_request();
create trigger file_requests_audit_made after insert or delete on public.file_requests
  for each row execute function audit.record_change('data_access', 'medium', 'id');
create trigger file_requests_audit_ended after update of ended_at on public.file_requests
  for each row execute function audit.record_change('data_access', 'low', 'id');
create trigger file_requests_limit after insert on public.file_requests referencing new table as added
  for each statement execute function authz.limit_rows('user_id', 5000);
create trigger realtime_hint_insert after insert on public.file_requests referencing new table as changed
  for each statement execute function realtime.hint('requests', 't.user_id', 'null::uuid');
create trigger realtime_hint_update after update on public.file_requests referencing new table as changed
  for each statement execute function realtime.hint('requests', 't.user_id', 'null::uuid');
create trigger realtime_hint_delete after delete on public.file_requests referencing old table as changed
  for each statement execute function realtime.hint('requests', 't.user_id', 'null::uuid');
grant select, insert (id, user_id, door_hash, token_hash, description, owner_record, space_id, space_epoch, kdf, expires_at, max_files,
  max_bytes), update (ended_at) on public.file_requests to authenticated;
grant select, insert, update, delete on public.file_requests to service_role;

-- One file on its way: first a place among the limits with its upload, then, when every byte is durable, what the sender says of it.
create table public.request_deliveries (
  -- The file's id, drawn by the sender.
  id           uuid        primary key,
  request_id   uuid        not null references public.file_requests (id) on delete cascade,
  user_id      uuid        not null references auth.users (id) on delete cascade,
  file_size    bigint      not null constraint request_deliveries_size_not_negative check (file_size >= 0),
  bucket_id    text        not null default 'encrypted-files'
                             constraint request_deliveries_bucket check (bucket_id = 'encrypted-files'),
  storage_path text        not null constraint request_deliveries_path_once unique,
  upload_id    uuid,
  -- The path again once the object is durable: a delivery never points at nothing.
  object_name  text,
  wrapped_key  text        constraint request_deliveries_wrap_length check (length(wrapped_key) between 1 and 4096),
  record       text        constraint request_deliveries_record_length check (length(record) between 1 and 8192),
  statement    text        constraint request_deliveries_statement_length check (length(statement) between 1 and 4096),
  mac          text        constraint request_deliveries_mac_length check (length(mac) between 1 and 64),
  delivered_at timestamptz,
  created_at   timestamptz not null default now(),
  segment_hashes text      constraint request_deliveries_segment_hashes
                             check (length(segment_hashes) between 86 and 8388608 and segment_hashes ~ '^[A-Za-z0-9_-]+$'),
  constraint request_deliveries_object_fkey foreign key (bucket_id, object_name)
    references storage.objects (bucket_id, name) on delete restrict on update cascade,
  constraint request_deliveries_whole check (
    (delivered_at is null and object_name is null)
    or (delivered_at is not null and object_name is not null and object_name = storage_path and wrapped_key is not null
        and record is not null and statement is not null and mac is not null))
);
create index request_deliveries_request_idx on public.request_deliveries (request_id);
create index request_deliveries_user_idx on public.request_deliveries (user_id, delivered_at);
-- For the job that ends what never arrived.
create index request_deliveries_arriving_idx on public.request_deliveries (created_at) where delivered_at is null;
alter table public.request_deliveries enable row level security, force row level security;
create policy request_deliveries_service on public.request_deliveries for all to service_role, current_user
  using (true) with check (true);
create policy request_deliveries_proven on public.request_deliveries as restrictive for all to authenticated
  using ((select authz.is_proven()));
create policy request_deliveries_read on public.request_deliveries for select to authenticated
  using (user_id = (select auth.uid()) and delivered_at is not null);
create policy request_deliveries_delete on public.request_deliveries for delete to authenticated
  using (user_id = (select auth.uid()) and delivered_at is not null);
create trigger request_deliveries_drop after delete on public.request_deliveries
  for each row execute function public.drop_delivery();
create trigger request_deliveries_delivered after update of delivered_at on public.request_deliveries
  for each row when (old.delivered_at is null and new.delivered_at is not null) execute function audit.record_delivery();
create trigger request_deliveries_audit after delete on public.request_deliveries
  for each row when (old.delivered_at is not null) execute function audit.record_change('data_access', 'low', 'id');
create trigger request_deliveries_notify after update of delivered_at on public.request_deliveries
  for each row when (old.delivered_at is null and new.delivered_at is not null) execute function notify.on_delivery();
create trigger realtime_hint_insert after insert on public.request_deliveries referencing new table as changed
  for each statement execute function realtime.hint('requests', 't.user_id', 'null::uuid');
create trigger realtime_hint_update after update on public.request_deliveries referencing new table as changed
  for each statement execute function realtime.hint('requests', 't.user_id', 'null::uuid');
create trigger realtime_hint_delete after delete on public.request_deliveries referencing old table as changed
  for each statement execute function realtime.hint('requests', 't.user_id', 'null::uuid');
grant select, delete on public.request_deliveries to authenticated;
grant select, insert, update, delete on public.request_deliveries to service_role;
