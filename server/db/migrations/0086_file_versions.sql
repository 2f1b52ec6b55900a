-- Breaks nothing: what a file's content was before it was replaced. A row is the record as it was, with its signed manifest.
create table public.file_versions (
  id                 uuid        primary key default gen_random_uuid(),
  file_id            uuid        not null references public.file_records (id) on delete cascade,
  user_id            uuid        not null references auth.users (id) on delete cascade,
  version            integer     not null,
  original_name      text        not null,
  mime_type          text        not null,
  file_size          bigint      not null,
  encryption_key     text        not null,
  space_id           uuid        not null references public.spaces (id) on delete restrict,
  space_epoch        integer     not null,
  content_id         uuid        not null,
  bucket_id          text        not null,
  storage_path       text        not null,
  manifest           text        not null,
  manifest_signature text        not null,
  replaced_at        timestamptz not null default now(),
  constraint file_versions_object_fkey foreign key (bucket_id, storage_path)
    references storage.objects (bucket_id, name) on delete restrict on update cascade,
  constraint file_versions_object_once unique (bucket_id, storage_path)
);
create index file_versions_file_idx on public.file_versions (file_id, replaced_at desc);
create index file_versions_user_idx on public.file_versions (user_id);
create index file_versions_space_idx on public.file_versions (space_id);
-- For the job that ends them.
create index file_versions_replaced_idx on public.file_versions (replaced_at);

-- Other content for the same file, in one statement with its new manifest.
grant update (content_id, storage_path, file_name, file_size) on public.file_records to authenticated;

-- Keeps what is replaced, in the transaction that replaces it. A version that comes back leaves the list. Links hand over one
-- content with its checksum; a visitor would be refused the other one, so they end.
create function public.keep_version() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if old.manifest is not null and old.space_id is not null and old.content_id is not null then
    insert into public.file_versions (file_id, user_id, version, original_name, mime_type, file_size, encryption_key, space_id,
                                      space_epoch, content_id, bucket_id, storage_path, manifest, manifest_signature)
    values (old.id, old.user_id, old.version, old.original_name, old.mime_type, old.file_size, old.encryption_key, old.space_id,
            old.space_epoch, old.content_id, old.bucket_id, old.storage_path, old.manifest, old.manifest_signature);
  end if;
  delete from public.file_versions v where v.bucket_id = new.bucket_id and v.storage_path = new.storage_path;
  update public.share_links l set revoked_at = now() where l.file_id = new.id and l.revoked_at is null;
  return null;
end $$;
create trigger file_records_keep_version after update of content_id on public.file_records
  for each row when (old.content_id is distinct from new.content_id) execute function public.keep_version();

-- The bytes go with the version, unless they are the file's own again. The collector removes them later.
create function public.drop_version_object() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from storage.objects o
  where o.bucket_id = old.bucket_id and o.name = old.storage_path
    and not exists (select from public.file_records f where f.bucket_id = old.bucket_id and f.storage_path = old.storage_path);
  return null;
end $$;
create trigger file_versions_drop_object after delete on public.file_versions
  for each row execute function public.drop_version_object();

create trigger file_versions_audit after insert or delete on public.file_versions
  for each row execute function audit.record_change('data_access', 'low', 'file_id');

alter table public.file_versions enable row level security;
alter table public.file_versions force row level security;
-- As in 0080: without the second factor of the account there is nothing to see.
create policy file_versions_proven on public.file_versions as restrictive for all to authenticated
  using ((select authz.is_proven()));
create policy file_versions_read on public.file_versions for select to authenticated
  using (user_id = (select auth.uid()));
create policy file_versions_delete on public.file_versions for delete to authenticated
  using (user_id = (select auth.uid()));
do $$
begin
  execute format('create policy file_versions_service on public.file_versions for all to service_role, %I using (true) with check (true)',
                 current_user);
end $$;
grant select, delete on public.file_versions to authenticated;
grant select, insert, update, delete on public.file_versions to service_role;
revoke execute on function public.keep_version(), public.drop_version_object() from public;
