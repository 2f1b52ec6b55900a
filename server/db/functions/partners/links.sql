-- A link of a partner. What is sent a second time with the same id is there already. @throws QS452 for a code that is taken
create or replace function partners.add_link(chosen uuid, partner uuid, called text, leads_to text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  owner_of partners.partners := partners.require_partner(partner, null);
begin
  if exists (select from partners.links l where l.id = chosen and l.partner_id = owner_of.id) then
    return chosen;
  end if;
  insert into partners.links (id, tenant_id, partner_id, code, path) values (chosen, owner_of.tenant_id, owner_of.id, called, leads_to)
  on conflict do nothing;
  if not found then
    raise exception 'this code is taken' using errcode = 'QS452';
  end if;
  return chosen;
end $$;
grant execute on function partners.add_link(uuid,uuid,text,text) to authenticated;

-- A link that is paused leads to the front page, and counts nothing.
create or replace function partners.pause_link(link uuid, paused boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := partners.managed();
begin
  update partners.links l set is_paused = paused where l.id = link and l.tenant_id = home;
  if not found then
    raise exception 'there is no such link' using errcode = 'QS404';
  end if;
end $$;
grant execute on function partners.pause_link(uuid,boolean) to authenticated;

-- Where a code leads, for anybody; null for one that is unknown or paused. @param counts whether this is a visit
create or replace function partners.follow_link(called text, counts boolean) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  followed partners.links;
begin
  select l.* into followed
  from partners.links l
  join partners.partners p on p.tenant_id = l.tenant_id and p.id = l.partner_id
  join public.tenants t on t.id = l.tenant_id
  where l.code = called and not l.is_paused and p.state = 'active' and t.suspended_at is null;
  if followed.id is not null and counts then
    insert into partners.visits as v (tenant_id, link_id, day, visit_count) values (followed.tenant_id, followed.id, partners.today(), 1)
    on conflict (link_id, day) do update set visit_count = v.visit_count + 1;
  end if;
  return followed.path;
end $$;
