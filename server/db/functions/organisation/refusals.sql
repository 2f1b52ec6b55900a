-- Somebody tried to change people and was refused. Called by the server once the refused transaction was taken back; `whom` is what the request said.
create or replace function authz.note_refused_change(who uuid, what text, whom uuid, reason text) returns void
  language sql volatile security definer set search_path = ''
as $$
  select audit.record('people.change_refused', 'security_incident', who, 'refused', 'blocked', 'medium',
                      jsonb_strip_nulls(jsonb_build_object('what', what, 'id', whom, 'reason', reason)))
$$;
