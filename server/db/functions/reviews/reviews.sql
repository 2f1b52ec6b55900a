-- The organisation whose people the caller manages.
create or replace function reviews.managed() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home uuid := authz.tenant();
begin
  if home is null or not authz.allows('manage_users', home) or not authz.is_proven() then
    raise exception 'reviews take the permission to manage users' using errcode = 'insufficient_privilege';
  end if;
  return home;
end $$;
grant execute on function reviews.managed() to authenticated;

-- People of an organisation with what evidence calls them.
create or replace function reviews.people(home uuid) returns table (user_id uuid, email text, name text)
  language sql stable security definer set search_path = ''
as $$
  -- An account may have no address.
  select p.user_id, coalesce(u.email, p.user_id::text),
         regexp_replace(btrim(concat_ws(' ', p.first_name, p.last_name)), '[[:cntrl:]]+', ' ', 'g')
  from public.profiles p
  join auth.users u on u.id = p.user_id
  where p.tenant_id = people.home and u.deleted_at is null and not u.is_anonymous
    and not exists (select from public.former_members f where f.user_id = p.user_id)
$$;

-- Returns how evidence names an account: its address.
create or replace function reviews.label_of(account uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select u.email from auth.users u where u.id = account), account::text, '')
$$;

create or replace function reviews.manages(account uuid, home uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from authz.live_roles r join authz.permissions p on p.role = r.role and p.permission = 'manage_users'
                 where r.user_id = account and r.tenant_id = home)
     and not exists (select from public.former_members f where f.user_id = account)
     and not exists (select from public.suspended_members s where s.user_id = account)
$$;

-- Makes a draft. @returns its id
create or replace function reviews.make(called text, due date, about text, of_team uuid, of_role text, with_roles boolean,
                                        with_spaces boolean, deciders uuid[]) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  home  uuid := authz.lock_team();
  title text := '';
  made  uuid;
begin
  if due is null or due < (now() at time zone 'UTC')::date or due > (now() at time zone 'UTC')::date + 730 then
    raise exception 'a review is due within two years' using errcode = 'check_violation';
  end if;
  if cardinality(deciders) not between 1 and 20
     or exists (select from unnest(deciders) as one
                where not reviews.manages(one, home)
                   or not exists (select from public.profiles p where p.user_id = one and p.tenant_id = home)) then
    raise exception 'reviewers are 1 to 20 people who manage users' using errcode = 'QS422';
  end if;
  if about = 'team' then
    select t.name into title from public.teams t where t.id = of_team and t.tenant_id = home;
    if title is null then
      raise exception 'this team is gone' using errcode = 'QS416';
    end if;
  elsif about = 'role' and not coalesce(of_role = any (authz.team_roles()), false) then
    raise exception 'there is no such role' using errcode = 'check_violation';
  end if;
  insert into reviews.reviews as r (tenant_id, name, due_on, scope, scope_team, scope_role, scope_name, covers_roles, covers_spaces, made_by)
  values (home, btrim(called), due, about, of_team, of_role, title, with_roles, with_spaces, auth.uid()) returning r.id into made;
  insert into reviews.reviewers (review_id, tenant_id, user_id) select distinct made, home, one from unnest(deciders) as one;
  perform audit.record('access_review.made', 'config_change', auth.uid(), 'made', 'success', 'low', jsonb_build_object('id', made));
  return made;
end $$;
grant execute on function reviews.make(text,date,text,uuid,text,boolean,boolean,uuid[]) to authenticated;

-- Locks a review of the organisation of the caller. Changes of the people of an organisation wait for each other, see authz.lock_team.
create or replace function reviews.locked(review uuid, home uuid) returns reviews.reviews
  language plpgsql security definer set search_path = ''
as $$
declare
  one reviews.reviews;
begin
  select r.* into one from reviews.reviews r where r.id = review and r.tenant_id = home for update;
  if one.id is null then
    raise exception 'there is no such review' using errcode = 'QS404';
  end if;
  return one;
end $$;

-- Freezes the grants that the review covers, as they are now. @returns how many that are
create or replace function reviews.open(review uuid) returns bigint
  language plpgsql security definer set search_path = ''
as $$
declare
  home   uuid := authz.lock_team();
  one    reviews.reviews := reviews.locked(review, home);
  frozen bigint;
