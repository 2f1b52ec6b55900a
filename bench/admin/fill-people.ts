import type { ClientBase } from 'pg'

export type Filled = { tenant: string; userId: string }

const FIRST = 'Ada Ben Cleo Dario Elif Femi Greta Hugo Ines Jonas Kira Liam Mina Noah Olga Pavel Rana Samir Tess Uwe'
const LAST =
  'Abel Brandt Costa Dubois Ekman Ferrari Gruber Haas Ivanov Jansen Keller Lopez Moreau Novak Okafor Petit Rossi Santos Tanaka Weber'

const WORK = [
  // 400 pairs of names, so each is shared by some, as in any large organisation.
  `update public.profiles p set first_name = n.first, last_name = n.last, company = case when n.row % 3 = 0 then 'Northwind' end
   from (select user_id, row, (string_to_array($3, ' '))[1 + row % 20] as first, (string_to_array($4, ' '))[1 + row / 20 % 20] as last
         from (select user_id, (row_number() over (order by user_id))::int as row from public.profiles where tenant_id = $1) r) n
   where p.user_id = n.user_id and p.user_id <> $2`,
  `update auth.users u set email = lower(p.first_name || '.' || p.last_name || '.' || left(u.id::text, 8)) || '@example.test',
     last_sign_in_at = now() - make_interval(secs => (random() * 86400 * 60)::int),
     created_at = now() - make_interval(secs => (86400 * 60 + random() * 86400 * 700)::int)
   from public.profiles p where p.user_id = u.id and p.tenant_id = $1 and u.id <> $2`,
  `update auth.sessions s set refreshed_at = now() - make_interval(secs => (random() * 86400 * 20)::int),
     created_at = now() - make_interval(secs => (86400 * 20 + random() * 86400 * 5)::int),
     user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
     ip = ('192.0.2.' || (1 + random() * 250)::int)::inet
   from public.profiles p where p.user_id = s.user_id and p.tenant_id = $1 and p.user_id <> $2`,
  // A second device of every third person.
  `insert into auth.sessions (user_id, refresh_key, refreshed_at, created_at, user_agent, ip)
   select p.user_id, decode(md5(p.user_id::text) || md5(p.user_id::text), 'hex'), now() - make_interval(secs => (random() * 86400 * 20)::int),
     now() - interval '20 days', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15', '198.51.100.7'
   from public.profiles p where p.tenant_id = $1 and hashtext(p.user_id::text) % 3 = 0`,
  `delete from public.enterprise_user_roles r where r.tenant_id = $1 and r.user_id <> $2`,
  // One in twenty has more than a member; of every fifth role the end is known.
  `insert into public.enterprise_user_roles (user_id, tenant_id, role, expires_at)
   select p.user_id, $1::uuid, case when r.draw < 950 then 'member' when r.draw < 975 then 'viewer' when r.draw < 990 then 'analyst' else 'admin' end,
     case when r.draw % 5 = 0 then now() + make_interval(days => 1 + r.draw % 90) end
   from public.profiles p cross join lateral (select abs(hashtext(p.user_id::text)) % 1000 as draw) r
   where p.tenant_id = $1 and p.user_id <> $2`,
  // One member in a hundred is a guest.
  `insert into authz.guests (user_id, tenant_id, invited_by, ends_at)
   select r.user_id, $1::uuid, $2::uuid, now() + make_interval(days => 1 + abs(hashtext(r.user_id::text)) % 300)
   from public.enterprise_user_roles r where r.tenant_id = $1 and r.role = 'member' and abs(hashtext('g' || r.user_id)) % 100 = 1`,
  `insert into storage.personal_quotas (user_id, tenant_id, bytes)
   select p.user_id, $1::uuid, 1000000000 from public.profiles p where p.tenant_id = $1 and abs(hashtext(p.user_id::text)) % 20 = 1`,
  `insert into public.suspended_members (user_id, tenant_id)
   select p.user_id, $1::uuid from public.profiles p where p.tenant_id = $1 and p.user_id <> $2 and abs(hashtext(p.user_id::text)) % 200 = 3`,
  `update auth.users u set banned_until = now() + interval '100 years' from public.suspended_members s where s.user_id = u.id`,
  `insert into public.teams (tenant_id, name, description) select $1::uuid, 'Team ' || lpad(n::text, 3, '0'), 'People who work together'
   from generate_series(1, 200) n`,
  `insert into public.team_members (team_id, user_id, added_by)
   select t.id, p.user_id, $2::uuid from public.profiles p
   join (select id, (row_number() over (order by name))::int - 1 as row from public.teams where tenant_id = $1) t
     on t.row in (abs(hashtext(p.user_id::text)) % 200, abs(hashtext('b' || p.user_id)) % 200) where p.tenant_id = $1`,
  `insert into public.invitations (tenant_id, email, role, invited_by, sent_at, expires_at)
   select $1::uuid, 'guest' || n || '@example.test', 'member', $2::uuid, now() - make_interval(mins => n), now() + make_interval(mins => 10000 - n * 10)
   from generate_series(1, 2000) n`,
]

/** Gives people their names, roles, ends of roles, teams, sessions, limits and suspensions, and writes invitations that wait. */
export async function fillPeople(db: ClientBase, { tenant, userId }: Filled): Promise<void> {
  for (const text of WORK) await db.query(text, given(text, [tenant, userId, FIRST, LAST]))
}

/** As many values as the statement has places. */
export const given = (text: string, values: readonly unknown[]): unknown[] =>
  values.slice(0, Math.max(0, ...[...text.matchAll(/\$(\d)/g)].map(([, number]) => Number(number))))
