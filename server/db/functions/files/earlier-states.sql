-- Our clock, whoever writes: how long something has lain in the trash follows from it.
create or replace function public.stamp_place() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.placed_at := clock_timestamp();
  elsif to_jsonb(new) ->> tg_argv[0] is distinct from to_jsonb(old) ->> tg_argv[0] then
    new.placed_at := clock_timestamp();
  else
    new.placed_at := old.placed_at;
  end if;
  return new;
end $$;

-- Keeps what a person changes for a week: the first state of each day, and the last 20. Content that is replaced is kept as a version.
create or replace function public.keep_earlier_state() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is null then
    return null;
  end if;
  insert into public.earlier_states (kind, item_id, user_id, team_space_id, state)
  values (tg_argv[0], old.id, old.user_id, old.team_space_id,
          (select jsonb_object_agg(k.key, k.value) from jsonb_each(to_jsonb(old)) as k
           where k.key = any (array['name', 'parent_folder_id', 'original_name', 'mime_type', 'manifest', 'manifest_signature', 'encryption_key',
                                    'space_epoch', 'folder_id', 'segment_hashes', 'version', 'content_id', 'storage_path', 'file_name',
                                    'file_size', 'record', 'record_signature'])));
  delete from public.earlier_states e
  where e.item_id = old.id
    and e.id not in (select l.id from public.earlier_states l where l.item_id = old.id order by l.id desc limit 20)
    and e.id not in (select min(d.id) from public.earlier_states d where d.item_id = old.id group by d.kept_at::date);
  return null;
end $$;

-- Puts back what the caller's files and folders were called, where they were and what was signed about them at a moment of the last week, as far as
-- their content is still the one of then; a manager does it for a space. Only `items`, or all that changed since. @returns how many
create or replace function public.put_back(moment timestamptz, items uuid[] default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := authz.require_fresh();
  claims text := current_setting('request.jwt.claims', true);
  kept   record;
  done   integer := 0;
begin
  create temporary table states_to_put_back on commit drop as
    select distinct on (e.item_id) e.kind, e.item_id, e.state
    from public.earlier_states e
    where e.kept_at >= moment and (items is null or e.item_id = any (items))
      and (e.team_space_id is null and e.user_id = person or authz.space_role(e.team_space_id) = 'manager')
    order by e.item_id, e.kept_at, e.id;
  -- As it was, whoever had signed it: the guards are for what people bring.
  perform set_config('request.jwt.claims', '', true);
  for kept in select * from pg_temp.states_to_put_back s order by s.kind desc loop
    if kept.kind = 'folder' then
      update public.folders f
      set (name, space_epoch, version) = (select s.name, s.space_epoch, s.version from jsonb_populate_record(f, kept.state) s),
          record = kept.state ->> 'record',
          record_signature = kept.state ->> 'record_signature',
          parent_folder_id = (select p.id from public.folders p where p.id = (kept.state ->> 'parent_folder_id')::uuid)
      where f.id = kept.item_id;
    else
      update public.file_records f
      set (original_name, mime_type, manifest, manifest_signature, encryption_key, space_epoch, segment_hashes, version, storage_path, file_name,
           file_size) =
            (select s.original_name, s.mime_type, s.manifest, s.manifest_signature, s.encryption_key, s.space_epoch, s.segment_hashes, s.version,
                    s.storage_path, s.file_name, s.file_size
             from jsonb_populate_record(f, kept.state) s),
          folder_id = (select p.id from public.folders p where p.id = (kept.state ->> 'folder_id')::uuid)
      where f.id = kept.item_id and f.content_id is not distinct from (kept.state ->> 'content_id')::uuid;
    end if;
    if found then
      done := done + 1;
    end if;
  end loop;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  drop table pg_temp.states_to_put_back;
  return done;
end $$;
grant execute on function public.put_back(timestamptz,uuid[]) to authenticated;

-- A version that a person deletes goes to the trash. What goes with its file, or is content that a file has again, is deleted by its table's owner.
create or replace function public.trash_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if current_user <> 'authenticated' then
    return old;
  end if;
  perform public.delete_team_version(old.id);
  return null;
end $$;

-- Versions of a file that lie in the trash are there again. @returns how many
create or replace function public.put_back_versions(file uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := authz.require_proven();
  done   integer;
begin
  update public.file_versions v set trashed_at = null
  where v.file_id = put_back_versions.file and v.trashed_at is not null
    and (v.team_space_id is null and v.user_id = person or authz.edits_space(v.team_space_id));
  get diagnostics done = row_count;
  return done;
end $$;
grant execute on function public.put_back_versions(uuid) to authenticated;
