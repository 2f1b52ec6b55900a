-- Breaks nothing. Forms where people ask for newsletters, and confirm it from their mailbox
-- (docs/decisions/0163-who-asks-for-newsletters-confirms-it.md).

create table growth.forms (
  id           uuid        primary key default gen_random_uuid(),
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  title        text        not null constraint forms_title_length check (length(btrim(title)) between 1 and 150),
  lead         text        not null default '' constraint forms_lead_length check (length(lead) <= 1000),
  -- What somebody agrees to; kept with each consent as it was then.
  consent_text text        not null constraint forms_consent_length check (length(btrim(consent_text)) between 1 and 2000),
  tag          text        constraint forms_tag_length check (length(tag) between 1 and 50),
  is_open      boolean     not null default true,
  asked        bigint      not null default 0,
  confirmed    bigint      not null default 0,
  created_at   timestamptz not null default clock_timestamp()
);
create index forms_tenant_idx on growth.forms (tenant_id, created_at desc);
alter table growth.forms enable row level security, force row level security;
create policy forms_proven on growth.forms as restrictive for all to authenticated using ((select authz.is_proven()));
create policy forms_read on growth.forms for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy forms_service on growth.forms for all to current_user using (true) with check (true);
revoke all on growth.forms from public, anon, authenticated, service_role;
grant select on growth.forms to authenticated;

--! functions
create trigger forms_limit after insert on growth.forms referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '200');
create trigger forms_audit_insert after insert on growth.forms referencing new table as added
  for each statement execute function growth.record_rows();
create trigger forms_audit_delete after delete on growth.forms referencing old table as added
  for each statement execute function growth.record_rows();
