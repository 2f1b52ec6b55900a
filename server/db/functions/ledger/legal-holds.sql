-- Whether a hold covers an event of this person: one of the organisation, or of somebody that the event is of or names.
create or replace function ledger.is_held(tenant uuid, person uuid, details jsonb) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (select from public.legal_holds h
                 where h.tenant_id = is_held.tenant and h.released_at is null
                   -- A query of its own runs once, and not for each hold.
                   and (h.about is null or h.about = is_held.person or h.about::text = any ((select audit.named_in(details))::text[])))
$$;

-- From now on nothing is removed of this person, or of the whole organisation, and nobody is erased. @returns the id of the hold. @throws QS491 where
-- the organisation is being removed already
create or replace function public.set_legal_hold(reason text, person uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  setter uuid := ledger.require_keeper();
  home   uuid := authz.tenant();
  made   uuid;
begin
  -- A removal locks the row of the organisation before it looks for holds: one of both comes first, and the other sees it.
  perform from public.tenants t where t.id = home for no key update;
  if exists (select from tenancy.deletions d where d.tenant_id = home and d.begun_at is not null and d.restored_at is null) then
    raise exception 'this organisation is being removed' using errcode = 'QS491';
  end if;
  perform ledger.lock_retention(home);
  if person is not null and not exists (select from public.profiles p where p.user_id = person and p.tenant_id = home)
     and not exists (select from public.system_audit_log l where l.user_id = person and l.tenant_id = home) then
    raise exception 'there is no such person' using errcode = 'QS404';
  end if;
  if (select count(*) from public.legal_holds h where h.tenant_id = home and h.released_at is null) >= 200 then
    raise exception 'There are too many holds already: 200 at most' using errcode = 'PT413';
  end if;
  insert into public.legal_holds (tenant_id, about, reason, set_by) values (home, person, btrim(set_legal_hold.reason), setter) returning id into made;
  perform audit.record('legal_hold.set', 'config_change', setter, 'set', 'success', 'high',
                       jsonb_strip_nulls(jsonb_build_object('table', 'public.legal_holds', 'id', made, 'person', person, 'reason', btrim(set_legal_hold.reason))));
  return made;
end $$;
grant execute on function public.set_legal_hold(text,uuid) to authenticated;

create or replace function public.release_legal_hold(hold uuid, reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  releaser uuid := ledger.require_keeper();
  home     uuid := authz.tenant();
  whom     uuid;
begin
  perform ledger.lock_retention(home);
  update public.legal_holds h
  set released_at = clock_timestamp(), released_by = releaser, release_reason = btrim(release_legal_hold.reason)
  where h.id = hold and h.tenant_id = home and h.released_at is null
  returning h.about into whom;
  if not found then
    raise exception 'there is no such hold' using errcode = 'QS404';
  end if;
  -- What it kept is looked at once more.
  update ledger.retention_progress p set removed_before = '-infinity', where_before = '-infinity' where p.tenant_id = home;
  perform audit.record('legal_hold.released', 'config_change', releaser, 'released', 'success', 'high',
                       jsonb_strip_nulls(jsonb_build_object('table', 'public.legal_holds', 'id', hold, 'person', whom,
                                                            'reason', btrim(release_legal_hold.reason))));
end $$;
grant execute on function public.release_legal_hold(uuid,text) to authenticated;
