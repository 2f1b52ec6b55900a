-- Statement trigger: of a draft with more than 200 versions, the oldest that no model wrote are deleted. Those of models stay, each with its signed
-- record; the newest of a person and the newest brief stay too, as they say what the text is.
create or replace function studio.give_way() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from studio.draft_versions v
  using (select o.draft_id, count(*) - 200 as excess from studio.draft_versions o
         where o.draft_id in (select a.draft_id from added a)
         group by o.draft_id having count(*) > 200) as overfull
  where v.draft_id = overfull.draft_id
    and v.no in (select c.no from studio.draft_versions c
                 where c.draft_id = overfull.draft_id and c.kind <> 'model'
                   and c.no < (select max(n.no) from studio.draft_versions n where n.draft_id = c.draft_id and n.kind = c.kind)
                 order by c.no limit overfull.excess);
  return null;
end $$;
