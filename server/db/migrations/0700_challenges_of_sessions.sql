-- Breaks nothing. The answer to a challenge of a second factor counts in the session that asked for it, from whatever address: phones and offices
-- have several at once (docs/decisions/0197-one-sign-alone-is-noted.md). Servers of the version before write none.
alter table auth.mfa_challenges add column session_id uuid;
