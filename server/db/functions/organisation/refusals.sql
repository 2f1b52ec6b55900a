-- A refused change of people. Called by the server once the refused transaction was taken back. `whom` is what the request said: it is written
-- down for a person of the same organisation only. An account without an organisation has no log, and the operator's is not for it.
create or replace function authz.note_refused_change(who uuid, what text, whom uuid, reason text) returns void
  language sql volatile security definer set search_path = ''
as $$
  select audit.record('people.change_refused', 'security_incident', who, 'refused', 'blocked', 'medium',
                      jsonb_strip_nulls(jsonb_build_object('what', what, 'id', w.user_id, 'reason', reason)))
  from public.profiles p
  left join public.profiles w on w.user_id = whom and w.tenant_id = p.tenant_id
  where p.user_id = who
$$;
