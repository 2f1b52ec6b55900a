-- Breaks nothing. A link names one file, as before, or several: in `file_ids`, as its owner named them once and for all. Which of them it still
-- opens is in a table of its own, because each may end by itself.

alter table public.share_links
  alter column file_id drop not null,
  add column file_ids uuid[],
  add constraint share_links_names_files check (num_nonnulls(file_id, file_ids) = 1),
  -- LIMITS.linkFiles of contract/limits.ts.
  add constraint share_links_files_most check (cardinality(file_ids) between 1 and 1000),
  drop constraint share_links_handover_length,
  drop constraint share_links_owner_record_length,
  -- The content of the link is about half a kilobyte for each file; the owner's record has the ids.
  add constraint share_links_handover_length check (length(handover) between 1 and case when file_ids is null then 16384 else 983040 end),
  add constraint share_links_owner_record_length
    check (length(owner_record) between 1 and case when file_ids is null then 4096 else 32768 end);
grant insert (file_ids) on public.share_links to authenticated;

-- Files that a link to several names. `ended_at`: since then the link does not open this one any more.
create table public.share_link_files (
  link_id    uuid        not null references public.share_links (id) on delete cascade,
  file_id    uuid        not null references public.file_records (id) on delete cascade,
  user_id    uuid        not null references auth.users (id) on delete cascade,
  ended_at   timestamptz,
  primary key (link_id, file_id)
);
create index share_link_files_file_idx on public.share_link_files (file_id);
create index share_link_files_user_idx on public.share_link_files (user_id);
alter table public.share_link_files enable row level security, force row level security;
create policy share_link_files_service on public.share_link_files for all to service_role, current_user using (true) with check (true);
create policy share_link_files_own on public.share_link_files for select to authenticated using (user_id = (select auth.uid()));
create policy share_link_files_proven on public.share_link_files as restrictive for all to authenticated using ((select authz.is_proven()));
grant select on public.share_link_files to authenticated;
grant select, insert, update, delete on public.share_link_files to service_role;

-- The owner of a link to several files is looked at by the trigger that writes their rows.
drop policy share_links_own on public.share_links;
create policy share_links_own on public.share_links for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and (file_id is null or public.owns_file(file_id)));

--! functions
create trigger share_links_files after insert on public.share_links
  for each row when (new.file_ids is not null) execute function public.name_link_files();
create trigger share_links_handover_stays before update of handover on public.share_links
  for each row when (octet_length(new.handover) > octet_length(old.handover)) execute function public.refuse_longer_handover();
create trigger share_link_files_refresh after insert or update or delete on public.share_link_files
  for each row execute function public.refresh_is_shared();
create trigger share_link_files_ended after update or delete on public.share_link_files
  for each row execute function public.end_empty_link();
create trigger share_link_files_limit after insert on public.share_link_files referencing new table as added
  for each statement execute function authz.limit_rows('file_id', 1000);
create trigger share_links_limit_several after insert on public.share_links referencing new table as added
  for each statement execute function authz.limit_rows('user_id', 1000, 't.file_ids is not null');
create trigger share_links_limit_bytes after insert on public.share_links referencing new table as added
  for each statement execute function authz.limit_bytes('user_id', 67108864, 'octet_length(t.handover)', 't.file_ids is not null and t.revoked_at is null');
