-- Breaks nothing. What independent witnesses signed below the checkpoints of the anchor log, and how far it is vouched for
-- (docs/decisions/0086-witnesses-sign-the-anchor-log.md).

create table ledger.cosignatures (
  log_id  uuid   not null,
  size    bigint not null,
  -- Name and id of the key.
  witness text   not null constraint cosignatures_witness check (length(witness) between 1 and 300),
  seconds bigint not null constraint cosignatures_seconds check (seconds > 0),
  -- As it stands below the checkpoint, with its end.
  line    text   not null constraint cosignatures_line check (length(line) between 1 and 8192),
  primary key (log_id, size, witness),
  foreign key (log_id, size) references ledger.checkpoints (log_id, size) on delete cascade
);
comment on table ledger.cosignatures is 'Signatures of witnesses, who sign only what continues the tree that they signed before';

-- A checkpoint is shown when a quorum of witnesses signed it, or a minute after it was signed. Only grows: to readers, a log that gets smaller is
-- one that was rewritten.
create table ledger.shown (
  log_id       uuid   primary key references ledger.logs (id),
  size         bigint not null,
  -- When a quorum last signed. Null when it never did.
  witnessed_at timestamptz
);
comment on table ledger.shown is 'How far readers are shown a log that witnesses sign';

revoke all on ledger.cosignatures, ledger.shown from public, anon, authenticated, service_role;
