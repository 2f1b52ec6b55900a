create or replace function public.is_domain(name text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select length(name) <= 253 and name ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$' and name !~ '^[0-9.]+$'
$$;

-- Who becomes a colleague without an invitation is decided by those above the other roles.
create or replace function authz.lock_domains() returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
begin
  if not authz.leads(auth.uid(), home) then
    raise exception 'only an owner of the organisation may do this' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;

create or replace function public.add_domain(domain text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := authz.lock_domains();
  name  text := lower(btrim(add_domain.domain));
  added uuid;
begin
  if not public.is_domain(name) then
    raise exception 'this is not a domain' using errcode = 'invalid_parameter_value';
  end if;
  if auth.organisation_mode() = 'single' then
    raise exception 'everybody who signs up here joins one organisation' using errcode = 'PT409';
  end if;
  if (select count(*) from public.organisation_domains d where d.tenant_id = home) >= 20 then
    raise exception 'an organisation has 20 domains at most' using errcode = 'PT413';
  end if;
  insert into public.organisation_domains as d (tenant_id, domain, created_by)
  values (home, name, auth.uid())
  on conflict on constraint organisation_domains_once do nothing;
  select d.id into added from public.organisation_domains d
  where d.tenant_id = home and d.domain = name;
  return added;
end $$;
grant execute on function public.add_domain(text) to authenticated;

create or replace function public.remove_domain(id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_domains();
begin
  delete from public.organisation_domains d where d.id = remove_domain.id and d.tenant_id = home;
  if not found then
    raise exception 'this domain is not in the list' using errcode = 'QS404';
  end if;
end $$;
grant execute on function public.remove_domain(uuid) to authenticated;

create or replace function public.domain_to_check(id uuid) returns table (domain text, checked_at timestamptz)
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_domains();
begin
  return query select d.domain, d.checked_at from public.organisation_domains d where d.id = domain_to_check.id and d.tenant_id = home;
  if not found then
    raise exception 'this domain is not in the list' using errcode = 'QS404';
  end if;
end $$;
grant execute on function public.domain_to_check(uuid) to authenticated;

-- Called by the server with every TXT value at the domain's name, so that two organisations that claim it are judged by one answer.
create or replace function auth.store_domain_check(checked text, proofs text[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('organisation_domains ' || checked, 0));
  update public.organisation_domains d
  set checked_at = now(),
      missing_since = case when d.proof = any (proofs) then null else coalesce(d.missing_since, now()) end
  where d.domain = checked;
  -- A record may be away while somebody works on the zone. Once the proof of another organisation is there instead, the domain has
  -- changed hands.
  update public.organisation_domains d set verified_at = null
  where d.domain = checked and d.verified_at is not null and d.missing_since is not null
    and (d.missing_since < now() - interval '7 days'
         or exists (select from public.organisation_domains o
                    where o.domain = checked and o.id <> d.id and o.proof = any (proofs)));
  update public.organisation_domains d set verified_at = now()
  where d.verified_at is null
    and d.id = (select o.id from public.organisation_domains o
                where o.domain = checked and o.proof = any (proofs) order by o.created_at, o.id limit 1)
    and not exists (select from public.organisation_domains o where o.domain = checked and o.verified_at is not null);
end $$;
