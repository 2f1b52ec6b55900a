-- Breaks nothing. Who was given a file hears at once that it is in the trash, or back.

--! functions
create trigger realtime_hint_trash after update of trashed_at on public.file_records for each row
  when (old.trashed_at is distinct from new.trashed_at and new.is_shared) execute function realtime.hint_recipients();
