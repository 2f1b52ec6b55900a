-- Invoices of an organisation with their drafts, for who runs the installation. Newest first.
create or replace function invoicing.invoices_of_tenant(organisation uuid) returns setof invoicing.invoices
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform authz.require_tenant_manager();
  return query
  select i.* from invoicing.invoices i where i.tenant_id = organisation order by i.created_at desc, i.id desc limit 2000;
end $$;
grant execute on function invoicing.invoices_of_tenant(uuid) to authenticated;

-- One invoice: for who runs the installation with what a draft would be issued with, and for who manages the billing of its organisation once
-- it was issued. @throws QS404
create or replace function invoicing.readable_invoice(invoice uuid) returns invoicing.invoices
  language plpgsql stable security definer set search_path = ''
as $$
declare
  found     invoicing.invoices;
  home      uuid := authz.tenant();
  is_runner boolean := home = authz.operator() and authz.allows('manage_tenants', home);
begin
  if not is_runner then
    home := invoicing.managed();
  end if;
  select i.* into found from invoicing.invoices i
  where i.id = invoice and (is_runner or i.tenant_id = home and i.status <> 'draft');
  if found.id is null then
    raise exception 'there is no such invoice' using errcode = 'QS404';
  end if;
  if found.status = 'draft' then
    found.seller := (select to_jsonb(s) - array['is_only', 'version'] from invoicing.seller s);
    found.buyer := (select to_jsonb(b) - array['tenant_id', 'version', 'changed_at'] from invoicing.buyers b where b.tenant_id = found.tenant_id);
  end if;
  return found;
end $$;
grant execute on function invoicing.readable_invoice(uuid) to authenticated;

create or replace function invoicing.read_seller() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform authz.require_tenant_manager();
  return (select to_jsonb(s) - array['is_only'] from invoicing.seller s);
end $$;
grant execute on function invoicing.read_seller() to authenticated;

-- Who sells. `fields` are columns of the table. @param known the version that was seen; 0 where there was none. @throws QS460
create or replace function invoicing.save_seller(fields jsonb, known integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  given invoicing.seller := jsonb_populate_record(null::invoicing.seller, fields);
  saved integer;
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  if known = 0 then
    insert into invoicing.seller (legal_name, address, country, tax_number, bank)
    values (given.legal_name, given.address, given.country, given.tax_number, given.bank)
    on conflict (is_only) do nothing
    returning version into saved;
  else
    update invoicing.seller s
    set (legal_name, address, country, tax_number, bank, version) =
        (given.legal_name, given.address, given.country, given.tax_number, given.bank, s.version + 1)
    where s.version = known
    returning s.version into saved;
  end if;
  if saved is null then
    raise exception 'somebody else has changed it meanwhile' using errcode = 'QS460';
  end if;
  perform audit.record('invoicing_seller.update', 'config_change', auth.uid(), 'update', 'success', 'high', '{}');
  return saved;
end $$;
grant execute on function invoicing.save_seller(jsonb,integer) to authenticated;
