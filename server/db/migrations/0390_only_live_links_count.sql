-- Breaks nothing. Only links that live count among the 1,000 of a file, or to several files of a person, which bounds those of each file
-- as well; with those that ended there are ten times as many. An ended link
-- keeps neither what it handed over nor its owner's record: both open nothing any more.

update public.share_links set handover = 'ended', owner_record = null, space_id = null, space_epoch = null
where revoked_at is not null;

drop trigger share_links_ended on public.share_links;
drop trigger share_links_limit on public.share_links;
drop trigger share_link_files_limit on public.share_link_files;

--! functions
create trigger share_links_ended before update on public.share_links
  for each row when (new.revoked_at is not null or old.revoked_at is not null) execute function public.empty_handover();
create trigger share_links_limit after insert on public.share_links referencing new table as added
  for each statement execute function authz.limit_rows('file_id', 1000, 't.revoked_at is null');
create trigger share_links_limit_ever after insert on public.share_links referencing new table as added
  for each statement execute function authz.limit_rows('file_id', 10000);
create trigger share_links_limit_several_ever after insert on public.share_links referencing new table as added
  for each statement execute function authz.limit_rows('user_id', 10000, 't.file_ids is not null');
create trigger share_link_files_limit after insert on public.share_link_files referencing new table as added
  for each statement execute function authz.limit_rows('file_id', 10000);
