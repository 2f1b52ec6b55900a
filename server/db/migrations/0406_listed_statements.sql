-- Breaks nothing. The anchor log lists rosters of team spaces and policies of recovery (docs/decisions/0096-the-anchor-log-lists-rosters-and-policies.md);
-- those that are there already get their entries when it grows next. They stand in ledger.listed_keys, so that a server of the version before,
-- which may still run, states the same map.

comment on table ledger.listed_keys is 'Keys of people, rosters and policies, each at the place where the anchor log lists them; person is the subject in its map';

create table ledger.unlisted_statements (
  kind     text    not null constraint unlisted_statements_kind check (kind in ('roster', 'policy')),
  -- The space, or the organisation. Without a foreign key: what is gone by then is not listed.
  owner_id uuid    not null,
  version  integer not null,
  primary key (kind, owner_id, version)
);
comment on table ledger.unlisted_statements is 'Rosters and policies that wait for their entry in the anchor log';

revoke all on ledger.unlisted_statements from public, anon, authenticated, service_role;

insert into ledger.unlisted_statements (kind, owner_id, version)
select 'roster', e.space_id, e.epoch from public.team_space_epochs e
union all
select 'policy', p.tenant_id, p.revision from public.recovery_policies p;

--! functions
create trigger team_space_epochs_list after insert or update of space_id, epoch, roster on public.team_space_epochs
  for each row execute function ledger.await_roster_listing();
create trigger recovery_policies_list after insert or update of tenant_id, revision, statement on public.recovery_policies
  for each row execute function ledger.await_policy_listing();
