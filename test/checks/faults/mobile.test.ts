import { beforeEach, expect, test } from 'vitest'
import { BROWSER_CHECKS, type BrowserAnswer, type BrowserCheckId } from '#contract/checks/checks.ts'
import { ALL_CHECKS } from '#server/checks/all-checks.ts'
import { makeRun } from '#server/checks/comprehensive-test.ts'
import { type Person, signedInPerson } from '../../support/people/people.ts'
import { askAbout, failedIn, passedIn, startWithBrowser } from '../browser-run.ts'
import { checksOf, expectRed, findings } from './fault.ts'
import { stage, useFaultStage } from './fault-stage.ts'
import { FIGURE_FAULTS, MEASURED, PHONE_FAULTS } from './mobile-faults.ts'

let admin: Person
useFaultStage(undefined, async (server) => {
  admin = await signedInPerson(server)
})
beforeEach(() => stage.server.database.owner('delete from checks.runs'))

/** What a browser looks at alone. */
const BY_BROWSER = BROWSER_CHECKS.filter((id) => !id.startsWith('SEC-'))
const whole = (id: BrowserCheckId): BrowserAnswer => passedIn(id, id === 'MOB-06' ? MEASURED : {})

type Found = { id: string; status: string; error: string | null; reason: string | null }

/** What the checks of a browser find in a run whose page said this. */
async function found(answers: readonly BrowserAnswer[], patience: number): Promise<Found[]> {
  const run = await startWithBrowser(stage.server, admin)
  if (answers.length > 0) {
    expect((await askAbout(stage.server, admin, `/${run}/browser`, { results: answers })).status).toBe(204)
  }
  const checks = ALL_CHECKS.filter(([id]) => BY_BROWSER.some((one) => one === id))
  await makeRun(stage.server.services, run, { checks, patience })
  return (JSON.parse(await (await askAbout(stage.server, admin, `/${run}`)).text()) as { results: Found[] }).results
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

test.each([...(FIGURE_FAULTS['MOB-06'] ?? [])])(
  'MOB-06 turns red where the first page %s',
  async (_what, evidence, says) => {
    const answers = BY_BROWSER.map((id) => (id === 'MOB-06' ? passedIn(id, evidence) : whole(id)))
    const red = (await found(answers, 1)).filter(({ status }) => status !== 'passed')
    expect(red).toMatchObject([{ id: 'MOB-06', status: 'failed' }])
    expect(red[0]?.error).toMatch(says)
  },
)

test('a browser that says nothing in time, and a run without one, skip its checks', async () => {
  const silent = await found([], 0.05)
  expect(silent.map(({ status, reason }) => [status, reason])).toEqual(BY_BROWSER.map(() => ['skipped', 'no_browser']))

  const alone = await findings(stage.server.services, [...BY_BROWSER])
  expect(Object.values(alone)).toEqual(BY_BROWSER.map(() => ({ status: 'skipped', error: null, reason: 'no_browser' })))
})

test('a whole server fails none of them', async () => {
  const results = await findings(stage.front.services, checksOf('mobile'))
  expect(results['MOB-01']).toMatchObject({ status: 'passed' })
  expect(Object.values(results).filter(({ status }) => status === 'failed')).toEqual([])
})

test.each(PHONE_FAULTS)('$id turns red: $what', async ({ id, ...fault }) => {
  await expectRed(stage.front.services, id, fault)
})
