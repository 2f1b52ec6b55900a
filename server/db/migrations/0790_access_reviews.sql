-- Breaks nothing. Reviews of who has which role and is in which team space, and what ends when a person leaves
-- (docs/decisions/0219-a-review-reads-the-grant-again.md, docs/decisions/0220-offboarding-is-steps.md).
create schema reviews;
comment on schema reviews is 'Access reviews and offboarding; read by managers of people through the server only';
revoke all on schema reviews from public;
grant usage on schema reviews to authenticated;

create table reviews.reviews (
  id             uuid        primary key default gen_random_uuid(),
  tenant_id      uuid        not null references public.tenants (id) on delete cascade,
  name           text        not null constraint reviews_name_length check (length(btrim(name)) between 1 and 120),
  due_on         date        not null,
  scope          text        not null constraint reviews_scope_known check (scope in ('people', 'team', 'role')),
  -- The team may be deleted later; its name stays in scope_name.
  scope_team     uuid,
  scope_role     text,
  scope_name     text        not null default '',
  covers_roles   boolean     not null,
  covers_spaces  boolean     not null,
  state          text        not null default 'draft' constraint reviews_state_known check (state in ('draft', 'open', 'closed')),
  made_by        uuid        references auth.users (id) on delete set null,
  created_at     timestamptz not null default clock_timestamp(),
  opened_at      timestamptz,
  closed_at      timestamptz,
  reminded_at    timestamptz,
  constraint reviews_covers_something check (covers_roles or covers_spaces),
  constraint reviews_scope_complete check ((scope = 'team') = (scope_team is not null) and (scope = 'role') = (scope_role is not null)),
  constraint reviews_tenant_key unique (tenant_id, id)
);
comment on table reviews.reviews is 'Access reviews: what each covers, until when, and how far it is';
create index reviews_newest_idx on reviews.reviews (tenant_id, created_at desc, id desc);
create index reviews_made_by_idx on reviews.reviews (made_by);
create index reviews_due_idx on reviews.reviews (due_on) where state = 'open' and reminded_at is null;

create table reviews.reviewers (
  review_id uuid not null,
  tenant_id uuid not null,
  user_id   uuid not null references auth.users (id) on delete cascade,
  primary key (review_id, user_id),
  constraint reviewers_review_fkey foreign key (tenant_id, review_id) references reviews.reviews (tenant_id, id) on delete cascade
);
comment on table reviews.reviewers is 'People who decide on the items of a review';
create index reviewers_review_idx on reviews.reviewers (tenant_id, review_id);
create index reviewers_user_idx on reviews.reviewers (user_id);

create table reviews.items (
  id           uuid        primary key default gen_random_uuid(),
  tenant_id    uuid        not null,
  review_id    uuid        not null,
  -- Name and address as they were when the review began; they stay as evidence when the account is deleted.
  person_id    uuid        references auth.users (id) on delete set null,
  person_name  text        not null,
  person_email text        not null,
  kind         text        not null constraint items_kind_known check (kind in ('role', 'space')),
  -- Of the organisation, or in the space.
  held_role    text        not null,
  space_id     uuid,
  -- The grant as it was when the review began.
  granted_at   timestamptz not null,
  until        timestamptz,
  state        text        not null default 'pending'
    constraint items_state_known check (state in ('pending', 'keep', 'remove', 'applied', 'failed')),
  reason       text        constraint items_reason_known check (reason in ('changed', 'last_owner', 'last_manager', 'owner_only', 'gone')),
  note         text        not null default '' constraint items_note_length check (length(note) <= 500),
  decided_by   uuid        references auth.users (id) on delete set null,
  decider      text        not null default '',
  decided_at   timestamptz,
  applied_at   timestamptz,
  constraint items_review_fkey foreign key (tenant_id, review_id) references reviews.reviews (tenant_id, id) on delete cascade,
  constraint items_space check ((kind = 'space') = (space_id is not null)),
  constraint items_failed check ((state = 'failed') = (reason is not null)),
  constraint items_decided check ((state = 'pending') = (decided_at is null))
);
comment on table reviews.items is 'Grants as they were when a review began, each with what was decided';
create index items_review_idx on reviews.items (tenant_id, review_id, person_email, id);
create index items_person_idx on reviews.items (person_id);
create index items_decided_by_idx on reviews.items (decided_by);
create index items_waiting_idx on reviews.items (space_id, person_id) where state = 'remove';

