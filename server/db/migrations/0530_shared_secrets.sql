-- Breaks nothing. The secrets of an installation, for servers that share them: each sealed with SECRETS_KEY, which is not here.

create table meta.shared_secrets (
  name       text        primary key constraint shared_secrets_name check (name ~ '^[a-z][a-z0-9.-]{0,63}$'),
  sealed     bytea       not null,
  changed_at timestamptz not null default now()
);
comment on table meta.shared_secrets is 'Secrets of this installation, sealed with SECRETS_KEY; empty where they lie in DATA_DIR';
