-- Notes that somebody begins to upload a model of `bytes`, called `label`. All files of an organisation together have `most_bytes`, and what is
-- still on its way counts.
-- @throws QS473
create or replace function studio.begin_own_model(chosen uuid, label text, bytes bigint, most_bytes bigint) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := studio.managed();
  used numeric;
begin
  perform authz.require_fresh();
  insert into studio.settings (tenant_id) values (home) on conflict do nothing;
  -- Two that begin at once cannot both have what is left.
  perform from studio.settings s where s.tenant_id = home for update;
  select coalesce(sum(f.size_bytes), 0) into used from studio.model_files f where f.tenant_id = home;
  if used + begin_own_model.bytes > begin_own_model.most_bytes then
    raise exception 'models of this organisation have no more room' using errcode = 'QS473';
  end if;
  insert into studio.connections (id, tenant_id, name, preset, address, problem, created_by)
  values (begin_own_model.chosen, home, begin_own_model.label, 'own', 'file:model', 'its file is not whole yet', auth.uid());
  insert into studio.model_files (connection_id, tenant_id, size_bytes) values (begin_own_model.chosen, home, begin_own_model.bytes);
end $$;
grant execute on function studio.begin_own_model(uuid,text,bigint,bigint) to authenticated;

-- Ends an upload of the caller that has not ended. A model that is there is removed as other connections are.
-- @throws QS404
create or replace function studio.stop_own_model(connection uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := studio.managed();
begin
  delete from studio.connections c
  where c.id = stop_own_model.connection and c.tenant_id = home and c.created_by = auth.uid()
    and exists (select from studio.model_files f where f.connection_id = c.id and f.uploaded_at is null);
  if not found then
    raise exception 'there is no such upload' using errcode = 'QS404';
  end if;
end $$;
grant execute on function studio.stop_own_model(uuid) to authenticated;
