-- 0186 turned blank names into none before the constraints of 0121 could refuse them. A name of nothing but hidden characters is
-- still none: who signs up with one has an account.
create or replace function public.plain_names() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  odd constant text := '[\u0001-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>]';
begin
  if btrim(new.first_name) <> '' then
    new.first_name := nullif(btrim(regexp_replace(new.first_name, odd, '', 'g')), '');
  end if;
  if btrim(new.last_name) <> '' then
    new.last_name := nullif(btrim(regexp_replace(new.last_name, odd, '', 'g')), '');
  end if;
  new.company := nullif(btrim(regexp_replace(new.company, odd, '', 'g')), '');
  return new;
end $$;
