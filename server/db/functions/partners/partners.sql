-- Locks a partner of the organisation. @param known the version that the caller saw; null takes any.
-- @throws QS404, or QS450 where somebody changed it since
create or replace function partners.require_partner(partner uuid, known integer) returns partners.partners
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := partners.managed();
  found partners.partners;
begin
  select p.* into found from partners.partners p where p.id = partner and p.tenant_id = home for update;
  if found.id is null then
    raise exception 'there is no such partner' using errcode = 'QS404';
  end if;
  if known is not null and found.version <> known then
    raise exception 'somebody else has changed it meanwhile' using errcode = 'QS450';
  end if;
  return found;
end $$;

-- @param chosen its id. What is sent a second time with the same one is there already.
create or replace function partners.add_partner(chosen uuid, fields jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := partners.managed();
  given partners.partners := jsonb_populate_record(null::partners.partners, fields);
begin
  if not exists (select from partners.tiers t where t.id = given.tier_id and t.tenant_id = home) then
    raise exception 'there is no such tier' using errcode = 'QS404';
  end if;
  insert into partners.partners (id, tenant_id, tier_id, company, contact_name, contact_email, state, notes)
  values (chosen, home, given.tier_id, given.company, given.contact_name, given.contact_email, given.state, given.notes)
  -- Without an index: the same row at the same time meets any of them first.
  on conflict do nothing;
  if not exists (select from partners.partners p where p.id = chosen and p.tenant_id = home) then
    raise exception 'this id belongs to something else' using errcode = 'check_violation';
  end if;
  return chosen;
end $$;
grant execute on function partners.add_partner(uuid,jsonb) to authenticated;

create or replace function partners.change_partner(partner uuid, fields jsonb, known integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  former partners.partners := partners.require_partner(partner, known);
  given  partners.partners := jsonb_populate_record(null::partners.partners, fields);
  latest integer;
begin
  if not exists (select from partners.tiers t where t.id = given.tier_id and t.tenant_id = former.tenant_id) then
    raise exception 'there is no such tier' using errcode = 'QS404';
  end if;
  update partners.partners p
  set (tier_id, company, contact_name, contact_email, state, notes, version) =
      (given.tier_id, given.company, given.contact_name, given.contact_email, given.state, given.notes, p.version + 1),
      resumes_as = case when given.state = 'ended' and p.state = 'ended' then p.resumes_as end
  where p.id = former.id
  returning p.version into latest;
  return latest;
end $$;
grant execute on function partners.change_partner(uuid,jsonb,integer) to authenticated;

-- One that has ended keeps its customers, commissions and statements. Restored, it is what it was before; one that the form ended is active.
create or replace function partners.archive_partner(partner uuid, known integer, is_archived boolean) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  former partners.partners := partners.require_partner(partner, known);
  latest integer;
begin
  update partners.partners p
  set state = case when is_archived then 'ended' else coalesce(p.resumes_as, 'active') end,
      resumes_as = case when is_archived then p.state end, version = p.version + 1
  where p.id = former.id and (p.state = 'ended') <> is_archived
  returning p.version into latest;
  return coalesce(latest, former.version);
end $$;
grant execute on function partners.archive_partner(uuid,integer,boolean) to authenticated;

-- Whose account sees what is of this partner; null: nobody's.
create or replace function partners.link_account(partner uuid, person uuid, known integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  former partners.partners := partners.require_partner(partner, known);
  latest integer;
begin
  if person is not null and not exists (select from partners.people() w where w.person_id = person) then
    raise exception 'there is no such person with the role of a partner' using errcode = 'check_violation';
  end if;
  if exists (select from partners.partners p where p.account_id = person and p.id <> former.id) then
    raise exception 'this account is linked with another partner' using errcode = 'QS456';
  end if;
  update partners.partners p set account_id = person, version = p.version + 1 where p.id = former.id
  returning p.version into latest;
  return latest;
end $$;
grant execute on function partners.link_account(uuid,uuid,integer) to authenticated;

-- What a partner sees of its own record; without the notes of those who manage it.
create or replace function partners.own_record()
  returns table (partner_id uuid, company_name text, partner_state text, tier_preset text, tier_name text, tier_rate integer)
  language sql stable security definer set search_path = ''
as $$
  select p.id, p.company, p.state, t.preset, t.name, t.basis_points
  from partners.partners p join partners.tiers t on t.tenant_id = p.tenant_id and t.id = p.tier_id
  where p.id = (select partners.own())
$$;
grant execute on function partners.own_record() to authenticated;
