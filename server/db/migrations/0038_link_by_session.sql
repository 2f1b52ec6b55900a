-- Breaks nothing: adding an identity ends with the session that began it. Whoever is signed out meanwhile, by a new password
-- for instance, must not leave a way in behind.
alter table auth.oauth_states
  add column link_session_id uuid references auth.sessions (id) on delete cascade;
create index oauth_states_session_idx on auth.oauth_states (link_session_id) where link_session_id is not null;
