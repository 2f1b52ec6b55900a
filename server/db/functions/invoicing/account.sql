-- What is agreed with an organisation, how much of it is used, and who pays. People and seats are counted as `authz.require_seats` counts them,
-- what is stored as the quota of each person does.
create or replace function invoicing.account_of(home uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', t.id,
    'name', t.name,
    'plan', t.subscription_tier,
    'seats', authz.places_of(t.id),
    'limits', jsonb_build_object('people', l.people, 'bytes', l.bytes),
    'status', t.status,
    'term', c.term,
    'add_ons', coalesce(c.add_ons, '{}'),
    'used', jsonb_build_object(
      'people', authz.people_of(t.id),
      'invited', (select count(*) from public.invitations i where i.tenant_id = t.id and i.accepted_at is null and i.expires_at > now()),
      'bytes', (select s.bytes from storage.used_by(t.id) s),
      'files', (select count(*) from public.file_records f where f.tenant_id = t.id),
      'devices', (select count(*) from public.devices d join public.profiles p on p.user_id = d.user_id
                  where p.tenant_id = t.id and d.revoked_at is null),
      'streams', (select count(*) from public.event_streams s where s.tenant_id = t.id)),
    'buyer', (select jsonb_build_object('legal_name', b.legal_name, 'address', b.address, 'country', b.country, 'tax_number', b.tax_number,
                                        'purchase_reference', b.purchase_reference, 'email', b.email, 'version', b.version)
              from invoicing.buyers b where b.tenant_id = t.id))
  from public.tenants t
  left join invoicing.contracts c on c.tenant_id = t.id
  left join tenancy.limits l on l.tenant_id = t.id
  where t.id = home
$$;

create or replace function invoicing.own_account() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select invoicing.account_of(invoicing.managed())
$$;
grant execute on function invoicing.own_account() to authenticated;

-- The same for who runs the installation. @throws QS404
create or replace function invoicing.account_of_tenant(organisation uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform authz.require_tenant_manager();
  if not exists (select from public.tenants t where t.id = organisation and t.probe is null) then
    raise exception 'there is no such organisation' using errcode = 'QS404';
  end if;
  return invoicing.account_of(organisation);
end $$;
grant execute on function invoicing.account_of_tenant(uuid) to authenticated;

-- Who pays. `fields` are columns of the table. @param known the version that was seen; 0 where there was none. @throws QS460
create or replace function invoicing.save_buyer(fields jsonb, known integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := invoicing.managed();
  given invoicing.buyers := jsonb_populate_record(null::invoicing.buyers, fields);
  saved integer;
begin
  if known = 0 then
    insert into invoicing.buyers (tenant_id, legal_name, address, country, tax_number, purchase_reference, email)
    values (home, given.legal_name, given.address, given.country, given.tax_number, given.purchase_reference, given.email)
    on conflict (tenant_id) do nothing
    returning version into saved;
  else
    update invoicing.buyers b
    set (legal_name, address, country, tax_number, purchase_reference, email, version, changed_at) =
        (given.legal_name, given.address, given.country, given.tax_number, given.purchase_reference, given.email, b.version + 1, clock_timestamp())
    where b.tenant_id = home and b.version = known
    returning b.version into saved;
  end if;
  if saved is null then
    raise exception 'somebody else has changed it meanwhile' using errcode = 'QS460';
  end if;
  return saved;
end $$;
grant execute on function invoicing.save_buyer(jsonb,integer) to authenticated;
