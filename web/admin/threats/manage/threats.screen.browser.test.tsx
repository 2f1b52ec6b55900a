/** Views of Security: each part is read, failed and tried again by itself, and says when there is nothing. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NO_POLICIES } from '#contract/organisation/policies.ts'
import { DETECTOR_NAMES } from '#contract/threats.ts'
import type { DetectorSetting } from '#web/lib/remote/vault-client.ts'
import { OUR_SIDE } from '#web/app/testing/failures.ts'
import { expectStates, failingUntil } from '#web/app/testing/list-states.ts'
import { mountScreen, together } from '#web/app/testing/mount-screen.tsx'
import type { VaultAnswers } from '#web/app/testing/stub-vault.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'

const waits = () => new Promise<never>(() => undefined)
const SETTINGS = Object.fromEntries(
  DETECTOR_NAMES.map((name): [string, DetectorSetting] => [name, { mode: 'enforce', factor: 1 }]),
) as Record<(typeof DETECTOR_NAMES)[number], DetectorSetting>
const NOTHING_MEASURED = { decisions: { decisions: 0, p50: 0, p99: 0, p999: 0, max: 0 }, sources: [] }
const { retry } = threatsPage

const mount = (address: string, answers: VaultAnswers) =>
  mountScreen(
    address,
    together(
      {
        roles: { list: async () => ['security_admin' as const], isOfOperator: async () => false },
        threats: { incidents: waits, enforced: waits, byDay: waits, detectors: waits, figures: waits },
        audit: { people: async () => [] },
        ledger: { check: waits },
        team: { overview: waits },
      },
      answers,
    ),
  )

test('incidents, what is in force, the days and the figures', async () => {
  const calls = {
    incidents: failingUntil([]),
    enforced: failingUntil([]),
    byDay: failingUntil([]),
    figures: failingUntil(NOTHING_MEASURED),
  }
  await mount('/admin/security', {
    threats: {
      incidents: calls.incidents.answer,
      enforced: calls.enforced.answer,
      byDay: calls.byDay.answer,
      figures: calls.figures.answer,
    },
  })
  const parts = [
    [threatsPage.incidents, calls.incidents],
    [threatsPage.enforced, calls.enforced],
    [threatsPage.days, calls.byDay],
    [threatsPage.figures, calls.figures],
  ] as const
  for (const [{ title, loading, failed, none }, call] of parts)
    await expectStates(title, call, { loading, failed, retry, empty: none })
})

test('detectors', async () => {
  const detectors = failingUntil(SETTINGS)
  await mount('/admin/security', { threats: { detectors: detectors.answer } })
  const region = page.getByRole('region', { name: threatsPage.detectors.title, exact: true }).first()
  await expect.element(region.getByText(threatsPage.detectors.loading)).toBeInTheDocument()
  detectors.fail()
  await expect.element(region.getByRole('alert')).toMatchTextContent(`${threatsPage.detectors.failed}. ${OUR_SIDE}`)
  detectors.mend()
  await userEvent.click(region.getByRole('button', { name: retry }))
  await expect.element(region.getByText('Copied session')).toBeVisible()
  // A detector about nobody of the organisation belongs to who runs the server.
  expect(region.getByText('Many addresses try many accounts').elements()).toEqual([])
})

test('an incident whose address is not known, or that is gone, says so', async () => {
  const incident = failingUntil(null)
  await mount('/admin/security?incident=00000000-0000-4000-8000-000000000001', {
    threats: { incidents: async () => [], incident: incident.answer },
  })
  const sheet = page.getByRole('dialog')
  incident.fail()
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(OUR_SIDE)
  incident.mend()
  await userEvent.click(sheet.getByRole('button', { name: retry }))
  await expect.element(sheet.getByText(threatsPage.incident.gone)).toBeVisible()
})

test('sessions of everybody', async () => {
  const sessions = failingUntil([])
  await mount('/admin/security?view=sessions', { team: { sessions: sessions.answer } })
  const { title, loading, failed, none } = policies.sessions
  await expectStates(title, sessions, { loading, failed, retry: policies.retry, empty: none })
})

test('rules', async () => {
  const rules = failingUntil({ policies: NO_POLICIES, version: 0, updatedAt: null, updatedBy: null })
  await mount('/admin/security?view=policies', {
    team: { policies: rules.answer, policyCounts: waits },
  })
  const { title, loading, failed, never } = policies.rules
  await expectStates(title, rules, { loading, failed, retry: policies.retry, empty: never })
})
