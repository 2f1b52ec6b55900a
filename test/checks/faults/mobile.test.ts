import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BROWSER_CHECKS, type BrowserAnswer, type BrowserCheckId, type CheckId } from '#contract/checks/checks.ts'
import { ALL_CHECKS } from '#server/checks/all-checks.ts'
import { makeRun } from '#server/checks/comprehensive-test.ts'
import { type Person, signedInPerson } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'
import { askAbout, failedIn, passedIn, startWithBrowser } from '../browser-run.ts'
import { type BrokenFront, type Given, json, startBrokenFront } from './broken-front.ts'
import { checksOf, expectRed, type Fault, findings } from './fault.ts'

let server: TestServer
let front: BrokenFront
let admin: Person
beforeAll(async () => {
  server = await startServer()
  front = await startBrokenFront(server.services)
  admin = await signedInPerson(server)
})
afterAll(async () => {
  await front.stop()
  await server.stop()
})
beforeEach(() => server.database.owner('delete from checks.runs'))

/** What a browser looks at alone. */
const BY_BROWSER = BROWSER_CHECKS.filter((id) => !id.startsWith('SEC-'))
const MEASURED = { script_kib: 120, scripts: 30, largest_paint_ms: 900 }
const whole = (id: BrowserCheckId): BrowserAnswer => passedIn(id, id === 'MOB-06' ? MEASURED : {})

type Found = { id: string; status: string; error: string | null; reason: string | null }

/** What the checks of a browser find in a run whose page said this. */
async function found(answers: readonly BrowserAnswer[], patience: number): Promise<Found[]> {
  const run = await startWithBrowser(server, admin)
  if (answers.length > 0) {
    expect((await askAbout(server, admin, `/${run}/browser`, { results: answers })).status).toBe(204)
  }
  const checks = ALL_CHECKS.filter(([id]) => BY_BROWSER.some((one) => one === id))
  await makeRun(server.services, run, { checks, patience })
  return (JSON.parse(await (await askAbout(server, admin, `/${run}`)).text()) as { results: Found[] }).results
}

test('what a browser found to be whole has passed', async () => {
  const results = await found(BY_BROWSER.map(whole), 1)
  expect(results.map(({ id, status, error }) => [id, status, error])).toEqual(
    BY_BROWSER.map((id) => [id, 'passed', null]).toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  )
})

test.each(BY_BROWSER)('%s turns red where the browser found something, and nothing else does', async (id) => {
  const answers = BY_BROWSER.map((one) => (one === id ? failedIn(id, 'A page is broken: /dashboard') : whole(one)))
  const red = (await found(answers, 1)).filter(({ status }) => status !== 'passed')
  expect(red).toMatchObject([{ id, status: 'failed', error: 'A page is broken: /dashboard' }])
})

test.each([
  ['weighs too much', { ...MEASURED, script_kib: 201 }, /weigh 201 KiB, of at most 200/],
  ['comes late', { ...MEASURED, largest_paint_ms: 2501 }, /after 2501 ms, of at most 2500/],
  ['was not measured', {}, /did not say/],
])('MOB-06 turns red where the first page %s', async (_what, evidence, says) => {
  const answers = BY_BROWSER.map((id) => (id === 'MOB-06' ? passedIn(id, evidence) : whole(id)))
  const red = (await found(answers, 1)).filter(({ status }) => status !== 'passed')
  expect(red).toMatchObject([{ id: 'MOB-06', status: 'failed' }])
  expect(red[0]?.error).toMatch(says)
})

test('a browser that says nothing in time, and a run without one, skip its checks', async () => {
  const silent = await found([], 0.05)
  expect(silent.map(({ status, reason }) => [status, reason])).toEqual(BY_BROWSER.map(() => ['skipped', 'no_browser']))

  const alone = await findings(server.services, [...BY_BROWSER])
  expect(Object.values(alone)).toEqual(BY_BROWSER.map(() => ({ status: 'skipped', error: null, reason: 'no_browser' })))
})

const text = (alter: (html: string) => string) => (given: Given) => ({
  ...given,
  body: Buffer.from(alter(given.body.toString())),
})
/** One address is answered otherwise. */
const at = (address: string, alter: (given: Given) => Given) => async () => {
  const mend = front.breakBy(async ({ path }, ask) => (path === address ? alter(await ask()) : ask()))
  return async () => mend()
}

const FAULTS: readonly [CheckId, Fault][] = [
  [
    'MOB-01',
    {
      what: 'a page forbids zooming',
      says: /\/pricing forbids zooming/,
      breakIt: at(
        '/pricing',
        text((html) => html.replace('initial-scale=1', 'initial-scale=1, user-scalable=no')),
      ),
    },
  ],
  [
    'MOB-01',
    {
      what: 'the app has no viewport',
      says: /\/login has no viewport/,
      breakIt: at(
        '/login',
        text((html) => html.replace('name="viewport"', 'name="view"')),
      ),
    },
  ],
  [
    'MOB-01',
    {
      what: 'an icon is of another size',
      says: /icon-512\.png has another size/,
      breakIt: at(
        '/icon-512.png',
        text(() => 'no picture'),
      ),
    },
  ],
  [
    'MOB-01',
    {
      what: 'the manifest has no icons',
      says: /the manifest lacks icons/,
      breakIt: at('/manifest.webmanifest', () =>
        json(200, { name: 'A', short_name: 'A', start_url: '/', scope: '/', display: 'standalone' }),
      ),
    },
  ],
]

test('a whole server fails none of them', async () => {
  const results = await findings(front.services, checksOf('mobile'))
  expect(results['MOB-01']).toMatchObject({ status: 'passed' })
  expect(Object.values(results).filter(({ status }) => status === 'failed')).toEqual([])
})

test.each(FAULTS.map(([id, fault]) => ({ id, ...fault })))('$id turns red: $what', async ({ id, ...fault }) => {
  await expectRed(front.services, id, fault)
})
