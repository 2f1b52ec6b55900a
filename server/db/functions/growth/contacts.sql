-- Who withdrew, or cannot be reached, is not mailed again because somebody typed or imported the address once more. The setting
-- `growth.by_contact` says that the contact did it, by the link in a mail.
create or replace function growth.before_contact() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_by_contact boolean := coalesce(current_setting('growth.by_contact', true), '') = 'true';
  suppression   growth.suppressions;
begin
  new.tags := array(select distinct t from unnest(new.tags) as t order by t);
  if tg_op = 'UPDATE' and new.consent = old.consent then
    return new;
  end if;
  if is_by_contact then
    return new;
  end if;
  select s.* into suppression from growth.suppressions s
  where s.tenant_id = new.tenant_id and s.address_hash = growth.hash_of(new.email);
  if found and new.consent <> 'withdrawn' then
    if tg_op = 'UPDATE' then
      raise exception 'this person does not want newsletters, or cannot be reached; only they can change that' using errcode = 'QS416';
    end if;
    new.consent := 'withdrawn';
    new.consent_at := suppression.at;
    new.consent_from := 'suppression: ' || suppression.reason;
    new.consent_text := null;
  end if;
  return new;
end $$;

-- Writes what happened into the timeline, and keeps the list of those who are not mailed again.
create or replace function growth.after_contact() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  me      uuid := auth.uid();
  changed text[];
begin
  if tg_op = 'INSERT' then
    insert into growth.contact_events (tenant_id, contact_id, kind, details, user_id)
    values (new.tenant_id, new.id, 'added', jsonb_build_object('source', new.source), me);
  else
    changed := array_remove(array[case when new.name <> old.name then 'name' end, case when new.company <> old.company then 'company' end,
                                  case when new.phone <> old.phone then 'phone' end], null);
    if cardinality(changed) > 0 then
      insert into growth.contact_events (tenant_id, contact_id, kind, details, user_id)
      values (new.tenant_id, new.id, 'changed', jsonb_build_object('fields', changed), me);
    end if;
    if new.tags <> old.tags then
      insert into growth.contact_events (tenant_id, contact_id, kind, details, user_id)
      values (new.tenant_id, new.id, 'tags', jsonb_build_object('tags', new.tags), me);
    end if;
  end if;
  if new.consent <> 'none' and (tg_op = 'INSERT' or new.consent <> old.consent) then
    insert into growth.contact_events (tenant_id, contact_id, kind, details, user_id)
    values (new.tenant_id, new.id, 'consent', jsonb_strip_nulls(jsonb_build_object(
      'state', new.consent, 'from', new.consent_from, 'address_hash', new.consent_address_hash, 'text', new.consent_text)), me);
    if new.consent = 'withdrawn' then
      insert into growth.suppressions (tenant_id, address_hash, reason)
      values (new.tenant_id, growth.hash_of(new.email), 'withdrawn') on conflict do nothing;
    elsif new.consent = 'confirmed' then
      delete from growth.suppressions s where s.tenant_id = new.tenant_id and s.address_hash = growth.hash_of(new.email);
    end if;
  end if;
  return null;
end $$;

-- A message by the contact form makes a contact, without consent to newsletters. The form stores no message because of this: what the
-- table of contacts does not take stays a message alone.
create or replace function growth.take_message() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  contact uuid;
begin
  begin
    insert into growth.contacts (tenant_id, email, name, source) values (new.tenant_id, new.email, new.name, 'contact_form')
    on conflict do nothing;
    select c.id into contact from growth.contacts c where c.tenant_id = new.tenant_id and lower(c.email) = lower(new.email);
    if contact is not null then
      insert into growth.contact_events (tenant_id, contact_id, kind, details)
      values (new.tenant_id, contact, 'message', jsonb_build_object('message_id', new.id, 'subject', new.subject));
    end if;
  exception when check_violation or sqlstate 'PT413' then
    null;
  end;
  return null;
end $$;

