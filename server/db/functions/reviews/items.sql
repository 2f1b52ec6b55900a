-- Decides on a grant. A removal looks at the grant as it is now: where it changed since the review began, nothing is done, and the item says so.
-- The same answer of the same person again changes nothing. @returns the state of the item
create or replace function reviews.decide(item uuid, wanted text, why text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  home uuid := authz.lock_team();
  me   uuid := auth.uid();
  one  reviews.items;
  outcome text := decide.wanted;
  said text;
begin
  select i.* into one from reviews.items i where i.id = item and i.tenant_id = home for update;
  if one.id is null then
    raise exception 'there is no such item' using errcode = 'QS404';
  end if;
  if not exists (select from reviews.reviews r where r.id = one.review_id and r.state = 'open') then
    raise exception 'this review is closed' using errcode = 'QS417';
  end if;
  if not exists (select from reviews.reviewers w where w.review_id = one.review_id and w.user_id = me) then
    raise exception 'only its reviewers decide' using errcode = 'QS418';
  end if;
  if one.person_id = me then
    raise exception 'nobody decides on their own access' using errcode = 'QS419';
  end if;
  if one.state <> 'pending' then
    if one.decided_by = me and (wanted = 'keep') = (one.state = 'keep') then
      return one.state;
    end if;
    raise exception 'somebody decided on this already' using errcode = 'QS420';
  end if;
  if wanted = 'remove' then
    said := case one.kind when 'role' then reviews.remove_role(one) else reviews.ask_to_leave(one) end;
    outcome := case when said is not null then 'failed' when one.kind = 'role' then 'applied' else 'remove' end;
  end if;
  update reviews.items i
  set state = outcome, reason = said, note = btrim(why), decided_by = me, decider = reviews.label_of(me), decided_at = clock_timestamp(),
      applied_at = case when outcome = 'applied' then clock_timestamp() end
  where i.id = item;
  perform audit.record('access_review.decided', 'config_change', me, wanted, case outcome when 'failed' then 'failure' else 'success' end, 'medium',
                       jsonb_build_object('id', one.review_id, 'item', item, 'person', one.person_id, 'state', outcome, 'reason', said));
  return outcome;
end $$;
grant execute on function reviews.decide(uuid,text,text) to authenticated;

-- Ends a role as by hand. @returns why it was not done, or null
create or replace function reviews.remove_role(one reviews.items) returns text
  language plpgsql security definer set search_path = ''
as $$
begin
  if one.person_id is null then
    return 'gone';
  end if;
  if not exists (select from authz.live_roles r
                 where r.user_id = one.person_id and r.tenant_id = one.tenant_id and r.role = one.held_role
                   and r.created_at = one.granted_at and r.expires_at is not distinct from one.until) then
    return 'changed';
  end if;
  perform authz.end_roles(one.person_id, one.tenant_id, one.held_role);
  return null;
exception
  when sqlstate 'QS409' then return 'last_owner';
  when sqlstate 'QS404' then return 'gone';
  when insufficient_privilege then return 'owner_only';
end $$;

-- A space has a new key when somebody leaves it, and the server has none: a manager of the space does it in an open browser. Its managers are
-- notified. @returns why it cannot be done, or null
create or replace function reviews.ask_to_leave(one reviews.items) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  manager uuid;
begin
  if not exists (select from public.team_space_members m
                 where m.space_id = one.space_id and m.user_id = one.person_id and m.role = one.held_role and m.added_at = one.granted_at) then
    return case when one.person_id is null then 'gone' else 'changed' end;
  end if;
  for manager in select m.id from reviews.other_managers(one.space_id, one.person_id) m loop
    perform notify.person(manager, 'space_removal_wanted', jsonb_build_object('space_id', one.space_id, 'person', one.person_id));
  end loop;
  return case when found then null else 'last_manager' end;
end $$;

-- Managers of a space who can sign in, besides a person.
create or replace function reviews.other_managers(space uuid, besides uuid) returns table (id uuid, label text)
  language sql stable security definer set search_path = ''
as $$
  select m.user_id, reviews.label_of(m.user_id)
  from public.team_space_members m
  where m.space_id = space and m.role = 'manager' and m.user_id is distinct from besides
    and not exists (select from public.former_members f where f.user_id = m.user_id)
    and not exists (select from public.suspended_members s where s.user_id = m.user_id)
  order by 2
$$;

-- Statement trigger: somebody left a space, as a review or an offboarding asked.
create or replace function reviews.note_left() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update reviews.items i set state = 'applied', applied_at = clock_timestamp()
  from gone g where i.space_id = g.space_id and i.person_id = g.user_id and i.state = 'remove';
  update reviews.handovers h set left_at = clock_timestamp()
  from gone g, reviews.offboardings o
  where h.space_id = g.space_id and o.id = h.offboarding_id and o.person_id = g.user_id and h.left_at is null;
  return null;
end $$;
