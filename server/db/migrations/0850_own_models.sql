-- Breaks nothing. Files of language models that an organisation uploads (docs/decisions/0232-an-uploaded-model-runs-in-its-own-process.md).

alter table studio.connections drop constraint connections_preset_known;
alter table studio.connections add constraint connections_preset_known
  check (preset in ('ollama', 'openai-compatible', 'openai', 'mistral', 'groq', 'openrouter', 'google', 'anthropic', 'own'));

create table studio.model_files (
  connection_id  uuid        primary key,
  tenant_id      uuid        not null references public.tenants (id) on delete cascade,
  -- What was said when the upload began; an upload that brings more or less is no model.
  size_bytes     bigint      not null constraint model_files_size_positive check (size_bytes > 0),
  begun_at       timestamptz not null default clock_timestamp(),
  -- Null: the upload has not ended.
  uploaded_at    timestamptz,
  sha256         bytea       constraint model_files_sha256_length check (octet_length(sha256) = 32),
  architecture   text        constraint model_files_architecture_length check (length(architecture) between 1 and 60),
  parameters     bigint,
  -- 0: the file does not say.
  context_tokens bigint,
  constraint model_files_whole check ((uploaded_at is null) = (sha256 is null)),
  constraint model_files_connection_fkey foreign key (tenant_id, connection_id) references studio.connections (tenant_id, id) on delete cascade
);
create index model_files_connection_idx on studio.model_files (tenant_id, connection_id);

alter table studio.model_files enable row level security, force row level security;
create policy model_files_proven on studio.model_files as restrictive for all to authenticated using ((select authz.is_proven()));
create policy model_files_read on studio.model_files for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_growth', authz.tenant())));
create policy model_files_service on studio.model_files for all to current_user using (true) with check (true);
revoke all on studio.model_files from public, anon, authenticated, service_role;
grant select on studio.model_files to authenticated;
