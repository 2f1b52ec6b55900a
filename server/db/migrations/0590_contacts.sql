-- Breaks nothing. Contacts of an organisation, each with what proves its consent to newsletters
-- (docs/decisions/0161-consent-has-its-evidence.md).

create schema growth;
grant usage on schema growth to authenticated;

create table growth.contacts (
  id                   uuid        primary key default gen_random_uuid(),
  tenant_id            uuid        not null references public.tenants (id) on delete cascade,
  email                text        not null constraint contacts_email_form check (length(email) between 3 and 254 and email ~ '^[^@[:cntrl:][:space:]]+@[^@[:cntrl:][:space:]]+$'),
  name                 text        not null default '' constraint contacts_name_length check (length(name) <= 200),
  company              text        not null default '' constraint contacts_company_length check (length(company) <= 200),
  phone                text        not null default '' constraint contacts_phone_length check (length(phone) <= 50),
  source               text        not null constraint contacts_source_known check (source in ('typed', 'import', 'contact_form', 'landing_form')),
  tags                 text[]      not null default '{}' constraint contacts_tags_few check (cardinality(tags) <= 20),
  consent              text        not null default 'none' constraint contacts_consent_known check (consent in ('none', 'pending', 'confirmed', 'withdrawn')),
  -- The evidence: when, where from, from which address (a keyed hash), and to which text, or on what ground somebody states it.
  consent_at           timestamptz,
  consent_from         text        constraint contacts_consent_from_length check (length(consent_from) <= 300),
  consent_address_hash text        constraint contacts_consent_hash_length check (length(consent_address_hash) <= 100),
  consent_text         text        constraint contacts_consent_text_length check (length(consent_text) between 1 and 2000),
  created_at           timestamptz not null default clock_timestamp(),
  constraint contacts_consent_proved check (consent = 'none' or consent_at is not null and consent_from is not null),
  constraint contacts_consent_said check (consent <> 'confirmed' or consent_text is not null)
);
create unique index contacts_email_key on growth.contacts (tenant_id, lower(email));
create index contacts_newest_idx on growth.contacts (tenant_id, created_at desc, id desc);
create index contacts_tags_idx on growth.contacts using gin (tags);

-- What happened with a contact; written by triggers and by the functions of this schema.
create table growth.contact_events (
  id         bigint      generated always as identity primary key,
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  contact_id uuid        not null references growth.contacts (id) on delete cascade,
  at         timestamptz not null default clock_timestamp(),
  kind       text        not null constraint contact_events_kind_known
                         check (kind in ('added', 'changed', 'tags', 'consent', 'message', 'sent', 'clicked', 'bounced', 'complained')),
  details    jsonb       not null default '{}',
  user_id    uuid        references auth.users (id) on delete set null
);
create index contact_events_contact_idx on growth.contact_events (contact_id, id desc);
create index contact_events_tenant_idx on growth.contact_events (tenant_id);
create index contact_events_user_idx on growth.contact_events (user_id);

-- Addresses that get no newsletter of this organisation again, also after the contact was deleted and imported once more.
create table growth.suppressions (
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  -- SHA-256 of the address in lower case.
  address_hash bytea       not null constraint suppressions_hash_length check (octet_length(address_hash) = 32),
  reason       text        not null constraint suppressions_reason_known check (reason in ('withdrawn', 'bounced', 'complained')),
  at           timestamptz not null default clock_timestamp(),
  primary key (tenant_id, address_hash)
);

alter table growth.contacts enable row level security, force row level security;
alter table growth.contact_events enable row level security, force row level security;
alter table growth.suppressions enable row level security, force row level security;
create policy contacts_proven on growth.contacts as restrictive for all to authenticated using ((select authz.is_proven()));
create policy contacts_read on growth.contacts for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy contacts_service on growth.contacts for all to current_user using (true) with check (true);
create policy contact_events_proven on growth.contact_events as restrictive for all to authenticated using ((select authz.is_proven()));
create policy contact_events_read on growth.contact_events for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy contact_events_service on growth.contact_events for all to current_user using (true) with check (true);
create policy suppressions_proven on growth.suppressions as restrictive for all to authenticated using ((select authz.is_proven()));
create policy suppressions_read on growth.suppressions for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy suppressions_service on growth.suppressions for all to current_user using (true) with check (true);
revoke all on all tables in schema growth from public, anon, authenticated, service_role;
revoke all on all sequences in schema growth from public, anon, authenticated, service_role;
grant select on growth.contacts, growth.contact_events, growth.suppressions to authenticated;

--! functions
create trigger contacts_before before insert or update on growth.contacts for each row execute function growth.before_contact();
create trigger contacts_after after insert or update on growth.contacts for each row execute function growth.after_contact();
create trigger contacts_limit after insert on growth.contacts referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '100000');
create trigger contacts_audit_insert after insert on growth.contacts referencing new table as added
  for each statement execute function growth.record_rows();
create trigger contacts_audit_update after update on growth.contacts referencing new table as added
  for each statement execute function growth.record_rows();
create trigger contacts_audit_delete after delete on growth.contacts referencing old table as added
  for each statement execute function growth.record_rows();
create trigger contacts_to_growth after insert on public.contacts for each row execute function growth.take_message();

-- Those who wrote before this.
insert into growth.contacts (tenant_id, email, name, source, created_at)
select distinct on (c.tenant_id, lower(c.email)) c.tenant_id, c.email, c.name, 'contact_form', c.created_at
from public.contacts c
where length(c.email) <= 254 and c.email ~ '^[^@[:cntrl:][:space:]]+@[^@[:cntrl:][:space:]]+$'
order by c.tenant_id, lower(c.email), c.created_at
on conflict do nothing;
insert into growth.contact_events (tenant_id, contact_id, at, kind, details)
select g.tenant_id, g.id, c.created_at, 'message', jsonb_build_object('message_id', c.id, 'subject', c.subject)
from public.contacts c join growth.contacts g on g.tenant_id = c.tenant_id and lower(g.email) = lower(c.email);
