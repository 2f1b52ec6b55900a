-- rest/v1 keeps the schema in memory. This notifies it of a change, as its clients do: notify pgrst.
create or replace function public.pgrst_ddl_watch() returns event_trigger
  language plpgsql set search_path = ''
as $$
begin
  notify pgrst, 'reload schema';
end $$;
