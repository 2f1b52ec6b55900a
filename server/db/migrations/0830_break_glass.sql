-- Breaks nothing. Entries into the panel of another organisation (docs/decisions/0228-an-entry-counts-in-requests-that-name-it.md). What is
-- of the vault asks `authz.home`, which no entry changes.
create table tenancy.entries (
  id          uuid        primary key default gen_random_uuid(),
  tenant_id   uuid        not null references public.tenants (id) on delete cascade,
  user_id     uuid        references auth.users (id) on delete set null,
  -- The session that asked. No other of the same person has the entry.
  session_id  uuid        references auth.sessions (id) on delete set null,
  asker       text        not null,
  reason      text        not null constraint entries_reason_length check (length(btrim(reason)) between 1 and 500),
  began_at    timestamptz not null default clock_timestamp(),
  ends_at     timestamptz not null,
  ended_at    timestamptz,
  ending      text        constraint entries_ending_known check (ending in ('left', 'time', 'session')),
  constraint entries_ended check ((ended_at is null) = (ending is null)),
  constraint entries_length check (ends_at <= began_at + interval '61 minutes')
);
comment on table tenancy.entries is 'Entries of the operator into the panel of another organisation';
create unique index entries_once_idx on tenancy.entries (user_id) where ended_at is null;
create index entries_newest_idx on tenancy.entries (tenant_id, began_at desc, id desc);
create index entries_user_idx on tenancy.entries (user_id);
create index entries_session_idx on tenancy.entries (session_id);
create index entries_open_idx on tenancy.entries (ends_at) where ended_at is null;
alter table tenancy.entries enable row level security, force row level security;
create policy entries_service on tenancy.entries for all to current_user using (true) with check (true);
create policy entries_proven on tenancy.entries as restrictive for all to authenticated using ((select authz.is_proven()));
grant select on tenancy.entries to authenticated;

insert into notify.defaults (kind, by_email) values ('organisation_entered', false);

--! functions
create policy entries_read_own on tenancy.entries for select to authenticated using (user_id = (select auth.uid()));
create policy entries_read on tenancy.entries for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create trigger system_audit_log_entry before insert on public.system_audit_log
  for each row execute function audit.mark_entry();

alter table panel.views alter column tenant_id set default authz.home();
alter policy views_own on panel.views
  using (user_id = (select auth.uid()) and tenant_id = (select authz.home()))
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.home()));
alter policy canaries_own on public.canaries
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.home()) and (file_id is null or (exists ( select
   from public.file_records f
  where f.id = canaries.file_id and f.user_id = (select auth.uid())))) and (link_id is null or (exists ( select
   from public.share_links l
  where l.id = canaries.link_id and l.user_id = (select auth.uid())))));
alter policy device_inboxes_own on public.device_inboxes
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and (select authz.home()) is not null and (exists ( select
   from public.spaces s
  where s.id = device_inboxes.space_id and s.owner_id = (select auth.uid()))));
alter policy devices_own on public.devices
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and (select authz.home()) is not null and (exists ( select
   from public.spaces s
  where s.id = devices.space_id and s.owner_id = (select auth.uid()))) and (exists ( select
   from public.device_inboxes i
  where i.id = devices.inbox_id and i.user_id = (select auth.uid()) and i.suite = devices.suite)));
alter policy file_records_own on public.file_records
  using (user_id = (select auth.uid()) and team_space_id is null)
  with check (user_id = (select auth.uid()) and team_space_id is null and tenant_id = (select authz.home()) and (storage.foldername(storage_path))[1] = ((select auth.uid())::text) and (space_id is null or (exists ( select
   from public.spaces s
  where s.id = file_records.space_id))) and (folder_id is null or (exists ( select
   from public.folders f
  where f.id = file_records.folder_id))));
alter policy file_requests_own on public.file_requests
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and (select authz.home()) is not null and (exists ( select
   from public.spaces s
  where s.id = file_requests.space_id and s.owner_id = (select auth.uid()))));
alter policy folders_own on public.folders
  using (user_id = (select auth.uid()) and team_space_id is null)
  with check (user_id = (select auth.uid()) and team_space_id is null and tenant_id = (select authz.home()) and (space_id is null or (exists ( select
   from public.spaces s
  where s.id = folders.space_id))) and (parent_folder_id is null or public.owns_folder(parent_folder_id)));
alter policy profiles_insert on public.profiles
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.home()));
alter policy profiles_update on public.profiles
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.home()));
alter policy spaces_own on public.spaces
  using (owner_id = (select auth.uid()))
  with check (owner_id = (select auth.uid()) and tenant_id = (select authz.home()));
alter policy tags_own on public.tags
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.home()) and (space_id is null or (exists ( select
   from public.spaces s
  where s.id = tags.space_id))));
alter policy user_key_bundles_insert on public.user_key_bundles
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.home()));
alter policy user_key_bundles_read on public.user_key_bundles
  using (tenant_id = (select authz.home()));
alter policy files_insert on storage.objects
  with check (bucket_id = 'encrypted-files'::text and (storage.foldername(name))[1] = ((select auth.uid())::text) and (select authz.home()) is not null);
alter policy progress_read on training.progress
  using (tenant_id = (select authz.home()) and user_id = (select auth.uid()));
alter policy tries_read on training.tries
  using (tenant_id = (select authz.home()) and user_id = (select auth.uid()));
alter policy deletions_read_own on tenancy.deletions
  using (tenant_id = (select authz.home()) and (select authz.owns(auth.uid(), authz.home())));
