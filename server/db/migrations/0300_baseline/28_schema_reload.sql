-- Only a superuser may create event triggers. Elsewhere rest/v1 finds a new name when it is first asked for, and `notify pgrst` by hand
-- does the rest.
do $$
begin
  create event trigger pgrst_ddl_watch on ddl_command_end execute function public.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop execute function public.pgrst_ddl_watch();
exception when insufficient_privilege then
  raise notice 'no right to create event triggers: rest/v1 learns of schema changes by notify pgrst';
end $$;
