-- Breaks answers of rest/v1 above REST_MAX_ANSWER_BYTES (16 MiB when nothing is set), which are refused with 413.

-- rest/v1 passes the text of each answer through this, so that a large one is refused before it crosses the wire and, where a write
-- asked for it, in time to undo the write.
create function authz.answer_within(body text, most bigint) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  if octet_length(body) > most then
    raise exception 'The answer would be larger than % bytes', most
      using errcode = 'PT413', hint = 'Ask for fewer rows or columns';
  end if;
  return body;
end $$;
revoke execute on function authz.answer_within(text, bigint) from public;
grant execute on function authz.answer_within(text, bigint) to anon, authenticated, service_role;
