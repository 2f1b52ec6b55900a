create or replace function public.stamp_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.changed := pg_current_xact_id()::text::bigint;
  return new;
end $$;

create or replace function public.note_removal() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.file_removals (space_id, file_id, changed)
  -- An account that is deleted takes its spaces along, in whatever order.
  select s.id, old.id, pg_current_xact_id()::text::bigint from public.spaces s where s.id = old.space_id
  on conflict (space_id, file_id) do update set changed = excluded.changed, removed_at = now();
  return null;
end $$;

-- What changed in a space since a cursor, as the caller may see it, from one snapshot. `files` is null when there is too much to
-- list and the space is better read whole. `count` and `sum` are of all files of the space: a device that applied the changes compares
-- them.
create or replace function public.file_changes(space uuid, since bigint) returns jsonb
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
grant execute on function public.file_changes(uuid,bigint) to authenticated;
