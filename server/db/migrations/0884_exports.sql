-- Breaks nothing. Says who saves lists and records of an organisation as files (docs/decisions/0252-an-organisation-says-who-exports.md). A server of
-- the version before lets everybody export who may read.

-- The words are tested equal to EXPORTERS of contract/organisation/policies.ts.
alter table public.organisation_policies
  add column exports_by text not null default 'readers' constraint organisation_policies_exports_by check (exports_by in ('readers', 'owners'));
