-- Breaks nothing. Who marked a guest: the identity provider makes members of those alone whom it marked (docs/decisions/0239-a-change-of-a-guest-names-what-was-seen.md).
-- Of marks from before nobody knows, so they count as made by people.
alter table authz.guests add column by_provider boolean not null default false;
comment on column authz.guests.by_provider is 'Marked by the identity provider, which may therefore end it; moving the end by hand leaves that';
