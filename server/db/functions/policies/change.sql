-- Changes the rules that `wanted` names, by the columns of the table. `seen` is the version that the person saw, 0 before the first.
-- @returns the new version. @throws QS403 without a fresh proof, QS413 when somebody else was faster, QS431 when the person has no second
-- factor in this session that one is required of, QS493 when they signed in by another way than is required, QS432 when it would count too soon
create or replace function public.set_policies(wanted jsonb, seen integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  person  uuid := threats.require_manager();
  home    uuid := authz.tenant();
  before  public.organisation_policies;
  after   public.organisation_policies;
  changed jsonb;
begin
  -- A token may have been stolen.
  perform authz.require_fresh();
  perform from public.tenants t where t.id = home for no key update;
  insert into public.organisation_policies (tenant_id) values (home) on conflict (tenant_id) do nothing;
  select o.* into strict before from public.organisation_policies o where o.tenant_id = home;
  if before.version is distinct from seen then
    raise exception 'somebody else changed the rules at the same moment' using errcode = 'QS413';
  end if;
  after := authz.with_rules(before, wanted);
  select jsonb_object_agg(a.key, a.value) into changed
  from jsonb_each(to_jsonb(after)) a where to_jsonb(before) -> a.key is distinct from a.value;
  if changed is null then
    return before.version;
  end if;
  perform authz.require_own_sign_in(person, before, after);
  update public.organisation_policies o
  set second_factor_from = after.second_factor_from, least_password = after.least_password, idle_hours = after.idle_hours,
      session_days = after.session_days, allows_links = after.allows_links, needs_link_password = after.needs_link_password,
      link_days = after.link_days, link_downloads = after.link_downloads, allows_requests = after.allows_requests,
      allows_guest_links = after.allows_guest_links, guest_days = after.guest_days,
      sign_in_by = after.sign_in_by, sign_in_from = after.sign_in_from, exports_by = after.exports_by,
      version = o.version + 1, updated_at = clock_timestamp(), updated_by = person
  where o.tenant_id = home;
  perform audit.record('policy.updated', 'config_change', person, 'updated', 'success', 'high',
                       jsonb_build_object('table', 'public.organisation_policies', 'id', home, 'after', changed,
                         'before', (select jsonb_object_agg(b.key, b.value) from jsonb_each(to_jsonb(before)) b where changed ? b.key)));
  perform notify.of_policies(home, person);
  return before.version + 1;
end $$;
grant execute on function public.set_policies(jsonb,integer) to authenticated;

-- @throws check_violation, in words, for a name that is no rule and for a value that no rule has
create or replace function authz.with_rules(rules public.organisation_policies, wanted jsonb) returns public.organisation_policies
  language plpgsql stable set search_path = ''
as $$
declare
  named   text[] := array(select jsonb_object_keys(wanted));
  unknown text;
begin
  select n into unknown from unnest(named) n
  where not to_jsonb(rules) ? n or n = any (array['tenant_id', 'version', 'updated_at', 'updated_by']) limit 1;
  if unknown is not null then
    raise exception 'there is no rule %', unknown using errcode = 'check_violation';
  end if;
  return jsonb_populate_record(rules, wanted);
exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
  raise exception 'one of these rules has a value of another kind: %', array_to_string(named, ', ') using errcode = 'check_violation';
end $$;

-- Kept for `set_policies` of the version before, which calls it until it is replaced itself, a moment after the migrations. The next release drops it.
create or replace function authz.require_first_factor(person uuid, counts_from timestamptz) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not authz.has_factor(person)
     or not exists (select from auth.sessions s
                    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = person
                      and authz.shows_factor(s.aal, s.amr)) then
    raise exception 'set up a second factor of your own first, and sign in with it' using errcode = 'QS431';
  end if;
  if counts_from < now() + interval '24 hours' then
    raise exception 'a second factor is required from a day ahead at the earliest' using errcode = 'QS432';
  end if;
end $$;

-- Requires of the person who requires more of a sign-in a session that meets every rule there is afterwards, also one that was there before: no rule,
-- and no two of two sessions, shut out the last person who could end them. What only takes away, as a way more or a later day of
-- a rule that is announced, asks for nothing and takes no notice.
create or replace function authz.require_own_sign_in(person uuid, before public.organisation_policies, after public.organisation_policies) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  own         auth.sessions;
  is_factor   boolean := after.second_factor_from is not null and not authz.is_no_sooner(after.second_factor_from, before.second_factor_from);
  is_way      boolean := after.sign_in_from is not null
                         and (after.sign_in_by in (before.sign_in_by, 'either')
                              and authz.is_no_sooner(after.sign_in_from, before.sign_in_from)) is not true;
begin
  if not (is_factor or is_way) then
    return;
  end if;
  select s.* into own from auth.sessions s where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = person;
  if after.sign_in_by is not null and (authz.has_way(person, after.sign_in_by) and authz.fits_way(own.amr, after.sign_in_by)) is not true then
    raise exception 'sign in yourself by a way that you require of others' using errcode = 'QS493';
  end if;
  if after.second_factor_from is not null and (authz.has_factor(person) and authz.shows_factor(own.aal, own.amr)) is not true then
    raise exception 'set up a second factor of your own first, and sign in with it' using errcode = 'QS431';
  end if;
  if is_factor and after.second_factor_from < now() + interval '24 hours' then
    raise exception 'a second factor is required from a day ahead at the earliest' using errcode = 'QS432';
  end if;
  if is_way and after.sign_in_from < now() + interval '24 hours' then
    raise exception 'ways to sign in are required from a day ahead at the earliest' using errcode = 'QS432';
  end if;
end $$;

-- Whether a rule counts from the day that it had, or from a later one while it is only announced.
create or replace function authz.is_no_sooner(wanted timestamptz, had timestamptz) returns boolean
  language sql stable set search_path = ''
as $$
  select coalesce(wanted = had or (wanted > had and had > now()), false)
$$;

-- What stays as it was before a rule, in numbers, for who sets it.
create or replace function public.policy_counts() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  home   uuid := authz.tenant();
  counts jsonb;
begin
  perform threats.require_manager();
  -- Whole sets, and not `authz.has_app` and `authz.has_way` for each person: that took a second for ten thousand. A test compares the two.
  with people as materialized (
    select p.user_id
    from public.profiles p
    join auth.users u on u.id = p.user_id and u.deleted_at is null and not u.is_anonymous
    where p.tenant_id = home and not exists (select from public.former_members f where f.user_id = p.user_id)),
  apps as (
    select distinct f.user_id from people p join auth.mfa_factors f on f.user_id = p.user_id
    where f.status = 'verified' and f.factor_type <> 'recovery_code'),
  passkeys as (select distinct k.user_id from people p join auth.passkeys k on k.user_id = p.user_id),
  providers as (
    select distinct i.user_id from people p join auth.identities i on i.user_id = p.user_id cross join auth.installation n
    where (n.providers ? i.provider or i.provider like 'sso:%') and authz.signs_in(i, n.providers)),
  ways as (
    select a.user_id is not null as has_app, k.user_id is not null as has_passkey, v.user_id is not null as has_provider
    from people p
    left join apps a on a.user_id = p.user_id
    left join passkeys k on k.user_id = p.user_id
    left join providers v on v.user_id = p.user_id),
  links as (
    select count(*) as all_links, count(*) filter (where not k.has_password) as open_links
    from public.share_links k join people p on p.user_id = k.user_id
    where k.revoked_at is null and k.expires_at > now() and (k.max_downloads is null or k.downloads < k.max_downloads)),
  requests as (
    select count(*) as all_requests from public.file_requests q join people p on p.user_id = q.user_id
    where q.ended_at is null and q.expires_at > now())
  select jsonb_build_object(
    'people', count(*),
    'without_factor', count(*) filter (where not w.has_app and not w.has_passkey),
    'without_app', count(*) filter (where not w.has_app),
    'without_passkey', count(*) filter (where not w.has_passkey),
    'without_provider', count(*) filter (where not w.has_provider),
    'without_either', count(*) filter (where not w.has_passkey and not w.has_provider),
    'links', (select l.all_links from links l),
    'links_without_password', (select l.open_links from links l),
    'requests', (select r.all_requests from requests r)) into counts
  from ways w;
  return counts;
end $$;
grant execute on function public.policy_counts() to authenticated;

-- What a session that lacks its second factor may know: who requires it. Null for all others.
create or replace function public.required_factor() returns text
  language sql stable security definer set search_path = ''
as $$
  select t.name from public.tenants t
  where t.id = authz.home() and authz.lacks_factor(auth.uid(), nullif(auth.jwt() ->> 'session_id', '')::uuid)
$$;
grant execute on function public.required_factor() to authenticated;

-- Says to a session that was opened another way who requires which ways. Null for all others.
create or replace function public.required_ways() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('by', t.name, 'ways', authz.required_ways(auth.uid()))
  from public.tenants t
  where t.id = authz.home() and authz.lacks_way(auth.uid(), nullif(auth.jwt() ->> 'session_id', '')::uuid)
$$;
grant execute on function public.required_ways() to authenticated;
