-- Breaks nothing. Limits of storage of single people (docs/decisions/0229-a-personal-limit-only-lowers.md).
create table storage.personal_quotas (
  user_id    uuid        primary key references auth.users (id) on delete cascade,
  -- Who joins another organisation has none there.
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  bytes      bigint      not null constraint personal_quotas_bytes check (bytes >= 0),
  set_at     timestamptz not null default clock_timestamp()
);
comment on table storage.personal_quotas is 'Limits of storage that an organisation sets for single people, below what their plan has';
create index personal_quotas_tenant_idx on storage.personal_quotas (tenant_id);
alter table storage.personal_quotas enable row level security, force row level security;
create policy personal_quotas_service on storage.personal_quotas for all to current_user using (true) with check (true);
-- Returns one column more.
drop function public.storage_usage();
