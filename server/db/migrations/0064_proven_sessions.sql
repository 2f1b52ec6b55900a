-- Changes what a session may do that has not proven the second factor of its account: nothing that takes a permission.
-- Policies (0080) and functions with the rights of the schema's owner ask the same question for keys and files.

-- The session's row decides, not the token, which may be older.
create function authz.is_proven() returns boolean
  language sql stable security definer set search_path = ''
  return not exists (select from auth.mfa_factors f
                     where f.user_id = auth.uid() and f.status = 'verified' and f.factor_type <> 'recovery_code')
    or exists (select from auth.sessions s
               where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid() and s.aal = 'aal2');
revoke execute on function authz.is_proven() from public;
grant execute on function authz.is_proven() to authenticated;

create or replace function authz.allows(permission text, tenant uuid) returns boolean
  language sql stable security definer set search_path = ''
  return authz.is_proven() and exists (
    select
    from public.enterprise_user_roles r
    join authz.permissions p on p.role = r.role
    where r.user_id = auth.uid()
      and r.tenant_id = tenant
      and p.permission = allows.permission
      and (r.expires_at is null or r.expires_at > now())
  );
