-- In the log of the organisation whose team it is, also when an identity provider did it.
create or replace function audit.record_team() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  row    public.teams := coalesce(new, old);
  change text := case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'renamed' end;
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  values (row.tenant_id, 'team.' || change, 'config_change', auth.uid(), change, 'success',
          case when change = 'deleted' then 'medium' else 'low' end,
          jsonb_strip_nulls(jsonb_build_object(
            'table', 'public.teams', 'id', row.id, 'team', row.name, 'source', row.source,
            'former_name', case when tg_op = 'UPDATE' and old.name <> new.name then old.name end,
            'members', case when tg_op = 'DELETE' then (select count(*) from public.team_members m where m.team_id = row.id) end)));
  return case when tg_op = 'DELETE' then old end;
end $$;

-- Those who go with a deleted team are counted in its event.
create or replace function audit.record_team_member() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  row    public.team_members := coalesce(new, old);
  change text := case tg_op when 'INSERT' then 'member_added' else 'member_removed' end;
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, status, risk_level, details)
  select t.tenant_id, 'team.' || change, 'config_change', auth.uid(), change, 'success', 'medium',
         jsonb_strip_nulls(jsonb_build_object(
           'table', 'public.team_members', 'id', t.id, 'team', t.name, 'source', t.source, 'person', row.user_id,
           -- Set while an account is deleted.
           'cause', nullif(current_setting('audit.cause', true), '')::jsonb ->> 'cause'))
  from public.teams t where t.id = row.team_id;
  return null;
end $$;

create or replace function public.require_colleague_of_team() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.teams t
                 join public.profiles p on p.tenant_id = t.tenant_id
                 join auth.users u on u.id = p.user_id
                 where t.id = new.team_id and p.user_id = new.user_id and u.deleted_at is null and not u.is_anonymous
                   and not exists (select from public.former_members f where f.user_id = p.user_id)) then
    raise exception 'this person does not belong to the organisation' using errcode = 'QS404';
  end if;
  return new;
end $$;

-- Somebody who was removed is in no team, also after they are back.
create or replace function public.leave_teams_of_former() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.team_members m where m.user_id = new.user_id;
  return null;
end $$;
