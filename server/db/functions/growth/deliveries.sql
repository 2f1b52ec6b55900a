-- What the server does with newsletters that are due; nobody else may call these.

-- Takes mails whose turn it is: as many as the pace of the newsletter and of the organisation allow within an hour, and of a minute its share,
-- so that they do not leave all at once. One that another server took and did not finish within ten minutes is taken again.
create or replace function growth.take_deliveries(newsletter uuid) returns setof uuid
  language plpgsql set search_path = ''
as $$
declare
  chosen growth.newsletters;
  room   integer;
begin
  select n.* into chosen from growth.newsletters n where n.id = take_deliveries.newsletter and n.status = 'sending' for update;
  if chosen.id is null then
    return;
  end if;
  -- Newsletters of one organisation share its pace.
  perform pg_advisory_xact_lock(hashtextextended('growth pace ' || chosen.tenant_id, 0));
  select least(ceil(chosen.per_hour / 60.0),
               chosen.per_hour - count(*) filter (where d.newsletter_id = chosen.id),
               coalesce((select s.per_hour from growth.mail_settings s where s.tenant_id = chosen.tenant_id), 1000) - count(*))
  into room
  from growth.deliveries d
  where d.tenant_id = chosen.tenant_id and d.taken_at > clock_timestamp() - interval '1 hour';
  update growth.deliveries d set status = 'waiting'
  where d.newsletter_id = chosen.id and d.status = 'sending' and d.taken_at < clock_timestamp() - interval '10 minutes';
  return query
  update growth.deliveries d set status = 'sending', taken_at = clock_timestamp()
  where d.id in (select w.id from growth.deliveries w where w.newsletter_id = chosen.id and w.status = 'waiting'
                 order by w.id limit greatest(room, 0) for update skip locked)
  returning d.id;
  if not found and not exists (select from growth.deliveries d where d.newsletter_id = chosen.id and d.status in ('waiting', 'sending')) then
    update growth.newsletters n set status = 'sent', finished_at = clock_timestamp() where n.id = chosen.id;
  end if;
end $$;

-- Addresses of those who may still be mailed; a delivery to somebody else is left out. Empty while the newsletter is paused or its organisation suspended: its turn comes again.
create or replace function growth.admit_delivery(delivery uuid)
  returns table (email text, newsletter_id uuid, tenant_id uuid, organisation text, subject text, blocks jsonb, footer text, reply_to text, links text[])
  language plpgsql set search_path = ''
as $$
declare
  taken  growth.deliveries;
  letter growth.newsletters;
begin
  select d.* into taken from growth.deliveries d where d.id = admit_delivery.delivery and d.status = 'sending' for update;
  select n.* into letter from growth.newsletters n where n.id = taken.newsletter_id;
  if letter.id is null then
    return;
  end if;
  if letter.status = 'sending' and exists (select from public.tenants t where t.id = letter.tenant_id and t.status <> 'active') then
    update growth.deliveries d set status = 'waiting' where d.id = taken.id;
    return;
  end if;
  if letter.status <> 'sending' then
    update growth.deliveries d set status = case when letter.status = 'paused' then 'waiting' else 'left_out' end where d.id = taken.id;
    return;
  end if;
  if not exists (select from growth.contacts c
                 where c.id = taken.contact_id and c.consent = 'confirmed'
                   and not exists (select from growth.suppressions s
                                   where s.tenant_id = c.tenant_id and s.address_hash = growth.hash_of(c.email))) then
    update growth.deliveries d set status = 'left_out' where d.id = taken.id;
    return;
  end if;
  return query
  select c.email, letter.id, letter.tenant_id, t.name, letter.subject, letter.blocks, letter.footer, letter.reply_to, letter.links
  from growth.contacts c join public.tenants t on t.id = c.tenant_id where c.id = taken.contact_id;
end $$;

-- @param outcome sent, bounced (the address is not mailed again) or failed; `retry` gives it back to wait for another turn, five times at most.
create or replace function growth.finish_delivery(delivery uuid, outcome text, problem text) returns void
  language plpgsql set search_path = ''
as $$
declare
  done growth.deliveries;
