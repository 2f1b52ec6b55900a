-- Breaks nothing. Calendars that a model writes week by week, and continues (docs/ai.md). A record of each time that it wrote comes with the others.

alter table studio.calendars
  -- Somebody has a model write it just now.
  add column making_claim uuid,
  add column making_until timestamptz,
  drop constraint calendars_record_size,
  add constraint calendars_record_size check (pg_column_size(record) <= 262144);
