-- The version of a keyring says over which one it was written. An access token could set it to the largest integer, after which nobody
-- could write the next one. The owner of the database, and functions that run as the owner, are not held to it.
create function public.require_next_keyring_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'anon') and new.version is distinct from old.version + 1 then
    raise exception 'a keyring is replaced by the next version' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keyrings_next_version before update on public.keyrings
  for each row execute function public.require_next_keyring_version();
revoke execute on function public.require_next_keyring_version() from public;
