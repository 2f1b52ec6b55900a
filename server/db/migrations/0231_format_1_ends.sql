-- Breaks clients from before 0170, from 1 July 2027 on: the manifests and grants of format 1 that they sign are refused when they are
-- written. Readers refuse them from that day (crypto/manifest.ts), so the files would be stored and could never be opened. What was written
-- before stays as it is.

-- Tested equal to FORMAT_1_ENDS of crypto/manifest.ts.
create function authz.format_1_ends() returns timestamptz
  language sql immutable set search_path = ''
  return timestamptz '2027-07-01 00:00:00+00';

-- The texts are canonical JSON, and what they hold of other people's words is base64url, so the format shows in one place. Only a text of
-- format 1 gets here; a text that pretends otherwise is read by nobody.
create function public.refuse_format_1() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  statement text := to_jsonb(new) ->> tg_argv[0];
  -- What the reader compares. A client whose clock is ahead must not write what nobody can open either.
  signed_at text := substring(statement from '"time":"([^"]*)"');
begin
  if auth.uid() is null or (tg_op = 'UPDATE' and statement is not distinct from to_jsonb(old) ->> tg_argv[0]) then
    return new;
  end if;
  if now() >= authz.format_1_ends()
     or signed_at collate "C" >= to_char(authz.format_1_ends() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') then
    raise exception 'this program is too old: nobody could open what it stores. Nothing was stored; reload the page or update the program'
      using errcode = 'QS426';
  end if;
  return new;
end $$;
create trigger file_records_format before insert or update of manifest on public.file_records
  for each row when (new.manifest like '%"v":1,%') execute function public.refuse_format_1('manifest');
create trigger file_access_format before insert or update of grant_text on public.file_access
  for each row when (new.grant_text like '%"v":1,%') execute function public.refuse_format_1('grant_text');

revoke execute on function authz.format_1_ends(), public.refuse_format_1() from public;
grant execute on function authz.format_1_ends() to authenticated, service_role;
