-- Breaks nothing. The plan of a text that stopped (docs/decisions/0227-a-text-that-stopped-is-continued-by-its-plan.md).

-- Sections, how many of them are whole, and the outline they were planned for. Null: the text is whole, or was not planned by a model.
alter table studio.draft_versions
  add column plan jsonb constraint draft_versions_plan_size check (pg_column_size(plan) <= 131072);
