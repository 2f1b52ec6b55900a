-- The tiers that an organisation begins with. They are there after the first call.
create or replace function partners.begin_programme() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := partners.managed();
begin
  insert into partners.programmes (tenant_id) values (home) on conflict do nothing;
  if not found then
    return;
  end if;
  insert into partners.tiers (tenant_id, preset, position, basis_points)
  values (home, 'standard', 0, 500), (home, 'silver', 1, 1000), (home, 'gold', 2, 1500);
end $$;
grant execute on function partners.begin_programme() to authenticated;

-- What decides about several partners at once waits here for its turn.
create or replace function partners.take_turn(home uuid) returns void
  language sql security definer set search_path = ''
as $$
  select from partners.programmes g where g.tenant_id = home for update
$$;

-- All tiers in their order: `[{id, name, basis_points}]`, new ones without an id. What is not named is removed.
create or replace function partners.save_tiers(given jsonb, known integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := partners.managed();
begin
  perform from partners.programmes g where g.tenant_id = home and g.version = known for update;
  if not found then
    raise exception 'somebody else has changed it meanwhile' using errcode = 'QS450';
  end if;
  if exists (select from jsonb_array_elements(given) as g (tier) where g.tier ->> 'id' is not null
             and not exists (select from partners.tiers t where t.tenant_id = home and t.id = (g.tier ->> 'id')::uuid)) then
    raise exception 'there is no such tier' using errcode = 'QS404';
  end if;
  if exists (select from partners.partners p where p.tenant_id = home
             and not p.tier_id in (select (g.tier ->> 'id')::uuid from jsonb_array_elements(given) as g (tier) where g.tier ->> 'id' is not null)) then
    raise exception 'there are partners in a tier that would be removed' using errcode = 'QS451';
  end if;
  delete from partners.tiers t
  where t.tenant_id = home
    and not t.id in (select (g.tier ->> 'id')::uuid from jsonb_array_elements(given) as g (tier) where g.tier ->> 'id' is not null);
  update partners.tiers t
  set name = g.tier ->> 'name', position = g.nth - 1, basis_points = (g.tier ->> 'basis_points')::integer
  from jsonb_array_elements(given) with ordinality as g (tier, nth)
  where t.tenant_id = home and t.id = (g.tier ->> 'id')::uuid;
  insert into partners.tiers (tenant_id, name, position, basis_points)
  select home, g.tier ->> 'name', g.nth - 1, (g.tier ->> 'basis_points')::integer
  from jsonb_array_elements(given) with ordinality as g (tier, nth)
  where g.tier ->> 'id' is null;
  update partners.programmes g set version = g.version + 1 where g.tenant_id = home;
end $$;
grant execute on function partners.save_tiers(jsonb,integer) to authenticated;

-- The currency in which the organisation sells.
create or replace function partners.currency_of(home uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select s.currency from sales.settings s where s.tenant_id = home), 'EUR')
$$;

-- That of the caller's organisation, for who manages its partners or is one.
create or replace function partners.currency() returns text
  language sql stable security definer set search_path = ''
as $$
  select partners.currency_of(authz.tenant())
  where authz.allows('manage_partners', authz.tenant()) or partners.own() is not null
$$;
grant execute on function partners.currency() to authenticated;

-- Those whose account may be linked with a partner: people of the organisation with the role of a partner.
create or replace function partners.people() returns table (person_id uuid, called text)
  language sql stable security definer set search_path = ''
as $$
  select p.user_id, coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), u.email, '')
  from public.profiles p join auth.users u on u.id = p.user_id
  where p.tenant_id = (select partners.managed()) and u.deleted_at is null and not u.is_anonymous
    and exists (select from authz.live_roles r where r.user_id = p.user_id and r.tenant_id = p.tenant_id and r.role = 'partner')
    and not exists (select from public.former_members f where f.user_id = p.user_id)
  order by 2, 1
  limit 10000
$$;
grant execute on function partners.people() to authenticated;
