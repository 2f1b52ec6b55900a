-- Breaks nothing. A run of the comprehensive test may be of some categories alone. A server of the version before makes all checks of such a run.

-- The words are those of CHECK_CATEGORIES in contract/checks/checks.ts, which the server alone writes here. Null: all of them.
alter table checks.runs
  add column categories text[] constraint runs_categories_some check (cardinality(categories) between 1 and 9);
comment on column checks.runs.categories is 'Categories that this run is of; null: all';
