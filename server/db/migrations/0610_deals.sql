-- Breaks nothing. Deals of an organisation with those outside who may buy from it
-- (docs/decisions/0170-a-score-lists-its-reasons.md).

create schema sales;
grant usage on schema sales to authenticated;

create table sales.settings (
  tenant_id  uuid        primary key references public.tenants (id) on delete cascade,
  currency   text        not null default 'EUR' constraint settings_currency_form check (currency ~ '^[A-Z]{3}$'),
  -- Who offers, as quotes say it: name, address, tax number.
  seller     text        not null default '' constraint settings_seller_length check (length(seller) <= 1000),
  -- Of the settings and the stages; grows with each change of either.
  version    integer     not null default 1,
  created_at timestamptz not null default clock_timestamp()
);

create table sales.stages (
  id          uuid    primary key default gen_random_uuid(),
  tenant_id   uuid    not null references public.tenants (id) on delete cascade,
  -- A stage that everybody begins with has its name in the language of the person, until somebody gives it another one.
  preset      text    constraint stages_preset_known check (preset in ('new', 'qualified', 'proposal', 'negotiation', 'won', 'lost')),
  name        text    constraint stages_name_length check (length(btrim(name)) between 1 and 60),
  kind        text    not null default 'open' constraint stages_kind_known check (kind in ('open', 'won', 'lost')),
  position    integer not null constraint stages_position_low check (position between 0 and 99),
  probability integer not null constraint stages_probability_range check (probability between 0 and 100),
  constraint stages_named check (name is not null or preset is not null),
  constraint stages_ended_probability check (kind = 'open' or probability = case kind when 'won' then 100 else 0 end),
  constraint stages_tenant_key unique (tenant_id, id)
);
create unique index stages_ended_key on sales.stages (tenant_id, kind) where kind <> 'open';

create table sales.deals (
  id              uuid        primary key default gen_random_uuid(),
  tenant_id       uuid        not null references public.tenants (id) on delete cascade,
  stage_id        uuid        not null,
  title           text        not null constraint deals_title_length check (length(btrim(title)) between 1 and 200),
  -- The contact of this organisation with the same address, if there is one.
  contact_id      uuid        references growth.contacts (id) on delete set null,
  contact_name    text        not null default '' constraint deals_contact_name_length check (length(contact_name) <= 200),
  contact_email   text        not null default '' constraint deals_contact_email_form
                              check (contact_email = '' or length(contact_email) between 3 and 254 and contact_email ~ '^[^@[:cntrl:][:space:]]+@[^@[:cntrl:][:space:]]+$'),
  contact_company text        not null default '' constraint deals_contact_company_length check (length(contact_company) <= 200),
  -- In the smallest unit of the organisation's currency.
  amount_minor    bigint      constraint deals_amount_range check (amount_minor between 0 and 10000000000000),
  closes_on       date        constraint deals_closes_range check (closes_on between '2000-01-01' and '2199-12-31'),
  owner_id        uuid        references auth.users (id) on delete set null,
  lost_reason     text        constraint deals_lost_reason_length check (length(btrim(lost_reason)) between 1 and 500),
  -- Grows with each change, so that nobody overwrites what they have not seen.
  version         integer     not null default 1,
  stage_since     timestamptz not null default clock_timestamp(),
  created_at      timestamptz not null default clock_timestamp(),
  constraint deals_tenant_key unique (tenant_id, id),
  constraint deals_stage_fkey foreign key (tenant_id, stage_id) references sales.stages (tenant_id, id)
);
create index deals_stage_idx on sales.deals (tenant_id, stage_id, stage_since desc, id desc);
create index deals_contact_idx on sales.deals (contact_id);
create index deals_owner_idx on sales.deals (owner_id);

-- What happened with a deal; written by the functions of this schema.
create table sales.deal_events (
  id        bigint      generated always as identity primary key,
  tenant_id uuid        not null references public.tenants (id) on delete cascade,
  deal_id   uuid        not null references sales.deals (id) on delete cascade,
  at        timestamptz not null default clock_timestamp(),
  kind      text        not null constraint deal_events_kind_known
                        check (kind in ('created', 'moved', 'changed', 'noted', 'task_added', 'task_done', 'quoted', 'quote_sent', 'quote_accepted', 'quote_declined')),
  details   jsonb       not null default '{}',
  user_id   uuid        references auth.users (id) on delete set null
);
create index deal_events_deal_idx on sales.deal_events (deal_id, id desc);
create index deal_events_tenant_idx on sales.deal_events (tenant_id);
create index deal_events_user_idx on sales.deal_events (user_id);

