-- An event that a receiver refuses for good is put aside, and the stream continues behind it.

alter table streams.states
  add column refusals integer not null default 0,
  add column aside_in_a_row integer not null default 0;
comment on column streams.states.refusals is 'How often the batch that is due was refused for what it holds';
comment on column streams.states.aside_in_a_row is 'Events put aside since the receiver last took something';

create table streams.put_aside (
  stream_id   uuid        not null references public.event_streams (id) on delete cascade,
  log_id      uuid        not null references ledger.logs (id) on delete cascade,
  index       bigint      not null,
  event_id    uuid        not null,
  put_at      timestamptz not null default clock_timestamp(),
  error       text        not null constraint put_aside_error check (length(error) <= 500),
  primary key (stream_id, log_id, index)
);
create index put_aside_log_idx on streams.put_aside (log_id);
comment on table streams.put_aside is 'Events that receivers refuse for good, until a person sends them again or leaves them out';
revoke all on streams.put_aside from public, anon, authenticated, service_role;
