-- Breaks nothing. Newsletters to those who agreed, each mail a row with what became of it
-- (docs/decisions/0162-newsletters-are-blocks-and-nobody-is-watched.md).

-- Rules are read again for each newsletter; their shape is that of `audienceRules` in server/growth.
create table growth.audiences (
  id         uuid        primary key default gen_random_uuid(),
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  name       text        not null constraint audiences_name_length check (length(btrim(name)) between 1 and 100),
  rules      jsonb       not null default '{}' constraint audiences_rules_size check (pg_column_size(rules) <= 4096),
  created_at timestamptz not null default clock_timestamp()
);
create unique index audiences_name_key on growth.audiences (tenant_id, lower(name));

create table growth.newsletters (
  id           uuid        primary key default gen_random_uuid(),
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  subject      text        not null constraint newsletters_subject_line check (length(subject) between 1 and 150 and subject !~ '[[:cntrl:]]'),
  blocks       jsonb       not null default '[]' constraint newsletters_blocks_size check (pg_column_size(blocks) <= 131072),
  -- Who sends it, and where they are: the law of most countries asks for it.
  footer       text        not null default '' constraint newsletters_footer_length check (length(footer) <= 500),
  reply_to     text        constraint newsletters_reply_to_length check (length(reply_to) between 3 and 254),
  -- Null: everybody who agreed.
  audience_id  uuid        references growth.audiences (id),
  status       text        not null default 'draft'
                           constraint newsletters_status_known check (status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  scheduled_at timestamptz,
  per_hour     integer     not null default 500 constraint newsletters_pace check (per_hour between 1 and 10000),
  -- Addresses that its links lead to, as they were when it was first sent; a link in a mail is a number of this list.
  links        text[]      not null default '{}' constraint newsletters_links_few check (cardinality(links) <= 100),
  started_at   timestamptz,
  finished_at  timestamptz,
  created_by   uuid        references auth.users (id) on delete set null,
  created_at   timestamptz not null default clock_timestamp(),
  constraint newsletters_schedule check (status not in ('scheduled', 'sending') or scheduled_at is not null)
);
create index newsletters_newest_idx on growth.newsletters (tenant_id, created_at desc, id desc);
create index newsletters_audience_idx on growth.newsletters (audience_id);
create index newsletters_creator_idx on growth.newsletters (created_by);
create index newsletters_due_idx on growth.newsletters (scheduled_at) where status in ('scheduled', 'sending');

create table growth.deliveries (
  id              uuid        primary key default gen_random_uuid(),
  tenant_id       uuid        not null references public.tenants (id) on delete cascade,
  newsletter_id   uuid        not null references growth.newsletters (id) on delete cascade,
  -- Null: the contact was deleted since.
  contact_id      uuid        references growth.contacts (id) on delete set null,
  status          text        not null default 'waiting'
                              constraint deliveries_status_known check (status in ('waiting', 'sending', 'sent', 'bounced', 'failed', 'left_out')),
  tries           integer     not null default 0,
  problem         text        constraint deliveries_problem_length check (length(problem) <= 300),
  taken_at        timestamptz,
  sent_at         timestamptz,
  unsubscribed_at timestamptz,
  complained_at   timestamptz,
  clicked_at      timestamptz,
  constraint deliveries_once unique (newsletter_id, contact_id)
);
create index deliveries_contact_idx on growth.deliveries (contact_id);
create index deliveries_tenant_idx on growth.deliveries (tenant_id, taken_at desc);
create index deliveries_waiting_idx on growth.deliveries (newsletter_id) where status in ('waiting', 'sending');

create table growth.link_clicks (
  newsletter_id uuid    not null references growth.newsletters (id) on delete cascade,
  tenant_id     uuid    not null references public.tenants (id) on delete cascade,
  link          integer not null constraint link_clicks_link check (link between 0 and 99),
  clicks        bigint  not null default 0,
  primary key (newsletter_id, link)
);
create index link_clicks_tenant_idx on growth.link_clicks (tenant_id);

create table growth.mail_settings (
  tenant_id      uuid        primary key references public.tenants (id) on delete cascade,
  -- Mails of all newsletters together.
  per_hour       integer     not null default 1000 constraint mail_settings_pace check (per_hour between 1 and 100000),
  -- SHA-256 of the token that a mail server reports bounces with.
  report_token   bytea       constraint mail_settings_token_length check (octet_length(report_token) = 32),
  token_made_at  timestamptz
);
create unique index mail_settings_token_key on growth.mail_settings (report_token);

do $$
declare
  name text;
begin
  foreach name in array array['audiences', 'newsletters', 'deliveries', 'link_clicks', 'mail_settings'] loop
    execute format('alter table growth.%I enable row level security', name);
    execute format('alter table growth.%I force row level security', name);
    execute format('create policy %I on growth.%I as restrictive for all to authenticated using ((select authz.is_proven()))', name || '_proven', name);
    execute format('create policy %I on growth.%I for select to authenticated
                      using (tenant_id = (select authz.tenant()) and (select authz.allows(''manage_growth'', authz.tenant())))', name || '_read', name);
    execute format('create policy %I on growth.%I for all to current_user using (true) with check (true)', name || '_service', name);
    execute format('revoke all on growth.%I from public, anon, authenticated, service_role', name);
  end loop;
end $$;
grant select on growth.audiences, growth.newsletters, growth.deliveries, growth.link_clicks to authenticated;
grant select (tenant_id, per_hour, token_made_at) on growth.mail_settings to authenticated;

--! functions
create trigger audiences_limit after insert on growth.audiences referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '200');
create trigger newsletters_limit after insert on growth.newsletters referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '2000');
create trigger audiences_audit_insert after insert on growth.audiences referencing new table as added
  for each statement execute function growth.record_rows();
create trigger audiences_audit_update after update on growth.audiences referencing new table as added
  for each statement execute function growth.record_rows();
create trigger audiences_audit_delete after delete on growth.audiences referencing old table as added
  for each statement execute function growth.record_rows();
create trigger newsletters_audit_insert after insert on growth.newsletters referencing new table as added
  for each statement execute function growth.record_rows();
create trigger newsletters_audit_update after update on growth.newsletters referencing new table as added
  for each statement execute function growth.record_rows();
create trigger newsletters_audit_delete after delete on growth.newsletters referencing old table as added
  for each statement execute function growth.record_rows();
create trigger mail_settings_audit_insert after insert on growth.mail_settings referencing new table as added
  for each statement execute function growth.record_rows();
create trigger mail_settings_audit_update after update on growth.mail_settings referencing new table as added
  for each statement execute function growth.record_rows();
