-- The organisation that an object belongs to; one without a person belongs to the operator's.
create or replace function storage.home_of(object uuid) returns uuid
  language sql stable set search_path = ''
as $$
  select coalesce((select p.tenant_id from storage.objects o join public.profiles p on p.user_id = o.owner where o.id = home_of.object),
                  (select t.id from public.tenants t where t.is_default))
$$;

-- An event about the content of an object, in the log of its organisation. Nobody did it.
create or replace function storage.record_content(object uuid, event_type text, risk text, details jsonb) returns void
  language sql set search_path = ''
as $$
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, status, risk_level, details)
  select storage.home_of(o.id), record_content.event_type, 'security_incident', split_part(record_content.event_type, '.', 2), 'success',
         record_content.risk,
         jsonb_strip_nulls(jsonb_build_object(
           'table', 'storage.objects', 'id', o.id, 'owner_id', o.owner,
           'file_id', (select f.id from public.file_records f where f.storage_path = o.name limit 1))) || record_content.details
  from storage.objects o where o.id = record_content.object;
$$;

-- Content of an object is missing, or has another size: once for each content, and not of one that was replaced or deleted meanwhile.
create or replace function storage.record_loss(object uuid, blob uuid, problem text, found_by text) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  insert into storage.lost_content (object_id, blob_id, problem, found_by)
  select o.id, o.blob_id, record_loss.problem, record_loss.found_by
  from storage.objects o where o.id = record_loss.object and o.blob_id = record_loss.blob
  on conflict (object_id, blob_id) do nothing;
  if not found then
    return false;
  end if;
  perform storage.record_content(record_loss.object,
            case record_loss.problem when 'missing' then 'content.missing' else 'content.damaged' end, 'high',
            jsonb_build_object('found_by', record_loss.found_by));
  perform notify.of_loss(storage.home_of(record_loss.object), record_loss.object);
  return true;
end $$;

create or replace function storage.end_loss(object uuid, blob uuid) returns void
  language plpgsql set search_path = ''
as $$
begin
  delete from storage.lost_content l where l.object_id = end_loss.object and l.blob_id = end_loss.blob;
  if found then
    perform storage.record_content(end_loss.object, 'content.found', 'low', '{}');
  end if;
end $$;

-- How many objects have lost their content. What was replaced since is forgotten.
create or replace function storage.losses_left() returns integer
  language plpgsql set search_path = ''
as $$
begin
  delete from storage.lost_content l
  where not exists (select from storage.objects o where o.id = l.object_id and o.blob_id = l.blob_id);
  return (select count(*)::integer from storage.lost_content);
end $$;
