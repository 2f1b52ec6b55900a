-- Breaks find_colleague, which goes: tabs and command lines of an earlier release cannot look for people until they are loaded anew.
-- Its successor looks for many addresses at once.

drop function public.find_colleague(text);

create function public.find_colleagues(emails text[])
  returns table (email text, user_id uuid, first_name text, last_name text, statement text, signature text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if cardinality(emails) > 500 then
    raise check_violation using message = 'at most 500 addresses can be looked up at once';
  end if;
  return query
    select u.email::text, u.id, p.first_name, p.last_name, b.statement, b.signature
    from (select distinct lower(btrim(typed)) as address from unnest(emails) as typed) as wanted
    join auth.users u on u.email = wanted.address
    join public.profiles p on p.user_id = u.id
    left join public.user_key_bundles b on b.user_id = u.id
    where u.email_confirmed_at is not null and u.deleted_at is null and not u.is_anonymous
      and p.tenant_id = authz.tenant() and u.id <> auth.uid() and (select authz.is_proven())
      and not exists (select from public.former_members f where f.user_id = u.id);
end $$;
revoke execute on function public.find_colleagues(text[]) from public, anon;
grant execute on function public.find_colleagues(text[]) to authenticated;
