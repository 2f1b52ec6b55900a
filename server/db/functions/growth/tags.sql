-- Statement trigger: counts the contacts that have each tag. The rows of tags are written in their order, so that two imports wait for each other
-- instead of locking each other out.
create or replace function growth.count_tags() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  homes uuid[];
  names text[];
  steps bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(s.tenant_id), array_agg(s.tag), array_agg(s.step) into homes, names, steps
    from (select a.tenant_id, t.tag, count(*) as step from added a, unnest(a.tags) as t (tag) group by a.tenant_id, t.tag) s;
  elsif tg_op = 'DELETE' then
    select array_agg(s.tenant_id), array_agg(s.tag), array_agg(s.step) into homes, names, steps
    from (select g.tenant_id, t.tag, -count(*) as step from gone g, unnest(g.tags) as t (tag) group by g.tenant_id, t.tag) s;
  else
    select array_agg(s.tenant_id), array_agg(s.tag), array_agg(s.step) into homes, names, steps
    from (select c.tenant_id, t.tag, sum(c.step)::bigint as step
          from (select a.id, a.tenant_id, a.tags, 1 as step from added a
                union all select g.id, g.tenant_id, g.tags, -1 from gone g) c, unnest(c.tags) as t (tag)
          group by c.tenant_id, t.tag having sum(c.step) <> 0) s;
  end if;
  if homes is null then
    return null;
  end if;
  insert into growth.contact_tags as k (tenant_id, tag, contact_count)
  select s.tenant_id, s.tag, s.step from unnest(homes, names, steps) as s (tenant_id, tag, step)
  -- An organisation that is deleted takes its tags along.
  where exists (select from public.tenants t where t.id = s.tenant_id)
  order by s.tenant_id, s.tag
  on conflict (tenant_id, tag) do update set contact_count = k.contact_count + excluded.contact_count;
  delete from growth.contact_tags k using unnest(homes, names) as s (tenant_id, tag)
  where k.tenant_id = s.tenant_id and k.tag = s.tag and k.contact_count <= 0;
  return null;
end $$;
