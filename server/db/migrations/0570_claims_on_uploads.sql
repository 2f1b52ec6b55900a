-- Breaks nothing. One node at a time completes an upload (docs/decisions/0149-one-node-completes-an-upload.md).

-- Which node puts an upload together, and how often that began. What a former node still does is refused by its epoch.
create table storage.upload_claims (
  upload_id uuid        primary key references storage.uploads (id) on delete cascade,
  node      uuid        not null,
  epoch     bigint      not null default 1 constraint upload_claims_epoch check (epoch > 0),
  until     timestamptz not null
);
comment on table storage.upload_claims is 'The node that completes an upload; another may take over when it has not said for a while that it still does';
comment on column storage.upload_claims.epoch is 'Grows each time a node takes the upload, so that a node that lost it can tell';

alter table storage.upload_claims enable row level security;
alter table storage.upload_claims force row level security;
create policy upload_claims_own on storage.upload_claims for all to authenticated
  using (exists (select from storage.uploads u where u.id = upload_id and u.owner = (select auth.uid())));
create policy upload_claims_proven on storage.upload_claims as restrictive for all to authenticated
  using ((select authz.is_proven()));
create policy upload_claims_service on storage.upload_claims for all to service_role, current_user using (true) with check (true);
grant select, insert, update, delete on storage.upload_claims to authenticated, service_role;
