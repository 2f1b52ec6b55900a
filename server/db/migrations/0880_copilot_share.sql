-- Breaks nothing. What each person may use of the model for answers of the copilot (docs/decisions/0248-one-person-does-not-use-up-the-month.md).

-- Tokens a month for each person who does not manage growth; null: no limit. Limits of the organisation and of each person hold as well.
alter table studio.settings add column copilot_tokens bigint default 100000
  constraint settings_copilot_tokens_low check (copilot_tokens >= 0);
