-- The organisation whose deals the caller manages.
create or replace function sales.managed() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  if home is null or not authz.allows('manage_sales', home) then
    raise exception 'deals and quotes take the permission to manage sales' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;
grant execute on function sales.managed() to authenticated;

-- Statement trigger: one event for each organisation whose rows a statement changed, in the log of that organisation. What a deal or a quote
-- says stays out of the log.
create or replace function sales.record_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  event     text := case tg_table_name || '.' || lower(tg_op)
    when 'settings.insert' then 'sales_settings.insert'
    when 'settings.update' then 'sales_settings.update'
    when 'deals.insert' then 'sales_deals.insert'
    when 'deals.update' then 'sales_deals.update'
    when 'deals.delete' then 'sales_deals.delete'
    when 'notes.insert' then 'sales_notes.insert'
    when 'notes.delete' then 'sales_notes.delete'
    when 'tasks.insert' then 'sales_tasks.insert'
    when 'tasks.update' then 'sales_tasks.update'
    when 'tasks.delete' then 'sales_tasks.delete'
    when 'quotes.insert' then 'sales_quotes.insert'
    when 'quotes.update' then 'sales_quotes.update'
    when 'quotes.delete' then 'sales_quotes.delete'
  end;
  is_config boolean := tg_table_name = 'settings';
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  select a.tenant_id, event, case when is_config then 'config_change' else 'data_access' end, auth.uid(), lower(tg_op), 'success',
         case when is_config or tg_op = 'DELETE' then 'medium' else 'low' end,
         jsonb_strip_nulls(jsonb_build_object(
           'table', tg_table_schema || '.' || tg_table_name,
           'id', case when count(*) = 1 then min(to_jsonb(a) ->> 'id') end,
           'deal_id', case when count(*) = 1 then min(to_jsonb(a) ->> 'deal_id') end,
           'status', case when count(*) = 1 then min(to_jsonb(a) ->> 'status') end,
           'count', count(*)))
  from added a
  -- An organisation that is deleted takes its log along.
  where exists (select from public.tenants t where t.id = a.tenant_id)
  group by a.tenant_id;
  return null;
end $$;

create or replace function sales.record_export(deals bigint) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform sales.managed();
  perform audit.record_export('sales_deals.export', jsonb_build_object('count', record_export.deals));
end $$;
grant execute on function sales.record_export(bigint) to authenticated;

-- Those who may be responsible for a deal: everybody of the organisation, by name, or by address where there is none.
create or replace function sales.people() returns table (person_id uuid, called text)
  language sql stable security definer set search_path = ''
as $$
  select p.user_id, coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), u.email, '')
  from public.profiles p join auth.users u on u.id = p.user_id
  where p.tenant_id = (select sales.managed()) and u.deleted_at is null and not u.is_anonymous
    and not exists (select from public.former_members f where f.user_id = p.user_id)
  order by 2, 1
  limit 10000
$$;
grant execute on function sales.people() to authenticated;

-- @throws check_violation for somebody who is not of the organisation
create or replace function sales.require_person(home uuid, person uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if person is not null and not exists (
    select from public.profiles p
    where p.user_id = person and p.tenant_id = home and not exists (select from public.former_members f where f.user_id = p.user_id)) then
    raise exception 'there is no such person in the organisation' using errcode = 'check_violation';
  end if;
end $$;

-- What sales sees of a contact without managing growth: whether it agreed to newsletters, and when it last wrote.
create or replace function sales.contact_facts(deals uuid[]) returns table (deal_id uuid, consent text, wrote_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select d.id, c.consent,
         (select max(e.at) from growth.contact_events e where e.contact_id = c.id and e.kind = 'message')
  from sales.deals d join growth.contacts c on c.id = d.contact_id and c.tenant_id = d.tenant_id
  where d.id = any (contact_facts.deals) and d.tenant_id = (select sales.managed())
$$;
grant execute on function sales.contact_facts(uuid[]) to authenticated;
