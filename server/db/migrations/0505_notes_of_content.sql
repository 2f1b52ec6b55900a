-- Breaks nothing. The collector finds by index what is due and whether an object uses it, waits before it tries again what the store refused,
-- and the note of a blob goes in the transaction of the row that begins to use it (docs/decisions/0123-the-note-of-a-blob-decides.md).
create index objects_blob_idx on storage.objects (blob_id);
create index orphan_blobs_due_idx on storage.orphan_blobs (orphaned_at, blob_id);
-- The store would not remove it: not tried again before.
alter table storage.orphan_blobs add column retry_at timestamptz;

--! functions
create trigger objects_used_blob after insert or update of blob_id on storage.objects
  for each row execute function storage.forget_orphan();
