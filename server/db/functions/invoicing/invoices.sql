-- Sums of lines as `sumInvoice` of contract/invoicing/invoices.ts works them out; tested equal to it. `round` goes away from zero at a half.
create or replace function invoicing.sums(lines jsonb) returns table (net bigint, tax bigint)
  language sql immutable parallel safe set search_path = ''
as $$
  with amounts as (
    select round((l.value ->> 'quantityMilli')::numeric * (l.value ->> 'unitMinor')::numeric / 1000) as amount,
           (l.value ->> 'taxBasisPoints')::numeric as rate
    from jsonb_array_elements(sums.lines) as l),
  rates as (select sum(a.amount) as net, round(sum(a.amount) * a.rate / 10000) as tax from amounts a group by a.rate)
  select sum(r.net)::bigint, sum(r.tax)::bigint from rates r
$$;

-- Row trigger: what was issued keeps every word and figure. Only its state moves on, and only an organisation that is deleted takes it along.
create or replace function invoicing.keep_issued() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.status <> 'draft' and exists (select from public.tenants t where t.id = old.tenant_id) then
      raise exception 'an invoice that was issued stays' using errcode = 'QS462';
    end if;
    return old;
  end if;
  if old.status <> 'draft'
     and (to_jsonb(new) - array['status', 'version', 'paid_on', 'paid_by'] <> to_jsonb(old) - array['status', 'version', 'paid_on', 'paid_by']
          or old.paid_on is not null and (new.paid_on, new.paid_by) is distinct from (old.paid_on, old.paid_by)
          or not (old.status, new.status) in (('issued', 'paid'), ('issued', 'cancelled'), ('paid', 'cancelled'))) then
    raise exception 'an invoice that was issued stays as it is' using errcode = 'QS462';
  end if;
  return new;
end $$;

-- Locks an invoice for who runs the installation. @throws QS404, QS462 where it has left these states, QS460 where it was changed
create or replace function invoicing.require_invoice(invoice uuid, states text[], known integer) returns invoicing.invoices
  language plpgsql security definer set search_path = ''
as $$
declare
  found invoicing.invoices;
begin
  perform authz.require_tenant_manager();
  select i.* into found from invoicing.invoices i where i.id = invoice for update;
  if found.id is null then
    raise exception 'there is no such invoice' using errcode = 'QS404';
  end if;
  if not found.status = any (states) then
    raise exception 'the invoice is in another state by now' using errcode = 'QS462';
  end if;
  if known is not null and found.version <> known then
    raise exception 'somebody else has changed it meanwhile' using errcode = 'QS460';
  end if;
  return found;
end $$;

