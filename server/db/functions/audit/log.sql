-- The one way in. Details hold ids and column names, never values: what was sealed stays unseen, what is secret unsaid.
create or replace function audit.record(event_type text, event_category text, user_id uuid, action text, status text,
                             risk_level text, details jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  -- Set while an account is deleted: everything that goes with it belongs to that one event, and to the log that has it.
  cause jsonb := nullif(current_setting('audit.cause', true), '')::jsonb;
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  values (coalesce((cause ->> 'tenant_id')::uuid,
                   case when auth.jwt() ? 'entry' then authz.entered() end,
                   (select p.tenant_id from public.profiles p where p.user_id = record.user_id),
                   -- Set by the server where an account of the comprehensive test has no profile yet, or none.
                   nullif(current_setting('auth.probe_organisation', true), '')::uuid,
                   -- Set by an identity provider, whose people have no profile yet.
                   nullif(current_setting('audit.tenant', true), '')::uuid,
                   (select t.id from public.tenants t where t.is_default)),
          record.event_type, record.event_category, record.user_id, record.action, record.status, record.risk_level,
          record.details || jsonb_strip_nulls(jsonb_build_object(
            'cause', cause ->> 'cause',
            -- Set where a command changes a row: without it the change would be in the name of the person whose row it is.
            'by', nullif(current_setting('audit.by', true), ''),
            'token', nullif(current_setting('audit.token', true), ''))));
end $$;
grant execute on function audit.record(text,text,uuid,text,text,text,jsonb) to service_role;

-- Before each event of a request that names an entry: the event says so, whoever wrote it.
create or replace function audit.mark_entry() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if auth.jwt() ? 'entry' then
    new.details := coalesce(new.details, '{}') || jsonb_build_object('break_glass', auth.jwt() ->> 'entry');
  end if;
  return new;
end $$;

-- Whom details may name: a hold about somebody keeps the events that do. A detail that holds the id of a person belongs here.
create or replace function audit.named_in(details jsonb) returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select array[details ->> 'id', details ->> 'person', details ->> 'owner_id', details ->> 'invited']
$$;

-- Row trigger. Arguments: event category, risk level, name of the identifying column.
-- Details hold no values of columns: what is added is neither sealed nor secret, and the log cannot be read without it.
create or replace function audit.record_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before  jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  after   jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  changed text[];
  actor   uuid := coalesce(auth.uid(), case when tg_table_schema = 'auth' then null
                                            else nullif(coalesce(after, before) ->> 'user_id', '')::uuid end);
begin
  select array_agg(key order by key) into changed
  from jsonb_object_keys(after) as keys (key)
  where tg_op = 'UPDATE' and after -> key is distinct from before -> key;
  if tg_op = 'UPDATE' and changed is null then
    return null;
  end if;

  perform audit.record(
    tg_table_name || '.' || lower(tg_op), tg_argv[0], actor, lower(tg_op), 'success',
    -- An invitation weighs as much as the role that it carries.
    case when tg_table_name = 'invitations' and authz.administers(coalesce(after ->> 'role', before ->> 'role')) then 'high' else tg_argv[1] end,
    jsonb_strip_nulls(jsonb_build_object(
      'table', tg_table_schema || '.' || tg_table_name,
      'id', coalesce(after ->> tg_argv[2], before ->> tg_argv[2]),
      'changed', to_jsonb(changed),
      'trashed', case when 'trashed_at' = any (changed) then after ->> 'trashed_at' is not null end,
      'starred', case when 'is_starred' = any (changed) then (after ->> 'is_starred')::boolean end,
      -- What the person's client said it opened the file for.
      'purpose', case when 'last_accessed' = any (changed)
                      then (select purpose
                            from (select nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-read-purpose') as said (purpose)
                            where purpose in ('download', 'preview')) end,
      -- An earlier version leaves the list of versions when it comes back, after this.
      'restored_version', case when tg_table_name = 'file_records' and 'content_id' = any (changed)
                               then (select v.version from public.file_versions v
                                     where v.file_id = (after ->> 'id')::uuid and v.storage_path = after ->> 'storage_path') end,
      'file_id', case when tg_table_name in ('share_links', 'file_access', 'file_tags')
                      then coalesce(after ->> 'file_id', before ->> 'file_id') end,
      'files', case when tg_table_name = 'share_links' then jsonb_array_length(nullif(coalesce(after, before) -> 'file_ids', 'null')) end,
      'tag_id', case when tg_table_name = 'file_tags' then coalesce(after ->> 'tag_id', before ->> 'tag_id') end,
      'person', case when tg_table_name in ('file_access', 'team_space_members')
                     then coalesce(after ->> 'user_id', before ->> 'user_id') end,
      'role', case when tg_table_name in ('enterprise_user_roles', 'invitations', 'team_space_members')
                   then coalesce(after ->> 'role', before ->> 'role') end,
      'until', case tg_table_name when 'enterprise_user_roles' then after ->> 'expires_at' when 'invitations' then after ->> 'role_until' end)));
  return null;
end $$;

-- An event loses what it says of a person who was erased, and whose keys are gone, and what its time is over for. Its entry in the ledger stays
-- as it is. No other change is let through.
create or replace function audit.refuse_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'system_audit_log' then
    if new.user_id is null and new.details = '{"erased": true}'
       and to_jsonb(new) - 'user_id' - 'details' = to_jsonb(old) - 'user_id' - 'details'
       and exists (select from ledger.erasures e where e.subject_id = old.user_id)
       and not exists (select from ledger.subject_keys k where k.subject_id = old.user_id)
       and not exists (select from ledger.event_keys k where k.subject_id = old.user_id)
       and not ledger.is_held(old.tenant_id, old.user_id, old.details) then
      return new;
    end if;
    if to_jsonb(new) - 'user_id' - 'details' = to_jsonb(old) - 'user_id' - 'details' and ledger.is_due(old, new) then
      return new;
    end if;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;

-- Every kind of event that the caller may read. Goes from one to the next in the index, so it does not depend on the number of
-- rows; the page turns the text of a search into a list of these.
create or replace function public.audit_event_types() returns table (event_type text)
  language sql stable set search_path = ''
as $$
  with recursive types as (
    (select l.event_type
     from public.system_audit_log l
     where l.tenant_id = authz.tenant()
     order by l.event_type limit 1)
    union all
    select (select l.event_type
            from public.system_audit_log l
            where l.tenant_id = authz.tenant() and l.event_type > t.event_type
            order by l.event_type limit 1)
    from types t
    where t.event_type is not null
  )
  select t.event_type from types t where t.event_type is not null;
$$;
grant execute on function public.audit_event_types() to authenticated, service_role;

-- What the caller may read of the log about one thing: an object, a file and the links to several that name it, a person, or the event with
-- this id; the newest ten thousand. A function, because under row-level security no index on `details` is used.
create or replace function public.audit_log_about(object uuid) returns setof public.system_audit_log
  language sql stable security definer set search_path = ''
as $$
  select l.*
  from public.system_audit_log l
  where l.tenant_id = (select authz.tenant())
    and ((select authz.allows('view_audit_logs', authz.tenant())) or l.user_id = (select auth.uid()))
    and (l.id = object or l.user_id = object or l.details ->> 'id' = object::text or l.details ->> 'file_id' = object::text
         or l.details ->> 'id' = any (array(select m.link_id::text from public.share_link_files m where m.file_id = object)))
  order by l.created_at desc, l.id desc
  limit 10000;
$$;
grant execute on function public.audit_log_about(uuid) to authenticated;

-- Names and addresses of the people in the log. Profiles have no address, and two people may share a name.
create or replace function public.audit_people() returns table (user_id uuid, name text, email text)
  language sql stable security definer set search_path = ''
as $$
  select p.user_id, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), u.email
  from public.profiles p
  join auth.users u on u.id = p.user_id
  where p.tenant_id = (select authz.tenant()) and (select authz.allows('view_audit_logs', authz.tenant()))
  union
  -- People of the operator who entered this organisation.
  select e.user_id, null, e.asker
  from tenancy.entries e
  where e.tenant_id = (select authz.tenant()) and e.user_id is not null and (select authz.allows('view_audit_logs', authz.tenant()))
  order by 2 nulls last, 3;
$$;
grant execute on function public.audit_people() to authenticated, service_role;

-- A sender has no account; the event is written in the name of the requester's organisation.
create or replace function audit.record_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, details)
  select p.tenant_id, case when new.device_id is null then 'file_requests.delivery' else 'devices.delivery' end, 'data_access', 'delivery',
         jsonb_build_object('table', case when new.device_id is null then 'public.file_requests' else 'public.devices' end,
                            'id', coalesce(new.request_id, new.device_id), 'file_id', new.id)
  from public.profiles p where p.user_id = new.user_id;
  return null;
end $$;

-- In the log of the organisation whose domain it is, also when nobody of it did it: the server takes back what DNS no longer proves.
create or replace function audit.record_domain() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  row    public.organisation_domains := coalesce(new, old);
  change text := case when tg_op <> 'UPDATE' then lower(tg_op) when new.verified_at is null then 'lapse' else 'verify' end;
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  values (row.tenant_id, 'organisation_domains.' || change, 'config_change', auth.uid(), change, 'success', 'high',
          jsonb_build_object('table', 'public.organisation_domains', 'id', row.id, 'domain', row.domain));
  return null;
end $$;
