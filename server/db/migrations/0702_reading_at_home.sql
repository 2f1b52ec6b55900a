-- Breaks nothing. Since when a device is known: who reads their own files on one that they used before is not counted, and what is held after a
-- recovery ends by a second factor, an administrator or time (docs/decisions/0199-counts-judge-who-is-new.md). Devices that are known already
-- were used before.
alter table auth.known_devices add column first_seen_at timestamptz not null default '-infinity';
alter table auth.known_devices alter column first_seen_at set default now();

alter table public.threat_enforcements drop constraint threat_enforcements_needs;
alter table public.threat_enforcements add constraint threat_enforcements_needs check (needs in ('any', 'mailbox', 'second_factor'));
