import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { InstallationClient } from '#web/lib/account/installation-client.ts'
import type { Demo, Overview, Tenant, TenantExport } from '#web/lib/remote/vault-client.ts'
import { queries } from '#web/app/queries.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'

const TENANT: Tenant = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Example & Sons',
  tier: 'professional',
  status: 'active',
  is_operator: false,
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
  seats: 50,
  limit_people: null,
  limit_bytes: null,
  limits_version: 0,
}
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
const RUNNING: TenantExport = {
  id: 'e1',
  asker: 'root@example.test',
  state: 'running',
  asked_at: '2026-02-01T12:00:00Z',
  ended_at: null,
  rows_done: 1200,
  blobs_done: 3,
  blobs_total: 10,
  bytes_done: 4096,
}
const OVER: TenantExport = { ...RUNNING, id: 'e0', state: 'failed', ended_at: '2026-02-01T11:00:00Z' }

const DEMO: Demo = {
  id: '22222222-2222-4222-8222-222222222222',
  tenant_id: TENANT.id,
  asker: 'root@example.test',
  people: 40,
  state: 'making',
  cause: null,
  step: 'people',
  done: 10,
  total: 40,
  problem: null,
  asked_at: '2026-02-01T12:00:00Z',
  ended_at: null,
}

const ACCOUNTS = [{ role: 'owner' as const, email: 'marta@fjordlight-1.invalid', password: 'once-only' }]

const FACTS: Awaited<ReturnType<InstallationClient['facts']>> = {
  mode: 'personal',
  name: null,
  least_password: null,
  is_claimed: true,
  freeStorageBytes: null,
  biller: 'sandbox',
  hasLocalMailbox: false,
  start: { billing: 'sandbox', trial_days: 0, free_storage_bytes: null, disable_signup: false },
}

const answers = (tenant: Tenant = TENANT) => ({
  roles: { list: async () => ['super_admin' as const], isOfOperator: async () => true },
  team: { overview: async () => FIGURES },
  tenants: { list: async () => ({ tenants: [tenant], hasMore: false }) },
  invoicing: { openRequests: async () => [] },
  installation: { facts: async () => FACTS },
})

test('an export that runs shows how far it is, can be cancelled, and no second one is offered', async () => {
  const asked: string[] = []
  await mountScreen('/admin/tenants', {
    ...answers(),
    tenantLife: {
      exports: async () => [RUNNING, OVER],
      cancelExport: async (id) => void asked.push(id),
    },
  })
  await page.getByRole('button', { name: 'Open Example & Sons' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/^1,200 rows, 3 of 10 contents, 4/)).toBeVisible()
  await expect
    .element(dialog.getByRole('progressbar', { name: 'Progress of the export' }))
    .toHaveAttribute('aria-valuenow', '36')
  await expect.element(dialog.getByText(/Ended early, .*root@example.test/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Export organisation' }).elements()).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel export' }).click()
  await expect.poll(() => asked).toEqual(['e1'])
})

