-- Breaks nothing. Links that partners pass on, and how often a day they are followed
-- (docs/decisions/0181-visits-of-partner-links-are-counted-without-knowing-visitors.md).

create table partners.links (
  id         uuid        primary key default gen_random_uuid(),
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  partner_id uuid        not null,
  -- Behind /r/ of the address: one in the whole installation. Shorter than the id of a file request, which has the same beginning.
  code       text        not null constraint links_code_form check (code ~ '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$'),
  -- A page of the public site.
  path       text        not null constraint links_path_form
                         check (length(path) <= 200 and path ~ '^/([A-Za-z0-9_~-][A-Za-z0-9_.~-]*(/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)*)?$' and path !~ '^/r(/|$)'),
  is_paused  boolean     not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint links_code_key unique (code),
  constraint links_tenant_key unique (tenant_id, id),
  constraint links_partner_fkey foreign key (tenant_id, partner_id) references partners.partners (tenant_id, id) on delete cascade
);
create index links_partner_idx on partners.links (tenant_id, partner_id, created_at);

-- Nothing about who followed a link.
create table partners.visits (
  tenant_id   uuid    not null references public.tenants (id) on delete cascade,
  link_id     uuid    not null,
  day         date    not null,
  visit_count integer not null constraint visits_count_positive check (visit_count > 0),
  primary key (link_id, day),
  constraint visits_link_fkey foreign key (tenant_id, link_id) references partners.links (tenant_id, id) on delete cascade
);
create index visits_link_idx on partners.visits (tenant_id, link_id);

alter table partners.links enable row level security, force row level security;
alter table partners.visits enable row level security, force row level security;
create policy links_proven on partners.links as restrictive for all to authenticated using ((select authz.is_proven()));
create policy links_service on partners.links for all to current_user using (true) with check (true);
create policy visits_proven on partners.visits as restrictive for all to authenticated using ((select authz.is_proven()));
create policy visits_service on partners.visits for all to current_user using (true) with check (true);
revoke all on partners.links, partners.visits from public, anon, authenticated, service_role;
grant select on partners.links, partners.visits to authenticated;

--! functions
create policy links_read on partners.links for select to authenticated
  using (tenant_id = (select authz.tenant())
         and ((select authz.allows('manage_partners', authz.tenant())) or partner_id = (select partners.own())));
create policy visits_read on partners.visits for select to authenticated
  using (tenant_id = (select authz.tenant())
         and ((select authz.allows('manage_partners', authz.tenant()))
              or link_id in (select l.id from partners.links l where l.partner_id = (select partners.own()))));
create trigger links_limit after insert on partners.links referencing new table as added
  for each statement execute function authz.limit_rows('partner_id', '50');
create trigger links_audit_insert after insert on partners.links referencing new table as added
  for each statement execute function partners.record_rows();
create trigger links_audit_update after update on partners.links referencing new table as added
  for each statement execute function partners.record_rows();
