-- Breaks nothing. Which files came through a request, so that lists need not open each record to say so. Only a hint: what the owner
-- sealed with the file says from which request, and a list shows no mark without it. Files of before are found in the audit log.
create table public.received_files (
  file_id uuid primary key references public.file_records (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade
);
alter table public.received_files enable row level security;
alter table public.received_files force row level security;
create policy received_files_own on public.received_files for select to authenticated using (user_id = (select auth.uid()));
create policy received_files_proven on public.received_files as restrictive for all to authenticated
  using ((select authz.is_proven()));
create policy received_files_service on public.received_files for all to postgres, service_role using (true) with check (true);
create index received_files_user_idx on public.received_files (user_id);
grant select on public.received_files to authenticated;
grant select, insert, update, delete on public.received_files to service_role;

insert into public.received_files (file_id, user_id)
select distinct f.id, f.user_id
from public.system_audit_log e
join public.file_records f on f.id::text = e.details ->> 'id' and f.user_id = e.user_id
where e.event_type = 'request_deliveries.delete';
