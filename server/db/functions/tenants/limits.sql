-- How many people an organisation may have: as the operator says of it, otherwise as its plan does. Null is without a limit.
create or replace function authz.places_of(home uuid) returns integer
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select l.people from tenancy.limits l where l.tenant_id = home), authz.seats_of(authz.plan_held_by(home)))
$$;

-- Bytes that the people of an organisation may store together. No plan says it: null is without a limit.
create or replace function storage.bytes_allowed_to(home uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select l.bytes from tenancy.limits l where l.tenant_id = home
$$;

-- Sets both limits; null: as the plan says. Who is there and what is stored stays, also above them. @param known the version that was seen; 0 where
-- there was none. @throws QS406 for no organisation, and where somebody else was first
create or replace function public.set_tenant_limits(organisation uuid, most_people integer, most_bytes bigint, known integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  before tenancy.limits;
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  perform from public.tenants t where t.id = organisation and t.probe is null for no key update;
  if not found then
    raise exception 'there is no such organisation' using errcode = 'QS406';
  end if;
  select l.* into before from tenancy.limits l where l.tenant_id = organisation;
  if coalesce(before.version, 0) <> known then
    raise exception 'somebody else has changed the limits meanwhile' using errcode = 'QS406';
  end if;
  if (most_people, most_bytes) is not distinct from (before.people, before.bytes) then
    return;
  end if;
  insert into tenancy.limits (tenant_id, people, bytes) values (organisation, most_people, most_bytes)
  on conflict (tenant_id) do update
  set people = excluded.people, bytes = excluded.bytes, version = before.version + 1, set_at = clock_timestamp();
  perform audit.record_of_tenant(organisation, 'tenant.limits_changed', 'medium', jsonb_build_object(
    'before', jsonb_build_object('people', before.people, 'bytes', before.bytes),
    'people', most_people, 'bytes', most_bytes));
end $$;
grant execute on function public.set_tenant_limits(uuid,integer,bigint,integer) to authenticated;
