-- More than a token: docs/decisions/0107-ways-to-sign-in-are-changed-by-proof.md.

-- Whether the person behind a session showed more than its token in the last 15 minutes, there or by signing in. That is long enough to type
-- 24 words after the click on a mailed link. A way to sign in that is new shows no more than a token does.
create or replace function authz.is_fresh(session uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select not threats.is_held(is_fresh.session) and coalesce((
    select coalesce(s.proven_at >= clock_timestamp() - interval '15 minutes', false)
        or (s.created_at >= clock_timestamp() - interval '15 minutes'
            and not authz.is_new_way(s.user_id, array(select m ->> 'method' from jsonb_array_elements(s.amr) as m)))
    from auth.sessions s where s.id = is_fresh.session), false)
$$;

-- Whether the account has a way to sign in, of one of these methods, that was added after its first hour, and in the last week: its owner was
-- mailed about it and could remove it. Who was a visitor before began with the first way to sign in.
create or replace function authz.is_new_way(person uuid, methods text[]) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select exists (select from auth.passkeys p
                   where 'passkey' = any (methods) and p.user_id = person and p.created_at > a.since)
        or exists (select from auth.identities i
                   where methods && array['oauth', 'sso/saml', 'web3'] and i.user_id = person and i.created_at > a.since)
        or ('otp' = any (methods) and coalesce(a.phone_confirmed_at > a.since, false))
    from (select u.phone_confirmed_at,
                 greatest(u.created_at + interval '1 hour',
                          (select min(i.created_at) + interval '1 hour' from auth.identities i where i.user_id = u.id),
                          now() - interval '7 days') as since
          from auth.users u where u.id = person) a), true)
$$;

-- For what a stolen token must not do: test/fresh/ lists what may be changed, and whether it asks for this. @throws QS403, which clients answer by asking for the password; QS480
create or replace function authz.require_fresh() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  me      uuid := authz.require_proven();
  session uuid := (select s.id from auth.sessions s
                   where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = me);
begin
  if auth.jwt() ? 'entry' then
    raise exception 'An entry changes nothing that asks for a fresh proof: one of the owners of the organisation does that'
      using errcode = 'QS480';
  end if;
  if not authz.is_fresh(session) then
    raise exception 'Send the current password, or sign in again' using errcode = 'QS403';
  end if;
  return me;
end $$;
grant execute on function authz.require_fresh() to authenticated;

-- The same before a person changes rows themselves. Functions and jobs run as the owner of the rows, and what goes with another row is deleted by
-- its table's owner: they ask for themselves.
create or replace function authz.require_fresh_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated' then
    perform authz.require_fresh();
  end if;
  return null;
end $$;
