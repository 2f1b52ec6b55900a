-- One event for each time that a witness begins to refuse the anchor log: another history, or one that it has seen longer.
create or replace function ledger.record_refusal(witness text, reason text) returns void
  language sql set search_path = ''
as $$
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, status, risk_level, details)
  select t.id, 'ledger.witness_refused', 'security_incident', 'refused', 'blocked', 'critical',
         jsonb_build_object('witness', record_refusal.witness, 'reason', record_refusal.reason)
  from public.tenants t where t.is_default;
$$;
