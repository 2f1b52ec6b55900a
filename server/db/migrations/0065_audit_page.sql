-- Breaks nothing: what the pages for the audit log and for one's own activity ask is answered from an index.
-- The rows of one person, newest first.
create index system_audit_log_user_time_idx on public.system_audit_log (user_id, created_at desc, id desc)
  where user_id is not null;
-- Most events are the use of files and of low risk: those are dense along the time index of 0007. The rare ones are not.
create index system_audit_log_category_idx on public.system_audit_log (tenant_id, event_category, created_at desc, id desc)
  where event_category <> 'data_access';
create index system_audit_log_risk_idx on public.system_audit_log (tenant_id, risk_level, created_at desc, id desc)
  where risk_level <> 'low';
create index system_audit_log_type_idx on public.system_audit_log (tenant_id, event_type, created_at desc, id desc);

-- Every kind of event that the caller may read. Goes from one to the next in the index, so it does not depend on the number of
-- rows; the page turns the text of a search into a list of these.
create function public.audit_event_types() returns table (event_type text)
  language sql stable set search_path = ''
  begin atomic
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
  end;

-- Names and addresses of the people in the log. Profiles have no address, and two people may share a name.
create function public.audit_people() returns table (user_id uuid, name text, email text)
  language sql stable security definer set search_path = ''
  begin atomic
    select p.user_id, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), u.email
    from public.profiles p
    join auth.users u on u.id = p.user_id
    where p.tenant_id = (select authz.tenant()) and (select authz.allows('view_audit_logs', authz.tenant()))
    order by 2 nulls last, 3;
  end;

revoke execute on function public.audit_event_types(), public.audit_people() from public;
grant execute on function public.audit_event_types(), public.audit_people() to authenticated, service_role;
