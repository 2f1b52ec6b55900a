-- Breaks nothing: people are told when somebody shares a file with them.
insert into notify.defaults (kind, by_email) values ('file_shared', true);

create function notify.on_share() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Of many files that somebody shares at once one notice is enough, and nobody is flooded by sharing again and again.
  if exists (select from public.file_access a
             where a.user_id = new.user_id and a.granted_by = new.granted_by and a.file_id <> new.file_id
               and a.created_at > now() - interval '10 minutes')
     or exists (select from public.notifications n
                where n.user_id = new.user_id and n.kind = 'file_shared' and n.details ->> 'shared_by' = new.granted_by::text
                  and n.created_at > now() - interval '10 minutes') then
    return null;
  end if;
  perform notify.person(new.user_id, 'file_shared', jsonb_build_object('file_id', new.file_id, 'shared_by', new.granted_by));
  return null;
end $$;
-- Sharing again replaces the grant: that is no news.
create trigger file_access_notify after insert on public.file_access
  for each row when (new.granted_by is not null) execute function notify.on_share();

revoke execute on function notify.on_share() from public;
