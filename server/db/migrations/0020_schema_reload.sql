-- rest/v1 knows the schema by heart. After a change it is told, as clients of this wire tell it too: notify pgrst.
create function public.pgrst_ddl_watch() returns event_trigger language plpgsql as $$
begin
  notify pgrst, 'reload schema';
end $$;
alter function public.pgrst_ddl_watch() set search_path = '';
revoke execute on function public.pgrst_ddl_watch() from public;

-- Only a superuser may create event triggers. Elsewhere a new name is found when it is first asked for, and
-- `notify pgrst` by hand does the rest.
do $$
begin
  create event trigger pgrst_ddl_watch on ddl_command_end execute function public.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop execute function public.pgrst_ddl_watch();
exception when insufficient_privilege then
  raise notice 'no right to create event triggers: rest/v1 learns of schema changes by notify pgrst';
end $$;
