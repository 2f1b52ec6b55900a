import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Health, Overview, Waits } from '#web/lib/remote/vault-client.ts'
import { expectStates, failingUntil } from '#web/app/testing/list-states.ts'
import { queries } from '#web/app/queries.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'

const FIGURES: Overview = {
  name: 'Example Works',
  tier: 'enterprise',
  is_demo: false,
  created_at: '2026-02-03T12:00:00Z',
  people: 3,
  active: 2,
  without_vault: 1,
  stored: [1, 2, 3],
  storage: { bytes: 2048, contents: 4 },
  ledger: null,
  signed_in: null,
  refused: null,
  detected: null,
  incidents: null,
}
const NOTHING: Waits = {
  incidents: 0,
  streams: 0,
  recoveries: 0,
  invitations: 0,
  certificates: 0,
  checks: 0,
  expiring: 0,
  reviews: 0,
  roles: 0,
  guests: 0,
  keys: 0,
  storage: 0,
  disks: 0,
  unwitnessed: null,
}

test('each part of the overview is read, failed and answered by itself', async () => {
  const calls = {
    figures: failingUntil(FIGURES),
    health: failingUntil<Health>({ checkedAt: null, services: [] }),
    waits: failingUntil(NOTHING),
    events: failingUntil([]),
  }
  await mountScreen('/admin/overview', {
    roles: { list: async () => ['admin'] },
    team: {
      overview: calls.figures.answer,
      health: calls.health.answer,
      waits: calls.waits.answer,
      probeDatabase: async () => undefined,
    },
    audit: { list: calls.events.answer, people: async () => [] },
  })
  const retry = 'Retry'
  await expectStates('Needs attention', calls.waits, {
    loading: 'Looking for what needs attention',
    failed: 'What needs attention could not be loaded',
    retry,
    empty: 'Nothing needs attention',
  })
  await expectStates('Recent activity', calls.events, {
    loading: 'Loading events',
    failed: 'The events could not be loaded',
    retry,
    empty: 'Nothing has happened yet',
  })
  await expectStates('Figures', calls.figures, {
    loading: 'Loading figures',
    failed: 'The figures could not be loaded',
    retry,
    empty: 'of 3; earlier values are not recorded',
  })
  const organisation = page.getByRole('region', { name: 'Organisation', exact: true })
  await expect.element(organisation.getByText('Example Works')).toBeVisible()
  // Nothing waits for the services, which were not answered.
  await expect.element(page.getByText('Asking the services')).toBeInTheDocument()
})

test('people who manage security read more figures, each with what it is compared to', async () => {
  await mountScreen('/admin/overview', {
    roles: { list: async () => ['security_admin'] },
    team: {
      overview: async () => ({
        ...FIGURES,
        ledger: { size: 4321, signed_at: new Date().toISOString(), grown: [4300, 21] },
        signed_in: [5, 6],
        refused: [0, 7],
        detected: [1, 8],
        incidents: { open: 9, opened: 12, course: [0, 9] },
      }),
      health: async () => ({ checkedAt: null, services: [] }),
      waits: async () => NOTHING,
      probeDatabase: async () => undefined,
    },
    audit: { list: async () => [], people: async () => [] },
  })
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect.element(figures.getByText('Open incidents')).toBeVisible()
  const cells = figures.element().textContent.replaceAll(/The last 14 days: [\d, ]*(?=\d+ in the)/g, '|')
  for (const shown of [
    'People active in 30 days2of 3; earlier values are not recorded',
    'Storage2.00 KB4 sealed contents, earlier versions included; earlier values are not recorded',
    'Events in the ledger4,321Events signed on each of the last 14 days: 4,300, 21signed just now',
    'Open incidents9Open at the end of each of the last 14 days: 0, 912 opened in 14 days',
  ])
    expect(cells).toContain(shown)
  for (const [label, today] of [
    ['Files stored today', 3],
    ['Sign-ins today', 6],
    ['Failed sign-ins today', 7],
    ['Detections today', 8],
  ] as const)
    expect(cells).toContain(`${label}${today}|`)
})

test('what is wrong now stands above the figures with the way to it, and nothing does while nothing is', async () => {
  let waits = NOTHING
  await mountScreen('/admin/overview', {
    roles: { list: async () => ['security_admin'] },
    team: {
      overview: async () => FIGURES,
      health: async () => ({
        checkedAt: null,
        services: [{ id: 'mail', status: 'degraded', uptime: 99, responseTime: 5, isSetUp: true }],
      }),
      waits: async () => waits,
      probeDatabase: async () => undefined,
    },
    audit: { list: async () => [], people: async () => [] },
  })
  const alerts = page.getByRole('region', { name: 'Alerts' })
  await expect.element(alerts.getByText('Mail: Degraded')).toBeVisible()
  await expect.element(alerts.getByRole('link', { name: 'Open: Mail: Degraded' })).toHaveAttribute('href', '/status')
  expect(alerts.getByRole('listitem').elements()).toHaveLength(1)
  await expectAccessible()
  waits = { ...NOTHING, incidents: 2, roles: 3 }
  await queries.invalidateQueries({ queryKey: ['team', 'waits'] })
  await expect.element(alerts.getByRole('link', { name: 'Open: 2 open incidents' })).toBeVisible()
  const settled = page.getByRole('region', { name: 'Needs attention' })
  await expect.element(settled.getByRole('listitem')).toMatchTextContent('3 people have roles that end within a week')
})

test('the panel is not for people without a role in it', async () => {
  await mountScreen('/admin/overview')
  await expect.element(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible()
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Dashboard' })).toBeVisible()
  expect(page.getByRole('navigation').elements()).toEqual([])
})
