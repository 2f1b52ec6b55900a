-- Breaks nothing: an organisation proves by a record in DNS that an e-mail domain is its own, and people who sign up with an address of it
-- join that organisation (docs/decisions/0054).

create function public.is_domain(name text) returns boolean
  language sql immutable parallel safe set search_path = ''
  return length(name) <= 253 and name ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$';
revoke execute on function public.is_domain(text) from public;

create table public.organisation_domains (
  id            uuid        primary key default gen_random_uuid(),
  tenant_id     uuid        not null references public.tenants (id) on delete cascade,
  -- As DNS has it: lowercase, other scripts as xn--.
  domain        text        not null constraint organisation_domains_domain check (public.is_domain(domain)),
  -- What the record holds. Not a secret: it names the organisation to whom the record belongs.
  proof         text        not null default replace(gen_random_uuid()::text, '-', ''),
  created_by    uuid        references auth.users (id) on delete set null,
  created_at    timestamptz not null default now(),
  checked_at    timestamptz,
  verified_at   timestamptz,
  missing_since timestamptz,
  constraint organisation_domains_once unique (tenant_id, domain)
);
create unique index organisation_domains_one_verified on public.organisation_domains (domain) where verified_at is not null;
create index organisation_domains_created_by_idx on public.organisation_domains (created_by);

alter table public.organisation_domains enable row level security;
alter table public.organisation_domains force row level security;
do $$
begin
  execute format('create policy organisation_domains_service on public.organisation_domains for all to service_role, %I using (true) with check (true)',
                 current_user);
end $$;
create policy organisation_domains_proven on public.organisation_domains as restrictive for all to authenticated
  using ((select authz.is_proven()));
create policy organisation_domains_read on public.organisation_domains for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
grant select on public.organisation_domains to authenticated;
grant select, insert, update, delete on public.organisation_domains to service_role;

-- In the log of the organisation whose domain it is, also when nobody of it did it: the server takes back what DNS no longer proves.
create function audit.record_domain() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  row    public.organisation_domains := coalesce(new, old);
  action text := case when tg_op <> 'UPDATE' then lower(tg_op) when new.verified_at is null then 'lapse' else 'verify' end;
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  values (row.tenant_id, 'organisation_domains.' || action, 'config_change', auth.uid(), action, 'success', 'high',
          jsonb_build_object('table', 'public.organisation_domains', 'id', row.id, 'domain', row.domain));
  return null;
end $$;
revoke execute on function audit.record_domain() from public;
create trigger organisation_domains_added after insert or delete on public.organisation_domains
  for each row execute function audit.record_domain();
create trigger organisation_domains_changed after update on public.organisation_domains
  for each row when ((old.verified_at is null) <> (new.verified_at is null)) execute function audit.record_domain();

-- Who becomes a colleague without an invitation is decided by those above the other roles.
create function authz.lock_domains() returns uuid
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

create function public.add_domain(domain text) returns uuid
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

create function public.remove_domain(id uuid) returns void
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

create function public.domain_to_check(id uuid) returns table (domain text, checked_at timestamptz)
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

-- Called by the server with every TXT value at the domain's name, so that two organisations that claim it are judged by one answer.
create function auth.store_domain_check(checked text, proofs text[]) returns void
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

create or replace function auth.joins(person auth.users) returns uuid
  language sql stable security definer set search_path = ''
  return case
    when auth.organisation_mode() = 'single' or joins.person.app_metadata ->> 'provider' like 'sso:%' then authz.operator()
    -- Where addresses are confirmed without a mail, anybody can name any.
    when joins.person.email_confirmed_at is not null and current_setting('auth.is_unproven_address', true) is distinct from 'true' then
      (select d.tenant_id from public.organisation_domains d join public.tenants t on t.id = d.tenant_id
       where d.domain = lower(split_part(joins.person.email, '@', -1)) and d.verified_at is not null and t.status = 'active')
  end;

revoke execute on function authz.lock_domains(), public.add_domain(text), public.remove_domain(uuid), public.domain_to_check(uuid),
  auth.store_domain_check(text, text[]) from public;
grant execute on function public.add_domain(text), public.remove_domain(uuid), public.domain_to_check(uuid) to authenticated;
