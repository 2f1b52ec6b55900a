-- Refuses to save a list or a record of the organisation as a file where a rule leaves that to those above the other roles.
create or replace function authz.require_export() returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  if exists (select from public.organisation_policies o where o.tenant_id = home and o.exports_by = 'owners')
     and not authz.leads(auth.uid(), home) then
    perform public.refuse_by_rule('exports', 'In your organisation only owners save lists and records as files');
  end if;
end $$;
grant execute on function authz.require_export() to authenticated;

-- Records that something leaves the house which no changed row shows, or refuses it. Before the file is sent.
create or replace function audit.record_export(event text, details jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform authz.require_export();
  perform audit.record(event, 'data_access', auth.uid(), split_part(event, '.', 2), 'success', 'medium', details);
end $$;

-- Refuses to save events of the log as a file, before the first of them is read. @throws insufficient_privilege; QS430
create or replace function public.require_audit_export() returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  if home is null or not authz.allows('view_audit_logs', home) then
    raise exception 'the log of the organisation takes the permission to view it' using errcode = 'insufficient_privilege';
  end if;
  perform authz.require_export();
end $$;
grant execute on function public.require_audit_export() to authenticated;

-- Records that events of the log are about to be saved. The file is made where they are read.
-- @param form of the file: a format of the audit log, or `evidence`
create or replace function public.record_audit_export(events bigint, form text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform public.require_audit_export();
  if events < 0 or form not in ('csv', 'ndjson', 'cef', 'ocsf', 'evidence') then
    raise exception 'there is no such file' using errcode = 'check_violation';
  end if;
  perform audit.record_export('audit_log.exported', jsonb_build_object('count', events, 'format', form));
end $$;
grant execute on function public.record_audit_export(bigint,text) to authenticated;
