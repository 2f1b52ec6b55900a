-- Locks a quote of the organisation. @throws QS404, QS442 where it is in none of these states any more, QS440 where somebody changed it
create or replace function sales.require_quote(quote uuid, states text[], known integer) returns sales.quotes
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := sales.managed();
  found sales.quotes;
begin
  select q.* into found from sales.quotes q where q.id = quote and q.tenant_id = home for update;
  if found.id is null then
    raise exception 'there is no such quote' using errcode = 'QS404';
  end if;
  if not found.status = any (states) then
    raise exception 'the quote is in another state by now' using errcode = 'QS442';
  end if;
  if known is not null and found.version <> known then
    raise exception 'somebody else has changed it meanwhile' using errcode = 'QS440';
  end if;
  return found;
end $$;

-- A new draft for a deal. `fields` are columns of the table; sums are worked out by the server.
create or replace function sales.add_quote(deal uuid, fields jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  owner_of sales.deals := sales.require_deal(deal, null);
  given    sales.quotes := jsonb_populate_record(null::sales.quotes, fields);
  added    uuid;
begin
  insert into sales.quotes (tenant_id, deal_id, language, currency, recipient, terms, valid_on, lines, net_minor, tax_minor, total_minor)
  select owner_of.tenant_id, owner_of.id, given.language, s.currency, given.recipient, given.terms, given.valid_on, given.lines,
         given.net_minor, given.tax_minor, given.total_minor
  from sales.settings s where s.tenant_id = owner_of.tenant_id
  returning id into added;
  perform sales.note_event(owner_of.id, 'quoted', '{}');
  return added;
end $$;
grant execute on function sales.add_quote(uuid,jsonb) to authenticated;

-- Other content of a draft; what was sent stays as it is.
create or replace function sales.change_quote(quote uuid, fields jsonb, known integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  former sales.quotes := sales.require_quote(quote, array['draft'], known);
  given  sales.quotes := jsonb_populate_record(null::sales.quotes, fields);
begin
  update sales.quotes q
  set (language, recipient, terms, valid_on, lines, net_minor, tax_minor, total_minor, version) =
      (given.language, given.recipient, given.terms, given.valid_on, given.lines, given.net_minor, given.tax_minor, given.total_minor, q.version + 1)
  where q.id = former.id;
  return former.version + 1;
end $$;
grant execute on function sales.change_quote(uuid,jsonb,integer) to authenticated;

-- Gives the next number of the year; a revision keeps the number of what it takes the place of. Two at once wait for each other.
create or replace function sales.send_quote(quote uuid, known integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  former  sales.quotes := sales.require_quote(quote, array['draft'], known);
  year_of integer := extract(year from clock_timestamp() at time zone 'UTC');
  taken   integer;
begin
  if former.revises_id is not null then
    -- One that was accepted meanwhile is not taken back.
    perform sales.require_quote(former.revises_id, array['sent', 'declined'], null);
    update sales.quotes q set status = 'replaced', version = q.version + 1 where q.id = former.revises_id;
    year_of := former.year;
    taken := former.number;
  else
    insert into sales.quote_numbers as n (tenant_id, year, last_number) values (former.tenant_id, year_of, 1)
    on conflict (tenant_id, year) do update set last_number = n.last_number + 1
    returning n.last_number into taken;
  end if;
  update sales.quotes q
  set status = 'sent', year = year_of, number = taken, sent_at = clock_timestamp(), version = q.version + 1,
      seller = (select s.seller from sales.settings s where s.tenant_id = former.tenant_id)
  where q.id = former.id;
  perform sales.note_event(former.deal_id, 'quote_sent', jsonb_build_object('year', year_of, 'number', taken, 'revision', former.revision));
end $$;
grant execute on function sales.send_quote(uuid,integer) to authenticated;

-- What the customer answered.
create or replace function sales.decide_quote(quote uuid, answer text, known integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  former sales.quotes := sales.require_quote(quote, array['sent'], known);
begin
  if answer not in ('accepted', 'declined') then
    raise exception 'a quote is accepted or declined' using errcode = 'check_violation';
  end if;
  update sales.quotes q set status = answer, decided_at = clock_timestamp(), version = q.version + 1 where q.id = former.id;
  perform sales.note_event(former.deal_id, 'quote_' || answer,
                           jsonb_build_object('year', former.year, 'number', former.number, 'revision', former.revision));
end $$;
grant execute on function sales.decide_quote(uuid,text,integer) to authenticated;

-- A draft with the same content that takes the place of a sent quote once it is sent itself. There is one at a time.
create or replace function sales.revise_quote(quote uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  former sales.quotes := sales.require_quote(quote, array['sent', 'declined'], null);
  added  uuid;
begin
  insert into sales.quotes (tenant_id, deal_id, year, number, revision, revises_id, language, currency, recipient, terms, valid_on, lines,
                            net_minor, tax_minor, total_minor)
  values (former.tenant_id, former.deal_id, former.year, former.number, former.revision + 1, former.id, former.language, former.currency,
          former.recipient, former.terms, former.valid_on, former.lines, former.net_minor, former.tax_minor, former.total_minor)
  on conflict (revises_id) do nothing
  returning id into added;
  if added is null then
    raise exception 'there is a revision of this quote already' using errcode = 'QS442';
  end if;
  perform sales.note_event(former.deal_id, 'quoted', '{}');
  return added;
end $$;
grant execute on function sales.revise_quote(uuid) to authenticated;

create or replace function sales.remove_quote(quote uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  former sales.quotes := sales.require_quote(quote, array['draft'], null);
begin
  delete from sales.quotes q where q.id = former.id;
end $$;
grant execute on function sales.remove_quote(uuid) to authenticated;
