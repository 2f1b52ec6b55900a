-- Runs one after another for each organisation. @returns its id; its download begins with the ticket, within a minute. @throws QS406, QS424
create or replace function tenancy.begin_export(organisation uuid, hash_of_ticket bytea) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  made uuid;
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  perform from public.tenants t where t.id = organisation and t.probe is null for no key update;
  if not found then
    raise exception 'there is no such organisation' using errcode = 'QS406';
  end if;
  perform tenancy.end_silent_exports(organisation);
  if exists (select from tenancy.exports e where e.tenant_id = organisation and e.ended_at is null) then
    raise exception 'an export of this organisation is under way' using errcode = 'QS424';
  end if;
  insert into tenancy.exports as e (tenant_id, asked_by, asker, ticket_hash)
  select organisation, u.id, coalesce(u.email, ''), hash_of_ticket from auth.users u where u.id = auth.uid()
  returning e.id into made;
  perform audit.record_of_tenant(organisation, 'tenant.export_started', 'critical', jsonb_build_object('export', made));
  return made;
end $$;
grant execute on function tenancy.begin_export(uuid,bytea) to authenticated;

create or replace function tenancy.end_silent_exports(organisation uuid) returns void
  language sql security definer set search_path = ''
as $$
  update tenancy.exports e set state = 'failed', ended_at = clock_timestamp(), ticket_hash = null
  where e.tenant_id = organisation and e.ended_at is null
    and e.seen_at < clock_timestamp() - case when e.state = 'waiting' then interval '1 minute' else interval '2 minutes' end;
$$;

-- The server that streams it notices within a second.
create or replace function tenancy.cancel_export(export uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid;
begin
  perform authz.require_tenant_manager();
  update tenancy.exports e set state = 'cancelled', ended_at = clock_timestamp(), ticket_hash = null
  where e.id = export and e.ended_at is null returning e.tenant_id into home;
  if home is null then
    raise exception 'this export has ended' using errcode = 'QS406';
  end if;
  perform audit.record_of_tenant(home, 'tenant.export_cancelled', 'medium', jsonb_build_object('export', export));
end $$;
grant execute on function tenancy.cancel_export(uuid) to authenticated;

-- Called by the server that streamed it. Says nothing where somebody cancelled it meanwhile. @returns whether it was under way
create or replace function tenancy.end_export(export uuid, outcome text, sha256 text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  done tenancy.exports;
begin
  update tenancy.exports e set state = outcome, manifest = sha256, ended_at = clock_timestamp(), seen_at = clock_timestamp()
  where e.id = export and e.state = 'running' returning e.* into done;
  if done.id is null then
    return false;
  end if;
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  select log, case outcome when 'done' then 'tenant.exported' else 'tenant.export_failed' end, 'config_change', done.asked_by,
         case outcome when 'done' then 'exported' else 'export_failed' end, case outcome when 'done' then 'success' else 'failure' end, 'critical',
         jsonb_strip_nulls(jsonb_build_object('table', 'public.tenants', 'id', done.tenant_id, 'export', done.id, 'sha256', sha256,
                                              'rows', done.rows_done, 'blobs', done.blobs_done, 'bytes', done.bytes_done))
  from (select done.tenant_id as log union select authz.operator()) as logs;
  return true;
end $$;
