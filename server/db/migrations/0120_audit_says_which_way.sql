-- Breaks nothing: an event of a thing that went to the trash or came back, was starred or given a role, says which.
-- As before, details hold no values of columns: what is added is neither sealed nor secret, and the log cannot be read without it.
create or replace function audit.record_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before  jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  after   jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  changed text[];
  actor   uuid := coalesce(auth.uid(), case when tg_table_schema = 'auth' then null
                                            else nullif(coalesce(after, before) ->> 'user_id', '')::uuid end);
begin
  select array_agg(key order by key) into changed
  from jsonb_object_keys(after) as keys (key)
  where tg_op = 'UPDATE' and after -> key is distinct from before -> key;
  if tg_op = 'UPDATE' and changed is null then
    return null;
  end if;

  perform audit.record(
    tg_table_name || '.' || lower(tg_op), tg_argv[0], actor, lower(tg_op), 'success', tg_argv[1],
    jsonb_strip_nulls(jsonb_build_object(
      'table', tg_table_schema || '.' || tg_table_name,
      'id', coalesce(after ->> tg_argv[2], before ->> tg_argv[2]),
      'changed', to_jsonb(changed),
      'trashed', case when 'trashed_at' = any (changed) then after ->> 'trashed_at' is not null end,
      'starred', case when 'is_starred' = any (changed) then (after ->> 'is_starred')::boolean end,
      'role', case when tg_table_name in ('enterprise_user_roles', 'invitations')
                   then coalesce(after ->> 'role', before ->> 'role') end)));
  return null;
end $$;
