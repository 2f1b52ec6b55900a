-- A client saw something unusual in content before it sealed it for a file of the caller, or of a space in which they edit. Anybody could send
-- this, and who attacks does not: it lowers a limit of the caller and does nothing else.
create or replace function public.hint_replacement(file uuid, hint text) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  person uuid := authz.require_proven();
begin
  insert into threats.hints as h (user_id, file_id, hint)
  select person, f.id, hint_replacement.hint from public.file_records f
  where f.id = hint_replacement.file and (f.user_id = person or authz.edits_space(f.team_space_id))
  on conflict (user_id, file_id) do update set hint = excluded.hint, at = clock_timestamp();
end $$;
grant execute on function public.hint_replacement(uuid,text) to authenticated;

-- Files that the person replaced since then, and of which a client said so.
create or replace function threats.count_hinted(person uuid, since timestamptz) returns integer
  language sql volatile security definer set search_path = ''
as $$
  select count(*)::integer
  from (select from threats.hints h join threats.destroyed d on d.user_id = h.user_id and d.file_id = h.file_id
        where h.user_id = person and h.at > since and d.at > since limit 5000) h
$$;

-- How many alarms the caller has set, and when the last: whether a list of them that was read before is still the whole one. Which they are is
-- told by a proof only.
create or replace function public.alarm_mark() returns text
  language sql stable security definer set search_path = ''
as $$
  select count(*) || ' ' || coalesce(extract(epoch from max(c.created_at)), 0)
  from public.canaries c
  where c.user_id = auth.uid() and (select authz.is_proven())
$$;
grant execute on function public.alarm_mark() to authenticated;