create table sales.notes (
  id         uuid        primary key default gen_random_uuid(),
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  deal_id    uuid        not null references sales.deals (id) on delete cascade,
  body       text        not null constraint notes_body_length check (length(btrim(body)) between 1 and 4000),
  author_id  uuid        references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create index notes_deal_idx on sales.notes (deal_id, created_at desc);
create index notes_tenant_idx on sales.notes (tenant_id);
create index notes_author_idx on sales.notes (author_id);

create table sales.tasks (
  id         uuid        primary key default gen_random_uuid(),
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  deal_id    uuid        not null references sales.deals (id) on delete cascade,
  title      text        not null constraint tasks_title_length check (length(btrim(title)) between 1 and 300),
  due_on     date        constraint tasks_due_range check (due_on between '2000-01-01' and '2199-12-31'),
  doer_id    uuid        references auth.users (id) on delete set null,
  done_at    timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index tasks_deal_idx on sales.tasks (deal_id, due_on);
create index tasks_due_idx on sales.tasks (tenant_id, due_on) where done_at is null;
create index tasks_tenant_idx on sales.tasks (tenant_id);
create index tasks_doer_idx on sales.tasks (doer_id);

alter table sales.settings enable row level security, force row level security;
alter table sales.stages enable row level security, force row level security;
alter table sales.deals enable row level security, force row level security;
alter table sales.deal_events enable row level security, force row level security;
alter table sales.notes enable row level security, force row level security;
alter table sales.tasks enable row level security, force row level security;
create policy settings_proven on sales.settings as restrictive for all to authenticated using ((select authz.is_proven()));
create policy settings_read on sales.settings for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_sales', authz.tenant())));
create policy settings_service on sales.settings for all to current_user using (true) with check (true);
create policy stages_proven on sales.stages as restrictive for all to authenticated using ((select authz.is_proven()));
create policy stages_read on sales.stages for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_sales', authz.tenant())));
create policy stages_service on sales.stages for all to current_user using (true) with check (true);
create policy deals_proven on sales.deals as restrictive for all to authenticated using ((select authz.is_proven()));
create policy deals_read on sales.deals for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_sales', authz.tenant())));
create policy deals_service on sales.deals for all to current_user using (true) with check (true);
create policy deal_events_proven on sales.deal_events as restrictive for all to authenticated using ((select authz.is_proven()));
create policy deal_events_read on sales.deal_events for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_sales', authz.tenant())));
create policy deal_events_service on sales.deal_events for all to current_user using (true) with check (true);
create policy notes_proven on sales.notes as restrictive for all to authenticated using ((select authz.is_proven()));
create policy notes_read on sales.notes for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_sales', authz.tenant())));
create policy notes_service on sales.notes for all to current_user using (true) with check (true);
create policy tasks_proven on sales.tasks as restrictive for all to authenticated using ((select authz.is_proven()));
create policy tasks_read on sales.tasks for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_sales', authz.tenant())));
create policy tasks_service on sales.tasks for all to current_user using (true) with check (true);
revoke all on all tables in schema sales from public, anon, authenticated, service_role;
revoke all on all sequences in schema sales from public, anon, authenticated, service_role;
grant select on sales.settings, sales.stages, sales.deals, sales.deal_events, sales.notes, sales.tasks to authenticated;

--! functions
create trigger stages_limit after insert on sales.stages referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '12');
create trigger deals_limit after insert on sales.deals referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '10000');
create trigger notes_limit after insert on sales.notes referencing new table as added
  for each statement execute function authz.limit_rows('deal_id', '500');
create trigger tasks_limit after insert on sales.tasks referencing new table as added
  for each statement execute function authz.limit_rows('deal_id', '1000');
create trigger tasks_limit_open after insert on sales.tasks referencing new table as added
  for each statement execute function authz.limit_rows('deal_id', '200', 't.done_at is null');
create trigger tasks_limit_opened after update on sales.tasks referencing new table as added
  for each statement execute function authz.limit_rows('deal_id', '200', 't.done_at is null');
create trigger settings_audit_insert after insert on sales.settings referencing new table as added
  for each statement execute function sales.record_rows();
create trigger settings_audit_update after update on sales.settings referencing new table as added
  for each statement execute function sales.record_rows();
create trigger deals_audit_insert after insert on sales.deals referencing new table as added
  for each statement execute function sales.record_rows();
create trigger deals_audit_update after update on sales.deals referencing new table as added
  for each statement execute function sales.record_rows();
create trigger deals_audit_delete after delete on sales.deals referencing old table as added
  for each statement execute function sales.record_rows();
create trigger notes_audit_insert after insert on sales.notes referencing new table as added
  for each statement execute function sales.record_rows();
create trigger notes_audit_delete after delete on sales.notes referencing old table as added
  for each statement execute function sales.record_rows();
create trigger tasks_audit_insert after insert on sales.tasks referencing new table as added
  for each statement execute function sales.record_rows();
create trigger tasks_audit_update after update on sales.tasks referencing new table as added
  for each statement execute function sales.record_rows();
create trigger tasks_audit_delete after delete on sales.tasks referencing old table as added
  for each statement execute function sales.record_rows();
