/** Who may do what: every role, and people whose roles count for nothing, ask for everything that a permission guards. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import { ADMIN_PERMISSIONS, allows, LEADING_ROLES, PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { studioRooms } from '#web/studio/rooms.ts'
import { routesOf } from '../../support/server/routes.ts'
import { type TestServer, startServer } from '../../support/server/test-server.ts'
import type { Guarded } from './ask.ts'
import { GUARDED_FUNCTIONS } from './functions.ts'
import { guardedFunctions, guardedTables } from './guarded.ts'
import { DATA_OF_PAGES, DATA_OF_STUDIO } from './pages.ts'
import { ROUTES_OF_BILLING } from './routes-of-billing.ts'
import { ROUTES_OF_GROWTH } from './routes-of-growth.ts'
import { ROUTES_OF_WIRE } from './routes-of-wire.ts'
import { ASKED_ELSEWHERE, GUARDED_ROUTES, NOT_BY_ROLE } from './routes.ts'
import { makeSubjects, type Subject } from './subjects.ts'
import { GUARDED_TABLES } from './tables.ts'

const ALL_ROUTES = [...GUARDED_ROUTES, ...ROUTES_OF_GROWTH, ...ROUTES_OF_BILLING, ...ROUTES_OF_WIRE]
const GUARDED = [...GUARDED_FUNCTIONS, ...GUARDED_TABLES, ...ALL_ROUTES]
/** Roles of the specification whose pages are not there yet. */
const GUARD_NOTHING = ['manage_integrations', 'view_dashboard'] as const

let server: TestServer
let subjects: Subject[]
beforeAll(async () => {
  server = await startServer()
  subjects = await makeSubjects(server)
})
afterAll(() => server.stop())

/** By the contract alone. */
function isExpected({ permissions, isOfOperator, leadsOnly }: Guarded, who: Subject): boolean {
  return (
    who.isServed &&
    (!isOfOperator || who.isOperator) &&
    (!leadsOnly || who.roles.some((role) => LEADING_ROLES.some((one) => one === role))) &&
    permissions.some((permission) => allows(who.roles, permission))
  )
}

test.each(GUARDED.map((one) => [one.name, one] as const))('%s', async (_, one) => {
  const isGiven = await Promise.all(subjects.map((who) => one.ask(server, who)))
  const given = subjects.filter((_who, place) => isGiven[place])
  expect(given.map(({ name }) => name)).toEqual(subjects.filter((who) => isExpected(one, who)).map(({ name }) => name))
})

const rowOf = (name: string) => GUARDED.find((one) => one.name === name)

// With the rows above: for every role, for one that expired and for another organisation, the data of a page is answered to whom the page is for.
test.each(ADMIN_PAGES)(
  'what $path shows is answered to those whom the page is for',
  ({ path, permission, isOfOperator }) => {
    const permissions = permission === null ? [...ADMIN_PERMISSIONS].toSorted() : [permission]
    for (const name of DATA_OF_PAGES[path]) {
      const row = rowOf(name)
      expect([name, row?.permissions.toSorted(), row?.isOfOperator]).toEqual([name, permissions, isOfOperator])
    }
  },
)

test.each(studioRooms)(
  'what the tab $tab of the studio shows is answered to those whom it is for',
  ({ tab, permission }) => {
    const names = DATA_OF_STUDIO[tab] ?? []
    expect(names.length > 0).toBe(permission !== undefined)
    expect(names.map((name) => rowOf(name)?.permissions)).toEqual(names.map(() => [permission]))
  },
)

test('every function that decides by roles has a row', async () => {
  const found = [...(await guardedFunctions(server.database))].filter(([, isCallable]) => isCallable)
  expect(GUARDED_FUNCTIONS.map(({ name }) => name.replace('rpc ', 'public.')).toSorted()).toEqual(
    found.map(([name]) => name).toSorted(),
  )
})

test('every table that decides by roles has a row', async () => {
  const functions = await guardedFunctions(server.database)
  const found = await guardedTables(server.database, functions.keys())
  const named = GUARDED_TABLES.map(({ name }) => name.split(' ')[1] ?? '')
  expect([...new Set(named)].toSorted()).toEqual(found.toSorted())
})

test('every route has a row, or decides by something else', () => {
  const known = new Set([...ALL_ROUTES.map(({ name }) => name), ...Object.keys(ASKED_ELSEWHERE)])
  const routes = routesOf(server.app).flatMap(({ path, methods }) =>
    methods.filter((one) => !['HEAD', 'OPTIONS'].includes(one)).map((method) => `${method} ${nameOf(path)}`),
  )
  const without = routes.filter((line) => {
    const [, path = ''] = line.split(' ')
    return API.test(path) && !known.has(line) && !isByOther(path)
  })
  expect(without).toEqual([])
  expect([...known].filter((line) => !routes.includes(line))).toEqual([])
})

const API = /\/v\d(\/|$)|^\/compliance\//
/** `/growth/v1/contacts/` is the same as without its last slash. */
const nameOf = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path)
const isByOther = (path: string): boolean => Object.keys(NOT_BY_ROLE).some((beginning) => path.startsWith(beginning))

test('every permission guards something, but those of pages that are not there', () => {
  const used = new Set(GUARDED.flatMap(({ permissions }) => (permissions.length === 1 ? permissions : [])))
  const unused = (Object.keys(PERMISSIONS) as Permission[]).filter((one) => !used.has(one))
  // `access_admin` opens the panel, together with others.
  expect(unused.toSorted()).toEqual([...GUARD_NOTHING, 'access_admin'].toSorted())
})
