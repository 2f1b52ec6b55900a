-- Breaks nothing. How many contacts of an organisation have a tag is counted when they change: the first page of a hundred thousand contacts read
-- all of them to say which tags there are. What a search reads is written next to each contact, in small letters: comparing three columns in any
-- letters took most of its time (docs/decisions/0247-tags-of-contacts-are-counted-when-they-change.md).

-- Until the triggers that follow are there: servers of the version before keep writing, and what they write after the count would be missing in it.
-- Nobody reads meanwhile either, as the column below needs: who has read could not write then, and both would wait for each other.
lock table growth.contacts in access exclusive mode;

create table growth.contact_tags (
  tenant_id uuid not null references public.tenants on delete cascade,
  tag text not null,
  contact_count integer not null,
  primary key (tenant_id, tag)
);
comment on table growth.contact_tags is 'Tags in use, with the count of contacts that have each. Triggers of growth.contacts write it';
create index contact_tags_most_used_idx on growth.contact_tags (tenant_id, contact_count desc, tag);
insert into growth.contact_tags (tenant_id, tag, contact_count)
select c.tenant_id, t.tag, count(*) from growth.contacts c, unnest(c.tags) as t (tag) group by c.tenant_id, t.tag;

alter table growth.contacts add column searched text
  generated always as (lower(email || chr(10) || name || chr(10) || company)) stored;
comment on column growth.contacts.searched is 'What a search reads, in small letters';

grant select on growth.contact_tags to authenticated;
alter table growth.contact_tags enable row level security;
alter table growth.contact_tags force row level security;
create policy contact_tags_service on growth.contact_tags for all to postgres using (true) with check (true);
create policy contact_tags_proven on growth.contact_tags as restrictive for all to authenticated using ((select authz.is_proven()));
create policy contact_tags_read on growth.contact_tags for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));

--! functions
create trigger contacts_tags_insert after insert on growth.contacts
  referencing new table as added for each statement execute function growth.count_tags();
create trigger contacts_tags_update after update on growth.contacts
  referencing old table as gone new table as added for each statement execute function growth.count_tags();
create trigger contacts_tags_delete after delete on growth.contacts
  referencing old table as gone for each statement execute function growth.count_tags();
