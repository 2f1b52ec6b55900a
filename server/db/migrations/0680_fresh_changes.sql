-- Breaks nothing. What a stolen token must not do asks for a proof, also where a person changes rows themselves
-- (docs/decisions/0193-every-change-is-fresh-or-has-a-reason.md). Before the statement: there need not be such a row.

-- Which files raise an alarm is not told to a token; that there are none is. The right side is asked for rows of one's own alone.
create policy canaries_fresh on public.canaries as restrictive for select to authenticated
  using (case when user_id = (select auth.uid()) then authz.require_fresh() is not null else false end);

--! functions
create trigger canaries_fresh before insert or update or delete on public.canaries
  for each statement execute function authz.require_fresh_change();
create trigger notification_settings_fresh before insert or update or delete on public.notification_settings
  for each statement execute function authz.require_fresh_change();
create trigger device_inboxes_fresh before insert or update or delete on public.device_inboxes
  for each statement execute function authz.require_fresh_change();
create trigger device_codes_fresh before insert or update or delete on public.device_codes
  for each statement execute function authz.require_fresh_change();
create trigger devices_fresh before insert or delete on public.devices
  for each statement execute function authz.require_fresh_change();
-- What the owner counts of a device is written whenever something arrived.
create trigger devices_fresh_update before update of revoked_at, silence_seconds, inbox_id, inbox_statement, inbox_mac on public.devices
  for each statement execute function authz.require_fresh_change();
-- Ending a link takes something back, and needs no more than the session.
create trigger share_links_fresh before update of expires_at, max_downloads, handover, token_hash, kdf, owner_record, version, space_id, space_epoch
  on public.share_links for each statement execute function authz.require_fresh_change();
create trigger tenants_fresh before update on public.tenants
  for each statement execute function authz.require_fresh_change();
create trigger file_records_fresh before delete on public.file_records
  for each statement execute function authz.require_fresh_change();
create trigger folders_fresh before delete on public.folders
  for each statement execute function authz.require_fresh_change();
create trigger file_versions_fresh before delete on public.file_versions
  for each statement execute function authz.require_fresh_change();
create trigger request_deliveries_fresh before delete on public.request_deliveries
  for each statement execute function authz.require_fresh_change();
