-- Breaks nothing: what happened to one file is answered from an index.
create index system_audit_log_object_idx on public.system_audit_log (user_id, (details ->> 'id'), created_at desc, id desc)
  where user_id is not null;
