-- Breaks nothing: people can show that they still have their recovery kit, and see when they last did.
-- Words of it were typed back when it was made, so that counts as the first time.
alter table public.account_wraps add column checked_at timestamptz;
update public.account_wraps set checked_at = created_at where kind = 'recovery';

create function public.stamp_first_check() returns trigger language plpgsql set search_path = ''
as $$
begin
  if new.kind = 'recovery' and new.checked_at is null then
    new.checked_at := now();
  end if;
  return new;
end $$;
create trigger account_wraps_first_check before insert on public.account_wraps
  for each row execute function public.stamp_first_check();

-- The browser calls it after the words opened the wrap; the words themselves stay there.
create function public.record_recovery_check() returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.account_wraps set checked_at = now() where user_id = auth.uid() and kind = 'recovery' and authz.is_proven();
  return found;
end $$;

create or replace function public.own_security() returns jsonb
  language sql stable security definer set search_path = ''
  return (
    select jsonb_build_object(
      'email_confirmed', u.email_confirmed_at is not null,
      'has_vault', u.is_vault_enrolled,
      'has_recovery_words', exists (select from public.account_wraps w where w.user_id = u.id and w.kind = 'recovery'),
      'recovery_checked_at', (select w.checked_at from public.account_wraps w
                              where w.user_id = u.id and w.kind = 'recovery'),
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

revoke execute on function public.record_recovery_check() from public;
grant execute on function public.record_recovery_check() to authenticated;
