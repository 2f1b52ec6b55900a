-- Breaks writes of blank names, and of names and companies above 100 characters; rows that have such stay as they are until they
-- are written again. Tested equal to LIMITS.personNameCharacters of contract/limits.ts.
alter table public.profiles
  add constraint profiles_first_name check (first_name is null or (btrim(first_name) <> '' and length(first_name) <= 100)) not valid,
  add constraint profiles_last_name check (last_name is null or (btrim(last_name) <> '' and length(last_name) <= 100)) not valid,
  add constraint profiles_company check (company is null or length(company) <= 100) not valid;

-- Spaces around a name are nobody's. An account that is made by the service, from what a sign-up long ago said, is made in any case.
create function public.trim_profile() returns trigger language plpgsql set search_path = ''
as $$
declare
  is_service boolean := auth.uid() is null;
begin
  new.first_name := btrim(new.first_name);
  new.last_name := btrim(new.last_name);
  new.company := nullif(btrim(new.company), '');
  if is_service then
    new.first_name := nullif(left(new.first_name, 100), '');
    new.last_name := nullif(left(new.last_name, 100), '');
    new.company := left(new.company, 100);
  end if;
  return new;
end $$;
create trigger profiles_trim before insert or update of first_name, last_name, company on public.profiles
  for each row execute function public.trim_profile();
revoke execute on function public.trim_profile() from public;
