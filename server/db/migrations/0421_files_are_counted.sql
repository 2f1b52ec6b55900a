-- Breaks nothing. How many files somebody stores is counted where their bytes are, and so it can have a limit: an empty one took no room, and
-- anybody could store any number of them (docs/decisions/0020-storage-is-counted-in-the-database.md).

-- Until the count that follows is written: what is stored meanwhile would be missing in it.
lock table storage.objects, storage.uploads in share row exclusive mode;

alter table storage.usage add column files bigint not null default 0;
alter table storage.usage_changes add column files integer not null default 0;
alter table storage.quota_settings
  add column files_of_person       bigint not null default 1000000,
  add column files_of_organisation bigint not null default 50000000;

-- Of all members together, as of the last fold.
create table storage.organisation_usage (
  tenant_id uuid   primary key references public.tenants (id) on delete cascade,
  files     bigint not null
);
comment on table storage.organisation_usage is 'How many files the people of an organisation store, added up once a minute';
alter table storage.organisation_usage enable row level security;
alter table storage.organisation_usage force row level security;
create policy organisation_usage_service on storage.organisation_usage for all to postgres using (true) with check (true);

drop trigger usage_changes_quota on storage.usage_changes;

--! functions
create constraint trigger usage_changes_quota after insert on storage.usage_changes
  deferrable initially deferred for each row when (new.bytes > 0 or new.files > 0) execute function storage.keep_quota();

insert into storage.usage as u (owner, bytes, files)
select f.owner, 0, count(*)
from (select o.owner from storage.objects o where o.owner is not null
      union all
      select p.owner from storage.uploads p where p.owner is not null and p.object_id is null) f
group by f.owner
on conflict (owner) do update set files = excluded.files;

insert into storage.organisation_usage (tenant_id, files)
select p.tenant_id, sum(u.files) from storage.usage u join public.profiles p on p.user_id = u.owner group by p.tenant_id;