test('deleting asks for a reason and the name, and one that is being deleted can be restored', async () => {
  const asked: unknown[] = []
  await mountScreen('/admin/tenants', {
    ...answers(),
    tenantLife: {
      exports: async () => [],
      beginDeletion: async (given) => void asked.push(given),
    },
  })
  await page.getByRole('button', { name: 'Open Example & Sons' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete…' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They asked')
  await dialog.getByRole('textbox', { name: /^Type Example/ }).fill('Example')
  await dialog.getByRole('button', { name: 'Delete organisation' }).click()
  await expect.element(dialog.getByText('This is not its name.')).toBeVisible()
  expect(asked).toEqual([])
  await dialog.getByRole('textbox', { name: /^Type Example/ }).fill('Example & Sons')
  await dialog.getByRole('button', { name: 'Delete organisation' }).click()
  await expect.poll(() => asked).toEqual([{ id: TENANT.id, name: 'Example & Sons', reason: 'They asked' }])
})

test('one that is being deleted says until when and what its owner asks, and is restored', async () => {
  const asked: string[] = []
  await mountScreen('/admin/tenants', {
    ...answers({ ...TENANT, status: 'leaving' }),
    tenantLife: {
      exports: async () => [],
      deletion: async () => ({
        asker: 'root@example.test',
        reason: 'They asked',
        asked_at: '2026-02-01T12:00:00Z',
        ends_at: '2026-03-03T12:00:00Z',
        kept_at: '2026-02-02T12:00:00Z',
        keeper: 'ada@example.test',
        keeping: 'We still need it',
      }),
      restore: async (id) => void asked.push(id),
    },
  })
  await page.getByRole('button', { name: 'Open Example & Sons' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('ada@example.test asks to keep it: We still need it')).toBeVisible()
  await expect.element(dialog.getByText(/^Everything is deleted on/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Suspend…' }).elements()).toEqual([])
  await dialog.getByRole('button', { name: 'Restore organisation' }).click()
  await expect.poll(() => asked).toEqual([TENANT.id])
})

test('a demo is made with the passwords shown this once, says how far it is, and is cancelled', async () => {
  const asked: unknown[] = []
  let demo: Demo | null = {
    ...DEMO,
    state: 'removed',
    cause: 'failed',
    problem: 'It took too long.',
    ended_at: DEMO.asked_at,
  }
  await mountScreen('/admin/tenants', {
    ...answers(),
    tenantLife: {
      demo: async () => ({ demo, is_single: false }),
      makeDemo: async (people) => {
        asked.push(people)
        demo = DEMO
        return { id: DEMO.id, accounts: ACCOUNTS }
      },
      cancelDemo: async (id) => {
        asked.push(id)
        demo = { ...DEMO, state: 'removing', cause: 'cancelled', ended_at: DEMO.asked_at }
      },
    },
  })
  await page.getByRole('button', { name: 'Demo', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/could not be made, and is gone: It took too long/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Make demo organisation' }).click()
  await expect
    .element(dialog.getByRole('textbox', { name: 'Owner: marta@fjordlight-1.invalid' }))
    .toHaveValue('once-only')
  await expect.element(dialog.getByText('People with vaults: 10 of 40')).toBeVisible()
  await expect
    .element(dialog.getByRole('progressbar', { name: 'Progress of the demo' }))
    .toHaveAttribute('aria-valuenow', '10')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.element(dialog.getByText(/are being deleted/)).toBeVisible()
  expect(asked).toEqual([40, DEMO.id])
})

test('passwords of a demo leave memory with the dialog, and are not shown under another one', async () => {
  let demo: Demo | null = null
  await mountScreen('/admin/tenants', {
    ...answers(),
    tenantLife: {
      demo: async () => ({ demo, is_single: false }),
      makeDemo: async () => {
        demo = DEMO
        return { id: DEMO.id, accounts: ACCOUNTS }
      },
    },
  })
  const open = page.getByRole('button', { name: 'Demo', exact: true })
  const dialog = page.getByRole('dialog')
  const passwords = dialog.getByRole('heading', { name: 'Passwords of its people' })
  const make = async () => {
    await dialog.getByRole('button', { name: 'Make demo organisation' }).click()
    await expect.element(passwords).toBeVisible()
  }
  const close = async () => {
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
  }
  const isKept = () =>
    [...queries.getMutationCache().getAll(), ...queries.getQueryCache().getAll()].some(({ state }) =>
      JSON.stringify(state.data ?? null).includes('once-only'),
    )
  await open.click()
  await make()
  await close()
  await expect.poll(isKept).toBe(false)
  await open.click()
  await expect.element(dialog.getByText('People with vaults: 10 of 40')).toBeVisible()
  expect(passwords.elements()).toEqual([])
  await close()
  demo = null
  await open.click()
  await make()
  demo = { ...DEMO, id: '33333333-3333-4333-8333-333333333333', done: 11 }
  await expect.element(dialog.getByText('People with vaults: 11 of 40')).toBeVisible()
  expect(passwords.elements()).toEqual([])
})

test('a demo has its mark in the list and is removed from there, and a server of one organisation offers none', async () => {
  const asked: string[] = []
  const problem = 'It took too long.'
  const ready: Demo = { ...DEMO, state: 'ready', step: 'studio', problem, ended_at: '2026-02-01T12:05:00Z' }
  let is_single = false
  await mountScreen('/admin/tenants', {
    ...answers({ ...TENANT, is_demo: true }),
    tenantLife: {
      demo: async () => ({ demo: is_single ? null : ready, is_single }),
      removeDemo: async (id) => {
        asked.push(id)
        is_single = true
      },
    },
  })
  await expect
    .element(page.getByRole('row', { name: /Example & Sons/ }).getByText('Demo', { exact: true }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Demo', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/^It is not whole: It took too long/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove demo organisation' }).click()
  await expect.element(dialog.getByText(/Everybody joins one organisation/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Make demo organisation' }).elements()).toEqual([])
  expect(asked).toEqual([DEMO.id])
})

test('limits besides those of the plan are shown as they hold, saved with what was seen, and a wrong figure is refused', async () => {
  const GB = 1024 ** 3
  const asked: unknown[] = []
  let tenant: Tenant = { ...TENANT, seats: 20, limit_people: 20, limit_bytes: 2 * GB, limits_version: 3 }
  await mountScreen('/admin/tenants', {
    ...answers(),
    tenants: {
      list: async () => ({ tenants: [tenant], hasMore: false }),
      setLimits: async (...given) => {
        asked.push(given)
        tenant = { ...tenant, seats: 50, limit_people: null, limit_bytes: GB / 2, limits_version: 4 }
      },
    },
    tenantLife: { exports: async () => [] },
  })
  const row = page.getByRole('row', { name: /Example & Sons/ })
  await expect.element(row).toMatchTextContent('12 of 20')
  await expect.element(row).toMatchTextContent('4.00 KB of 2.00 GB')
  await page.getByRole('button', { name: 'Open Example & Sons' }).click()
  const limits = page.getByRole('dialog').getByRole('region', { name: 'Limits' })
  const people = limits.getByRole('textbox', { name: /^Most people/ })
  const storage = limits.getByRole('textbox', { name: /^Storage of all its people/ })
  await expect.element(people).toHaveValue('20')
  await expect.element(storage).toHaveValue('2')
  await people.fill('0')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect.element(limits.getByText('Type a whole number from 1 to 1,000,000.')).toBeVisible()
  expect(asked).toEqual([])
  await people.fill('')
  await storage.fill('0,5')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect.poll(() => asked).toEqual([[TENANT.id, { people: null, bytes: GB / 2, version: 3 }]])
  await expect.element(people).toHaveValue('')
  await expect.element(storage).toHaveValue('0.5')
  // Rows behind an open dialog are nothing to read.
  await userEvent.keyboard('{Escape}')
  await expect.element(row).toMatchTextContent('12 of 50')
})

test('where billing is off, no plan is said to limit anybody', async () => {
  const facts = { ...FACTS, biller: 'off' as const }
  await mountScreen('/admin/tenants', {
    ...answers({ ...TENANT, seats: null }),
    tenantLife: { exports: async () => [] },
    installation: { facts: async () => facts },
  })
  await expect.element(page.getByRole('row', { name: /Example & Sons/ })).toMatchTextContent('12 people')
  await page.getByRole('button', { name: 'Open Example & Sons' }).click()
  const plans = page.getByRole('dialog').getByRole('group', { name: 'Plan' })
  await expect.element(plans).toMatchTextContent('Any number of people, and every role')
  expect(plans.getByText(/^Up to/).elements()).toEqual([])
})
