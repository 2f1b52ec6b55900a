-- Breaks nothing. Which identity providers the server has, by the names that identities carry, each with its issuer, or null where any is taken; `saml`
-- where that is on. Written by the server when it starts, as the columns before it. A migration of its own: `authz.has_run_out` locks this table and
-- then organisation_policies, which one transaction with the migration before would take the other way round.
alter table auth.installation add column providers jsonb not null default '{}';
