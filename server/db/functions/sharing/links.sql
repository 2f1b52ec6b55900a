-- Writes the rows of the files that a new link names. They are the maker's own, each once.
create or replace function public.name_link_files() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  named integer;
begin
  insert into public.share_link_files (link_id, file_id, user_id)
  select new.id, f.id, new.user_id
  from public.file_records f
  where f.id = any (new.file_ids) and f.user_id = new.user_id and f.team_space_id is null
  order by f.id;
  get diagnostics named = row_count;
  if named <> cardinality(new.file_ids) then
    raise exception 'a link names files of its owner, each once' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

-- Under another password the same text is sealed again, which is as long. Room is counted when a link is made.
create or replace function public.refuse_longer_handover() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'what a link hands over does not grow' using errcode = 'check_violation';
end $$;

-- A link to several files ends with the last of them. The row of the link is waited for: of two files that end in two transactions, each
-- would see the other.
create or replace function public.end_empty_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.share_links l where l.id = old.link_id for no key update;
  update public.share_links l set revoked_at = now()
  where l.id = old.link_id and l.revoked_at is null
    and not exists (select from public.share_link_files m where m.link_id = l.id and m.ended_at is null);
  return null;
end $$;

-- What an ended link handed over and what its owner kept of it open nothing any more, and would take room for ever.
create or replace function public.empty_handover() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.handover := 'ended';
  new.owner_record := null;
  new.space_id := null;
  new.space_epoch := null;
  return new;
end $$;
