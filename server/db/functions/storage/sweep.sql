-- Leftovers that are old enough, as the database and the store say.
create or replace function storage.due_leftovers(days integer) returns setof uuid
  language sql stable set search_path = ''
as $$
  select l.blob_id from storage.leftovers l
  where l.first_seen_at < now() - make_interval(days => due_leftovers.days)
    and l.modified_at < now() - make_interval(days => due_leftovers.days)
$$;

-- Notes what is due, so that the collector removes it a day later unless something uses it by then. @returns how many.
create or replace function storage.note_leftovers(days integer, by_whom text) returns bigint
  language plpgsql set search_path = ''
as $$
declare
  noted bigint;
begin
  with gone as (
    delete from storage.leftovers l where l.blob_id in (select storage.due_leftovers(note_leftovers.days)) returning l.blob_id
  )
  insert into storage.orphan_blobs (blob_id) select g.blob_id from gone g on conflict (blob_id) do nothing;
  get diagnostics noted = row_count;
  if noted > 0 then
    perform audit.record('leftovers.removed', 'config_change', null, 'removed', 'success', 'medium',
                         jsonb_build_object('count', noted, 'by', note_leftovers.by_whom));
  end if;
  return noted;
end $$;

-- The whole store was looked through. Nothing is noted where too much is due: then the database is rather older than the store.
create or replace function storage.finish_sweep(days integer, percent numeric) returns void
  language plpgsql set search_path = ''
as $$
declare
  swept storage.sweep;
  due   bigint;
begin
  select s.* into swept from storage.sweep s for update;
  -- What this sweep did not see again is gone, or known by now.
  delete from storage.leftovers l where l.seen_at < swept.begun_at;
  select count(*) into due from storage.due_leftovers(finish_sweep.days);
  if due <= floor(swept.blobs * finish_sweep.percent / 100) then
    perform storage.note_leftovers(finish_sweep.days, 'sweep');
    due := 0;
  elsif swept.held = 0 then
    perform audit.record('leftovers.held', 'config_change', null, 'held', 'success', 'high',
                         jsonb_build_object('count', due, 'of', swept.blobs));
    perform notify.keepers(t.id, 'leftovers_held', jsonb_build_object('count', due)) from public.tenants t where t.is_default;
  end if;
  update storage.sweep set is_running = false, reached = null, finished_at = clock_timestamp(), held = due;
end $$;

-- The word of the operator. Null where more is due than they said.
create or replace function storage.release_leftovers(days integer, at_most bigint) returns bigint
  language plpgsql set search_path = ''
as $$
begin
  -- The sweep that is about to finish decides before or after.
  perform from storage.sweep s for update;
  if (select count(*) from storage.due_leftovers(release_leftovers.days)) > release_leftovers.at_most then
    return null;
  end if;
  update storage.sweep set held = 0;
  return storage.note_leftovers(release_leftovers.days, 'operator');
end $$;
