-- Breaks nothing. Whose file an event is about, where somebody else read it, so that its owner finds it.
create index system_audit_log_owner_idx on public.system_audit_log ((details ->> 'owner_id'), created_at desc, id desc)
  where (details ->> 'owner_id') is not null;
-- What happened to one object, for a search of the log.
create index system_audit_log_about_idx on public.system_audit_log (tenant_id, (details ->> 'id'), created_at desc, id desc);
create index system_audit_log_file_idx on public.system_audit_log ((details ->> 'file_id'), created_at desc, id desc)
  where (details ->> 'file_id') is not null;
-- Most events succeed; a search for those that did not finds them here.
create index system_audit_log_status_idx on public.system_audit_log (tenant_id, status, created_at desc, id desc)
  where status <> 'success';
