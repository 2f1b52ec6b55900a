import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type EntryLine, type OwnEntry, type Overview, type Tenant, VaultError } from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'
import type { VaultAnswers } from '#web/app/testing/stub-vault.ts'

const OWN: Tenant = {
  id: '10000000-0000-4000-8000-000000000000',
  name: 'Operator',
  tier: 'enterprise',
  status: 'active',
  is_operator: true,
  is_demo: false,
  created_at: '2026-01-01T12:00:00Z',
  suspended_at: null,
  suspended_reason: null,
  people: 12,
  invited: 0,
  bytes: 4096,
  owners: ['ada@example.test'],
  domains: [],
  last_active_at: null,
  seats: null,
  limit_people: null,
  limit_bytes: null,
  limits_version: 0,
}
const other = (at: number, name: string, status: Tenant['status'] = 'active'): Tenant => ({
  ...OWN,
  id: `20000000-0000-4000-8000-00000000000${at}`,
  name,
  status,
  is_operator: false,
})
const HARBOUR = other(1, 'Harbour Works')
const MEADOW = other(2, 'Meadow Clinic', 'suspended')
const FIGURES: Overview = {
  name: 'Operator',
  tier: 'enterprise',
  is_demo: false,
  created_at: '2026-01-01T12:00:00Z',
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

/** The panel of who runs the installation, what was asked of the server, and the entry that it then answers. */
async function openPanel({ entry = null, rest = {} }: { entry?: OwnEntry | null; rest?: VaultAnswers } = {}) {
  const asked: unknown[] = []
  const state = { entry }
  const line: EntryLine = {
    connect: async () =>
      ({
        rest: async (path: string) => {
          if (path === 'rpc/organisation_overview') return { ...FIGURES, name: state.entry?.name ?? '' }
          throw new VaultError('offline', 'not answered here')
        },
      }) as unknown as Awaited<ReturnType<EntryLine['connect']>>,
    rooms: {} as EntryLine['rooms'],
  }
  await mountScreen('/admin/overview', {
    enter: () => line,
    roles: { list: async () => ['super_admin'], isOfOperator: async () => true },
    team: {
      overview: async () => FIGURES,
      health: async () => ({ checkedAt: null, services: [] }),
      waits: async () => ({}) as never,
      probeDatabase: async () => undefined,
    },
    audit: { list: async () => [], people: async () => [] },
    tenants: {
      list: async ({ search }) => {
        asked.push(`list ${search}`)
        const all = [OWN, HARBOUR, MEADOW]
        return { tenants: all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())), hasMore: false }
      },
    },
    tenantLife: {
      ownEntry: async () => state.entry,
      enter: async ({ id, minutes, reason }) => {
        asked.push(`enter ${id} ${minutes} ${reason}`)
        if (state.entry) throw new VaultError('already_entered', 'leave first')
        state.entry = entryOf(id === HARBOUR.id ? HARBOUR : MEADOW, reason)
      },
      leave: async (id) => {
        asked.push(`leave ${id}`)
        state.entry = null
      },
    },
    ...rest,
  })
  return { asked }
}

const entryOf = ({ id, name }: Tenant, reason = 'Asked'): OwnEntry => ({
  id: `entry-${name}`,
  tenant_id: id,
  name,
  tier: 'enterprise',
  asker: 'root@example.test',
  reason,
  began_at: new Date().toISOString(),
  ends_at: new Date(Date.now() + 900_000).toISOString(),
})

const options = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)

