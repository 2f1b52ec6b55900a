-- Breaks nothing. Which stage of an analysis is under way, and how far that is; `done` of `total` goes on counting keywords that were read.
alter table keywords.projects
  add column stage text not null default 'reading'
    constraint projects_stage_known check (stage in ('reading', 'comparing', 'joining', 'naming')),
  -- Pairs that were compared, subjects that were joined, or topics that were named; nothing while keywords are read.
  add column stage_done integer not null default 0,
  add column stage_total integer not null default 0,
  add constraint projects_stage_counted check (stage_done between 0 and stage_total);
