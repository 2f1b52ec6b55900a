create table public.certifications (
  id               uuid        primary key default gen_random_uuid(),
  position         int         not null default 100,
  name             text        not null constraint certifications_name_length check (length(btrim(name)) between 1 and 120),
  description      text        not null default '' constraint certifications_description_length check (length(description) <= 600),
  -- What the record claims. Nothing shows it as the state: that follows from dates and evidence, see contract/certification-state.ts.
  recorded_status  text        not null constraint certifications_recorded_status
                               check (recorded_status in ('Certified', 'Compliant', 'Implemented')),
  issuer           text        constraint certifications_issuer_length check (length(btrim(issuer)) between 1 and 200),
  valid_from       date,
  valid_until      date,
  report_available boolean     not null default false,
  -- False for what came with the software, until somebody changes it.
  is_confirmed     boolean     not null default true,
  -- Of the certificate in public.certificate_files, so that a list of records needs no bytes.
  certificate_name text        constraint certifications_certificate_name_length check (length(certificate_name) between 1 and 200),
  certificate_sha256 text      constraint certifications_certificate_sha256_form check (certificate_sha256 ~ '^[0-9a-f]{64}$'),
  constraint certifications_dates_in_order check (valid_from is null or valid_until is null or valid_from <= valid_until),
  constraint certifications_certificate_whole check ((certificate_name is null) = (certificate_sha256 is null))
);

-- The list of the specification, which nobody has confirmed. Two of its dates may have passed when this is read; that is shown, not hidden.
insert into public.certifications (position, name, description, recorded_status, valid_until, is_confirmed) values
  (10, 'SOC 2 Type II', 'Controls for security, availability and confidentiality, examined over a period by an auditor.', 'Certified', '2025-12-31', false),
  (20, 'ISO 27001:2013', 'Information security management. Certificates against the 2013 edition lost their validity on 31 October 2025.',
   'Certified', '2026-03-31', false),
  (30, 'GDPR', 'Regulation (EU) 2016/679 on the protection of personal data. A duty, not a certificate.', 'Compliant', null, false),
  (40, 'HIPAA', 'Safeguards for health information in the United States. There is no official certificate.', 'Compliant', null, false),
  (50, 'NIST PQC', 'The algorithms of FIPS 203 (ML-KEM) and FIPS 204 (ML-DSA) in use. The module is not validated.', 'Implemented', null, false),
  (60, 'PCI DSS', 'Security of card data. Card numbers are typed at the payment provider and do not reach this server.', 'Compliant', null, false);

alter table public.certifications enable row level security, force row level security;
create policy certifications_read on public.certifications for select to anon, authenticated using (true);
create policy certifications_change on public.certifications for all to authenticated
  using ((select authz.allows('manage_compliance', authz.operator())))
  with check ((select authz.allows('manage_compliance', authz.operator())));
create policy certifications_service on public.certifications for all to service_role, current_user using (true) with check (true);
create policy certifications_proven_insert on public.certifications as restrictive for insert to authenticated
  with check ((select authz.is_proven()));
create policy certifications_proven_update on public.certifications as restrictive for update to authenticated
  using ((select authz.is_proven()));
create policy certifications_proven_delete on public.certifications as restrictive for delete to authenticated
  using ((select authz.is_proven()));
create trigger certifications_confirm before update on public.certifications
  for each row execute function public.confirm_certification();
create trigger certifications_audit after insert or update or delete
  on public.certifications for each row execute function audit.record_change('config_change', 'medium', 'id');
grant select on public.certifications to anon;
grant select, delete, insert (id, position, name, description, recorded_status, issuer, valid_from, valid_until, report_available), update
  (position, name, description, recorded_status, issuer, valid_from, valid_until, report_available) on public.certifications to
  authenticated;
grant select, insert, update, delete on public.certifications to service_role;

create table public.certificate_files (
  certification_id uuid        primary key references public.certifications (id) on delete cascade,
  content          bytea       not null constraint certificate_files_size check (octet_length(content) between 1 and 2097152),
  uploaded_at      timestamptz not null default now()
);
alter table public.certificate_files enable row level security, force row level security;
create policy certificate_files_service on public.certificate_files for all to service_role, current_user using (true) with check (true);
grant select, insert, update, delete on public.certificate_files to service_role;
