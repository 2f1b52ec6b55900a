-- Changes what a session may do that has not proven the second factor of its account: it writes to no table. Somebody with the
-- password alone could switch off the mails that tell of them, mark the notices as read and change names.
do $$
declare
  entry record;
begin
  for entry in
    select c.oid, n.nspname, c.relname, command
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    cross join unnest(array['insert', 'update', 'delete']) as command
    where n.nspname in ('public', 'storage') and c.relkind in ('r', 'p')
      and (has_table_privilege('authenticated', c.oid, command)
           or (command <> 'delete' and has_any_column_privilege('authenticated', c.oid, command)))
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = c.relname || '_proven')
  loop
    execute format('create policy %I on %I.%I as restrictive for %s to authenticated %s',
                   entry.relname || '_proven_' || entry.command, entry.nspname, entry.relname, entry.command,
                   case entry.command when 'insert' then 'with check ((select authz.is_proven()))'
                                      else 'using ((select authz.is_proven()))' end);
  end loop;
end $$;

-- Nobody makes the vault of an account with a second factor by its password alone: its keys would be theirs.
create function public.require_proof_for_vault() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and not authz.is_proven() then
    raise exception 'this takes the second factor of the account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger user_key_bundles_proven before insert on public.user_key_bundles
  for each row execute function public.require_proof_for_vault();
revoke execute on function public.require_proof_for_vault() from public;
