-- What an organisation has of a kind that can be asked for.
create or replace function invoicing.present_of(home uuid, asked_kind text) returns text[]
  language sql stable security definer set search_path = ''
as $$
  select case asked_kind
    when 'plan' then array[t.subscription_tier]
    when 'term' then array_remove(array[c.term], null)
    else coalesce(c.add_ons, '{}') end
  from public.tenants t
  left join invoicing.contracts c on c.tenant_id = t.id
  where t.id = home
$$;

-- Asks who runs the installation for another plan, term or add-ons. @throws QS461 where one of this kind waits already, QS464 where it is so already
create or replace function invoicing.ask_for(asked_kind text, asked_for text[], words text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := invoicing.managed();
  has   text[] := invoicing.present_of(home, asked_kind);
  added uuid;
begin
  if has @> asked_for and asked_for @> has then
    raise exception 'it is so already' using errcode = 'QS464';
  end if;
  insert into invoicing.requests (tenant_id, kind, wanted, present, note, asked_by)
  values (home, asked_kind, asked_for, has, btrim(words), auth.uid())
  on conflict (tenant_id, kind) where state = 'open' do nothing
  returning id into added;
  if added is null then
    raise exception 'a request of this kind waits for an answer already' using errcode = 'QS461';
  end if;
  return added;
end $$;
grant execute on function invoicing.ask_for(text,text[],text) to authenticated;

-- Anybody who manages the billing of the organisation takes a request back. @throws QS404, QS462 where it was answered meanwhile
create or replace function invoicing.withdraw_request(request uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := invoicing.managed();
  found invoicing.requests;
begin
  select r.* into found from invoicing.requests r where r.id = request and r.tenant_id = home for update;
  if found.id is null then
    raise exception 'there is no such request' using errcode = 'QS404';
  end if;
  if found.state <> 'open' then
    raise exception 'the request was answered meanwhile' using errcode = 'QS462';
  end if;
  update invoicing.requests r set state = 'withdrawn', decided_at = clock_timestamp() where r.id = request;
end $$;
grant execute on function invoicing.withdraw_request(uuid) to authenticated;

-- Who runs the installation answers; accepting changes the contract in the same transaction.
-- @throws QS404, QS462 where it was answered or taken back meanwhile, QS463 for a request of one's own, and what `change_tenant_plan` throws
create or replace function invoicing.answer_request(request uuid, answer text, why text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  found invoicing.requests;
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  select r.* into found from invoicing.requests r where r.id = request for update;
  if found.id is null then
    raise exception 'there is no such request' using errcode = 'QS404';
  end if;
  if found.state <> 'open' then
    raise exception 'the request was answered meanwhile' using errcode = 'QS462';
  end if;
  if found.asked_by = auth.uid() then
    raise exception 'nobody answers what they asked for themselves' using errcode = 'QS463';
  end if;
  if answer not in ('accepted', 'declined') then
    raise exception 'a request is accepted or declined' using errcode = 'check_violation';
  end if;
  if answer = 'accepted' and found.kind = 'plan' then
    perform public.change_tenant_plan(found.tenant_id, found.wanted[1],
                                      (select t.subscription_tier from public.tenants t where t.id = found.tenant_id));
  elsif answer = 'accepted' then
    insert into invoicing.contracts as c (tenant_id, term, add_ons)
    values (found.tenant_id, case found.kind when 'term' then found.wanted[1] end,
            case found.kind when 'add_ons' then found.wanted else '{}' end)
    on conflict (tenant_id) do update
    set term = case found.kind when 'term' then excluded.term else c.term end,
        add_ons = case found.kind when 'add_ons' then excluded.add_ons else c.add_ons end,
        changed_at = clock_timestamp();
  end if;
  update invoicing.requests r set state = answer, reason = btrim(why), decided_at = clock_timestamp() where r.id = request;
end $$;
grant execute on function invoicing.answer_request(uuid,text,text) to authenticated;

-- Those that wait, of every organisation, for who runs the installation. Longest first.
create or replace function invoicing.open_requests()
  returns table (id uuid, tenant_id uuid, organisation text, kind text, wanted text[], present text[], note text, asked_by_name text,
                 is_own boolean, asked_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform authz.require_tenant_manager();
  return query
  select r.id, r.tenant_id, t.name, r.kind, r.wanted, invoicing.present_of(r.tenant_id, r.kind), r.note, coalesce(u.email::text, ''),
         coalesce(r.asked_by = auth.uid(), false), r.asked_at
  from invoicing.requests r
  join public.tenants t on t.id = r.tenant_id and t.probe is null
  left join auth.users u on u.id = r.asked_by
  where r.state = 'open'
  order by r.asked_at, r.id
  limit 200;
end $$;
grant execute on function invoicing.open_requests() to authenticated;
