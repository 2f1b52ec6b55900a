-- Breaks nothing. A new epoch of a team space writes the row of every member, whose key is wrapped again; the audit log gets only those
-- whose role is another one. Until now it said of all of them that their role had changed.

drop trigger team_space_members_audit on public.team_space_members;
create trigger team_space_members_audit after insert or delete on public.team_space_members
  for each row execute function audit.record_change('config_change', 'medium', 'space_id');
create trigger team_space_members_audit_role after update of role on public.team_space_members
  for each row when (old.role is distinct from new.role) execute function audit.record_change('config_change', 'medium', 'space_id');
