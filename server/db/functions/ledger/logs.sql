-- In the transaction of the event: either both are there or neither. The server hears which events it wrote (server/db/written-events.ts), without
-- asking for them.
create or replace function ledger.await_place() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  ids text;
begin
  -- One statement: a second pass over the events cost as much as all of this.
  with placed as (
    insert into ledger.pending (event_id, tenant_id) select a.id, a.tenant_id from added a order by a.created_at, a.id
    returning event_id)
  select array_to_string((array_agg(p.event_id))[1:64], ',') into ids from placed p;
  raise notice 'events of the audit log' using errcode = 'QS201', detail = coalesce(ids, '');
  return null;
end $$;

-- Says of each log which events are older than it.
create or replace function ledger.record_import() returns void
  language sql set search_path = ''
as $$
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, details)
  select l.tenant_id, 'ledger.imported', 'config_change', 'imported', jsonb_build_object('events', count(*), 'until', max(l.created_at))
  from public.system_audit_log l group by l.tenant_id;
$$;

-- The first event of a log that starts over, in front of all that waits.
create or replace function ledger.record_epoch(tenant uuid, details jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  event uuid;
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, risk_level, details)
  values (tenant, 'ledger.epoch_started', 'config_change', 'started', 'critical', record_epoch.details) returning id into event;
  update ledger.pending set id = (select min(p.id) - 1 from ledger.pending p) where event_id = event;
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
  -- In the same order always. A hold that is being set is there afterwards, or is set after this.
  perform ledger.lock_retention(t.tenant_id)
  from (select l.tenant_id from public.system_audit_log l where l.user_id = person and l.tenant_id is not null
        union
        select p.tenant_id from public.profiles p where p.user_id = person
        order by 1) t;
  -- The sequencer uses the key; what waits for one gets it first.
  if exists (select from ledger.pending p join public.system_audit_log l on l.id = p.event_id where l.user_id = person) then
    raise exception 'events of this person wait for their place in the ledger' using errcode = 'QS409';
  end if;
  -- Also one about somebody else, whom their events name.
  if exists (select from public.legal_holds h where h.released_at is null and h.about = person)
     or exists (select from public.system_audit_log l where l.user_id = person and ledger.is_held(l.tenant_id, l.user_id, l.details)) then
    raise exception 'a legal hold keeps what the audit log says of this person' using errcode = 'QS409';
  end if;
  insert into ledger.erasures (subject_id, reason) values (person, erase_person.reason)
  on conflict (subject_id) do update set reason = excluded.reason, erased_at = clock_timestamp();
  delete from ledger.subject_keys where subject_id = person;
  delete from ledger.event_keys where subject_id = person;
  select l.tenant_id into tenant from public.system_audit_log l where l.user_id = person order by l.created_at desc limit 1;
  update public.system_audit_log set user_id = null, details = '{"erased": true}' where user_id = person;
  get diagnostics emptied = row_count;
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, status, risk_level, details)
  values (coalesce(tenant, (select t.id from public.tenants t where t.is_default)), 'privacy.subject_erased', 'config_change', 'erased',
          'success', 'high', jsonb_build_object('events', emptied, 'reason', erase_person.reason));
  return emptied;
end $$;

-- Which of some events the caller may read; without the session for the owner of a file that somebody else read, as in
-- public.reads_of_my_files.
create or replace function public.readable_events(events uuid[]) returns table (event_id uuid, has_session boolean)
  language sql stable security definer set search_path = ''
as $$
  select l.id, r.is_reader
  from public.system_audit_log l
  cross join lateral (
    select l.tenant_id = (select authz.tenant())
           and ((select authz.allows('view_audit_logs', authz.tenant())) or l.user_id = (select auth.uid()))) as r (is_reader)
  where l.id = any (events)
    and (r.is_reader or (l.details ->> 'owner_id' = (select auth.uid())::text
                         and l.event_type in ('file_records.read', 'share_links.download')
                         and (l.details ->> 'team_space_id' is null
                              or (l.details ->> 'team_space_id')::uuid in (select authz.team_spaces()))
                         and (select authz.is_proven())));
$$;
grant execute on function public.readable_events(uuid[]) to authenticated;

-- The logs that the caller may look into, and whether they may read the entries. What anchors them is for everybody.
create or replace function ledger.visible_logs() returns table (log_id uuid, shows_entries boolean)
  language sql stable security definer set search_path = ''
as $$
  select g.id, case g.kind
                 when 'anchor' then true
                 when 'organisation' then (select authz.allows('view_audit_logs', authz.tenant()))
                 else true end
  from ledger.logs g
  where g.kind = 'anchor'
     or (g.kind = 'organisation' and g.tenant_id = (select authz.tenant()))
     or (g.kind = 'system' and (select authz.allows('manage_tenants', authz.tenant())));
$$;
grant execute on function ledger.visible_logs() to anon, authenticated;
