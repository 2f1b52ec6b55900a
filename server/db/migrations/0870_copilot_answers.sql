-- Breaks nothing. Answers of the copilot that a language model writes (docs/decisions/0242-the-copilot-writes-from-what-it-quotes.md).

-- Whether everybody of the organisation has answers written, or only who manages growth. Guests never have.
alter table studio.settings add column copilot_for_all boolean not null default false;
