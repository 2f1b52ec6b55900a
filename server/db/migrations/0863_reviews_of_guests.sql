-- Breaks nothing. An access review covers all people, a team, a role, or the guests.
alter table reviews.reviews drop constraint reviews_scope_known,
  add constraint reviews_scope_known check (scope in ('people', 'guests', 'team', 'role'));
