-- Breaks nothing: people see and end their own sessions, and see what the server knows about the security of their account.
create function public.own_sessions() returns table (
    id uuid, created_at timestamptz, last_active_at timestamptz, user_agent text, ip text, aal text, is_current boolean)
  language sql stable security definer set search_path = ''
  begin atomic
    select s.id, s.created_at, s.refreshed_at, s.user_agent, host(s.ip), s.aal,
           s.id::text = coalesce(auth.jwt() ->> 'session_id', '')
    from auth.sessions s
    where s.user_id = auth.uid() and (select authz.is_proven())
    order by 7 desc, s.refreshed_at desc;
  end;

-- Ends one of the caller's sessions; false when there is none with this id. Its access tokens stop within a second.
create function public.revoke_own_session(session uuid) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions s where s.id = session and s.user_id = auth.uid() and authz.is_proven();
  if not found then
    return false;
  end if;
  perform audit.record('session.revoked', 'auth', auth.uid(), 'revoked', 'success', 'medium',
                       jsonb_build_object('session_id', session, 'by_session', auth.jwt() ->> 'session_id'));
  return true;
end $$;

-- Facts only; what they are worth is decided in the browser, see web/app/dashboard/security/security-score.ts.
create function public.own_security() returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select jsonb_build_object(
      'email_confirmed', u.email_confirmed_at is not null,
      'has_vault', u.is_vault_enrolled,
      'has_recovery_words', exists (select from public.account_wraps w where w.user_id = u.id and w.kind = 'recovery'),
      'second_factors', (select count(*) from auth.mfa_factors f
                         where f.user_id = u.id and f.status = 'verified' and f.factor_type <> 'recovery_code'),
      'passkeys', (select count(*) from auth.passkeys p where p.user_id = u.id),
      'password_set_at', (select max(k.updated_at) from auth.kdf_parameters k where k.user_id = u.id),
      'idle_sessions', (select count(*) from auth.sessions s
                        where s.user_id = u.id and s.refreshed_at < now() - interval '14 days'),
      'stolen_at', (select max(l.created_at) from public.system_audit_log l
                    where l.tenant_id = authz.tenant() and l.event_type = 'refresh.reuse_detected' and l.user_id = u.id
                      and l.created_at > now() - interval '30 days'))
    from auth.users u
    where u.id = auth.uid());

revoke execute on function public.own_sessions(), public.revoke_own_session(uuid), public.own_security() from public;
grant execute on function public.own_sessions(), public.revoke_own_session(uuid), public.own_security() to authenticated;
