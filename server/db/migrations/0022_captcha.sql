-- Solved challenges of the proof of work: each counts once.
create unlogged table auth.used_captchas (
  challenge  bytea       primary key,
  expires_at timestamptz not null
);
create index used_captchas_expiry_idx on auth.used_captchas (expires_at);
