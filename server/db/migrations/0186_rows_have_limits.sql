-- Breaks inserts beyond what a person can need: rows of tables count for no storage, so the disk was their limit.

-- Text of every table that accounts write. Not checked on rows that are there: what one of them holds can still be read.
do $$
declare
  rule record;
begin
  for rule in select * from (values
    ('public.account_wraps', 'label', 200), ('public.account_wraps', 'wrapped_key', 4096),
    ('public.keyrings', 'sealed', 1048576),
    ('public.space_keys', 'wrapped_key', 4096),
    ('public.file_access', 'wrapped_key', 4096), ('public.file_access', 'grant_text', 8192),
    ('public.file_access', 'grant_signature', 8192),
    ('public.file_records', 'file_name', 8192), ('public.file_records', 'mime_type', 8192),
    ('public.file_records', 'encryption_key', 4096), ('public.file_records', 'storage_path', 1024),
    ('public.file_records', 'manifest', 16384), ('public.file_records', 'manifest_signature', 8192),
    ('public.profiles', 'avatar_url', 2048),
    ('public.tenants', 'name', 200),
    ('public.user_key_bundles', 'statement', 16384), ('public.user_key_bundles', 'signature', 8192),
    ('storage.objects', 'name', 1024), ('storage.objects', 'owner_id', 64), ('storage.objects', 'checksum', 128),
    ('storage.uploads', 'name', 1024), ('storage.uploads', 'content_type', 255), ('storage.uploads', 'cache_control', 255)
  ) as rules (relation, column_name, most) loop
    execute format('alter table %s add constraint %I check (length(%I) <= %s) not valid', rule.relation,
                   split_part(rule.relation, '.', 2) || '_' || rule.column_name || '_most', rule.column_name, rule.most);
  end loop;
end $$;
alter table storage.objects
  add constraint objects_metadata_most check (pg_column_size(metadata) <= 4096) not valid,
  add constraint objects_user_metadata_most check (pg_column_size(user_metadata) <= 131072) not valid;
alter table storage.uploads
  add constraint uploads_user_metadata_most check (pg_column_size(user_metadata) <= 131072) not valid;

-- Rows of one person in a table, looked at once a statement. Arguments: the column that names the owner, and how many.
create function authz.limit_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  is_over boolean;
begin
  execute format(
    'select exists (select from (select distinct %1$I as owner from added) as o
       where (select count(*) from (select from %2$I.%3$I t where t.%1$I = o.owner limit %4$s + 1) as rows) > %4$s)',
    tg_argv[0], tg_table_schema, tg_table_name, tg_argv[1]) into is_over;
  if is_over then
    raise exception 'There are too many rows of this kind already: % at most', tg_argv[1] using errcode = 'PT413';
  end if;
  return null;
end $$;
revoke execute on function authz.limit_rows() from public;

do $$
declare
  rule record;
begin
  for rule in select * from (values
    ('public', 'folders', 'user_id', 100000),
    ('public', 'tags', 'user_id', 2000),
    ('public', 'file_tags', 'file_id', 200),
    ('public', 'file_access', 'file_id', 20000),
    ('public', 'share_links', 'file_id', 1000),
    ('public', 'file_requests', 'user_id', 5000),
    ('public', 'notification_settings', 'user_id', 100),
    ('storage', 'uploads', 'owner', 5000)
  ) as rules (schema_name, table_name, owner_column, most) loop
    execute format('create trigger %I after insert on %I.%I referencing new table as added for each statement
                    execute function authz.limit_rows(%L, %s)',
                   rule.table_name || '_limit', rule.schema_name, rule.table_name, rule.owner_column, rule.most);
  end loop;
end $$;

-- Names are shown beside addresses, to everybody of the organisation: without characters that turn or hide what follows.
create function public.plain_names() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  odd constant text := '[\u0001-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>]';
begin
  new.first_name := nullif(btrim(regexp_replace(new.first_name, odd, '', 'g')), '');
  new.last_name := nullif(btrim(regexp_replace(new.last_name, odd, '', 'g')), '');
  new.company := nullif(btrim(regexp_replace(new.company, odd, '', 'g')), '');
  return new;
end $$;
create trigger profiles_plain_names before insert or update of first_name, last_name, company on public.profiles
  for each row execute function public.plain_names();
revoke execute on function public.plain_names() from public;
