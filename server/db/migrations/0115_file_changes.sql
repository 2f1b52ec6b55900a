-- Breaks nothing: lets a device that keeps the list of files ask what has changed since. Decision 22 says how.

-- The transaction that wrote the row last. A reader's cursor is the oldest transaction that was still running when it read:
-- what commits later carries that number or a higher one, whatever the clocks say and whoever commits first.
alter table public.file_records add column changed bigint not null default 0;
-- A page of a space, newest first or oldest first; and the changes of a space, with what counts them.
create index file_records_space_time_idx on public.file_records (space_id, created_at desc, id desc);
create index file_records_space_changed_idx on public.file_records (space_id, changed) include (user_id);

create function public.stamp_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.changed := pg_current_xact_id()::text::bigint;
  return new;
end $$;
create trigger file_records_stamp_change before insert or update on public.file_records
  for each row execute function public.stamp_change();

-- Files that left a space. Old entries go after a while; a device that missed them finds that its count is wrong and reads anew.
create table public.file_removals (
  space_id   uuid        not null references public.spaces (id) on delete cascade,
  file_id    uuid        not null,
  changed    bigint      not null,
  removed_at timestamptz not null default now(),
  primary key (space_id, file_id)
);
create index file_removals_changed_idx on public.file_removals (space_id, changed);
-- For the job that ends them.
create index file_removals_time_idx on public.file_removals (removed_at);

create function public.note_removal() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.file_removals (space_id, file_id, changed)
  -- An account that is deleted takes its spaces along, in whatever order.
  select s.id, old.id, pg_current_xact_id()::text::bigint from public.spaces s where s.id = old.space_id
  on conflict (space_id, file_id) do update set changed = excluded.changed, removed_at = now();
  return null;
end $$;
create trigger file_records_note_removal after delete on public.file_records
  for each row when (old.space_id is not null) execute function public.note_removal();
create trigger file_records_note_departure after update of space_id on public.file_records
  for each row when (old.space_id is not null and old.space_id is distinct from new.space_id)
  execute function public.note_removal();

alter table public.file_removals enable row level security;
alter table public.file_removals force row level security;
-- As in 0080: without the second factor of the account there is nothing to see.
create policy file_removals_proven on public.file_removals as restrictive for all to authenticated
  using ((select authz.is_proven()));
-- Whoever sees the space sees what left it.
create policy file_removals_read on public.file_removals for select to authenticated
  using (exists (select from public.spaces s where s.id = space_id));
do $$
begin
  execute format('create policy file_removals_service on public.file_removals for all to service_role, %I using (true) with check (true)',
                 current_user);
end $$;
grant select on public.file_removals to authenticated;
grant select, insert, update, delete on public.file_removals to service_role;

-- What changed in a space since a cursor, as the caller may see it, from one snapshot. `files` is null when there is too much to
-- list and the space is better read whole. `count` and `sum` are of all files of the
-- space: whoever applied the changes compares them.
create function public.file_changes(space uuid, since bigint) returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  with changes as (
    select f.id, f.folder_id, f.original_name, f.mime_type, f.file_size, f.created_at, f.last_accessed, f.is_encrypted,
           f.is_shared, f.is_starred, f.trashed_at, f.space_id, f.space_epoch, f.version, f.changed
    from public.file_records f
    where f.space_id = space and f.changed >= since
    limit 1001
  ), removals as (
    select r.file_id from public.file_removals r
    where r.space_id = space and r.changed >= since
      and not exists (select from public.file_records f where f.id = r.file_id and f.space_id = space)
    limit 1001
  ), whole as (
    select count(*) as count, coalesce(sum(f.changed) % 4503599627370496, 0)::bigint as sum
    from public.file_records f where f.space_id = space
  )
  select jsonb_build_object(
    'next', pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
    'count', w.count,
    'sum', w.sum,
    'files', case when (select count(*) from changes) <= 1000
                  then coalesce((select jsonb_agg(to_jsonb(c)) from changes c), '[]') end,
    'removed', case when (select count(*) from removals) <= 1000
                    then coalesce((select jsonb_agg(r.file_id) from removals r), '[]') end)
  from whole w
$$;

revoke execute on function public.stamp_change(), public.note_removal(), public.file_changes(uuid, bigint) from public;
grant execute on function public.file_changes(uuid, bigint) to authenticated;
