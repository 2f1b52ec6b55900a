-- The organisation whose billing the caller manages.
create or replace function invoicing.managed() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  if home is null or not authz.allows('manage_billing', home) then
    raise exception 'billing takes the permission to manage billing' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;
grant execute on function invoicing.managed() to authenticated;

create or replace function invoicing.record_export(lines bigint) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform invoicing.managed();
  perform audit.record_export('invoicing_invoices.export', jsonb_build_object('count', record_export.lines));
end $$;
grant execute on function invoicing.record_export(bigint) to authenticated;

-- Statement trigger: one event for each organisation whose rows a statement changed, in its log, and in that of who did it where they are of
-- another one. A draft of an invoice is the operator's alone. What the rows say stays out of the log.
create or replace function invoicing.record_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  event text := case tg_table_name || '.' || lower(tg_op)
    when 'contracts.insert' then 'invoicing_contracts.insert'
    when 'contracts.update' then 'invoicing_contracts.update'
    when 'buyers.insert' then 'invoicing_buyers.insert'
    when 'buyers.update' then 'invoicing_buyers.update'
    when 'requests.insert' then 'invoicing_requests.insert'
    when 'requests.update' then 'invoicing_requests.update'
    when 'invoices.insert' then 'invoicing_invoices.insert'
    when 'invoices.update' then 'invoicing_invoices.update'
    when 'invoices.delete' then 'invoicing_invoices.delete'
  end;
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  select l.log, event, 'config_change', auth.uid(), lower(tg_op), 'success', 'medium',
         jsonb_strip_nulls(jsonb_build_object(
           'table', tg_table_schema || '.' || tg_table_name,
           'tenant_id', a.tenant_id,
           'id', case when count(*) = 1 then min(to_jsonb(a) ->> 'id') end,
           'status', case when count(*) = 1 then min(coalesce(to_jsonb(a) ->> 'status', to_jsonb(a) ->> 'state')) end,
           'count', count(*)))
  from added a
  cross join lateral (select a.tenant_id as log where to_jsonb(a) ->> 'status' is distinct from 'draft'
                      union select coalesce(authz.tenant(), a.tenant_id)) as l
  -- An organisation that is deleted takes its log along.
  where exists (select from public.tenants t where t.id = a.tenant_id)
  group by l.log, a.tenant_id;
  return null;
end $$;
