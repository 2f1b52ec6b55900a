-- Writes storage.objects once more, and nobody stores meanwhile. Lists are read by index, so that a page costs what it shows.
-- The folder that an object lies in, with a character for '/' that comes before all that names have: folders sort by their names.
alter table storage.objects add column folder text collate "C"
  generated always as (translate(coalesce(substring(name from '^.*/'), ''), '/', chr(1))) stored;
-- What lies in a folder: its objects by name, and the folders in it, each passed in one step.
create index objects_folder_idx on storage.objects (bucket_id, folder, name collate "C");
-- All that begins with a prefix, by name. That of objects_bucket_name_key has the order of the database's language.
create index objects_name_idx on storage.objects (bucket_id, name collate "C");
