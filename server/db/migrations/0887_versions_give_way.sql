-- Breaks nothing. The oldest versions of a text that no model wrote give way to new ones (docs/decisions/0254-versions-of-people-give-way.md).

--! functions
-- Before the trigger that counts: those of one event run in the order of their names.
create trigger draft_versions_give_way after insert on studio.draft_versions referencing new table as added
  for each statement execute function studio.give_way();