-- Adds what is not there; of those who are there, fills what is empty and adds the tags. `entries`: [{email, name, company, phone, tags}]. With a
-- `ground` in words the added ones count as confirmed, unless they withdrew.
create or replace function growth.add_contacts(entries jsonb, origin text, ground text, place text)
  returns table (added bigint, changed bigint)
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := growth.managed();
begin
  return query
  with given as (
    select e.email, coalesce(e.name, '') as name, coalesce(e.company, '') as company, coalesce(e.phone, '') as phone,
           coalesce(e.tags, '{}') as tags
    from jsonb_to_recordset(add_contacts.entries) as e (email text, name text, company text, phone text, tags text[])
  ), written as (
    insert into growth.contacts as c (tenant_id, email, name, company, phone, tags, source, consent, consent_at, consent_from, consent_text)
    select home, g.email, g.name, g.company, g.phone, g.tags, add_contacts.origin,
           case when add_contacts.ground is null then 'none' else 'confirmed' end,
           case when add_contacts.ground is not null then clock_timestamp() end,
           case when add_contacts.ground is not null then add_contacts.place end, add_contacts.ground
    from given g
    on conflict (tenant_id, lower(email)) do update
    set name = coalesce(nullif(c.name, ''), excluded.name), company = coalesce(nullif(c.company, ''), excluded.company),
        phone = coalesce(nullif(c.phone, ''), excluded.phone),
        tags = (select array_agg(distinct t) from unnest(c.tags || excluded.tags) as t)
    where (c.name = '' and excluded.name <> '') or (c.company = '' and excluded.company <> '') or (c.phone = '' and excluded.phone <> '')
       or not excluded.tags <@ c.tags
    returning xmax = 0 as is_new
  )
  select count(*) filter (where w.is_new), count(*) filter (where not w.is_new) from written w;
end $$;
grant execute on function growth.add_contacts(jsonb,text,text,text) to authenticated;

create or replace function growth.change_contact(contact uuid, fields jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := growth.managed();
begin
  update growth.contacts c
  set name = coalesce(fields ->> 'name', c.name), company = coalesce(fields ->> 'company', c.company),
      phone = coalesce(fields ->> 'phone', c.phone),
      tags = case when fields ? 'tags' then array(select jsonb_array_elements_text(fields -> 'tags')) else c.tags end
  where c.id = change_contact.contact and c.tenant_id = home;
  if not found then
    raise exception 'there is no such contact' using errcode = 'QS404';
  end if;
end $$;
grant execute on function growth.change_contact(uuid,jsonb) to authenticated;

create or replace function growth.tag_contacts(chosen uuid[], tag text, is_on boolean) returns bigint
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := growth.managed();
  count bigint;
begin
  update growth.contacts c
  set tags = case when is_on then c.tags || tag_contacts.tag else array_remove(c.tags, tag_contacts.tag) end
  where c.id = any (chosen) and c.tenant_id = home and (tag_contacts.tag = any (c.tags)) <> is_on;
  get diagnostics count = row_count;
  return count;
end $$;
grant execute on function growth.tag_contacts(uuid[],text,boolean) to authenticated;

create or replace function growth.remove_contacts(chosen uuid[]) returns bigint
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := growth.managed();
  count bigint;
begin
  delete from growth.contacts c where c.id = any (chosen) and c.tenant_id = home;
  get diagnostics count = row_count;
  return count;
end $$;
grant execute on function growth.remove_contacts(uuid[]) to authenticated;

-- Somebody states that the contact agreed, and on what ground, or notes that it withdrew.
create or replace function growth.state_consent(contact uuid, state text, ground text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := growth.managed();
begin
  if state not in ('confirmed', 'withdrawn') or ground is null or btrim(ground) = '' then
    raise exception 'consent is confirmed or withdrawn, with its ground' using errcode = 'check_violation';
  end if;
  update growth.contacts c
  set consent = state_consent.state, consent_at = clock_timestamp(), consent_from = 'stated', consent_address_hash = null,
      consent_text = state_consent.ground
  where c.id = state_consent.contact and c.tenant_id = home and c.consent <> state_consent.state;
  if not found and not exists (select from growth.contacts c where c.id = state_consent.contact and c.tenant_id = home) then
    raise exception 'there is no such contact' using errcode = 'QS404';
  end if;
end $$;
grant execute on function growth.state_consent(uuid,text,text) to authenticated;
