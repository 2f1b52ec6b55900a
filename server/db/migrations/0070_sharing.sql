-- Sharing by link and with people. Breaks nothing that worked: until now `is_shared` was a mark that anyone could set and that
-- opened nothing; from here on it says of files of a vault whether a grant or a link lives (marks set before are cleared).

-- What a link hands over is sealed by the owner's browser under a key that stays in the link's fragment (docs/format.md, links).
create table public.share_links (
  id            uuid        primary key,
  file_id       uuid        not null references public.file_records (id) on delete cascade,
  user_id       uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  -- SHA-256, base64url: of what the link alone becomes, and of what link and password become together.
  door_hash     text        not null constraint share_links_door_hash check (door_hash ~ '^[A-Za-z0-9_-]{43}$'),
  token_hash    text        not null constraint share_links_token_hash check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  handover      text        not null constraint share_links_handover_length check (length(handover) between 1 and 16384),
  -- Argon2id parameters of the link's password; null without one.
  kdf           jsonb       constraint share_links_kdf check (jsonb_typeof(kdf) = 'object' and pg_column_size(kdf) < 1024),
  has_password  boolean     generated always as (kdf is not null) stored,
  expires_at    timestamptz not null,
  max_downloads integer     constraint share_links_max_positive check (max_downloads > 0),
  downloads     integer     not null default 0 constraint share_links_downloads_not_negative check (downloads >= 0),
  revoked_at    timestamptz,
  created_at    timestamptz not null default now(),
  -- An hour for clocks that are wrong.
  constraint share_links_expiry check (expires_at between created_at - interval '1 hour' and created_at + interval '90 days 1 hour')
);
create index share_links_file_idx on public.share_links (file_id);
create index share_links_user_time_idx on public.share_links (user_id, created_at desc);

-- A grant to a person: the file's key wrapped for them, in a statement that the sharer signed. The owner's own row has none.
alter table public.file_access
  add column granted_by      uuid        references auth.users (id) on delete cascade,
  add column role            text        constraint file_access_role check (role in ('viewer')),
  add column grant_text      text,
  add column grant_signature text,
  add column expires_at      timestamptz,
  add constraint file_access_grant_whole check (
    (granted_by is null and role is null and grant_text is null and grant_signature is null)
    or (granted_by is not null and role is not null and grant_text is not null and grant_signature is not null
        and wrapped_key is not null));
create index file_access_granted_idx on public.file_access (granted_by, created_at desc) where granted_by is not null;

-- Name, type and size once more, under a key that follows from the file's own: what people with a grant read.
alter table public.file_records
  add column shared_record text constraint file_records_shared_record_length check (length(shared_record) between 1 and 8192);
grant update (shared_record) on public.file_records to authenticated;

create function public.is_file_shared(file uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.share_links l
                 where l.file_id = file and l.revoked_at is null and l.expires_at > now()
                   and (l.max_downloads is null or l.downloads < l.max_downloads))
      or exists (select from public.file_access a
                 where a.file_id = file and a.granted_by is not null and (a.expires_at is null or a.expires_at > now()));

-- Files of a vault cannot be marked by hand; a plain client's files, which nothing here can open, keep their mark.
create function public.derive_is_shared() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.space_id is not null then
    new.is_shared := public.is_file_shared(new.id);
  end if;
  return new;
end $$;
create trigger file_records_is_shared before insert or update of is_shared on public.file_records
  for each row execute function public.derive_is_shared();

create function public.refresh_is_shared() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  file uuid := case when tg_op = 'DELETE' then old.file_id else new.file_id end;
begin
  update public.file_records f set is_shared = public.is_file_shared(file)
  where f.id = file and f.space_id is not null and f.is_shared is distinct from public.is_file_shared(file);
  return null;
end $$;
create trigger share_links_refresh after insert or update or delete on public.share_links
  for each row execute function public.refresh_is_shared();
create trigger file_access_refresh_on_grant after insert or update on public.file_access
  for each row when (new.granted_by is not null) execute function public.refresh_is_shared();
create trigger file_access_refresh_on_end after delete on public.file_access
  for each row when (old.granted_by is not null) execute function public.refresh_is_shared();

update public.file_records f set is_shared = public.is_file_shared(f.id)
where f.space_id is not null and f.is_shared is distinct from public.is_file_shared(f.id);