begin
  if one.state <> 'draft' then
    raise exception 'this review began already' using errcode = 'QS417';
  end if;
  if one.scope = 'team' and not exists (select from public.teams t where t.id = one.scope_team and t.tenant_id = home) then
    raise exception 'this team is gone' using errcode = 'QS416';
  end if;
  with covered as (
    select p.* from reviews.people(home) p
    where case one.scope
      when 'guests' then authz.is_guest(p.user_id)
      when 'team' then exists (select from public.team_members m where m.team_id = one.scope_team and m.user_id = p.user_id)
      when 'role' then exists (select from authz.live_roles r
                               where r.user_id = p.user_id and r.tenant_id = home and r.role = one.scope_role)
      else true end)
  insert into reviews.items (tenant_id, review_id, person_id, person_name, person_email, kind, held_role, space_id, granted_at, until)
  select home, review, c.user_id, c.name, c.email, 'role', r.role, null::uuid, r.created_at, r.expires_at
  from covered c
  join authz.live_roles r on r.user_id = c.user_id and r.tenant_id = home
  where one.covers_roles and (one.scope <> 'role' or r.role = one.scope_role)
  union all
  select home, review, c.user_id, c.name, c.email, 'space', m.role, m.space_id, m.added_at, null
  from covered c
  join public.team_space_members m on m.user_id = c.user_id
  join public.spaces s on s.id = m.space_id and s.tenant_id = home
  where one.covers_spaces;
  get diagnostics frozen = row_count;
  if frozen = 0 then
    raise exception 'this review covers nothing' using errcode = 'QS421';
  end if;
  update reviews.reviews r set state = 'open', opened_at = clock_timestamp() where r.id = review;
  perform audit.record('access_review.opened', 'config_change', auth.uid(), 'opened', 'success', 'medium',
                       jsonb_build_object('id', review, 'count', frozen));
  return frozen;
end $$;
grant execute on function reviews.open(uuid) to authenticated;

-- What nobody decided on stays as it is.
create or replace function reviews.close(review uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  one reviews.reviews := reviews.locked(review, authz.lock_team());
begin
  if one.state = 'closed' then
    return;
  end if;
  if one.state <> 'open' then
    raise exception 'this review is a draft' using errcode = 'QS417';
  end if;
  update reviews.reviews r set state = 'closed', closed_at = clock_timestamp() where r.id = review;
  perform audit.record('access_review.closed', 'config_change', auth.uid(), 'closed', 'success', 'medium',
                       jsonb_build_object('id', review, 'count', (select count(*) from reviews.items i
                                                                  where i.review_id = review and i.state = 'pending')));
end $$;
grant execute on function reviews.close(uuid) to authenticated;

-- Deletes a draft. What began is evidence, and stays.
create or replace function reviews.discard(review uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  one reviews.reviews := reviews.locked(review, authz.lock_team());
begin
  if one.state <> 'draft' then
    raise exception 'this review began already' using errcode = 'QS417';
  end if;
  delete from reviews.reviews r where r.id = review;
  perform audit.record('access_review.discarded', 'config_change', auth.uid(), 'discarded', 'success', 'low', jsonb_build_object('id', review));
end $$;
grant execute on function reviews.discard(uuid) to authenticated;

-- Tells reviewers once that the day of a review has passed. Nothing is removed by it. @returns how many notices that were
create or replace function reviews.remind() returns bigint
  language plpgsql set search_path = ''
as $$
declare
  late  record;
  told  uuid;
  count bigint := 0;
begin
  for late in
    update reviews.reviews r set reminded_at = clock_timestamp()
    where r.id in (
      select k.id from reviews.reviews k
      join public.tenants t on t.id = k.tenant_id and t.status = 'active'
      where k.state = 'open' and k.reminded_at is null and k.due_on < (now() at time zone 'UTC')::date
        and exists (select from reviews.items i where i.review_id = k.id and i.state = 'pending')
      order by k.due_on limit 500 for update of k skip locked)
    returning r.id, r.tenant_id, r.name, r.due_on
  loop
    for told in
      select w.user_id from reviews.reviewers w where w.review_id = late.id and reviews.manages(w.user_id, late.tenant_id)
    loop
      perform notify.person(told, 'access_review_due', jsonb_build_object('name', late.name, 'on', late.due_on));
      count := count + 1;
    end loop;
  end loop;
  return count;
end $$;

-- @param digest SHA-256 of the file, in hexadecimal
create or replace function reviews.record_export(review uuid, lines bigint, digest text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform reviews.managed();
  if digest !~ '^[0-9a-f]{64}$' then
    raise exception 'this is no SHA-256' using errcode = 'check_violation';
  end if;
  perform audit.record_export('access_review.exported', jsonb_build_object('id', review, 'count', lines, 'sha256', digest));
end $$;
grant execute on function reviews.record_export(uuid,bigint,text) to authenticated;

-- Reviewers of a review of the organisation of the caller.
create or replace function reviews.reviewers_of(review uuid) returns table (user_id uuid, email text)
  language sql stable security definer set search_path = ''
as $$
  select w.user_id, reviews.label_of(w.user_id) from reviews.reviewers w where w.review_id = review and w.tenant_id = reviews.managed()
$$;
grant execute on function reviews.reviewers_of(uuid) to authenticated;
