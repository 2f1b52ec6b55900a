-- Breaks nothing: keys, spaces, folders, tags and files. Names, types and keys in these tables are sealed by the client.
-- Public keys of an account: `statement` is canonical JSON that the account itself signed (docs/format.md, key bundle).
create table public.user_key_bundles (
  user_id     uuid        primary key default auth.uid() references auth.users (id) on delete cascade,
  tenant_id   uuid        not null references public.tenants (id),
  statement   text        not null,
  signature   text        not null,
  created_at  timestamptz not null default now()
);

-- The account master key, wrapped once for each way of opening the vault.
create table public.account_wraps (
  id          uuid        primary key default gen_random_uuid(),
  user_id     uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  kind        text        not null constraint account_wraps_kind
                            check (kind in ('password', 'recovery', 'passkey', 'device', 'organisation')),
  label       text        not null default '',
  wrapped_key text        not null,
  created_at  timestamptz not null default now()
);
create unique index account_wraps_single_idx on public.account_wraps (user_id, kind)
  where kind in ('password', 'recovery', 'organisation');
create index account_wraps_user_idx on public.account_wraps (user_id);

create table public.keyrings (
  user_id    uuid        primary key default auth.uid() references auth.users (id) on delete cascade,
  sealed     text        not null,
  version    integer     not null default 1,
  updated_at timestamptz not null default now()
);

create table public.spaces (
  id            uuid        primary key default gen_random_uuid(),
  tenant_id     uuid        not null references public.tenants (id),
  owner_id      uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  kind          text        not null default 'personal' constraint spaces_kind check (kind in ('personal', 'team')),
  current_epoch integer     not null default 1 constraint spaces_epoch_positive check (current_epoch > 0),
  created_at    timestamptz not null default now()
);
create unique index spaces_one_personal_idx on public.spaces (owner_id) where kind = 'personal';

create table public.space_keys (
  space_id    uuid        not null references public.spaces (id) on delete cascade,
  epoch       integer     not null,
  user_id     uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  wrapped_key text        not null,
  created_at  timestamptz not null default now(),
  primary key (space_id, epoch, user_id)
);
create index space_keys_user_idx on public.space_keys (user_id);

create table public.folders (
  id               uuid        primary key default gen_random_uuid(),
  user_id          uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  tenant_id        uuid        not null references public.tenants (id),
  space_id         uuid        references public.spaces (id) on delete cascade,
  space_epoch      integer,
  parent_folder_id uuid        references public.folders (id) on delete cascade,
  -- Sealed by the app; a plain API client without a vault may store what it likes.
  name             text        not null constraint folders_name_length check (length(name) between 1 and 4096),
  version          integer     not null default 1,
  created_at       timestamptz not null default now()
);
create index folders_user_idx on public.folders (user_id);

create table public.tags (
  id          uuid        primary key default gen_random_uuid(),
  user_id     uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  tenant_id   uuid        not null references public.tenants (id),
  space_id    uuid        references public.spaces (id) on delete cascade,
  space_epoch integer,
  name        text        not null constraint tags_name_length check (length(name) between 1 and 4096),
  color       text        not null default '#6366f1'
                            constraint tags_color check (color in ('#6366f1', '#8b5cf6', '#06b6d4', '#10b981',
                                                                   '#f59e0b', '#ef4444', '#ec4899', '#84cc16')),
  version     integer     not null default 1,
  created_at  timestamptz not null default now()
);
create index tags_user_idx on public.tags (user_id);

create table public.file_records (
  id                 uuid        primary key default gen_random_uuid(),
  user_id            uuid        not null default auth.uid() references auth.users (id) on delete cascade,
  tenant_id          uuid        not null references public.tenants (id),
  folder_id          uuid        references public.folders (id) on delete set null,
  file_name          text        not null,
  original_name      text        not null constraint file_records_name_length check (length(original_name) between 1 and 8192),
  file_size          bigint      not null constraint file_records_size_not_negative check (file_size >= 0),
  mime_type          text        not null,
  encryption_key     text        not null,
  bucket_id          text        not null default 'encrypted-files'
                                   constraint file_records_bucket check (bucket_id = 'encrypted-files'),
  storage_path       text        not null,
  is_encrypted       boolean     not null default true,
  is_shared          boolean     not null default false,
  space_id           uuid        references public.spaces (id) on delete restrict,
  space_epoch        integer,
  content_id         uuid,
  version            integer     not null default 1,
  manifest           text,
  manifest_signature text,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  last_accessed      timestamptz,
  -- A record can never point at nothing: the object is durable first and cannot leave before the record.
  constraint file_records_object_fkey foreign key (bucket_id, storage_path)
    references storage.objects (bucket_id, name) on delete restrict on update cascade,
  constraint file_records_object_once unique (bucket_id, storage_path)
);
-- Newest first per person, for the files tab.
create index file_records_user_time_idx on public.file_records (user_id, created_at desc, id desc);
create index file_records_folder_idx on public.file_records (folder_id);

