create or replace function authz.owns(person uuid, home uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from authz.live_roles r where r.user_id = person and r.tenant_id = home and r.role = 'owner')
$$;
grant execute on function authz.owns(uuid,uuid) to authenticated;

-- A mail to each owner as soon as the transaction commits, without a switch.
create or replace function tenancy.mail_owners(organisation uuid, occasion text, facts jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job('tenants:mail',
    json_build_object('occasion', occasion, 'to', u.email, 'facts', facts || jsonb_build_object('name', t.name)), max_attempts => 10)
  from public.tenants t
  join authz.live_roles r on r.tenant_id = t.id and r.role = 'owner'
  join auth.users u on u.id = r.user_id and u.deleted_at is null and u.email is not null
  where t.id = organisation;
end $$;

-- Begins thirty days in which nobody but its owners signs in; then everything goes. @throws QS406, QS425
create or replace function tenancy.begin_deletion(organisation uuid, typed text, why text) returns timestamptz
  language plpgsql security definer set search_path = ''
as $$
declare
  one  public.tenants;
  made tenancy.deletions;
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  select * into one from public.tenants t where t.id = organisation and t.probe is null for no key update;
  if one.id is null or one.status not in ('active', 'suspended') then
    raise exception 'there is no such organisation, or it is being deleted already' using errcode = 'QS406';
  end if;
  if one.is_default or btrim(typed) is distinct from btrim(one.name) then
    raise exception 'the organisation that runs the installation is not deleted, and others by their name' using errcode = 'check_violation';
  end if;
  if exists (select from public.legal_holds h where h.tenant_id = organisation and h.released_at is null) then
    raise exception 'a legal hold keeps this organisation' using errcode = 'QS425';
  end if;
  insert into tenancy.deletions as d (tenant_id, asked_by, asker, reason, ends_at, suspended_at, suspended_for)
  select organisation, u.id, coalesce(u.email, ''), btrim(why), clock_timestamp() + interval '30 days', one.suspended_at, one.suspended_reason
  from auth.users u where u.id = auth.uid() returning d.* into made;
  update public.tenants t set status = 'leaving', suspended_at = null, suspended_reason = null where t.id = organisation;
  delete from auth.sessions s using public.profiles p
  where p.user_id = s.user_id and p.tenant_id = organisation and not authz.owns(p.user_id, organisation);
  perform audit.record_of_tenant(organisation, 'tenant.deletion_started', 'critical',
                                 jsonb_build_object('ends_at', made.ends_at, 'reason', made.reason));
  perform tenancy.mail_owners(organisation, 'started', jsonb_build_object('day', made.ends_at, 'reason', made.reason));
  return made.ends_at;
end $$;
grant execute on function tenancy.begin_deletion(uuid,text,text) to authenticated;

-- @throws QS406 where nothing is to be restored: its thirty days are over, or there is no deletion
create or replace function tenancy.restore(organisation uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  one tenancy.deletions;
begin
  perform authz.require_tenant_manager();
  perform authz.require_fresh();
  perform from public.tenants t where t.id = organisation for no key update;
  update tenancy.deletions d set restored_at = clock_timestamp()
  where d.tenant_id = organisation and d.restored_at is null and d.begun_at is null and d.ends_at > clock_timestamp() returning d.* into one;
  if one.id is null then
    raise exception 'there is nothing to restore' using errcode = 'QS406';
  end if;
  update public.tenants t
  set status = case when one.suspended_at is null then 'active' else 'suspended' end,
      suspended_at = one.suspended_at, suspended_reason = one.suspended_for
  where t.id = organisation;
  -- Suspended again, with its owners.
  delete from auth.sessions s using public.profiles p
  where one.suspended_at is not null and p.user_id = s.user_id and p.tenant_id = organisation;
  perform audit.record_of_tenant(organisation, 'tenant.restored', 'high', '{}');
  perform tenancy.mail_owners(organisation, 'restored', '{}');
end $$;
grant execute on function tenancy.restore(uuid) to authenticated;

-- Asks, for an owner, who runs the installation to keep the organisation. Their last words count. @throws QS406 where it is not being deleted
create or replace function tenancy.ask_to_keep(why text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.home();
  one  tenancy.deletions;
begin
  perform authz.require_proven();
  if not authz.owns(auth.uid(), home) then
    raise exception 'only an owner may do this' using errcode = 'insufficient_privilege';
  end if;
  update tenancy.deletions d
  set kept_at = clock_timestamp(), keeping = btrim(why), keeper = coalesce((select u.email from auth.users u where u.id = auth.uid()), '')
  where d.tenant_id = home and d.restored_at is null and d.begun_at is null returning d.* into one;
  if one.id is null then
    raise exception 'this organisation is not being deleted' using errcode = 'QS406';
  end if;
  perform audit.record_of_tenant(home, 'tenant.keep_asked', 'high', '{}');
  perform graphile_worker.add_job('tenants:mail',
    json_build_object('occasion', 'asked', 'to', u.email,
                      'facts', jsonb_build_object('name', t.name, 'by', one.keeper, 'day', one.ends_at)), max_attempts => 10)
  from public.tenants t
  join authz.live_roles r on r.tenant_id = authz.operator() and r.role = 'super_admin'
  join auth.users u on u.id = r.user_id and u.deleted_at is null and u.email is not null
  where t.id = home;
end $$;
grant execute on function tenancy.ask_to_keep(text) to authenticated;

-- Mails them once, from a week before the end on.
create or replace function tenancy.warn_owners() returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  one tenancy.deletions;
begin
  for one in
    update tenancy.deletions d set warned_at = clock_timestamp()
    where d.restored_at is null and d.begun_at is null and d.warned_at is null and d.ends_at <= clock_timestamp() + interval '7 days'
      and d.ends_at > clock_timestamp()
    returning d.*
  loop
    perform tenancy.mail_owners(one.tenant_id, 'soon', jsonb_build_object('day', one.ends_at, 'reason', one.reason));
  end loop;
end $$;

-- Begins those whose time is over; from here on there is no way back. One with a legal hold waits until it is released.
create or replace function tenancy.due_deletions() returns setof uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  one tenancy.deletions;
begin
  for one in
    select d.* from tenancy.deletions d
    where d.restored_at is null and d.begun_at is null and d.ends_at <= clock_timestamp() order by d.tenant_id
  loop
    -- A hold that is set meanwhile is there afterwards, or is refused.
    perform from public.tenants t where t.id = one.tenant_id for no key update;
    update tenancy.deletions d set begun_at = clock_timestamp()
    where d.id = one.id and d.restored_at is null and d.begun_at is null
      and not exists (select from public.legal_holds h where h.tenant_id = d.tenant_id and h.released_at is null);
    continue when not found;
    -- Nobody has their addresses afterwards.
    perform tenancy.mail_owners(one.tenant_id, 'ended', '{}');
  end loop;
  return query select d.tenant_id from tenancy.deletions d where d.begun_at is not null and d.ended_at is null;
end $$;

-- Says what stays of an organisation: its log, whose rules say when it is emptied, invoices that were issued, and what says that it is gone.
create or replace function tenancy.stays(relation regclass) returns boolean
  language sql stable set search_path = ''
as $$
  select n.nspname = 'ledger' or relation in ('public.system_audit_log'::regclass, 'tenancy.deletions'::regclass, 'tenancy.demos'::regclass, 'invoicing.invoices'::regclass)
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = relation
$$;

-- Deletes the rest when its people are gone. Tables go in rounds, because some refer to others. @returns whether it is over: where people came meanwhile, it is not
create or replace function tenancy.finish_deletion(organisation uuid) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  waiting regclass[];
  refused regclass[];
  one     regclass;
begin
  perform from public.tenants t where t.id = organisation for no key update;
  if exists (select from public.profiles p where p.tenant_id = organisation)
     or not exists (select from tenancy.deletions d where d.tenant_id = organisation and d.begun_at is not null and d.ended_at is null) then
    return false;
  end if;
  delete from invoicing.invoices i where i.tenant_id = organisation and i.status = 'draft';
  select array_agg(c.oid::regclass order by c.oid desc) into waiting
  from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and not tenancy.stays(c.oid::regclass);
  loop
    refused := '{}';
    foreach one in array waiting loop
      begin
        execute format('delete from %s where tenant_id = $1', one) using organisation;
      exception when foreign_key_violation then
        refused := refused || one;
      end;
    end loop;
    exit when refused = '{}';
    if refused = waiting then
      raise exception 'rows of % cannot be deleted', refused;
    end if;
    waiting := refused;
  end loop;
  update public.tenants t set status = 'deleted', name = 'Deleted organisation' where t.id = organisation;
  -- Made at the moment at which it was cancelled, by a list that was being sent.
  delete from auth.users u using tenancy.demos d
  where d.tenant_id = organisation and split_part(u.email, '@', -1) = d.domain and not exists (select from public.profiles p where p.user_id = u.id);
  update tenancy.demos d set state = 'removed', cause = coalesce(d.cause, 'asked'), ended_at = coalesce(d.ended_at, clock_timestamp()), asker = ''
  where d.tenant_id = organisation;
  update tenancy.deletions d set ended_at = clock_timestamp(), reason = 'over', keeping = '', keeper = ''
  where d.tenant_id = organisation and d.ended_at is null and d.restored_at is null;
  perform audit.record_of_tenant(organisation, 'tenant.deleted', 'critical', '{}');
  return true;
end $$;
