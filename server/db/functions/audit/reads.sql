-- Somebody is about to be given the sealed content of a file that is not theirs. `client` says from where and, if the client said so,
-- for what. One event for the same person, session, address, content and purpose in fifteen minutes: a film is read in many parts.
-- False when no file has this content. docs/decisions/0067-reading-leaves-an-event.md
create or replace function audit.record_read(object_name text, reader uuid, client jsonb) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  file  record;
  facts jsonb;
begin
  select f.id, f.user_id, f.content_id, f.team_space_id into file
  from public.file_records f
  where f.bucket_id = 'encrypted-files' and f.storage_path = record_read.object_name;
  if not found then
    select v.file_id as id, f.user_id, v.content_id, f.team_space_id into file
    from public.file_versions v
    join public.file_records f on f.id = v.file_id
    where v.bucket_id = 'encrypted-files' and v.storage_path = record_read.object_name;
  end if;
  if file.id is null then
    return false;
  end if;
  if file.user_id = reader then
    return true;
  end if;

  facts := jsonb_strip_nulls(client || jsonb_build_object('table', 'public.file_records', 'id', file.id, 'file_id', file.id,
                                                          'owner_id', file.user_id, 'content_id', file.content_id,
                                                          'team_space_id', file.team_space_id));
  -- Parts of one file are asked for at once: one of them writes.
  perform pg_advisory_xact_lock(hashtextextended(reader::text || record_read.object_name, 0));
  if not exists (select from public.system_audit_log l
                 where l.user_id = reader and l.details ->> 'id' = file.id::text and l.event_type = 'file_records.read'
                   and l.created_at > clock_timestamp() - interval '15 minutes'
                   and l.details - 'user_agent' = facts - 'user_agent') then
    -- In the log of the organisation that the owner belongs to.
    insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, details)
    values (coalesce((select p.tenant_id from public.profiles p where p.user_id = file.user_id),
                     (select t.id from public.tenants t where t.is_default)),
            'file_records.read', 'data_access', reader, 'read', facts);
  end if;
  return true;
end $$;

-- Who read files of the caller, newest first: other people, and visitors of the caller's links; of a link to several files it is known that
-- it was opened, and not which of them. Files that the caller stored in a team space
-- count as long as the caller belongs to it. Of one file when `file` is given; behind the event at `before` and `before_id`.
create or replace function public.reads_of_my_files(file uuid default null, before timestamptz default null, before_id uuid default null,
                                         at_most integer default 50)
  returns setof public.system_audit_log
  language sql stable security definer set search_path = ''
as $$
  select l.id, l.created_at, l.tenant_id, l.event_type, l.event_category, l.user_id, l.action, l.status, l.risk_level,
         l.details - 'session_id'
  from public.system_audit_log l
  where l.details ->> 'owner_id' = auth.uid()::text
    and l.event_type in ('file_records.read', 'share_links.download')
    and (reads_of_my_files.file is null or l.details ->> 'file_id' = reads_of_my_files.file::text
         or l.details ->> 'id' in (select m.link_id::text from public.share_link_files m where m.file_id = reads_of_my_files.file))
    and (l.details ->> 'team_space_id' is null or (l.details ->> 'team_space_id')::uuid in (select authz.team_spaces()))
    and (before is null or (l.created_at <= before and (l.created_at, l.id) < (before, before_id)))
    and (select authz.is_proven())
  order by l.created_at desc, l.id desc
  limit least(greatest(at_most, 1), 1000);
$$;
grant execute on function public.reads_of_my_files(uuid, timestamptz, uuid, integer) to authenticated;

-- A download by a link has no person; it is counted in the name of the organisation that the owner belongs to. From where it was asked
-- for is a setting of the transaction that counts it.
create or replace function audit.record_link_download() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, details)
  select p.tenant_id, 'share_links.download', 'data_access', 'download',
         jsonb_strip_nulls(coalesce(nullif(current_setting('audit.client', true), ''), '{}')::jsonb
           || jsonb_build_object('table', 'public.share_links', 'id', new.id, 'file_id', new.file_id, 'files', cardinality(new.file_ids),
                                 'owner_id', new.user_id))
  from public.profiles p where p.user_id = new.user_id;
  return null;
end $$;
