-- Text of every table that accounts write. `not valid`, as in databases that were there before these limits: what a row of theirs holds
-- can still be read, and is refused only when it is written again.
alter table public.account_wraps
  add constraint account_wraps_label_most check (length(label) <= 200) not valid,
  add constraint account_wraps_wrapped_key_most check (length(wrapped_key) <= 4096) not valid;
alter table public.keyrings
  add constraint keyrings_sealed_most check (length(sealed) <= 1048576) not valid;
alter table public.space_keys
  add constraint space_keys_wrapped_key_most check (length(wrapped_key) <= 4096) not valid;
alter table public.file_access
  add constraint file_access_wrapped_key_most check (length(wrapped_key) <= 4096) not valid,
  add constraint file_access_grant_text_most check (length(grant_text) <= 8192) not valid,
  add constraint file_access_grant_signature_most check (length(grant_signature) <= 8192) not valid;
alter table public.file_records
  add constraint file_records_file_name_most check (length(file_name) <= 8192) not valid,
  add constraint file_records_mime_type_most check (length(mime_type) <= 8192) not valid,
  add constraint file_records_encryption_key_most check (length(encryption_key) <= 4096) not valid,
  add constraint file_records_storage_path_most check (length(storage_path) <= 1024) not valid,
  add constraint file_records_manifest_most check (length(manifest) <= 16384) not valid,
  add constraint file_records_manifest_signature_most check (length(manifest_signature) <= 8192) not valid;
alter table public.profiles
  -- Tested equal to LIMITS.personNameCharacters of contract/limits.ts.
  add constraint profiles_first_name check (first_name is null or (btrim(first_name) <> '' and length(first_name) <= 100)) not valid,
  add constraint profiles_last_name check (last_name is null or (btrim(last_name) <> '' and length(last_name) <= 100)) not valid,
  add constraint profiles_company check (company is null or length(company) <= 100) not valid,
  add constraint profiles_avatar_url_most check (length(avatar_url) <= 2048) not valid;
alter table public.tenants
  add constraint tenants_name_most check (length(name) <= 200) not valid;
alter table public.user_key_bundles
  add constraint user_key_bundles_statement_most check (length(statement) <= 16384) not valid,
  add constraint user_key_bundles_signature_most check (length(signature) <= 8192) not valid;
alter table storage.objects
  add constraint objects_name_most check (length(name) <= 1024) not valid,
  add constraint objects_owner_id_most check (length(owner_id) <= 64) not valid,
  add constraint objects_checksum_most check (length(checksum) <= 128) not valid,
  add constraint objects_metadata_most check (pg_column_size(metadata) <= 4096) not valid,
  add constraint objects_user_metadata_most check (pg_column_size(user_metadata) <= 131072) not valid;
alter table storage.uploads
  add constraint uploads_name_most check (length(name) <= 1024) not valid,
  add constraint uploads_content_type_most check (length(content_type) <= 255) not valid,
  add constraint uploads_cache_control_most check (length(cache_control) <= 255) not valid,
  add constraint uploads_user_metadata_most check (pg_column_size(user_metadata) <= 131072) not valid;
