-- Breaks nothing. Limits that who runs the installation sets for an organisation, whatever its plan. A server of the version before keeps to them, because the
-- database does; its page of organisations does not show them.

create table tenancy.limits (
  tenant_id uuid primary key references public.tenants (id) on delete cascade,
  people    integer constraint limits_people check (people between 1 and 1000000),
  -- No more than a number of JavaScript says exactly.
  bytes     bigint constraint limits_bytes check (bytes between 0 and 9007199254740991),
  version   integer not null default 1,
  set_at    timestamptz not null default clock_timestamp()
);
comment on table tenancy.limits is 'Limits of organisations that the operator sets; null: as the plan says';
alter table tenancy.limits enable row level security;
alter table tenancy.limits force row level security;
create policy limits_service on tenancy.limits for all to postgres using (true) with check (true);

-- It says more.
drop function if exists public.list_tenants(text, text, timestamptz, uuid);
