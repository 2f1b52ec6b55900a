-- Says whether the caller manages users once for a statement and not for each role: the ends of roles of ten thousand people took half a second.
-- Nobody has permissions in another organisation than that of authz.tenant(), so the same roles are read.
alter policy enterprise_user_roles_read on public.enterprise_user_roles
  using ((user_id = (select auth.uid()) and (not (select auth.jwt()) ? 'entry' or tenant_id = (select authz.tenant())))
         or (tenant_id = (select authz.tenant()) and (select authz.allows('manage_users', authz.tenant()))));