-- One row per person per file, so that listing is one equality (an "owner or shared" policy costs 200 ms at a million rows).
create table public.file_access (
  user_id     uuid        not null references auth.users (id) on delete cascade,
  file_id     uuid        not null references public.file_records (id) on delete cascade,
  created_at  timestamptz not null default now(),
  wrapped_key text,
  primary key (user_id, file_id)
);
create index file_access_time_idx on public.file_access (user_id, created_at desc, file_id desc);
create index file_access_file_idx on public.file_access (file_id);

create table public.file_tags (
  file_id    uuid        not null references public.file_records (id) on delete cascade,
  tag_id     uuid        not null references public.tags (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (file_id, tag_id)
);
create index file_tags_tag_idx on public.file_tags (tag_id);

create function public.grant_owner_access() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.file_access (user_id, file_id, created_at) values (new.user_id, new.id, new.created_at);
  return null;
end $$;
create trigger file_records_owner_access after insert on public.file_records
  for each row execute function public.grant_owner_access();

-- A policy on folders that reads folders would recurse, so the parent is looked up by a definer function.
create function public.owns_folder(folder uuid) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from public.folders f where f.id = folder and f.user_id = auth.uid());

do $$
declare
  name text;
begin
  foreach name in array array['user_key_bundles', 'spaces', 'folders', 'tags', 'file_records'] loop
    execute format('create trigger %I before insert on public.%I for each row execute function authz.default_tenant()',
                   name || '_tenant', name);
  end loop;
  foreach name in array array['user_key_bundles', 'account_wraps', 'keyrings', 'spaces', 'space_keys', 'folders', 'tags',
                              'file_records', 'file_access', 'file_tags'] loop
    execute format('alter table public.%I enable row level security', name);
  end loop;
end $$;

-- Public keys are for everyone in the organisation; a bundle never changes silently.
create policy user_key_bundles_read on public.user_key_bundles for select to authenticated
  using (tenant_id = (select authz.tenant()));
create policy user_key_bundles_insert on public.user_key_bundles for insert to authenticated
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.tenant()));

create policy account_wraps_own on public.account_wraps for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy keyrings_own on public.keyrings for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy spaces_own on public.spaces for all to authenticated
  using (owner_id = (select auth.uid()))
  with check (owner_id = (select auth.uid()) and tenant_id = (select authz.tenant()));
create policy space_keys_own on public.space_keys for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid())
              and exists (select from public.spaces s where s.id = space_id and s.owner_id = (select auth.uid())));
create policy folders_own on public.folders for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.tenant())
              and (space_id is null or exists (select from public.spaces s where s.id = space_id))
              and (parent_folder_id is null or public.owns_folder(parent_folder_id)));
create policy tags_own on public.tags for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.tenant())
              and (space_id is null or exists (select from public.spaces s where s.id = space_id)));
create policy file_records_own on public.file_records for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and tenant_id = (select authz.tenant())
              and (storage.foldername(storage_path))[1] = (select auth.uid())::text
              and (space_id is null or exists (select from public.spaces s where s.id = space_id))
              and (folder_id is null or exists (select from public.folders f where f.id = folder_id)));
create policy file_access_own on public.file_access for select to authenticated
  using (user_id = (select auth.uid()));
create policy file_tags_own on public.file_tags for all to authenticated
  using (exists (select from public.file_records f where f.id = file_id))
  with check (exists (select from public.file_records f where f.id = file_id)
              and exists (select from public.tags t where t.id = tag_id));

grant select, insert on public.user_key_bundles to authenticated;
grant select, insert, update, delete on public.account_wraps, public.keyrings, public.folders, public.tags,
  public.file_tags to authenticated;
grant select, insert, update on public.spaces, public.space_keys to authenticated;
grant select on public.file_access to authenticated;
grant select, insert, delete on public.file_records to authenticated;
-- What may change after a file is stored; its content, key and owner only through a new version.
grant update (folder_id, original_name, mime_type, is_shared, last_accessed, updated_at, version, manifest,
              manifest_signature, encryption_key, space_epoch) on public.file_records to authenticated;
