-- Breaks nothing: messages from the contact form, and an address to answer to in the local mailbox.
create table public.contacts (
  id         uuid        primary key default gen_random_uuid(),
  tenant_id  uuid        not null references public.tenants (id) on delete cascade,
  -- Of who was signed in while writing.
  user_id    uuid        references auth.users (id) on delete set null,
  name       text        not null constraint contacts_name_length check (length(name) between 1 and 200),
  email      text        not null constraint contacts_email_length check (length(email) between 3 and 320),
  subject    text        not null constraint contacts_subject_length check (length(subject) between 1 and 200),
  message    text        not null constraint contacts_message_length check (length(message) between 1 and 10000),
  priority   text        not null default 'medium' constraint contacts_priority check (priority in ('low', 'medium', 'high')),
  status     text        not null default 'new' constraint contacts_status check (status in ('new', 'answered', 'closed')),
  created_at timestamptz not null default now()
);
-- Newest first per tenant, for the page that works through them.
create index contacts_tenant_time_idx on public.contacts (tenant_id, created_at desc, id desc);
create index contacts_user_idx on public.contacts (user_id);

alter table public.contacts enable row level security;
alter table public.contacts force row level security;
create policy contacts_read on public.contacts for select to authenticated
  using (authz.allows('manage_sales', tenant_id) or authz.allows('manage_growth', tenant_id));
create policy contacts_change on public.contacts for update to authenticated
  using (authz.allows('manage_sales', tenant_id))
  with check (authz.allows('manage_sales', tenant_id));
grant select, update (status) on public.contacts to authenticated;
grant select, insert, update, delete on public.contacts to service_role;
create trigger contacts_audit after insert or update or delete
  on public.contacts for each row execute function audit.record_change('data_access', 'low', 'id');

do $$
begin
  execute format('create policy contacts_service on public.contacts for all to service_role, %I using (true) '
                 'with check (true)', current_user);
end $$;

alter table mail.messages add column reply_to text;
