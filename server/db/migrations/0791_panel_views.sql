-- Breaks nothing. Views of lists that people saved (docs/decisions/0221-a-saved-view-is-a-name-for-filters.md).
create schema panel;
comment on schema panel is 'How people set up lists for themselves; each reads their own through the server only';
revoke all on schema panel from public;
grant usage on schema panel to authenticated;

create table panel.views (
  id         uuid        primary key default gen_random_uuid(),
  -- Filters name people and things of one organisation.
  tenant_id  uuid        not null default authz.tenant() references public.tenants (id) on delete cascade,
  user_id    uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  list       text        not null constraint views_list_form check (list ~ '^[a-z][a-z-]{0,39}$'),
  name       text        not null constraint views_name_length check (length(btrim(name)) between 1 and 60),
  -- The part of the address that has the filters, without a question mark.
  query      text        not null constraint views_query_length check (length(query) <= 1000),
  created_at timestamptz not null default clock_timestamp(),
  constraint views_name_once unique (user_id, tenant_id, list, name)
);
comment on table panel.views is 'Names that people gave to filters of a list; each person has their own';
create index views_tenant_idx on panel.views (tenant_id);

alter table panel.views enable row level security, force row level security;
create policy views_proven on panel.views as restrictive for all to authenticated using ((select authz.is_proven()));
create policy views_own on panel.views for all to authenticated
  using (user_id = (select auth.uid()) and tenant_id = (select authz.tenant()))
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.tenant()));
create policy views_service on panel.views for all to current_user using (true) with check (true);
revoke all on panel.views from public, anon, authenticated, service_role;
grant select, insert, update, delete on panel.views to authenticated;

--! functions
create trigger views_limit after insert on panel.views referencing new table as added
  for each statement execute function authz.limit_rows('user_id', '200');