-- Time passes without a trigger: a job asks for files whose last grant or link has run out.
create function public.expire_shares() returns void
  language sql volatile security definer set search_path = ''
  begin atomic
    update public.file_records f set is_shared = false
    where f.is_shared and f.space_id is not null and not public.is_file_shared(f.id)
      and (exists (select from public.share_links l where l.file_id = f.id)
           or exists (select from public.file_access a where a.file_id = f.id and a.granted_by is not null));
  end;

-- A link that was ended stays ended.
create function public.keep_revoked() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if old.revoked_at is not null then
    new.revoked_at := old.revoked_at;
  elsif new.revoked_at is not null then
    new.revoked_at := now();
  end if;
  return new;
end $$;
create trigger share_links_keep_revoked before update of revoked_at on public.share_links
  for each row execute function public.keep_revoked();

-- A download by a link has no person; it is counted in the name of the organisation that the owner belongs to.
create function audit.record_link_download() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.system_audit_log (tenant_id, event_type, event_category, action, details)
  select p.tenant_id, 'share_links.download', 'data_access', 'download',
         jsonb_build_object('table', 'public.share_links', 'id', new.id, 'file_id', new.file_id)
  from public.profiles p where p.user_id = new.user_id;
  return null;
end $$;
create trigger share_links_download after update of downloads on public.share_links
  for each row when (new.downloads > old.downloads) execute function audit.record_link_download();
create trigger share_links_audit_made after insert or delete on public.share_links
  for each row execute function audit.record_change('data_access', 'medium', 'id');
create trigger share_links_audit_revoked after update of revoked_at on public.share_links
  for each row execute function audit.record_change('data_access', 'low', 'id');
create trigger file_access_audit_grant after insert or update on public.file_access
  for each row when (new.granted_by is not null) execute function audit.record_change('data_access', 'medium', 'file_id');
create trigger file_access_audit_end after delete on public.file_access
  for each row when (old.granted_by is not null) execute function audit.record_change('data_access', 'low', 'file_id');

-- Policies cannot read file_records through its own policy without showing what a recipient must not see.
create function public.owns_file(file uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.file_records f where f.id = file and f.user_id = auth.uid());
create function public.is_colleague(person uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.profiles p where p.user_id = person and p.tenant_id = authz.tenant());

alter table public.share_links enable row level security;
alter table public.share_links force row level security;
create policy share_links_own on public.share_links for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and public.owns_file(file_id));
do $$
begin
  execute format('create policy share_links_service on public.share_links for all to service_role, %I using (true) with check (true)',
                 current_user);
end $$;
grant select, insert (id, file_id, user_id, door_hash, token_hash, handover, kdf, expires_at, max_downloads),
  update (revoked_at) on public.share_links to authenticated;
grant select, insert, update, delete on public.share_links to service_role;

-- Who shared sees whom; who was shared with may leave.
drop policy file_access_own on public.file_access;
create policy file_access_read on public.file_access for select to authenticated
  using (user_id = (select auth.uid()) or granted_by = (select auth.uid()));
create policy file_access_grant on public.file_access for insert to authenticated
  with check (granted_by = (select auth.uid()) and user_id <> (select auth.uid())
              and public.owns_file(file_id) and public.is_colleague(user_id));
create policy file_access_regrant on public.file_access for update to authenticated
  using (granted_by = (select auth.uid()))
  with check (granted_by = (select auth.uid()) and user_id <> (select auth.uid())
              and public.owns_file(file_id) and public.is_colleague(user_id));
create policy file_access_end on public.file_access for delete to authenticated
  using (granted_by is not null and (granted_by = (select auth.uid()) or user_id = (select auth.uid())));
grant insert (user_id, file_id, granted_by, role, wrapped_key, grant_text, grant_signature, expires_at),
  update (user_id, file_id, granted_by, role, wrapped_key, grant_text, grant_signature, expires_at), delete
  on public.file_access to authenticated;

revoke execute on function public.is_file_shared(uuid), public.derive_is_shared(), public.refresh_is_shared(),
  public.expire_shares(), public.keep_revoked(), audit.record_link_download(), public.owns_file(uuid),
  public.is_colleague(uuid) from public;
grant execute on function public.owns_file(uuid), public.is_colleague(uuid) to authenticated;
grant execute on function public.expire_shares() to service_role;
