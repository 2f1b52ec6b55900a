-- Breaks nothing. Texts in which a model rewrote a passage (docs/decisions/0250-a-passage-is-rewritten-next-to-its-text.md).

-- The version whose passage the model rewrote. Null: the whole text is of its kind.
alter table studio.draft_versions
  add column rewrites integer constraint draft_versions_rewrites_before
                             check (rewrites is null or (rewrites > 0 and rewrites < no and kind = 'model'));
