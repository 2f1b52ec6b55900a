-- A record that somebody changed was looked at.
create or replace function public.confirm_certification() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.is_confirmed := true;
  return new;
end $$;

-- Files come and go through these two, so that record, bytes and audit event belong together.
create or replace function public.put_certificate(certification uuid, file_name text, content bytea) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if not authz.allows('manage_compliance', authz.operator()) then
    raise insufficient_privilege using message = 'manage_compliance is needed to change certificates';
  end if;
  -- Nothing but a PDF is handed out to visitors.
  if substring(put_certificate.content from 1 for 5) is distinct from '%PDF-'::bytea then
    raise check_violation using message = 'the certificate is not a PDF';
  end if;
  update public.certifications c
  set certificate_name = left(file_name, 200), certificate_sha256 = encode(sha256(put_certificate.content), 'hex')
  where c.id = certification;
  if not found then
    raise no_data_found using message = 'there is no such record';
  end if;
  insert into public.certificate_files (certification_id, content) values (certification, put_certificate.content)
  on conflict on constraint certificate_files_pkey do update set content = excluded.content, uploaded_at = now();
end $$;
grant execute on function public.put_certificate(uuid,text,bytea) to authenticated;

create or replace function public.remove_certificate(certification uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if not authz.allows('manage_compliance', authz.operator()) then
    raise insufficient_privilege using message = 'manage_compliance is needed to change certificates';
  end if;
  update public.certifications c set certificate_name = null, certificate_sha256 = null where c.id = certification;
  delete from public.certificate_files f where f.certification_id = certification;
end $$;
grant execute on function public.remove_certificate(uuid) to authenticated;
