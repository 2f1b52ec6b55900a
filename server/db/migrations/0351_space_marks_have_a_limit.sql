-- Breaks nothing. One record of up to a megabyte for each member and space: what one account marks in all its spaces is limited as well.

--! functions
create trigger space_marks_limit after insert on public.space_marks referencing new table as added
  for each statement execute function authz.limit_rows('user_id', 1000);
create trigger space_marks_limit_bytes after insert on public.space_marks referencing new table as added
  for each statement execute function authz.limit_bytes('user_id', 67108864, 'octet_length(t.sealed)');
create trigger space_marks_limit_updates after update on public.space_marks referencing new table as added
  for each statement execute function authz.limit_bytes('user_id', 67108864, 'octet_length(t.sealed)');
