-- Sessions ended: when each account last used one of them stays. An account whose row another transaction holds for update at this moment is left out,
-- as who deletes it does: to wait for that one would be a deadlock, because it waits for the session. It then counts by its sign-in and other sessions.
create or replace function auth.keep_last_uses() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  with known as (
    select u.id from auth.users u where u.id in (select e.user_id from ended e) order by u.id for key share skip locked
  )
  insert into auth.last_uses as l (user_id, at)
  select e.user_id, max(e.refreshed_at) from ended e join known k on k.id = e.user_id group by e.user_id order by e.user_id
  on conflict (user_id) do update set at = greatest(l.at, excluded.at);
  return null;
end $$;
