-- Notes what the provider of payments says of a session: paid once, with the exact amount. Anything else is an event, and changes nothing.
-- @returns what happened, for the list of events
create or replace function invoicing.settle(of_provider text, session text, invoice text, amount bigint, paid_currency text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  found   invoicing.invoices;
  outcome text;
begin
  if invoice ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select i.* into found from invoicing.invoices i where i.id = invoice::uuid for update;
  end if;
  if found.id is null or found.status = 'draft' then
    return 'unknown invoice';
  end if;
  -- Two events may be about one payment.
  if exists (select from invoicing.checkouts c
             where c.invoice_id = found.id and c.provider = of_provider and c.session_id = session and c.settled_at is not null) then
    return 'seen before';
  end if;
  outcome := case
    when found.kind <> 'invoice' or found.status <> 'issued' then 'not open'
    when found.total_minor <> amount or found.currency <> upper(paid_currency) then 'another amount'
    else 'applied' end;
  insert into invoicing.checkouts (invoice_id, provider, session_id, settled_at) values (found.id, of_provider, session, clock_timestamp())
  on conflict (invoice_id, provider, session_id) do update set settled_at = excluded.settled_at;
  if outcome = 'applied' then
    update invoicing.invoices i
    set status = 'paid', paid_on = (clock_timestamp() at time zone 'UTC')::date, paid_by = 'card', version = i.version + 1
    where i.id = found.id;
  else
    -- Somebody's money is there that belongs to nothing: people have to look.
    perform audit.record_of_tenant(found.tenant_id, 'invoicing_payments.refused', 'high',
                                   jsonb_build_object('invoice_id', found.id, 'reason', outcome));
  end if;
  return outcome;
end $$;
