-- Breaks nothing. Phishing exercises to the members of an organisation (docs/decisions/0175-training-belongs-to-who-manages-users.md).

create table training.exercises (
  id           uuid        primary key default gen_random_uuid(),
  tenant_id    uuid        not null references public.tenants (id) on delete cascade,
  template     text        not null constraint exercises_template_known check (template in ('document', 'password', 'invoice')),
  -- Whether it is kept who followed the link; otherwise how many did, and nobody can find out who.
  names_people boolean     not null default false,
  started_by   uuid        references auth.users (id) on delete set null,
  started_at   timestamptz not null default clock_timestamp()
);
create index exercises_newest_idx on training.exercises (tenant_id, started_at desc);
create index exercises_by_idx on training.exercises (started_by);

-- One mail each. Its id is what the link in it carries.
create table training.exercise_mails (
  id            uuid        primary key default gen_random_uuid(),
  exercise_id   uuid        not null references training.exercises (id) on delete cascade,
  tenant_id     uuid        not null references public.tenants (id) on delete cascade,
  -- Null where the exercise names nobody.
  user_id       uuid        references auth.users (id) on delete cascade,
  clicked_at    timestamptz,
  recognised_at timestamptz
);
create index exercise_mails_exercise_idx on training.exercise_mails (exercise_id);
create index exercise_mails_tenant_idx on training.exercise_mails (tenant_id);
create index exercise_mails_user_idx on training.exercise_mails (user_id);

alter table training.exercises enable row level security, force row level security;
alter table training.exercise_mails enable row level security, force row level security;
create policy exercises_proven on training.exercises as restrictive for all to authenticated using ((select authz.is_proven()));
create policy exercises_service on training.exercises for all to current_user using (true) with check (true);
create policy exercises_read on training.exercises for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
create policy exercise_mails_proven on training.exercise_mails as restrictive for all to authenticated using ((select authz.is_proven()));
create policy exercise_mails_service on training.exercise_mails for all to current_user using (true) with check (true);
create policy exercise_mails_read on training.exercise_mails for select to authenticated
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant())));
revoke all on training.exercises, training.exercise_mails from public, anon, authenticated, service_role;
grant select on training.exercises to authenticated;
-- Without the id: who reads it could follow the link in the place of others.
grant select (exercise_id, tenant_id, user_id, clicked_at, recognised_at) on training.exercise_mails to authenticated;

--! functions
create trigger exercises_limit after insert on training.exercises referencing new table as added
  for each statement execute function authz.limit_rows('tenant_id', '1000');
create trigger exercises_audit_insert after insert on training.exercises referencing new table as added
  for each statement execute function training.record_rows();
