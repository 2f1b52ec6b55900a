import { type Asked, type Asking, MAX_LIST_MS, MAX_OVERVIEW_MS, rowsIn } from './asked.ts'

/** As those ask who give somebody a file or name them in what is signed: five hundred rows at once, until they have everybody. */
const ROWS_AT_ONCE = 500
const LIVE_ROLE = '(r.expires_at is null or r.expires_at > now())'
const PEOPLE = `
  select p.user_id, u.email, p.first_name, p.last_name,
    array(select r.role from public.enterprise_user_roles r where r.user_id = p.user_id and r.tenant_id = p.tenant_id and ${LIVE_ROLE} order by r.role),
    b.statement, b.signature, coalesce(u.email_confirmed_at, u.created_at),
    greatest(u.last_sign_in_at, (select max(s.refreshed_at) from auth.sessions s where s.user_id = u.id)), f.removed_at
  from public.profiles p join auth.users u on u.id = p.user_id
  left join public.user_key_bundles b on b.user_id = p.user_id left join public.former_members f on f.user_id = p.user_id
  where p.tenant_id = $1 and u.deleted_at is null and not u.is_anonymous order by p.first_name nulls last, p.last_name, u.email, p.user_id`
const STANDINGS = `
  select p.user_id, s.user_id, u.banned_until from public.profiles p join auth.users u on u.id = p.user_id
  left join public.suspended_members s on s.user_id = p.user_id left join scim.accounts a on a.user_id = p.user_id
  where p.tenant_id = $1 and u.deleted_at is null
    and (s.user_id is not null or a.user_id is not null or (u.email_confirmed_at is null and u.phone_confirmed_at is null)) order by p.user_id`
const TEAMS = `
  select t.id, t.name, t.description, count(m.user_id) from public.teams t left join public.team_members m on m.team_id = t.id
  where t.tenant_id = $1 group by t.id order by lower(t.name), t.id`
const SESSIONS = `
  select s.id, s.user_id, s.created_at, s.refreshed_at, s.user_agent, host(s.ip) from auth.sessions s join public.profiles p on p.user_id = s.user_id
  where p.tenant_id = $1 order by s.refreshed_at desc, s.id desc limit 50`

/** Figures of the overview, people with their keys, teams, invitations and sessions. The page of people is a declared list. */
export async function peopleRequests({ stage, api }: Asking): Promise<Asked[]> {
  const { tenant, owner, sizes } = stage
  const last = Math.floor((sizes.people - 1) / ROWS_AT_ONCE) * ROWS_AT_ONCE
  const { rows } = await owner.query<{ id: string }>(
    'select id from public.teams where tenant_id = $1 order by name limit 1',
    [tenant],
  )
  const call = (path: string) => async () => rowsIn(await api.rest(path, { method: 'POST', body: {} }))
  const read = (path: string) => async () => rowsIn(await api.rest(path))
  const paged = (list: string, path: string, text: string, offsets: readonly number[]): Asked[] =>
    offsets.map((offset) => ({
      list,
      what: offset === 0 ? `first ${ROWS_AT_ONCE}` : `${ROWS_AT_ONCE} from ${offset} on`,
      ask: (path.startsWith('rpc/') ? call : read)(`${path}&limit=${ROWS_AT_ONCE}&offset=${offset}`),
      bare: { text: `${text} limit ${ROWS_AT_ONCE} offset ${offset}`, values: [tenant] },
      limitMs: MAX_LIST_MS,
    }))
  return [
    { list: 'overview', what: 'figures', ask: call('rpc/organisation_overview'), limitMs: MAX_OVERVIEW_MS },
    { list: 'overview', what: 'what waits', ask: call('rpc/organisation_waits'), limitMs: MAX_OVERVIEW_MS },
    ...paged('people with their keys', 'rpc/team_members?order=first_name.nullslast,last_name,email,user_id', PEOPLE, [
      0,
      ROWS_AT_ONCE,
      last,
    ]),
    ...paged('standings of people', 'rpc/member_standings?order=user_id', STANDINGS, [0]),
    ...paged(
      'ends of roles',
      'enterprise_user_roles?select=user_id,role,expires_at&expires_at=gt.now&order=expires_at,id',
      'select user_id, role, expires_at from public.enterprise_user_roles where tenant_id = $1 and expires_at > now() order by expires_at, id',
      [0, ROWS_AT_ONCE],
    ),
    ...paged('teams', 'rpc/list_teams?order=name,team_id', TEAMS, [0]),
    ...paged(
      'people of a team',
      `team_members?select=user_id&team_id=eq.${rows[0]?.id ?? ''}&order=user_id`,
      `select m.user_id from public.team_members m join public.teams t on t.id = m.team_id and t.tenant_id = $1 where m.team_id = '${rows[0]?.id ?? ''}' order by m.user_id`,
      [0],
    ),
    ...paged(
      'invitations',
      'invitations?select=id,email,role,role_until,sent_at,expires_at&accepted_at=is.null&order=sent_at.desc,id.desc',
      'select id, email, role, role_until, sent_at, expires_at from public.invitations where tenant_id = $1 and accepted_at is null order by sent_at desc, id desc',
      [0, ROWS_AT_ONCE],
    ),
    ...(await sessionRequests({ stage, api })),
  ]
}

async function sessionRequests({ stage: { tenant }, api }: Asking): Promise<Asked[]> {
  const sessions = await api.fetch('/threats/v1/sessions', { method: 'GET' })
  const place = ((await sessions.json()) as { sessions: { id: string; last_active_at: string }[] }).sessions.at(-1)
  const older = new URLSearchParams({ before_at: place?.last_active_at ?? '', before_id: place?.id ?? '' }).toString()
  return [
    {
      list: 'sessions of everybody',
      what: 'first page',
      ask: async () => rowsIn(await (await api.fetch('/threats/v1/sessions', { method: 'GET' })).json()),
      bare: { text: SESSIONS, values: [tenant] },
      limitMs: MAX_LIST_MS,
    },
    {
      list: 'sessions of everybody',
      what: 'next page',
      ask: async () => rowsIn(await (await api.fetch(`/threats/v1/sessions?${older}`, { method: 'GET' })).json()),
      bare: {
        text: SESSIONS.replace('order by', 'and (s.refreshed_at, s.id) < ($2::timestamptz, $3::uuid) order by'),
        values: [tenant, place?.last_active_at, place?.id],
      },
      limitMs: MAX_LIST_MS,
    },
  ]
}