create table reviews.offboardings (
  id           uuid        primary key default gen_random_uuid(),
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  person_id    uuid        references auth.users (id) on delete set null,
  person_name  text        not null,
  person_email text        not null,
  ending       text        not null constraint offboardings_ending_known check (ending in ('suspend', 'remove')),
  -- What was counted before the first step.
  facts        jsonb       not null,
  started_by   uuid        references auth.users (id) on delete set null,
  starter      text        not null,
  started_at   timestamptz not null default clock_timestamp(),
  finished_at  timestamptz,
  constraint offboardings_tenant_key unique (tenant_id, id)
);
comment on table reviews.offboardings is 'People who leave an organisation, and how far that is';
create index offboardings_newest_idx on reviews.offboardings (tenant_id, started_at desc, id desc);
create unique index offboardings_once_idx on reviews.offboardings (person_id) where finished_at is null;
create index offboardings_person_idx on reviews.offboardings (person_id);
create index offboardings_started_by_idx on reviews.offboardings (started_by);

create table reviews.steps (
  offboarding_id uuid        not null,
  tenant_id      uuid        not null,
  place          integer     not null,
  step           text        not null
    constraint steps_step_known check (step in ('access', 'devices', 'links', 'requests', 'roles', 'spaces', 'removal')),
  state          text        not null default 'pending' constraint steps_state_known check (state in ('pending', 'done', 'failed')),
  reason         text        constraint steps_reason_known check (reason in ('last_owner', 'owner_only', 'gone')),
  ended          integer,
  doer           text        not null default '',
  done_at        timestamptz,
  primary key (offboarding_id, place),
  constraint steps_offboarding_fkey foreign key (tenant_id, offboarding_id) references reviews.offboardings (tenant_id, id) on delete cascade
);
comment on table reviews.steps is 'What an offboarding does, in order';
create index steps_offboarding_idx on reviews.steps (tenant_id, offboarding_id);

create table reviews.handovers (
  offboarding_id uuid        not null,
  tenant_id      uuid        not null,
  space_id       uuid        not null,
  -- Null: the space has no other manager, or the person does not manage it.
  successor_id   uuid        references auth.users (id) on delete set null,
  successor      text        not null default '',
  is_managed     boolean     not null,
  left_at        timestamptz,
  primary key (offboarding_id, space_id),
  constraint handovers_offboarding_fkey foreign key (tenant_id, offboarding_id) references reviews.offboardings (tenant_id, id) on delete cascade
);
comment on table reviews.handovers is 'Team spaces of a person who leaves, and which manager takes them out of each';
create index handovers_offboarding_idx on reviews.handovers (tenant_id, offboarding_id);
create index handovers_successor_idx on reviews.handovers (successor_id);
create index handovers_space_idx on reviews.handovers (space_id) where left_at is null;

alter table reviews.reviews enable row level security, force row level security;
alter table reviews.reviewers enable row level security, force row level security;
alter table reviews.items enable row level security, force row level security;
alter table reviews.offboardings enable row level security, force row level security;
alter table reviews.steps enable row level security, force row level security;
alter table reviews.handovers enable row level security, force row level security;
create policy reviews_proven on reviews.reviews as restrictive for all to authenticated using ((select authz.is_proven()));
create policy reviews_read on reviews.reviews for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create policy reviews_service on reviews.reviews for all to current_user using (true) with check (true);
create policy reviewers_proven on reviews.reviewers as restrictive for all to authenticated using ((select authz.is_proven()));
create policy reviewers_read on reviews.reviewers for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create policy reviewers_service on reviews.reviewers for all to current_user using (true) with check (true);
create policy items_proven on reviews.items as restrictive for all to authenticated using ((select authz.is_proven()));
create policy items_read on reviews.items for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create policy items_service on reviews.items for all to current_user using (true) with check (true);
create policy offboardings_proven on reviews.offboardings as restrictive for all to authenticated using ((select authz.is_proven()));
create policy offboardings_read on reviews.offboardings for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create policy offboardings_service on reviews.offboardings for all to current_user using (true) with check (true);
create policy steps_proven on reviews.steps as restrictive for all to authenticated using ((select authz.is_proven()));
create policy steps_read on reviews.steps for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create policy steps_service on reviews.steps for all to current_user using (true) with check (true);
create policy handovers_proven on reviews.handovers as restrictive for all to authenticated using ((select authz.is_proven()));
create policy handovers_read on reviews.handovers for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create policy handovers_service on reviews.handovers for all to current_user using (true) with check (true);
revoke all on all tables in schema reviews from public, anon, authenticated, service_role;
grant select on reviews.reviews, reviews.reviewers, reviews.items, reviews.offboardings, reviews.steps, reviews.handovers to authenticated;

insert into notify.defaults (kind, by_email) values ('access_review_due', true), ('space_removal_wanted', true);

--! functions
create trigger reviews_limit after insert on reviews.reviews referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '500');
create trigger items_limit after insert on reviews.items referencing new table as added
  for each statement execute function authz.limit_rows('review_id', '20000');
create trigger offboardings_limit after insert on reviews.offboardings referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '5000');
create trigger team_space_members_reviewed after delete on public.team_space_members referencing old table as gone
  for each statement execute function reviews.note_left();
