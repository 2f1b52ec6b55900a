-- Breaks nothing. To an identity provider, a person whose mark of a guest comes or goes has changed.
--! functions
create trigger guests_move_time after insert or delete on authz.guests
  for each row execute function authz.move_time_of_guest();
