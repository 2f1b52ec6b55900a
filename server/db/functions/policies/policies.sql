-- Whether a session has shown what a required second factor is. A passkey verifies its person when it signs in, so it counts.
create or replace function authz.shows_factor(aal text, amr jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select aal = 'aal2' or amr @> '[{"method": "passkey"}]'
$$;

-- Whether this member of an organisation may only look for a second factor: docs/decisions/0116-an-organisation-sets-rules.md.
-- Asked by every statement, so it begins with the organisation, which mostly has no rule.
create or replace function authz.lacks_factor(person uuid, session uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.profiles p
                 join public.organisation_policies o on o.tenant_id = p.tenant_id
                 where p.user_id = person and o.second_factor_from <= now())
     and not exists (select from auth.sessions s
                     where s.id = session and s.user_id = person and authz.shows_factor(s.aal, s.amr))
$$;

-- An error and not false, as in threats.refuse_held.
create or replace function authz.refuse_without_factor() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  raise exception 'Your organisation requires a second factor: set one up, or use it' using errcode = 'QS428';
end $$;

-- Whether a session was opened by a way that a rule takes: `ways` is sign_in_by of the rules. A second factor adds to how it was opened, and takes
-- nothing away. Signing in by another account of the person, `web3`, is no identity provider.
create or replace function authz.fits_way(amr jsonb, ways text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select (ways in ('passkey', 'either') and amr @> '[{"method": "passkey"}]')
      or (ways in ('provider', 'either') and (amr @> '[{"method": "oauth"}]' or amr @> '[{"method": "sso/saml"}]'))
$$;

-- Whether this member's session was opened another way than their organisation takes: docs/decisions/0251-an-organisation-says-which-sign-ins-open-its-vault.md.
-- Asked by every statement, as authz.lacks_factor is.
create or replace function authz.lacks_way(person uuid, session uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.profiles p
                 join public.organisation_policies o on o.tenant_id = p.tenant_id
                 where p.user_id = person and o.sign_in_from <= now()
                   and not exists (select from auth.sessions s
                                   where s.id = session and s.user_id = person and authz.fits_way(s.amr, o.sign_in_by)))
$$;

-- An error and not false, as in threats.refuse_held.
create or replace function authz.refuse_without_way() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  raise exception 'Your organisation takes other ways to sign in: sign in by a passkey or an identity provider, as it requires'
    using errcode = 'QS492';
end $$;

-- Whether a session has ended by its age: by the rules of the organisation, or those of the server, 30 days without use and 180 in all, which are
-- the most that a rule may have. A session in use is renewed when its access token ends, so no rule without use is shorter than that and an hour.
create or replace function authz.has_run_out(person uuid, used_at timestamptz, began_at timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select used_at < clock_timestamp() - greatest(make_interval(hours => coalesce(o.idle_hours, 720)),
                                                make_interval(secs => i.token_seconds, hours => 1))
      or began_at < clock_timestamp() - make_interval(days => coalesce(o.session_days, 180))
  from auth.installation i
  left join public.profiles p on p.user_id = person
  left join public.organisation_policies o on o.tenant_id = p.tenant_id
$$;

-- The shortest password that the organisation of a person takes; of somebody without one, that which everybody joins. Null: no rule.
create or replace function auth.least_password(person uuid) returns integer
  language sql stable security definer set search_path = ''
as $$
  select o.least_password
  from public.organisation_policies o
  where o.tenant_id = coalesce((select p.tenant_id from public.profiles p where p.user_id = person),
                               case when auth.organisation_mode() = 'single' then authz.operator() end)
$$;

create or replace function public.refuse_by_rule(rule text, says text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  raise exception '%', says using errcode = 'QS430', detail = rule;
end $$;

-- What a link gets more than before has to fit the rules: a later end, more downloads, no password. Less is always allowed, and so is ending it.
create or replace function public.check_link_rules() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  rules    public.organisation_policies;
  is_later boolean := true;
  is_more  boolean := true;
  is_freed boolean := true;
begin
  if tg_op = 'UPDATE' then
    is_later := new.expires_at > old.expires_at;
    is_more := coalesce(new.max_downloads, 2147483647) > coalesce(old.max_downloads, 2147483647);
    is_freed := new.kdf is null and old.kdf is not null;
  end if;
  if not (is_later or is_more or is_freed) then
    return new;
  end if;
  select o.* into rules
  from public.profiles p join public.organisation_policies o on o.tenant_id = p.tenant_id
  where p.user_id = new.user_id;
  -- Also where the organisation has set no rule. Without an organisation nobody is a guest.
  if not coalesce(rules.allows_guest_links, false) and authz.is_guest(new.user_id) then
    perform public.refuse_by_rule('guest_links', 'Your organisation allows no links of guests');
  end if;
  if rules.tenant_id is null then
    return new;
  end if;
  if not rules.allows_links then
    perform public.refuse_by_rule('links', 'Your organisation allows no links');
  end if;
  if rules.needs_link_password and new.kdf is null then
    perform public.refuse_by_rule('link_password', 'Your organisation requires a password for links');
  end if;
  -- From its beginning, or its owner could extend it for ever. An hour more for clocks that differ, as in public.check_link_end.
  if is_later and new.expires_at > new.created_at + make_interval(days => rules.link_days, hours => 1) then
    perform public.refuse_by_rule('link_days', format('In your organisation a link ends within %s days', rules.link_days));
  end if;
  if is_more and rules.link_downloads is not null and coalesce(new.max_downloads, 2147483647) > rules.link_downloads then
    perform public.refuse_by_rule('link_downloads', format('In your organisation a link has at most %s downloads', rules.link_downloads));
  end if;
  return new;
end $$;

create or replace function public.check_request_rules() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.profiles p join public.organisation_policies o on o.tenant_id = p.tenant_id
             where p.user_id = new.user_id and not o.allows_requests) then
    perform public.refuse_by_rule('requests', 'Your organisation allows no requests for files');
  end if;
  return new;
end $$;

-- Whether somebody has a factor that is verified.
create or replace function authz.has_app(person uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.mfa_factors f
                 where f.user_id = person and f.status = 'verified' and f.factor_type <> 'recovery_code')
$$;

-- Whether somebody has what a second factor is: a factor that is verified, or a passkey. Not a passkey where identity providers alone open the
-- vault: nobody could show it there.
create or replace function authz.has_factor(person uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select authz.has_app(person) or (authz.takes_passkey(person) and authz.has_way(person, 'passkey'))
$$;

create or replace function authz.takes_passkey(person uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(authz.required_ways(person) <> 'provider', true)
$$;

-- Whether somebody can sign in by a way that a rule takes. Addresses, numbers and wallets are identities too, and no
-- providers; neither is one that the server had before, which signs nobody in. Known are those of the server that asks, as
-- auth.installation.providers has them of the one that started last.
create or replace function authz.has_way(person uuid, ways text, known jsonb default null) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select (ways in ('passkey', 'either') and exists (select from auth.passkeys p where p.user_id = person))
      or (ways in ('provider', 'either')
          and exists (select from auth.identities i
                      where i.user_id = person
                        and authz.signs_in(i, coalesce(known, (select n.providers from auth.installation n)))))
$$;

-- Whether an identity is of a provider that there is, by the issuer too, where both are known. A sign-in finds an identity by
-- its name and subject alone, and writes the present issuer into it.
create or replace function authz.signs_in(identity auth.identities, providers jsonb) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(rtrim(identity.identity_data ->> 'iss', '/') = providers ->> identity.provider, true)
         and providers ? identity.provider
      or providers ? 'saml' and exists (select from auth.sso_providers p where identity.provider = 'sso:' || p.id)
$$;

-- The ways that the organisation of a person takes now; null: every one.
create or replace function authz.required_ways(person uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select o.sign_in_by
  from public.profiles p join public.organisation_policies o on o.tenant_id = p.tenant_id
  where p.user_id = person and o.sign_in_from <= now()
$$;
