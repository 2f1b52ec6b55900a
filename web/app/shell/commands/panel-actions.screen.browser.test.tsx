import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#contract/permissions.ts'
import { type BillingAccount, VaultError } from '#web/lib/remote/vault-client.ts'
import { mountScreen } from '../../testing/mount-screen.tsx'
import type { VaultAnswers } from '../../testing/stub-vault.ts'

const waits = () => new Promise<never>(() => undefined)
const ACCOUNT: BillingAccount = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Example & Sons',
  plan: 'professional',
  seats: 20,
  limits: { people: 20, bytes: 2 * 1024 ** 3 },
  status: 'active',
  term: null,
  add_ons: [],
  used: { people: 12, invited: 0, bytes: 1024 ** 3, files: 0, devices: 0, streams: 0 },
  buyer: null,
}
const STAGE = { id: 's1', preset: null, name: 'First', kind: 'open' as const, probability: 10 }

type Case = { typed: string; label: string; role: Role; answers: VaultAnswers; address: string; heading: string }

const CASES: Case[] = [
  {
    typed: 'deal',
    label: 'Add a deal…',
    role: 'sales_manager',
    answers: {
      sales: {
        pipeline: async () => ({
          settings: { currency: 'EUR', seller: '', version: 1, is_fixed: false },
          stages: [STAGE],
          people: [],
        }),
        board: waits,
        tasks: waits,
      },
    },
    address: '/admin/growth/sales',
    heading: 'Add a deal',
  },
  {
    typed: 'add a partner',
    label: 'Add a partner…',
    role: 'partner_manager',
    answers: {
      partners: { programme: async () => ({ version: 1, currency: 'EUR', tiers: [], people: [] }), list: waits },
    },
    address: '/admin/growth/partners',
    heading: 'Add a partner',
  },
  {
    typed: 'add a contact',
    label: 'Add a contact…',
    role: 'growth_manager',
    answers: { contacts: { list: waits } },
    address: '/admin/growth/marketing',
    heading: 'Add a contact',
  },
  {
    typed: 'import contacts',
    label: 'Import contacts…',
    role: 'growth_manager',
    answers: { contacts: { list: waits } },
    address: '/admin/growth/marketing',
    heading: 'Import contacts',
  },
  {
    typed: 'newsletter',
    label: 'Write a newsletter…',
    role: 'growth_manager',
    answers: { newsletters: { list: waits, audiences: waits } },
    address: '/admin/growth/newsletters?newsletter=new',
    heading: 'New newsletter',
  },
  {
    typed: 'another plan',
    label: 'Ask for another plan…',
    role: 'billing_admin',
    answers: {
      invoicing: { account: async () => ACCOUNT, requests: async () => [] },
      installation: { facts: waits },
    },
    address: '/admin/billing',
    heading: 'Ask for another plan',
  },
]

async function choose(typed: string, label: string): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog').getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard(typed)
  await page.getByRole('option', { name: label, exact: true }).click()
}

const OVERVIEW: VaultAnswers = {
  team: {
    overview: async () => Promise.reject(new VaultError('offline', 'not asked here')),
    health: waits,
    waits,
    probeDatabase: waits,
  },
}

test.each(CASES)('$label leads $role to what it begins', async ({ typed, label, role, answers, address, heading }) => {
  const screen = await mountScreen('/admin/overview', { ...OVERVIEW, roles: { list: async () => [role] }, ...answers })
  await choose(typed, label)
  await expect.element(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  await expect.poll(screen.address).toBe(address)
})

test('the crawl of the site begins once, and Back begins nothing', async () => {
  let begun = 0
  const start = () => {
    begun += 1
    return waits()
  }
  const screen = await mountScreen('/admin/overview', {
    ...OVERVIEW,
    roles: { list: async () => ['growth_manager'], isOfOperator: async () => true },
    seo: { list: waits, start },
  })
  await choose('crawl', 'Crawl the site')
  await expect.poll(() => begun).toBe(1)
  await screen.goBack()
  await screen.goForward()
  await expect.element(page.getByRole('heading', { name: 'SEO', level: 1 })).toBeVisible()
  expect(begun).toBe(1)
})

test('a plan that was asked for already is not asked for again: the list says what waits', async () => {
  await mountScreen('/admin/overview', {
    ...OVERVIEW,
    roles: { list: async () => ['billing_admin'] },
    invoicing: {
      account: async () => ACCOUNT,
      requests: async () => [
        {
          id: 'r1',
          kind: 'plan',
          wanted: ['enterprise'],
          present: ['professional'],
          note: '',
          asked_at: '2026-02-01T12:00:00Z',
          state: 'open',
          reason: '',
          decided_at: null,
        },
      ],
    },
  })
  await choose('another plan', 'Ask for another plan…')
  await expect.element(page.getByText('Waits for an answer')).toBeVisible()
  expect(page.getByRole('dialog').elements()).toEqual([])
  // Limits that the operator set are said where the plan is.
  await expect.element(page.getByText('12 of 20')).toBeVisible()
  await expect.element(page.getByText('1.00 GB of 2.00 GB')).toBeVisible()
  expect(page.getByText('The operator of this server set this limit').elements()).toHaveLength(2)
})
