-- Breaks nothing. Further keys in somebody's name, in the public log: shown in the app, and by a mail of its own that always goes out
-- (docs/decisions/0090-who-gets-further-keys-is-notified.md).
insert into notify.defaults (kind, by_email) values ('keys_listed', false);
