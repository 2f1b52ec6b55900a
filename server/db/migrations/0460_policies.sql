-- Breaks nothing. Rules of an organisation for everybody in it (docs/decisions/0116-an-organisation-sets-rules.md).

-- No row: nobody has set a rule. Null: the server's own rule. Limits are tested equal to POLICY_LIMITS of contract/organisation/policies.ts.
create table public.organisation_policies (
  tenant_id           uuid        primary key references public.tenants (id) on delete cascade,
  -- Counts changes: who saves names the one that they saw.
  version             integer     not null default 0,
  second_factor_from  timestamptz,
  least_password      integer     constraint organisation_policies_least_password check (least_password between 8 and 64),
  idle_hours          integer     constraint organisation_policies_idle_hours check (idle_hours between 2 and 720),
  session_days        integer     constraint organisation_policies_session_days check (session_days between 1 and 180),
  allows_links        boolean     not null default true,
  needs_link_password boolean     not null default false,
  link_days           integer     constraint organisation_policies_link_days check (link_days between 1 and 90),
  link_downloads      integer     constraint organisation_policies_link_downloads check (link_downloads between 1 and 10000),
  allows_requests     boolean     not null default true,
  updated_at          timestamptz not null default now(),
  updated_by          uuid        references auth.users (id) on delete set null
);
comment on table public.organisation_policies is 'Rules of an organisation for everybody in it';

alter table public.organisation_policies enable row level security, force row level security;
create policy organisation_policies_service on public.organisation_policies for all to postgres, service_role using (true) with check (true);
-- Also for a session that lacks its second factor: rules are no secret, and who sets a password must know them.
create policy organisation_policies_read on public.organisation_policies for select to authenticated
  using (tenant_id = (select authz.tenant()));
revoke all on public.organisation_policies from anon, authenticated;
grant select on public.organisation_policies to authenticated;
grant select, insert, update, delete on public.organisation_policies to service_role;

insert into notify.defaults (kind, by_email) values ('policy_updated', true), ('session_ended', true);

-- Newest use first, for the list of everybody's sessions.
create index sessions_use_idx on auth.sessions (refreshed_at desc, id desc);

-- How long an access token lives: the servers say so when they start.
alter table auth.installation add column token_seconds integer not null default 3600;

--! functions

create trigger share_links_rules before insert or update of expires_at, max_downloads, kdf on public.share_links
  for each row execute function public.check_link_rules();
create trigger file_requests_rules before insert on public.file_requests
  for each row execute function public.check_request_rules();
