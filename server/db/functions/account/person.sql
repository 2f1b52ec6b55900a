create or replace function public.own_sessions() returns table (
    id uuid, created_at timestamptz, last_active_at timestamptz, user_agent text, ip text, aal text, is_current boolean)
  language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, s.refreshed_at, s.user_agent, host(s.ip), s.aal,
         s.id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions s
  where s.user_id = auth.uid() and (select authz.is_proven())
  order by 7 desc, s.refreshed_at desc;
$$;
grant execute on function public.own_sessions() to authenticated;

-- Ends one of the caller's sessions; false when there is none with this id. Its access tokens stop within a second.
create or replace function public.revoke_own_session(session uuid) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Only its owner puts others out.
  if revoke_own_session.session is distinct from nullif(auth.jwt() ->> 'session_id', '')::uuid then
    perform authz.require_fresh();
  end if;
  delete from auth.sessions s where s.id = session and s.user_id = auth.uid() and authz.is_proven();
  if not found then
    return false;
  end if;
  perform audit.record('session.revoked', 'auth', auth.uid(), 'revoked', 'success', 'medium',
                       jsonb_build_object('session_id', session, 'by_session', auth.jwt() ->> 'session_id'));
  return true;
end $$;
grant execute on function public.revoke_own_session(uuid) to authenticated;

-- Facts only; what they are worth is decided in the browser, see web/app/security/security-score.ts.
create or replace function public.own_security() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select (
    select jsonb_build_object(
      'email_confirmed', u.email_confirmed_at is not null,
      'has_vault', u.is_vault_enrolled,
      'has_recovery_words', exists (select from public.account_wraps w where w.user_id = u.id and w.kind = 'recovery'),
      'recovery_checked_at', (select w.checked_at from public.account_wraps w
                              where w.user_id = u.id and w.kind = 'recovery'),
      'second_factors', (select count(*) from auth.mfa_factors f
                         where f.user_id = u.id and f.status = 'verified' and f.factor_type <> 'recovery_code'),
      'recovery_codes', (select count(*) from auth.mfa_factors f
                         join auth.mfa_recovery_codes c on c.factor_id = f.id
                         where f.user_id = u.id and f.factor_type = 'recovery_code' and c.used_at is null),
      'passkeys', (select count(*) from auth.passkeys p where p.user_id = u.id),
      'has_provider', authz.has_way(u.id, 'provider'),
      'takes_passkey', authz.takes_passkey(u.id),
      -- Whether this session was opened by a way that the organisation takes, or has announced to take.
      'fits_ways', coalesce((select authz.fits_way(s.amr, o.sign_in_by)
                             from public.profiles p
                             join public.organisation_policies o on o.tenant_id = p.tenant_id
                             join auth.sessions s on s.user_id = p.user_id
                             where p.user_id = u.id and s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid), true),
      'password_set_at', (select max(k.updated_at) from auth.kdf_parameters k where k.user_id = u.id),
      'idle_sessions', (select count(*) from auth.sessions s
                        where s.user_id = u.id and s.refreshed_at < now() - interval '14 days'),
      'stolen_at', (select max(l.created_at) from public.system_audit_log l
                    where l.tenant_id = authz.home() and l.event_type = 'refresh.reuse_detected' and l.user_id = u.id
                      and l.created_at > now() - interval '30 days'))
    from auth.users u
    where u.id = auth.uid())
$$;
grant execute on function public.own_security() to authenticated;

-- Spaces around a name are nobody's. An account that is made by the service, from what a sign-up long ago said, is made in any case.
create or replace function public.trim_profile() returns trigger language plpgsql set search_path = ''
as $$
declare
  is_service boolean := auth.uid() is null;
begin
  new.first_name := btrim(new.first_name);
  new.last_name := btrim(new.last_name);
  new.company := nullif(btrim(new.company), '');
  if is_service then
    new.first_name := nullif(left(new.first_name, 100), '');
    new.last_name := nullif(left(new.last_name, 100), '');
    new.company := left(new.company, 100);
  end if;
  return new;
end $$;

-- Names are shown beside addresses, to everybody of the organisation: without characters that turn or hide what follows.
-- A name of nothing but hidden characters is none: who signs up with one has an account.
create or replace function public.plain_names() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  odd constant text := '[\u0001-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>]';
begin
  if btrim(new.first_name) <> '' then
    new.first_name := nullif(btrim(regexp_replace(new.first_name, odd, '', 'g')), '');
  end if;
  if btrim(new.last_name) <> '' then
    new.last_name := nullif(btrim(regexp_replace(new.last_name, odd, '', 'g')), '');
  end if;
  new.company := nullif(btrim(regexp_replace(new.company, odd, '', 'g')), '');
  return new;
end $$;
