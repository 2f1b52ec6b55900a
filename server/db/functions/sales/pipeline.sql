-- The pipeline that an organisation begins with. It is there after the first call.
create or replace function sales.begin_pipeline() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := sales.managed();
begin
  insert into sales.settings (tenant_id) values (home) on conflict do nothing;
  if not found then
    return;
  end if;
  insert into sales.stages (tenant_id, preset, kind, position, probability)
  values (home, 'new', 'open', 0, 10), (home, 'qualified', 'open', 1, 25), (home, 'proposal', 'open', 2, 50),
         (home, 'negotiation', 'open', 3, 75), (home, 'won', 'won', 4, 100), (home, 'lost', 'lost', 5, 0);
end $$;
grant execute on function sales.begin_pipeline() to authenticated;

-- Locks the settings. @throws QS440 where somebody changed them since that version
create or replace function sales.require_version(home uuid, known integer) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from sales.settings s where s.tenant_id = home and s.version = known for update;
  if not found then
    raise exception 'somebody else has changed it meanwhile' using errcode = 'QS440';
  end if;
end $$;

-- All stages in their order: `[{id, name, probability}]`, new ones without an id. What is not named is removed.
create or replace function sales.save_stages(given jsonb, known integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := sales.managed();
begin
  perform sales.require_version(home, known);
  if exists (select from jsonb_array_elements(given) as g (stage) where g.stage ->> 'id' is not null
             and not exists (select from sales.stages s where s.tenant_id = home and s.id = (g.stage ->> 'id')::uuid)) then
    raise exception 'there is no such stage' using errcode = 'QS404';
  end if;
  if (select count(*) from sales.stages s where s.tenant_id = home and s.kind <> 'open'
      and s.id in (select (g.stage ->> 'id')::uuid from jsonb_array_elements(given) as g (stage))) <> 2 then
    raise exception 'a pipeline ends in a stage for what was won and one for what was lost' using errcode = 'check_violation';
  end if;
  if exists (select from sales.deals d where d.tenant_id = home
             and not d.stage_id in (select (g.stage ->> 'id')::uuid from jsonb_array_elements(given) as g (stage) where g.stage ->> 'id' is not null)) then
    raise exception 'there are deals in a stage that would be removed' using errcode = 'QS441';
  end if;
  delete from sales.stages s
  where s.tenant_id = home
    and not s.id in (select (g.stage ->> 'id')::uuid from jsonb_array_elements(given) as g (stage) where g.stage ->> 'id' is not null);
  update sales.stages s
  set name = g.stage ->> 'name', position = g.nth - 1,
      probability = case when s.kind = 'open' then (g.stage ->> 'probability')::integer else s.probability end
  from jsonb_array_elements(given) with ordinality as g (stage, nth)
  where s.tenant_id = home and s.id = (g.stage ->> 'id')::uuid;
  insert into sales.stages (tenant_id, name, position, probability)
  select home, g.stage ->> 'name', g.nth - 1, (g.stage ->> 'probability')::integer
  from jsonb_array_elements(given) with ordinality as g (stage, nth)
  where g.stage ->> 'id' is null;
  update sales.settings s set version = s.version + 1 where s.tenant_id = home;
end $$;
grant execute on function sales.save_stages(jsonb,integer) to authenticated;

-- Amounts are stored in units of the currency, so it stays once there are any.
create or replace function sales.save_settings(money text, offerer text, known integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := sales.managed();
begin
  perform sales.require_version(home, known);
  if exists (select from sales.settings s where s.tenant_id = home and s.currency <> money)
     and (exists (select from sales.deals d where d.tenant_id = home and d.amount_minor is not null)
          or exists (select from sales.quotes q where q.tenant_id = home)) then
    raise exception 'there are amounts in the present currency' using errcode = 'QS444';
  end if;
  update sales.settings s set currency = money, seller = offerer, version = s.version + 1 where s.tenant_id = home;
end $$;
grant execute on function sales.save_settings(text,text,integer) to authenticated;
