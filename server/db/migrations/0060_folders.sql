-- Breaks the deletion of a folder that still holds sealed files: it is refused, because each of their manifests names it.
-- Delete the files as well (delete_forever in 0061), or move them first.
alter table public.file_records
  drop constraint file_records_folder_id_fkey,
  -- Not `restrict`: an account goes with its folders and files in one statement.
  add constraint file_records_folder_id_fkey foreign key (folder_id) references public.folders (id) on delete no action;
create index folders_parent_idx on public.folders (parent_folder_id);

-- Files without a manifest come from a program of its own; they move up, as they always did.
create function public.release_unsigned_files() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.file_records set folder_id = null where folder_id = old.id and manifest is null;
  return old;
end $$;
create trigger folders_release_unsigned_files before delete on public.folders
  for each row execute function public.release_unsigned_files();

-- A folder below itself would be a part of the tree that nobody reaches. Moves of one person wait for each other, or two
-- of them at once could close a circle that neither sees.
create function public.refuse_folder_circle() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('folders/' || new.user_id, 0));
  if exists (
    with recursive above (id) as (
      select new.parent_folder_id
      union
      select f.parent_folder_id from public.folders f join above a on f.id = a.id
    )
    select from above a where a.id = new.id
  ) then
    raise exception 'a folder cannot be moved into itself or below itself' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger folders_refuse_circle before insert or update of parent_folder_id on public.folders
  for each row when (new.parent_folder_id is not null) execute function public.refuse_folder_circle();

revoke execute on function public.release_unsigned_files(), public.refuse_folder_circle() from public;
