-- Breaks nothing. The owner of a link keeps its secret, sealed like their files' names, and may change its end, limit and password.
-- Links of before have no such record; their end and limit may be changed as well.

alter table public.share_links
  -- Counts the changes of its owner; the sealed record belongs to one number.
  add column version integer not null default 1 constraint share_links_version_positive check (version > 0),
  add column owner_record text constraint share_links_owner_record_length check (length(owner_record) between 1 and 4096),
  add column space_id uuid references public.spaces (id) on delete cascade,
  add column space_epoch integer,
  add constraint share_links_owner_record_space check ((owner_record is null) = (space_id is null) and (owner_record is null) = (space_epoch is null));

-- It counted from when the link was made; an end is chosen again now, so it counts from when that was done.
alter table public.share_links drop constraint share_links_expiry;

grant insert (owner_record, space_id, space_epoch) on public.share_links to authenticated;
grant update (expires_at, max_downloads, token_hash, handover, kdf, version, owner_record, space_id, space_epoch) on public.share_links to authenticated;

-- Other terms leave an event as an end by hand does; it says which columns changed.
drop trigger share_links_audit_revoked on public.share_links;

--! functions
create trigger share_links_audit_changed after update of revoked_at, expires_at, max_downloads, token_hash on public.share_links
  for each row execute function audit.record_change('data_access', 'low', 'id');
create trigger share_links_terms before insert or update of expires_at on public.share_links
  for each row execute function public.check_link_end();
