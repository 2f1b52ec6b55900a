-- Breaks nothing. Says whether the caller may read messages of the contact form once for a statement, and not for each message. Nobody has permissions
-- in another organisation than that of authz.tenant(), so the same messages are read and changed.
--! functions
alter policy contacts_read on public.contacts
  using (tenant_id = (select authz.tenant())
         and ((select authz.allows('manage_sales', authz.tenant())) or (select authz.allows('manage_growth', authz.tenant()))));
alter policy contacts_change on public.contacts
  using (tenant_id = (select authz.tenant()) and (select authz.allows('manage_sales', authz.tenant())))
  with check (tenant_id = (select authz.tenant()) and (select authz.allows('manage_sales', authz.tenant())));
