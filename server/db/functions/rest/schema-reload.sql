-- rest/v1 knows the schema by heart. After a change it is told, as clients of this wire tell it too: notify pgrst.
create or replace function public.pgrst_ddl_watch() returns event_trigger
  language plpgsql set search_path = ''
as $$
begin
  notify pgrst, 'reload schema';
end $$;
