create or replace function growth.save_form(form uuid, fields jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := growth.managed();
  given growth.forms := jsonb_populate_record(null::growth.forms, fields);
  saved uuid;
begin
  if form is null then
    insert into growth.forms (tenant_id, title, lead, consent_text, tag, is_open)
    values (home, given.title, given.lead, given.consent_text, given.tag, given.is_open) returning id into saved;
    return saved;
  end if;
  update growth.forms f set (title, lead, consent_text, tag, is_open) = (given.title, given.lead, given.consent_text, given.tag, given.is_open)
  where f.id = save_form.form and f.tenant_id = home returning f.id into saved;
  if saved is null then
    raise exception 'there is no such form' using errcode = 'QS404';
  end if;
  -- Counts of the form change with every visitor, so its changes are recorded here and not by a trigger.
  perform audit.record('growth_forms.update', 'config_change', auth.uid(), 'update', 'success', 'medium',
                       jsonb_build_object('table', 'growth.forms', 'id', saved));
  return saved;
end $$;
grant execute on function growth.save_form(uuid,jsonb) to authenticated;

create or replace function growth.remove_form(form uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := growth.managed();
begin
  delete from growth.forms f where f.id = remove_form.form and f.tenant_id = home;
  if not found then
    raise exception 'there is no such form' using errcode = 'QS404';
  end if;
end $$;
grant execute on function growth.remove_form(uuid) to authenticated;

-- Somebody typed an address into a form. It is theirs only when they confirm it. @returns the contact to mail; null where no mail is due: they
-- agreed already, mails to them come back, or they complained
create or replace function growth.sign_up(form uuid, address text, person text, address_hash text) returns uuid
  language plpgsql set search_path = ''
as $$
declare
  asked growth.forms;
  known growth.contacts;
begin
  select f.* into asked from growth.forms f where f.id = sign_up.form and f.is_open
    and exists (select from public.tenants t where t.id = f.tenant_id and t.status = 'active');
  if asked.id is null then
    raise exception 'there is no such form' using errcode = 'QS404';
  end if;
  if exists (select from growth.suppressions s
             where s.tenant_id = asked.tenant_id and s.address_hash = growth.hash_of(sign_up.address) and s.reason <> 'withdrawn') then
    return null;
  end if;
  perform set_config('growth.by_contact', 'true', true);
  insert into growth.contacts as c (tenant_id, email, name, source, consent, consent_at, consent_from, consent_address_hash, consent_text)
  values (asked.tenant_id, sign_up.address, sign_up.person, 'landing_form', 'pending', clock_timestamp(), 'form: ' || asked.title,
          sign_up.address_hash, asked.consent_text)
  on conflict (tenant_id, lower(email)) do update
  set consent = 'pending', consent_at = excluded.consent_at, consent_from = excluded.consent_from,
      consent_address_hash = excluded.consent_address_hash, consent_text = excluded.consent_text
  where c.consent <> 'confirmed'
  returning * into known;
  perform set_config('growth.by_contact', '', true);
  update growth.forms f set asked = f.asked + 1 where f.id = asked.id and known.id is not null;
  return known.id;
end $$;

-- By the link in the mail, from the mailbox of the address. True also when it was done before; not for somebody who withdrew since.
create or replace function growth.confirm_sign_up(contact uuid, form uuid, address_hash text) returns boolean
  language plpgsql set search_path = ''
as $$
declare
  asked  growth.forms;
  change bigint;
begin
  select f.* into asked from growth.forms f where f.id = confirm_sign_up.form;
  perform set_config('growth.by_contact', 'true', true);
  update growth.contacts c
  set consent = 'confirmed', consent_at = clock_timestamp(), consent_address_hash = confirm_sign_up.address_hash,
      tags = case when asked.tag is null or cardinality(c.tags) >= 20 then c.tags else c.tags || asked.tag end
  where c.id = confirm_sign_up.contact and c.consent = 'pending' and c.consent_text is not null;
  get diagnostics change = row_count;
  perform set_config('growth.by_contact', '', true);
  update growth.forms f set confirmed = f.confirmed + 1 where f.id = asked.id and change > 0;
  return change > 0 or exists (select from growth.contacts c where c.id = confirm_sign_up.contact and c.consent = 'confirmed');
end $$;
