-- Breaks nothing: every change writes its event in the same transaction. Insert-only for everyone.
create table public.system_audit_log (
  id             uuid        primary key default gen_random_uuid(),
  created_at     timestamptz not null default clock_timestamp(),
  tenant_id      uuid        references public.tenants (id),
  event_type     text        not null,
  event_category text        not null constraint system_audit_log_category
                               check (event_category in ('auth', 'data_access', 'config_change', 'security_incident')),
  user_id        uuid,
  action         text        not null,
  status         text        not null default 'success' constraint system_audit_log_status
                               check (status in ('success', 'failure', 'blocked')),
  risk_level     text        not null default 'low' constraint system_audit_log_risk
                               check (risk_level in ('low', 'medium', 'high', 'critical')),
  details        jsonb       not null default '{}'
);
-- Newest first per tenant, for the audit page and its keyset paging.
create index system_audit_log_tenant_time_idx on public.system_audit_log (tenant_id, created_at desc, id desc);

-- The one way in. Details hold ids and column names, never values: what was sealed stays unseen, what is secret unsaid.
create function audit.record(event_type text, event_category text, user_id uuid, action text, status text,
                             risk_level text, details jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  values (coalesce((select p.tenant_id from public.profiles p where p.user_id = record.user_id),
                   (select t.id from public.tenants t where t.is_default)),
          record.event_type, record.event_category, record.user_id, record.action, record.status, record.risk_level,
          record.details);
end $$;

-- Row trigger. Arguments: event category, risk level, name of the identifying column.
create function audit.record_change() returns trigger
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
    tg_table_name || '.' || lower(tg_op), tg_argv[0], actor, lower(tg_op), 'success', tg_argv[1],
    jsonb_strip_nulls(jsonb_build_object(
      'table', tg_table_schema || '.' || tg_table_name,
      'id', coalesce(after ->> tg_argv[2], before ->> tg_argv[2]),
      'changed', to_jsonb(changed))));
  return null;
end $$;

create function audit.refuse_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger system_audit_log_append_only before update or delete on public.system_audit_log
  for each row execute function audit.refuse_change();
create trigger system_audit_log_no_truncate before truncate on public.system_audit_log
  for each statement execute function audit.refuse_change();

do $$
declare
  rule record;
begin
  for rule in
    select * from (values
      ('public', 'tenants', 'config_change', 'medium', 'id'),
      ('public', 'profiles', 'config_change', 'low', 'user_id'),
      ('public', 'enterprise_user_roles', 'config_change', 'high', 'user_id'),
      ('public', 'user_key_bundles', 'config_change', 'medium', 'user_id'),
      ('public', 'account_wraps', 'config_change', 'medium', 'kind'),
      ('public', 'keyrings', 'config_change', 'medium', 'user_id'),
      ('public', 'spaces', 'config_change', 'low', 'id'),
      ('public', 'space_keys', 'config_change', 'medium', 'space_id'),
      ('public', 'folders', 'data_access', 'low', 'id'),
      ('public', 'tags', 'data_access', 'low', 'id'),
      ('public', 'file_records', 'data_access', 'low', 'id'),
      ('public', 'file_tags', 'data_access', 'low', 'file_id'),
      ('storage', 'buckets', 'config_change', 'medium', 'id'),
      ('storage', 'objects', 'data_access', 'low', 'id'),
      ('auth', 'users', 'auth', 'low', 'id'),
      ('auth', 'identities', 'auth', 'low', 'id'),
      ('auth', 'kdf_parameters', 'auth', 'medium', 'user_id')
    ) as rules (schema_name, table_name, category, risk, id_column)
  loop
    execute format('create trigger %I after insert or update or delete on %I.%I for each row '
                   'execute function audit.record_change(%L, %L, %L)',
                   rule.table_name || '_audit', rule.schema_name, rule.table_name, rule.category, rule.risk, rule.id_column);
  end loop;
end $$;

alter table public.system_audit_log enable row level security;
create policy system_audit_log_read on public.system_audit_log for select to authenticated
  using (tenant_id = (select authz.tenant())
         and ((select authz.allows('view_audit_logs', authz.tenant())) or user_id = (select auth.uid())));
grant select on public.system_audit_log to authenticated;

-- Row-level security binds the owner of the tables too; the owner and the service role pass by an explicit policy, so that
-- no role needs BYPASSRLS or superuser and managed databases work.
do $$
declare
  entry record;
begin
  for entry in
    select n.nspname, c.relname
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relrowsecurity and n.nspname in ('public', 'storage')
  loop
    execute format('alter table %I.%I force row level security', entry.nspname, entry.relname);
    execute format('create policy %I on %I.%I for all to service_role, %I using (true) with check (true)',
                   entry.relname || '_service', entry.nspname, entry.relname, current_user);
  end loop;
end $$;
grant select, insert, update, delete on all tables in schema public, storage to service_role;
revoke update, delete on public.system_audit_log from service_role;
grant execute on function audit.record(text, text, uuid, text, text, text, jsonb) to service_role;
revoke execute on all functions in schema audit from public;
