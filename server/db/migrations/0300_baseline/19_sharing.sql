-- One row per person per file, so that listing is one equality (an "owner or shared" policy costs 200 ms at a million rows).
create table public.file_access (
  user_id         uuid    not null references auth.users (id) on delete cascade,
  file_id         uuid    not null references public.file_records (id) on delete cascade,
  created_at      timestamptz not null default now(),
  wrapped_key     text,
  -- A grant to a person: the file's key wrapped for them, in a statement that the sharer signed. The owner's own row has none.
  granted_by      uuid    references auth.users (id) on delete cascade,
  role            text    constraint file_access_role check (role in ('viewer')),
  grant_text      text,
  grant_signature text,
  expires_at      timestamptz,
  primary key (user_id, file_id),
  constraint file_access_grant_whole check (
    (granted_by is null and role is null and grant_text is null and grant_signature is null)
    or (granted_by is not null and role is not null and grant_text is not null and grant_signature is not null
        and wrapped_key is not null))
);
create index file_access_time_idx on public.file_access (user_id, created_at desc, file_id desc);
create index file_access_file_idx on public.file_access (file_id);
create index file_access_granted_idx on public.file_access (granted_by, created_at desc) where granted_by is not null;
alter table public.file_access enable row level security, force row level security;
create policy file_access_service on public.file_access for all to service_role, current_user using (true) with check (true);
-- Who shared sees whom; who was shared with may leave.
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
create policy file_access_proven on public.file_access as restrictive for all to authenticated using ((select authz.is_proven()));
create trigger file_access_refresh_on_grant after insert or update on public.file_access
  for each row when (new.granted_by is not null) execute function public.refresh_is_shared();
create trigger file_access_refresh_on_end after delete on public.file_access
  for each row when (old.granted_by is not null) execute function public.refresh_is_shared();
create trigger file_access_audit_grant after insert or update on public.file_access
  for each row when (new.granted_by is not null) execute function audit.record_change('data_access', 'medium', 'file_id');
create trigger file_access_audit_end after delete on public.file_access
  for each row when (old.granted_by is not null) execute function audit.record_change('data_access', 'low', 'file_id');
-- Sharing again replaces the grant: that is no news.
create trigger file_access_notify after insert on public.file_access
  for each row when (new.granted_by is not null) execute function notify.on_share();
create trigger file_access_limit after insert on public.file_access referencing new table as added
  for each statement execute function authz.limit_rows('file_id', 20000);
create trigger realtime_hint_insert after insert on public.file_access referencing new table as changed
  for each statement execute function realtime.hint('sharing', 't.user_id', 'null::uuid');
create trigger realtime_hint_update after update on public.file_access referencing new table as changed
  for each statement execute function realtime.hint('sharing', 't.user_id', 'null::uuid');
create trigger realtime_hint_delete after delete on public.file_access referencing old table as changed
  for each statement execute function realtime.hint('sharing', 't.user_id', 'null::uuid');
create trigger file_access_format before insert or update of grant_text on public.file_access
  for each row when (new.grant_text like '%"v":1,%') execute function public.refuse_format_1('grant_text');
grant select, delete, insert (user_id, file_id, wrapped_key, granted_by, role, grant_text, grant_signature, expires_at), update (user_id,
  file_id, wrapped_key, granted_by, role, grant_text, grant_signature, expires_at) on public.file_access to authenticated;
grant select, insert, update, delete on public.file_access to service_role;

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
alter table public.share_links enable row level security, force row level security;
create policy share_links_own on public.share_links for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and public.owns_file(file_id));
create policy share_links_service on public.share_links for all to service_role, current_user using (true) with check (true);
create policy share_links_proven on public.share_links as restrictive for all to authenticated using ((select authz.is_proven()));
create trigger share_links_refresh after insert or update or delete on public.share_links
  for each row execute function public.refresh_is_shared();
create trigger share_links_keep_revoked before update of revoked_at on public.share_links
  for each row execute function public.keep_revoked();
create trigger share_links_download after update of downloads on public.share_links
  for each row when (new.downloads > old.downloads) execute function audit.record_link_download();
create trigger share_links_audit_made after insert or delete on public.share_links
  for each row execute function audit.record_change('data_access', 'medium', 'id');
create trigger share_links_audit_revoked after update of revoked_at on public.share_links
  for each row execute function audit.record_change('data_access', 'low', 'id');
create trigger share_links_limit after insert on public.share_links referencing new table as added
  for each statement execute function authz.limit_rows('file_id', 1000);
grant select, insert (id, file_id, user_id, door_hash, token_hash, handover, kdf, expires_at, max_downloads), update (revoked_at) on
  public.share_links to authenticated;
grant select, insert, update, delete on public.share_links to service_role;
