-- The organisation whose contacts and newsletters the caller manages.
create or replace function growth.managed() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  if home is null or not authz.allows('manage_growth', home) then
    raise exception 'contacts and newsletters take the permission to manage growth' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;
grant execute on function growth.managed() to authenticated;

-- Statement trigger: one event for each organisation whose rows a statement changed, in the log of that organisation, also when nobody of it
-- did it. An import of ten thousand contacts is one event that says so.
create or replace function growth.record_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  event  text := case tg_table_name || '.' || lower(tg_op)
    when 'contacts.insert' then 'growth_contacts.insert'
    when 'contacts.update' then 'growth_contacts.update'
    when 'contacts.delete' then 'growth_contacts.delete'
    when 'audiences.insert' then 'growth_audiences.insert'
    when 'audiences.update' then 'growth_audiences.update'
    when 'audiences.delete' then 'growth_audiences.delete'
    when 'newsletters.insert' then 'growth_newsletters.insert'
    when 'newsletters.update' then 'growth_newsletters.update'
    when 'newsletters.delete' then 'growth_newsletters.delete'
    when 'forms.insert' then 'growth_forms.insert'
    when 'forms.delete' then 'growth_forms.delete'
    when 'mail_settings.insert' then 'growth_mail_settings.insert'
    when 'mail_settings.update' then 'growth_mail_settings.update'
  end;
  is_data boolean := tg_table_name = 'contacts';
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  select a.tenant_id, event, case when is_data then 'data_access' else 'config_change' end, auth.uid(), lower(tg_op), 'success',
         case when is_data and tg_op <> 'DELETE' then 'low' else 'medium' end,
         jsonb_strip_nulls(jsonb_build_object(
           'table', tg_table_schema || '.' || tg_table_name,
           'id', case when count(*) = 1 then min(to_jsonb(a) ->> 'id') end,
           'status', case when count(*) = 1 then min(to_jsonb(a) ->> 'status') end,
           'count', count(*)))
  from added a
  -- An organisation that is deleted takes its log along.
  where exists (select from public.tenants t where t.id = a.tenant_id)
  group by a.tenant_id;
  return null;
end $$;

create or replace function growth.record_export(contacts bigint) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform growth.managed();
  perform audit.record_export('growth_contacts.export', jsonb_build_object('count', record_export.contacts));
end $$;
grant execute on function growth.record_export(bigint) to authenticated;

create or replace function growth.hash_of(email text) returns bytea
  language sql immutable parallel safe set search_path = ''
as $$
  select sha256(convert_to(lower(email), 'UTF8'))
$$;
