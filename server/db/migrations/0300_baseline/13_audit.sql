create table public.system_audit_log (
  id             uuid        primary key default gen_random_uuid(),
  created_at     timestamptz not null default clock_timestamp(),
  tenant_id      uuid        references public.tenants (id),
  event_type     text        not null,
  event_category text        not null constraint system_audit_log_category
                               check (event_category in ('auth', 'data_access', 'config_change', 'security_incident')),
  user_id        uuid,
  action         text        not null,
  status         text        not null default 'success' constraint system_audit_log_status
                               check (status in ('success', 'failure', 'blocked')),
  risk_level     text        not null default 'low' constraint system_audit_log_risk
                               check (risk_level in ('low', 'medium', 'high', 'critical')),
  details        jsonb       not null default '{}'
);
-- Newest first per tenant, for the audit page and its keyset paging.
create index system_audit_log_tenant_time_idx on public.system_audit_log (tenant_id, created_at desc, id desc);
-- The rows of one person, newest first.
create index system_audit_log_user_time_idx on public.system_audit_log (user_id, created_at desc, id desc)
  where user_id is not null;
-- Most events are the use of files and of low risk: those are dense along the index by time. The rare ones are not.
create index system_audit_log_category_idx on public.system_audit_log (tenant_id, event_category, created_at desc, id desc)
  where event_category <> 'data_access';
create index system_audit_log_risk_idx on public.system_audit_log (tenant_id, risk_level, created_at desc, id desc)
  where risk_level <> 'low';
create index system_audit_log_type_idx on public.system_audit_log (tenant_id, event_type, created_at desc, id desc);
create index system_audit_log_object_idx on public.system_audit_log (user_id, (details ->> 'id'), created_at desc, id desc)
  where user_id is not null;
alter table public.system_audit_log enable row level security, force row level security;
create policy system_audit_log_read on public.system_audit_log for select to authenticated
  using (tenant_id = (select authz.tenant())
         and ((select authz.allows('view_audit_logs', authz.tenant())) or user_id = (select auth.uid())));
create policy system_audit_log_service on public.system_audit_log for all to service_role, current_user using (true) with check (true);
create trigger system_audit_log_append_only before update or delete on public.system_audit_log
  for each row execute function audit.refuse_change();
create trigger system_audit_log_no_truncate before truncate on public.system_audit_log
  for each statement execute function audit.refuse_change();
-- The condition keeps the busy rest of the log from calling the function at all.
create trigger system_audit_log_notify after insert on public.system_audit_log for each row
  when (new.user_id is not null and new.event_type in (
    'password.changed', 'password.reset', 'email.changed', 'refresh.reuse_detected', 'passkey.registered', 'passkey.removed',
    'mfa.removed'))
  execute function notify.on_event();
grant select on public.system_audit_log to authenticated;
grant select, insert on public.system_audit_log to service_role;
