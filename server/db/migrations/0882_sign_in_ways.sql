-- Breaks nothing. By which ways a session has to be opened, and from when on that counts
-- (docs/decisions/0251-an-organisation-says-which-sign-ins-open-its-vault.md). A server of the version before that runs on refuses by the database, and
-- judges no change of what opens an account by the way: a rule is set once every server is updated.

-- Null, both: every way. The words are tested equal to SIGN_IN_WAYS of contract/organisation/policies.ts.
alter table public.organisation_policies
  add column sign_in_by text constraint organisation_policies_sign_in_by check (sign_in_by in ('passkey', 'provider', 'either')),
  add column sign_in_from timestamptz,
  add constraint organisation_policies_sign_in_both check ((sign_in_by is null) = (sign_in_from is null));
