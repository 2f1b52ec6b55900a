-- Breaks nothing: files and folders that somebody wants to find again.
alter table public.file_records add column is_starred boolean not null default false;
alter table public.folders add column is_starred boolean not null default false;
grant update (is_starred) on public.file_records to authenticated;
