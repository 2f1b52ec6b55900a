-- In the transaction of the event: either both are there or neither.
create or replace function ledger.await_place() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into ledger.pending (event_id, tenant_id) select a.id, a.tenant_id from added a order by a.created_at, a.id;
  return null;
end $$;

-- Takes a person out of the audit log: who they were, from where, and what their events say beside their kind. The entries and all proofs
-- stay as they are; without the key, nobody can tell any more what they commit to. @returns how many events were emptied.
create or replace function ledger.erase_person(person uuid, reason text) returns bigint
  language plpgsql set search_path = ''
as $$
declare
  emptied bigint;
  tenant  uuid;
begin
  -- Whoever gives places uses the key; what waits for one gets it first.
  if exists (select from ledger.pending p join public.system_audit_log l on l.id = p.event_id where l.user_id = person) then
    raise exception 'events of this person wait for their place in the ledger' using errcode = 'QS409';
  end if;
  insert into ledger.erasures (subject_id, reason) values (person, reason)
  on conflict (subject_id) do update set reason = excluded.reason, erased_at = clock_timestamp();
  delete from ledger.subject_keys where subject_id = person;
  select l.tenant_id into tenant from public.system_audit_log l where l.user_id = person order by l.created_at desc limit 1;
  update public.system_audit_log set user_id = null, details = '{"erased": true}' where user_id = person;
  get diagnostics emptied = row_count;
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, status, risk_level, details)
  values (coalesce(tenant, (select t.id from public.tenants t where t.is_default)), 'privacy.subject_erased', 'config_change', 'erased',
          'success', 'high', jsonb_build_object('events', emptied, 'reason', reason));
  return emptied;
end $$;
