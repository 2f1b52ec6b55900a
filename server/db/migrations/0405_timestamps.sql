-- Breaks nothing. When an authority outside said that the anchor log existed (docs/decisions/0095-an-authority-says-when-the-log-existed.md).

create table ledger.timestamps (
  log_id     uuid        not null references ledger.logs (id),
  size       bigint      not null,
  stamped_at timestamptz not null,
  -- As its certificate says.
  authority  text        not null constraint timestamps_authority check (length(authority) between 1 and 200),
  -- The text of a checkpoint, without its signatures. Checkpoints are thinned out, these stay.
  stamped    text        not null constraint timestamps_stamped check (length(stamped) between 1 and 4096),
  -- A TimeStampResp of RFC 3161.
  reply      bytea       not null constraint timestamps_reply check (length(reply) between 1 and 65536),
  primary key (log_id, size)
);
comment on table ledger.timestamps is 'Time stamps of an authority outside over states of the anchor log';

revoke all on ledger.timestamps from public, anon, authenticated, service_role;
