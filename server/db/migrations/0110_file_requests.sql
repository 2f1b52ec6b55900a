-- Breaks nothing: requests for files. Who has the address of one uploads without an account; what arrives waits, sealed to the
-- requester's key, until their own browser has checked it and makes a file of it (docs/decisions/0021).

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

-- Whatever a delivery was, nothing of it stays: its unfinished upload, or its bytes, unless they became a file.
create function public.drop_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from storage.uploads u where u.id = old.upload_id;
  delete from storage.objects o
  where o.bucket_id = old.bucket_id and o.name = old.storage_path
    and not exists (select from public.file_records f where f.bucket_id = old.bucket_id and f.storage_path = old.storage_path);
  return null;
end $$;
create trigger request_deliveries_drop after delete on public.request_deliveries
  for each row execute function public.drop_delivery();

-- The record of the file and the end of its delivery are one transaction.
create function public.accept_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.request_deliveries d
  where d.id = new.id and d.user_id = new.user_id and d.object_name = new.storage_path;
  return null;
end $$;
create trigger file_records_accept_delivery after insert on public.file_records
  for each row execute function public.accept_delivery();

-- A request that was ended stays ended, by our clock, and what is on its way ends with it.
create function public.keep_ended() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if old.ended_at is not null then
    new.ended_at := old.ended_at;
  elsif new.ended_at is not null then
    new.ended_at := now();
  end if;
  return new;
end $$;
create function public.end_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.request_deliveries d where d.request_id = new.id and d.delivered_at is null;
  return null;
end $$;
create trigger file_requests_keep_ended before update of ended_at on public.file_requests
  for each row execute function public.keep_ended();
create trigger file_requests_end after update of ended_at on public.file_requests
  for each row when (new.ended_at is not null) execute function public.end_request();

-- Uploads that nobody finished, of requests that run as well as of those whose time is over.
create function public.drop_stale_deliveries(lifetime interval) returns integer
  language sql volatile security definer set search_path = ''
  begin atomic
    with gone as (
      delete from public.request_deliveries d
      using public.file_requests r
      where r.id = d.request_id and d.delivered_at is null
        and (d.created_at < now() - lifetime or r.expires_at < now())
      returning d.id
    )
    select count(*)::integer from gone;
  end;

-- A sender has no account; the event is written in the name of the requester's organisation.
create function audit.record_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, details)
  select p.tenant_id, 'file_requests.delivery', 'data_access', 'delivery',
         jsonb_build_object('table', 'public.file_requests', 'id', new.request_id, 'file_id', new.id)
  from public.profiles p where p.user_id = new.user_id;
  return null;
end $$;
create trigger request_deliveries_delivered after update of delivered_at on public.request_deliveries
  for each row when (old.delivered_at is null and new.delivered_at is not null) execute function audit.record_delivery();
create trigger request_deliveries_audit after delete on public.request_deliveries
  for each row when (old.delivered_at is not null) execute function audit.record_change('data_access', 'low', 'id');
create trigger file_requests_audit_made after insert or delete on public.file_requests
  for each row execute function audit.record_change('data_access', 'medium', 'id');
create trigger file_requests_audit_ended after update of ended_at on public.file_requests
  for each row execute function audit.record_change('data_access', 'low', 'id');

-- Of several files that arrive together one notice tells, and counts them while it is unread.
insert into notify.defaults (kind, by_email) values ('files_received', true);
create function notify.on_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  told uuid;
begin
  select n.id into told
  from public.notifications n
  where n.user_id = new.user_id and n.kind = 'files_received' and n.read_at is null
    and n.details ->> 'request_id' = new.request_id::text and n.created_at > now() - interval '1 hour'
  order by n.created_at desc limit 1
  for update;
  if told is null then
    perform notify.person(new.user_id, 'files_received', jsonb_build_object('request_id', new.request_id, 'count', 1));
  else
    update public.notifications n
    set details = n.details || jsonb_build_object('count', (n.details ->> 'count')::integer + 1)
    where n.id = told;
  end if;
  return null;
end $$;
create trigger request_deliveries_notify after update of delivered_at on public.request_deliveries
  for each row when (old.delivered_at is null and new.delivered_at is not null) execute function notify.on_delivery();

do $$
declare
  name text;
begin
  foreach name in array array['file_requests', 'request_deliveries'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('alter table public.%I force row level security', name);
    execute format('create policy %I on public.%I for all to service_role, %I using (true) with check (true)',
                   name || '_service', name, current_user);
    -- As in 0080: without the second factor of the account there is nothing to see.
    execute format('create policy %I on public.%I as restrictive for all to authenticated using ((select authz.is_proven()))',
                   name || '_proven', name);
  end loop;
end $$;
-- Who belongs to no organisation asks for no files.
create policy file_requests_own on public.file_requests for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and (select authz.tenant()) is not null
              and exists (select from public.spaces s where s.id = space_id and s.owner_id = (select auth.uid())));
create policy request_deliveries_read on public.request_deliveries for select to authenticated
  using (user_id = (select auth.uid()) and delivered_at is not null);
create policy request_deliveries_delete on public.request_deliveries for delete to authenticated
  using (user_id = (select auth.uid()) and delivered_at is not null);
grant select, insert (id, user_id, door_hash, token_hash, description, owner_record, space_id, space_epoch, kdf, expires_at,
                      max_files, max_bytes),
  update (ended_at) on public.file_requests to authenticated;
grant select, delete on public.request_deliveries to authenticated;
grant select, insert, update, delete on public.file_requests, public.request_deliveries to service_role;
revoke execute on function public.drop_delivery(), public.accept_delivery(), public.keep_ended(), public.end_request(),
  public.drop_stale_deliveries(interval), audit.record_delivery(), notify.on_delivery() from public;
grant execute on function public.drop_stale_deliveries(interval) to service_role;
