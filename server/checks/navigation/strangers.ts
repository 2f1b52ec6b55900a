import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import { type Check, type CheckContext, noneOf } from '../check.ts'
import { waysOpenToStrangers } from './open-routes.ts'

const LOGIN = '/login'
/** Pages of the app that only people who are signed in see: one of each kind, and every one of the admin panel. */
const GUARDED_PAGES = [
  '/dashboard',
  '/dashboard/settings',
  '/dashboard/shared',
  '/dashboard/security',
  '/dashboard/team',
  '/admin',
  ...ADMIN_PAGES.map(({ path }) => path),
  '/ai-studio',
  '/ai-studio/probe',
]
/** Asked at the same time. */
const WIDTH = 8

/**
 * NAV-04. The server delivers one document of the app to everybody: it asks for data when it has a session, and leads to the page to sign in
 * otherwise. So a guarded page that is that document, byte for byte, shows nothing of anybody.
 */
export const strangersSeeNothing: Check = async (context) => {
  const { site } = context
  const login = await site.ask(LOGIN)
  const open: string[] = []
  for (const address of GUARDED_PAGES) {
    const { status, body } = await site.ask(address)
    if (status !== login.status || !body.equals(login.body)) open.push(`${address} is not the page to sign in`)
  }
  const tables = await tablesOf(context)
  const routes = [...(context.services.routes ?? [])].filter((route) => /^[A-Z]+ \/[a-z]+\/v\d+(?:\/|$)/.test(route))
  open.push(...(await inTurns(tables, (table) => shownOf(context, table))))
  open.push(...(await inTurns(routes, (route) => answerOf(context, route))))
  return noneOf(open, 'People who are signed out are shown something', {
    pages: GUARDED_PAGES.length,
    tables: tables.length,
    routes: routes.length,
    ...(context.services.routes === undefined && { skipped: 'routes: this server only works on jobs' }),
  })
}

async function inTurns(all: readonly string[], ask: (one: string) => Promise<string[]>): Promise<string[]> {
  const waiting = [...all]
  const found: string[] = []
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) found.push(...(await ask(one)))
  }
  await Promise.all(Array.from({ length: WIDTH }, work))
  return found.toSorted()
}

/** Tables and views that people read and write. */
async function tablesOf({ services: { database } }: CheckContext): Promise<string[]> {
  const { rows } = await database.owner<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
       and has_any_column_privilege('authenticated', c.oid, 'select, insert, update')
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Published for everybody who comes by. */
const PUBLISHED_TABLES: readonly string[] = [
  'certifications',
  'status_incidents',
  'status_incident_updates',
  'status_maintenance',
]

async function shownOf({ site }: CheckContext, table: string): Promise<string[]> {
  if (PUBLISHED_TABLES.includes(table)) return []
  const { status, text } = await site.elsewhere().ask(`/rest/v1/${table}?limit=1`)
  return status >= 400 || text === '[]' ? [] : [`rows of ${table}`]
}

/** An id that nothing has. */
const NOTHING = '00000000-0000-4000-8000-000000000000'

/** A route that is not named as open answers 401: a new one is guarded, or it is found here. */
async function answerOf({ site }: CheckContext, route: string): Promise<string[]> {
  const [method = '', address = ''] = route.split(' ')
  const way = waysOpenToStrangers(route)
  if (way === 'everybody') return []
  const { status, text } = await site.elsewhere().ask(address.replaceAll('*', NOTHING), {
    method,
    isWithoutKey: true,
    // No handler understands it: what is not guarded changes nothing either.
    ...(method !== 'GET' && { body: [] }),
  })
  const isRefused = way === 'other_proof' ? status >= 400 : status === 401
  return isRefused || (way === 'other_proof' && SHOWS_NOTHING.test(text)) ? [] : [`${route} answers ${status}`]
}

/** A list of a bucket in which nothing is public. */
const SHOWS_NOTHING = /^(?:\[\]|\{"hasNext":false,"folders":\[\],"objects":\[\]\})$/