begin
  update growth.deliveries d
  set status = case when outcome <> 'retry' then outcome when d.tries < 4 then 'waiting' else 'failed' end,
      tries = d.tries + 1, problem = left(finish_delivery.problem, 300), sent_at = case when outcome = 'sent' then clock_timestamp() end
  where d.id = finish_delivery.delivery and d.status = 'sending'
  returning * into done;
  if done.contact_id is null then
    return;
  end if;
  if outcome = 'sent' then
    insert into growth.contact_events (tenant_id, contact_id, kind, details)
    select n.tenant_id, done.contact_id, 'sent', jsonb_build_object('newsletter', n.id, 'subject', n.subject)
    from growth.newsletters n where n.id = done.newsletter_id;
  elsif outcome = 'bounced' then
    perform growth.suppress(done.contact_id, 'bounced');
  end if;
end $$;

create or replace function growth.suppress(contact uuid, reason text) returns void
  language plpgsql set search_path = ''
as $$
begin
  insert into growth.suppressions (tenant_id, address_hash, reason)
  select c.tenant_id, growth.hash_of(c.email), suppress.reason from growth.contacts c where c.id = suppress.contact
  on conflict do nothing;
  if found then
    insert into growth.contact_events (tenant_id, contact_id, kind)
    select c.tenant_id, c.id, suppress.reason from growth.contacts c where c.id = suppress.contact;
  end if;
end $$;

-- By the link in the mail. True when there is such a mail, also when it was done before.
create or replace function growth.unsubscribe(delivery uuid) returns boolean
  language plpgsql set search_path = ''
as $$
declare
  letter growth.deliveries;
begin
  update growth.deliveries d set unsubscribed_at = coalesce(d.unsubscribed_at, clock_timestamp()) where d.id = unsubscribe.delivery
  returning * into letter;
  if letter.id is null then
    return false;
  end if;
  perform set_config('growth.by_contact', 'true', true);
  update growth.contacts c
  set consent = 'withdrawn', consent_at = clock_timestamp(), consent_from = 'unsubscribe link', consent_address_hash = null, consent_text = null
  where c.id = letter.contact_id and c.consent <> 'withdrawn';
  perform set_config('growth.by_contact', '', true);
  return true;
end $$;

-- @returns where the link leads; null where there is none
create or replace function growth.follow_link(delivery uuid, number integer) returns text
  language plpgsql set search_path = ''
as $$
declare
  letter  growth.deliveries;
  target  text;
  title   text;
begin
  select d.* into letter from growth.deliveries d where d.id = follow_link.delivery for update;
  select n.links[follow_link.number + 1], n.subject into target, title from growth.newsletters n where n.id = letter.newsletter_id;
  if target is null then
    return null;
  end if;
  insert into growth.link_clicks as k (newsletter_id, tenant_id, link, clicks) values (letter.newsletter_id, letter.tenant_id, follow_link.number, 1)
  on conflict (newsletter_id, link) do update set clicks = k.clicks + 1;
  if letter.clicked_at is null then
    update growth.deliveries d set clicked_at = clock_timestamp() where d.id = letter.id;
    insert into growth.contact_events (tenant_id, contact_id, kind, details)
    select letter.tenant_id, letter.contact_id, 'clicked', jsonb_build_object('newsletter', letter.newsletter_id, 'subject', title)
    where letter.contact_id is not null;
  end if;
  return target;
end $$;

-- What a mail server reports: a mail that came back for good, or a complaint. @returns true when it was about a mail of this organisation
create or replace function growth.note_report(tenant uuid, delivery uuid, address text, is_complaint boolean) returns boolean
  language plpgsql set search_path = ''
as $$
declare
  letter growth.deliveries;
begin
  select d.* into letter from growth.deliveries d
  where d.tenant_id = note_report.tenant
    and (d.id = note_report.delivery
         -- A report that does not say which mail: the newest to that address.
         or note_report.delivery is null
            and d.contact_id = (select c.id from growth.contacts c where c.tenant_id = note_report.tenant and lower(c.email) = lower(note_report.address)))
  order by d.taken_at desc nulls last limit 1;
  if letter.id is null then
    return false;
  end if;
  update growth.deliveries d
  set status = case when is_complaint then d.status else 'bounced' end,
      complained_at = case when is_complaint then coalesce(d.complained_at, clock_timestamp()) else d.complained_at end
  where d.id = letter.id;
  if letter.contact_id is not null then
    perform growth.suppress(letter.contact_id, case when is_complaint then 'complained' else 'bounced' end);
  end if;
  return true;
end $$;
