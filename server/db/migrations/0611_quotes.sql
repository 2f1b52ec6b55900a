-- Breaks nothing. Quotes for deals, numbered without gaps once they are sent
-- (docs/decisions/0171-a-quote-gets-its-number-when-it-is-sent.md).

-- The last number of a year. It is taken in the transaction that sends, so what is rolled back leaves no gap.
create table sales.quote_numbers (
  tenant_id   uuid    not null references public.tenants (id) on delete cascade,
  year        integer not null,
  last_number integer not null,
  primary key (tenant_id, year)
);

create table sales.quotes (
  id          uuid        primary key default gen_random_uuid(),
  tenant_id   uuid        not null references public.tenants (id) on delete cascade,
  deal_id     uuid        not null,
  status      text        not null default 'draft' constraint quotes_status_known
                          check (status in ('draft', 'sent', 'accepted', 'declined', 'replaced')),
  year        integer,
  number      integer,
  revision    integer     not null default 1,
  -- The sent quote that this draft takes the place of.
  revises_id  uuid        references sales.quotes (id) on delete cascade,
  language    text        not null constraint quotes_language_known check (language in ('en', 'de', 'fr')),
  currency    text        not null constraint quotes_currency_form check (currency ~ '^[A-Z]{3}$'),
  recipient   text        not null constraint quotes_recipient_length check (length(btrim(recipient)) between 1 and 1000),
  -- Who offers, as it was when the quote was sent.
  seller      text        not null default '' constraint quotes_seller_length check (length(seller) <= 1000),
  terms       text        not null default '' constraint quotes_terms_length check (length(terms) <= 2000),
  valid_on    date        not null constraint quotes_valid_range check (valid_on between '2000-01-01' and '2199-12-31'),
  lines       jsonb       not null constraint quotes_lines_few check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 100),
  net_minor   bigint      not null,
  tax_minor   bigint      not null,
  total_minor bigint      not null constraint quotes_total_adds_up check (total_minor = net_minor + tax_minor and total_minor between 0 and 10000000000000),
  version     integer     not null default 1,
  sent_at     timestamptz,
  decided_at  timestamptz,
  created_at  timestamptz not null default clock_timestamp(),
  constraint quotes_numbered check ((status = 'draft') = (number is null) or revises_id is not null and number is not null),
  constraint quotes_deal_fkey foreign key (tenant_id, deal_id) references sales.deals (tenant_id, id) on delete cascade,
  constraint quotes_number_key unique (tenant_id, year, number, revision)
);
create index quotes_deal_idx on sales.quotes (tenant_id, deal_id, created_at desc);
create unique index quotes_revises_key on sales.quotes (revises_id);

alter table sales.quote_numbers enable row level security, force row level security;
alter table sales.quotes enable row level security, force row level security;
create policy quote_numbers_service on sales.quote_numbers for all to current_user using (true) with check (true);
create policy quotes_proven on sales.quotes as restrictive for all to authenticated using ((select authz.is_proven()));
create policy quotes_read on sales.quotes for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_sales', authz.tenant())));
create policy quotes_service on sales.quotes for all to current_user using (true) with check (true);
revoke all on sales.quote_numbers, sales.quotes from public, anon, authenticated, service_role;
grant select on sales.quotes to authenticated;

--! functions
create trigger quotes_limit after insert on sales.quotes referencing new table as added
  for each statement execute function authz.limit_rows('deal_id', '100');
create trigger quotes_audit_insert after insert on sales.quotes referencing new table as added
  for each statement execute function sales.record_rows();
create trigger quotes_audit_update after update on sales.quotes referencing new table as added
  for each statement execute function sales.record_rows();
create trigger quotes_audit_delete after delete on sales.quotes referencing old table as added
  for each statement execute function sales.record_rows();
