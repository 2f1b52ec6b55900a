-- Breaks nothing. When the person behind a session last showed more than its token: the current password, or a mailed code
-- (docs/decisions/0107-ways-to-sign-in-are-changed-by-proof.md).

alter table auth.sessions add column proven_at timestamptz;