test('another organisation is found by its name and entered with a reason, and in no other way', async () => {
  const { asked } = await openPanel()
  await page.getByRole('button', { name: 'Operator: switch organisation' }).click()
  await expect.poll(options).toEqual(['OperatorOpen now', 'Harbour Works', 'Meadow ClinicSuspended'])
  await expectAccessible(page.getByRole('dialog'))
  await userEvent.keyboard('harb')
  await expect.poll(options).toEqual(['Harbour Works'])
  // One question for four letters.
  expect(asked).toEqual(['list ', 'list harb'])
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Enter Harbour Works' })
  await dialog.getByRole('button', { name: 'Enter panel' }).click()
  await expect.element(dialog.getByText('Say why.')).toBeVisible()
  expect(asked).toEqual(['list ', 'list harb'])
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They asked for help')
  await dialog.getByRole('button', { name: 'Enter panel' }).click()
  await expect.element(page.getByText(/^You are in Harbour Works until/)).toBeVisible()
  expect(asked).toContain(`enter ${HARBOUR.id} 15 They asked for help`)
  await expect.element(page.getByRole('button', { name: 'Harbour Works: switch organisation' })).toBeVisible()
})

test('out of one organisation another is entered with a reason of its own, and the way back is always there', async () => {
  const { asked } = await openPanel({ entry: entryOf(HARBOUR) })
  const button = page.getByRole('button', { name: 'Harbour Works: switch organisation' })
  await button.click()
  await expect
    .poll(options)
    .toEqual(['OperatorYour own', 'Harbour WorksOpen now', 'Meadow ClinicSuspended', 'Back to your own organisation'])
  await page.getByRole('option', { name: /Meadow Clinic/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter Meadow Clinic' })
  await expect.element(dialog.getByText('You are in Harbour Works, and leave it first.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Their case')
  await dialog.getByRole('button', { name: 'Enter panel' }).click()
  await expect.element(page.getByText(/^You are in Meadow Clinic until/)).toBeVisible()
  const entering = `enter ${MEADOW.id} 15 Their case`
  expect(asked.slice(1)).toEqual([entering, 'leave entry-Harbour Works', entering])
  await page.getByRole('button', { name: 'Meadow Clinic: switch organisation' }).click()
  await userEvent.keyboard('nobody is called so')
  await page.getByRole('option', { name: 'Back to your own organisation' }).click()
  await expect.element(page.getByRole('button', { name: 'Operator: switch organisation' })).toBeVisible()
  expect(asked.at(-1)).toBe('leave entry-Meadow Clinic')
})

test('a refusal leaves the person where they are, and a list that failed is asked for again', async () => {
  let isDown = true
  const asked: string[] = []
  await openPanel({
    entry: entryOf(HARBOUR),
    rest: {
      tenants: {
        list: async () => {
          if (isDown) throw new VaultError('offline', 'no answer')
          return { tenants: [OWN, MEADOW], hasMore: false }
        },
      },
      tenantLife: {
        ownEntry: async () => entryOf(HARBOUR),
        enter: async () => {
          throw new VaultError('tenant_changed', 'being deleted')
        },
        leave: async (id) => void asked.push(id),
      },
    },
  })
  await page.getByRole('button', { name: 'Harbour Works: switch organisation' }).click()
  await expect.element(page.getByText('The organisations could not be loaded')).toBeVisible()
  isDown = false
  await page.getByRole('option', { name: 'Retry' }).click()
  await page.getByRole('option', { name: /Meadow Clinic/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter Meadow Clinic' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Their case')
  await dialog.getByRole('button', { name: 'Enter panel' }).click()
  await expect.element(page.getByText('You did not enter it')).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Their case')
  expect(asked).toEqual([])
})

test('administrators of one organisation read its name, and switch nothing', async () => {
  await mountScreen('/admin/overview', {
    roles: { list: async () => ['owner'], isOfOperator: async () => false },
    team: {
      overview: async () => FIGURES,
      health: async () => ({ checkedAt: null, services: [] }),
      waits: async () => ({}) as never,
      probeDatabase: async () => undefined,
    },
    audit: { list: async () => [], people: async () => [] },
  })
  await expect.element(page.getByRole('banner').getByText('Operator')).toBeVisible()
  expect(page.getByRole('button', { name: /switch organisation/ }).elements()).toEqual([])
})
