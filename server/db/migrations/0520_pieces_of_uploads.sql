-- Breaks nothing. A resumable upload may continue on any node (docs/decisions/0130-uploads-continue-on-any-node.md).

-- What arrived of an upload and lies where every node can read it. A range counts once, whichever node is first.
create table storage.upload_pieces (
  upload_id   uuid   not null references storage.uploads (id) on delete cascade,
  start_bytes bigint not null,
  end_bytes   bigint not null,
  piece       uuid   not null,
  piece_start bigint not null,
  primary key (upload_id, start_bytes),
  constraint upload_pieces_range check (0 <= piece_start and piece_start <= start_bytes and start_bytes < end_bytes)
);
comment on table storage.upload_pieces is 'Ranges of an upload that arrived, and the piece in the shared store that holds each';
comment on column storage.upload_pieces.piece_start is 'Where in the upload the piece begins; it may hold several ranges';

alter table storage.upload_pieces enable row level security;
alter table storage.upload_pieces force row level security;
create policy upload_pieces_own on storage.upload_pieces for all to authenticated
  using (exists (select from storage.uploads u where u.id = upload_id and u.owner = (select auth.uid())));
create policy upload_pieces_proven on storage.upload_pieces as restrictive for all to authenticated
  using ((select authz.is_proven()));
create policy upload_pieces_service on storage.upload_pieces for all to service_role, current_user using (true) with check (true);
grant select, insert, update, delete on storage.upload_pieces to authenticated, service_role;
