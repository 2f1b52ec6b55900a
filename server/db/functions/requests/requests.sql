-- Whatever a delivery was, nothing of it stays: its unfinished upload, or its bytes, unless they became a file.
create or replace function public.drop_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from storage.uploads u where u.id = old.upload_id;
  delete from storage.objects o
  where o.bucket_id = old.bucket_id and o.name = old.storage_path
    and not exists (select from public.file_records f where f.bucket_id = old.bucket_id and f.storage_path = old.storage_path);
  return null;
end $$;

-- The record of the file and the end of its delivery are one transaction.
create or replace function public.accept_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  with accepted as (
    delete from public.request_deliveries d
    where d.id = new.id and d.user_id = new.user_id and d.object_name = new.storage_path
    returning d.id, d.user_id
  )
  insert into public.received_files (file_id, user_id) select a.id, a.user_id from accepted a;
  return null;
end $$;

-- A request that was ended stays ended, by our clock, and deliveries that have not arrived end with it.
create or replace function public.keep_ended() returns trigger
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

create or replace function public.end_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.request_deliveries d where d.request_id = new.id and d.delivered_at is null;
  return null;
end $$;

-- Uploads that nobody finished, of devices and of requests: those that run as well as those whose time is over.
create or replace function public.drop_stale_deliveries(lifetime interval) returns integer
  language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.request_deliveries d
    where d.delivered_at is null
      and (d.created_at < now() - lifetime
           or exists (select from public.file_requests r where r.id = d.request_id and r.expires_at < now()))
    returning d.id
  )
  select count(*)::integer from gone;
$$;
grant execute on function public.drop_stale_deliveries(interval) to service_role;

-- Requests end with their owner's membership, as links do: who is let back in makes new ones.
create or replace function public.end_requests_of_former() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.file_requests r set ended_at = now() where r.user_id = new.user_id and r.ended_at is null;
  return null;
end $$;