-- A new draft. `fields` are columns of the table; sums are worked out here. @throws QS404
create or replace function invoicing.add_invoice(organisation uuid, fields jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  given invoicing.invoices := jsonb_populate_record(null::invoicing.invoices, fields);
  added uuid;
begin
  perform authz.require_tenant_manager();
  if not exists (select from public.tenants t where t.id = organisation and t.probe is null) then
    raise exception 'there is no such organisation' using errcode = 'QS404';
  end if;
  insert into invoicing.invoices (tenant_id, language, currency, lines, is_reverse_charge, note, period_from, period_to, due_on,
                                  net_minor, tax_minor, total_minor)
  select organisation, given.language, given.currency, given.lines, given.is_reverse_charge, given.note, given.period_from, given.period_to,
         given.due_on, s.net, s.tax, s.net + s.tax
  from invoicing.sums(given.lines) s
  returning id into added;
  return added;
end $$;
grant execute on function invoicing.add_invoice(uuid,jsonb) to authenticated;

-- Other content of a draft. @throws as `require_invoice`
create or replace function invoicing.change_invoice(invoice uuid, fields jsonb, known integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  former invoicing.invoices := invoicing.require_invoice(invoice, array['draft'], known);
  given  invoicing.invoices := jsonb_populate_record(null::invoicing.invoices, fields);
begin
  update invoicing.invoices i
  set (language, currency, lines, is_reverse_charge, note, period_from, period_to, due_on, net_minor, tax_minor, total_minor, version) =
      (given.language, given.currency, given.lines, given.is_reverse_charge, given.note, given.period_from, given.period_to, given.due_on,
       s.net, s.tax, s.net + s.tax, i.version + 1)
  from invoicing.sums(given.lines) s
  where i.id = former.id;
  return former.version + 1;
end $$;
grant execute on function invoicing.change_invoice(uuid,jsonb,integer) to authenticated;

create or replace function invoicing.remove_invoice(invoice uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  former invoicing.invoices := invoicing.require_invoice(invoice, array['draft'], null);
begin
  delete from invoicing.invoices i where i.id = former.id;
end $$;
grant execute on function invoicing.remove_invoice(uuid) to authenticated;

-- The next number of the year. Two at once wait for each other.
create or replace function invoicing.take_number(of_year integer) returns integer
  language sql volatile security definer set search_path = ''
as $$
  insert into invoicing.numbers as n (year, last_number) values (of_year, 1)
  on conflict (year) do update set last_number = n.last_number + 1
  returning n.last_number
$$;

-- Gives a draft its number and fixes it, with both sides as they are now. @throws QS465 where the details of a side are missing
create or replace function invoicing.issue_invoice(invoice uuid, known integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  proven  uuid := authz.require_fresh();
  former  invoicing.invoices := invoicing.require_invoice(invoice, array['draft'], known);
  year_of integer := extract(year from clock_timestamp() at time zone 'UTC');
  sells   jsonb := (select to_jsonb(s) - array['is_only', 'version'] from invoicing.seller s);
  pays    jsonb := (select to_jsonb(b) - array['tenant_id', 'version', 'changed_at'] from invoicing.buyers b where b.tenant_id = former.tenant_id);
begin
  if sells is null or pays is null then
    raise exception 'the details of who sells or who pays are missing' using errcode = 'QS465';
  end if;
  update invoicing.invoices i
  set status = 'issued', year = year_of, number = invoicing.take_number(year_of), issued_at = clock_timestamp(), seller = sells, buyer = pays,
      version = i.version + 1
  where i.id = former.id;
end $$;
grant execute on function invoicing.issue_invoice(uuid,integer) to authenticated;

-- Takes an issued invoice back by one with a number of its own and the opposite sums. @returns that one
create or replace function invoicing.cancel_invoice(invoice uuid, why text, known integer) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  proven  uuid := authz.require_fresh();
  former  invoicing.invoices := invoicing.require_invoice(invoice, array['issued', 'paid'], known);
  year_of integer := extract(year from clock_timestamp() at time zone 'UTC');
  added   uuid;
begin
  if former.kind <> 'invoice' then
    raise exception 'a cancellation is not cancelled' using errcode = 'QS462';
  end if;
  update invoicing.invoices i set status = 'cancelled', version = i.version + 1 where i.id = former.id;
  insert into invoicing.invoices (tenant_id, kind, cancels_id, cancels_number, status, year, number, language, currency, lines,
                                  is_reverse_charge, note, period_from, period_to, due_on, net_minor, tax_minor, total_minor, seller, buyer, issued_at)
  values (former.tenant_id, 'cancellation', former.id,
          format('INV-%s-%s', former.year, lpad(former.number::text, greatest(4, length(former.number::text)), '0')), 'issued', year_of, invoicing.take_number(year_of), former.language, former.currency,
          former.lines, former.is_reverse_charge, btrim(why), former.period_from, former.period_to, former.due_on, -former.net_minor,
          -former.tax_minor, -former.total_minor, former.seller, former.buyer, clock_timestamp())
  returning id into added;
  return added;
end $$;
grant execute on function invoicing.cancel_invoice(uuid,text,integer) to authenticated;

-- Notes by hand that it was paid.
create or replace function invoicing.note_payment(invoice uuid, day date, way text, known integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  former invoicing.invoices := invoicing.require_invoice(invoice, array['issued'], known);
begin
  if former.kind <> 'invoice' then
    raise exception 'a cancellation is not paid' using errcode = 'QS462';
  end if;
  if way not in ('transfer', 'other') or day > (clock_timestamp() at time zone 'UTC')::date + 1 then
    raise exception 'a payment that a person notes is a transfer or another one, and not of the future' using errcode = 'check_violation';
  end if;
  update invoicing.invoices i set status = 'paid', paid_on = day, paid_by = way, version = i.version + 1 where i.id = former.id;
end $$;
grant execute on function invoicing.note_payment(uuid,date,text,integer) to authenticated;
