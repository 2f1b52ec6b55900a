-- Breaks nothing. What a member marked for themselves in a team space: stars, and their own tags on its files. One sealed record for each
-- member and space, which the other members neither see nor hear of (decision 74).
create table public.space_marks (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  team_space_id uuid not null references public.spaces (id) on delete cascade,
  -- The member's personal space and the epoch whose key seals the record.
  space_id uuid not null references public.spaces (id) on delete cascade,
  space_epoch integer not null,
  sealed text not null constraint space_marks_length check (length(sealed) between 1 and 1000000),
  version integer not null default 1,
  primary key (user_id, team_space_id)
);
alter table public.space_marks enable row level security;
alter table public.space_marks force row level security;
create policy space_marks_own on public.space_marks for all to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and team_space_id in (select authz.team_spaces())
    and exists (select from public.spaces s where s.id = space_id and s.owner_id = (select auth.uid()) and s.kind = 'personal')
  );
create policy space_marks_proven on public.space_marks as restrictive for all to authenticated
  using ((select authz.is_proven()));
create policy space_marks_service on public.space_marks for all to postgres, service_role using (true) with check (true);
create index space_marks_space_idx on public.space_marks (team_space_id);
create index space_marks_personal_idx on public.space_marks (space_id);
grant select, insert, update, delete on public.space_marks to authenticated, service_role;
