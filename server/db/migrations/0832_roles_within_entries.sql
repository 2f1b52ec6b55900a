-- Within an entry only roles of the entered organisation are read, and not those of one's own as well.
alter policy enterprise_user_roles_read on public.enterprise_user_roles
  using ((user_id = (select auth.uid()) and (not (select auth.jwt()) ? 'entry' or tenant_id = (select authz.tenant())))
         or authz.allows('manage_users', tenant_id));
