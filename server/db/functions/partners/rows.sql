-- The organisation whose partners the caller manages.
create or replace function partners.managed() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  if home is null or not authz.allows('manage_partners', home) then
    raise exception 'partners take the permission to manage them' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;
grant execute on function partners.managed() to authenticated;

-- The partner that the caller acts for: linked by a manager of the same organisation, with the role of a partner today. Null for others.
create or replace function partners.own() returns uuid
  language sql stable security definer set search_path = ''
as $$
  select p.id
  from partners.partners p
  join public.profiles h on h.user_id = p.account_id and h.tenant_id = p.tenant_id
  where p.account_id = auth.uid() and p.state <> 'ended' and authz.is_proven()
    and exists (select from authz.live_roles r where r.user_id = p.account_id and r.tenant_id = p.tenant_id and r.role = 'partner')
$$;
grant execute on function partners.own() to authenticated;

-- Days are those of UTC.
create or replace function partners.today() returns date
  language sql stable set search_path = ''
as $$
  select (clock_timestamp() at time zone 'UTC')::date
$$;
grant execute on function partners.today() to authenticated;

-- What a partner earns: a share of what was won, rounded to the smallest unit, half of one up. Tested equal to `commissionOf` of
-- contract/partners/commission.ts.
create or replace function partners.commission_of(won bigint, rate integer) returns bigint
  language sql immutable parallel safe set search_path = ''
as $$
  select (won * rate + 5000) / 10000
$$;
grant execute on function partners.commission_of(bigint,integer) to authenticated;

-- Statement trigger: one event for each organisation whose rows a statement changed, in the log of that organisation. Names, amounts and
-- notes stay out of the log.
create or replace function partners.record_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  event     text := case tg_table_name || '.' || lower(tg_op)
    when 'programmes.insert' then 'partners_programmes.insert'
    when 'programmes.update' then 'partners_programmes.update'
    when 'partners.insert' then 'partners_partners.insert'
    when 'partners.update' then 'partners_partners.update'
    when 'links.insert' then 'partners_links.insert'
    when 'links.update' then 'partners_links.update'
    when 'registrations.insert' then 'partners_registrations.insert'
    when 'registrations.update' then 'partners_registrations.update'
    when 'commissions.insert' then 'partners_commissions.insert'
    when 'commissions.update' then 'partners_commissions.update'
    when 'statements.insert' then 'partners_statements.insert'
  end;
  is_config boolean := tg_table_name in ('programmes', 'partners');
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  select a.tenant_id, event, case when is_config then 'config_change' else 'data_access' end, auth.uid(), lower(tg_op), 'success',
         case when is_config or tg_table_name = 'commissions' then 'medium' else 'low' end,
         jsonb_strip_nulls(jsonb_build_object(
           'table', tg_table_schema || '.' || tg_table_name,
           'id', case when count(*) = 1 then min(to_jsonb(a) ->> 'id') end,
           'partner_id', case when count(*) = 1 then min(to_jsonb(a) ->> 'partner_id') end,
           -- Of a partner: the account that sees what is of it.
           'person', case when count(*) = 1 then min(to_jsonb(a) ->> 'account_id') end,
           'status', case when count(*) = 1 then min(to_jsonb(a) ->> 'state') end,
           'count', count(*)))
  from added a
  -- An organisation that is deleted takes its log along.
  where exists (select from public.tenants t where t.id = a.tenant_id)
  group by a.tenant_id;
  return null;
end $$;

create or replace function partners.record_export(lines bigint) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform partners.managed();
  perform audit.record_export('partners_partners.export', jsonb_build_object('count', record_export.lines));
end $$;
grant execute on function partners.record_export(bigint) to authenticated;
