-- Breaks nothing. What a link to several files hands over is emptied when the link ends, and counts until then; a link that ended takes no
-- place among those that a person may have.

update public.share_links set handover = 'ended' where file_ids is not null and revoked_at is not null;

drop trigger share_links_limit_several on public.share_links;
drop trigger share_links_limit_bytes on public.share_links;

--! functions
create trigger share_links_ended before update of revoked_at on public.share_links
  for each row when (new.file_ids is not null and new.revoked_at is not null) execute function public.empty_handover();
create trigger share_links_limit_several after insert on public.share_links referencing new table as added
  for each statement execute function authz.limit_rows('user_id', 1000, 't.file_ids is not null and t.revoked_at is null');
create trigger share_links_limit_bytes after insert on public.share_links referencing new table as added
  for each statement execute function authz.limit_bytes('user_id', 67108864, 'octet_length(t.handover)', 't.file_ids is not null');
