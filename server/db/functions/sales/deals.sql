-- Writes what happened into the timeline of a deal.
create or replace function sales.note_event(deal uuid, what text, said jsonb) returns void
  language sql security definer set search_path = ''
as $$
  insert into sales.deal_events (tenant_id, deal_id, kind, details, user_id)
  select d.tenant_id, d.id, what, jsonb_strip_nulls(said), auth.uid() from sales.deals d where d.id = deal
$$;

-- Locks a deal of the organisation. @param known the version that the caller saw; null takes any.
-- @throws QS404, or QS440 where somebody changed it since
create or replace function sales.require_deal(deal uuid, known integer) returns sales.deals
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := sales.managed();
  found sales.deals;
begin
  select d.* into found from sales.deals d where d.id = deal and d.tenant_id = home for update;
  if found.id is null then
    raise exception 'there is no such deal' using errcode = 'QS404';
  end if;
  if known is not null and found.version <> known then
    raise exception 'somebody else has changed it meanwhile' using errcode = 'QS440';
  end if;
  return found;
end $$;

create or replace function sales.contact_of(home uuid, address text) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select c.id from growth.contacts c where c.tenant_id = home and address <> '' and lower(c.email) = lower(address)
$$;

-- `fields` are columns of the table. It begins in the stage that is named, or in the first one; among the open ones.
create or replace function sales.add_deal(fields jsonb, stage uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := sales.managed();
  given sales.deals := jsonb_populate_record(null::sales.deals, fields);
  first uuid;
  added uuid;
begin
  perform sales.begin_pipeline();
  perform sales.require_person(home, given.owner_id);
  select s.id into first from sales.stages s
  where s.tenant_id = home and s.kind = 'open' and (add_deal.stage is null or s.id = add_deal.stage)
  order by s.position, s.id limit 1 for key share;
  if first is null then
    raise exception 'there is no such stage' using errcode = 'QS404';
  end if;
  insert into sales.deals (tenant_id, stage_id, title, contact_id, contact_name, contact_email, contact_company, amount_minor, closes_on, owner_id)
  values (home, first, given.title, sales.contact_of(home, given.contact_email), given.contact_name, given.contact_email,
          given.contact_company, given.amount_minor, given.closes_on, given.owner_id)
  returning id into added;
  perform sales.note_event(added, 'created', '{}');
  return added;
end $$;
grant execute on function sales.add_deal(jsonb,uuid) to authenticated;

create or replace function sales.change_deal(deal uuid, fields jsonb, known integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  former  sales.deals := sales.require_deal(deal, known);
  given   sales.deals := jsonb_populate_record(null::sales.deals, fields);
  changed text[];
  latest  integer;
begin
  -- Who has left stays the owner until somebody else is named.
  if given.owner_id is distinct from former.owner_id then
    perform sales.require_person(former.tenant_id, given.owner_id);
  end if;
  changed := array_remove(array[
    case when given.title is distinct from former.title then 'title' end,
    case when (given.contact_name, given.contact_email, given.contact_company)
              is distinct from (former.contact_name, former.contact_email, former.contact_company) then 'contact' end,
    case when given.amount_minor is distinct from former.amount_minor then 'amount' end,
    case when given.closes_on is distinct from former.closes_on then 'closes' end,
    case when given.owner_id is distinct from former.owner_id then 'owner' end], null);
  update sales.deals d
  set (title, contact_id, contact_name, contact_email, contact_company, amount_minor, closes_on, owner_id, version) =
      (given.title, sales.contact_of(former.tenant_id, given.contact_email), given.contact_name, given.contact_email,
       given.contact_company, given.amount_minor, given.closes_on, given.owner_id, d.version + 1)
  where d.id = former.id
  returning d.version into latest;
  if cardinality(changed) > 0 then
    perform sales.note_event(former.id, 'changed', jsonb_build_object('fields', changed));
  end if;
  return latest;
end $$;
grant execute on function sales.change_deal(uuid,jsonb,integer) to authenticated;

-- Into another stage; into that of what was lost with the reason.
create or replace function sales.move_deal(deal uuid, stage uuid, reason text, known integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  former sales.deals := sales.require_deal(deal, known);
  target sales.stages;
  origin sales.stages;
  latest integer;
begin
  select s.* into target from sales.stages s where s.id = move_deal.stage and s.tenant_id = former.tenant_id for key share;
  if target.id is null then
    raise exception 'there is no such stage' using errcode = 'QS404';
  end if;
  if (target.kind = 'lost') <> (reason is not null) then
    raise exception 'a deal that is lost has a reason, and no other has' using errcode = 'check_violation';
  end if;
  select s.* into origin from sales.stages s where s.id = former.stage_id;
  if target.id = former.stage_id then
    return former.version;
  end if;
  update sales.deals d
  set stage_id = target.id, stage_since = clock_timestamp(), lost_reason = reason, version = d.version + 1
  where d.id = former.id
  returning d.version into latest;
  perform sales.note_event(former.id, 'moved', jsonb_build_object('from', origin.name, 'from_preset', origin.preset,
                                                                  'to', target.name, 'to_preset', target.preset, 'reason', reason));
  return latest;
end $$;
grant execute on function sales.move_deal(uuid,uuid,text,integer) to authenticated;

-- With its tasks, notes and drafts. A quote that was sent keeps its number, and with it its deal.
create or replace function sales.remove_deal(deal uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  former sales.deals := sales.require_deal(deal, null);
begin
  if exists (select from sales.quotes q where q.deal_id = former.id and q.number is not null) then
    raise exception 'a quote for this deal was sent' using errcode = 'QS443';
  end if;
  delete from sales.deals d where d.id = former.id;
end $$;
grant execute on function sales.remove_deal(uuid) to authenticated;
