-- Breaks nothing. Organisations are deleted with a grace (docs/decisions/0226-an-organisation-is-deleted-with-a-grace.md). Servers of the
-- version before ask `auth.is_suspended`, and let nobody else in.
alter table public.tenants
  drop constraint tenants_status_known,
  add constraint tenants_status_known check (status in ('active', 'suspended', 'leaving', 'deleted'));

create table tenancy.deletions (
  id              uuid        primary key default gen_random_uuid(),
  tenant_id       uuid        not null references public.tenants (id) on delete cascade,
  asked_by        uuid        references auth.users (id) on delete set null,
  asker           text        not null,
  reason          text        not null constraint deletions_reason_length check (length(btrim(reason)) between 1 and 500),
  asked_at        timestamptz not null default clock_timestamp(),
  ends_at         timestamptz not null,
  -- A restored organisation is as it was before.
  suspended_at    timestamptz,
  suspended_for   text,
  warned_at       timestamptz,
  -- An owner asks that it stays.
  kept_at         timestamptz,
  keeper          text        not null default '',
  keeping         text        not null default '' constraint deletions_keeping_length check (length(keeping) <= 500),
  restored_at     timestamptz,
  begun_at        timestamptz,
  ended_at        timestamptz,
  constraint deletions_one_outcome check (restored_at is null or begun_at is null),
  constraint deletions_begun check (ended_at is null or begun_at is not null)
);
comment on table tenancy.deletions is 'Organisations that are deleted, or were, or were restored';
create unique index deletions_once_idx on tenancy.deletions (tenant_id) where restored_at is null;
create index deletions_newest_idx on tenancy.deletions (tenant_id, asked_at desc, id desc);
create index deletions_asked_by_idx on tenancy.deletions (asked_by);
create index deletions_due_idx on tenancy.deletions (ends_at) where restored_at is null and ended_at is null;
alter table tenancy.deletions enable row level security, force row level security;
create policy deletions_service on tenancy.deletions for all to current_user using (true) with check (true);
create policy deletions_proven on tenancy.deletions as restrictive for all to authenticated using ((select authz.is_proven()));
create policy deletions_read on tenancy.deletions for select to authenticated
  using ((select authz.tenant()) = (select authz.operator()) and (select authz.allows('manage_tenants', authz.operator())));
create policy deletions_read_own on tenancy.deletions for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.owns(auth.uid(), authz.tenant())));
grant select on tenancy.deletions to authenticated;
