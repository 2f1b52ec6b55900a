-- Breaks nothing. What the store does not let be read is counted apart from what is lost (docs/decisions/0134-stored-content-is-read.md).

alter table storage.scrub add column unreadable bigint not null default 0;
comment on column storage.scrub.unreadable is 'Blobs that the store, which answered otherwise, did not let be read';
