import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  type AccessReview,
  type ListedPerson,
  type Offboarding,
  type OffboardingFacts,
  type Overview,
  type PeopleRules,
  type ReviewItem,
  VaultError,
} from '#web/lib/remote/vault-client.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'

const REVIEW: AccessReview = {
  id: 'r1',
  name: 'Every quarter',
  due_on: '2026-02-01',
  is_late: false,
  scope: 'people',
  scope_role: null,
  scope_name: '',
  covers_roles: true,
  covers_spaces: true,
  state: 'open',
  created_at: '2026-01-01T12:00:00Z',
  closed_at: null,
  reviewers: [{ id: 'a', email: 'ada@example.test' }],
  is_reviewer: true,
  items: 4,
  pending: 2,
  waiting: 1,
  failed: 1,
}
const item = (id: string, change: Partial<ReviewItem>): ReviewItem => ({
  id,
  person_id: id,
  person_name: `Person ${id}`,
  person_email: `${id}@example.test`,
  kind: 'role',
  held_role: 'admin',
  space_id: null,
  until: null,
  state: 'pending',
  reason: null,
  note: '',
  decider: '',
  decided_at: null,
  is_me: false,
  ...change,
})
const decided = { decider: 'ada@example.test', decided_at: '2026-01-02T12:00:00Z' }
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
const ITEMS = [
  item('one', {}),
  item('me', { is_me: true }),
  item('gone', { kind: 'space', space_id: '12345678-aa', held_role: 'editor', state: 'remove', ...decided }),
  item('kept', { state: 'failed', reason: 'changed', ...decided }),
]

const answers = (review: AccessReview = REVIEW) => ({
  roles: { list: async () => ['admin' as const] },
  team: { overview: async () => FIGURES },
  reviews: {
    list: async () => ({ reviews: [review], after: null }),
    read: async () => review,
    items: async () => ({ items: ITEMS, after: null }),
  },
})

test('several grants are kept at once; what the server refused is named and stays chosen', async () => {
  const asked: string[] = []
  const { reviews, ...others } = answers()
  const open = [item('one', {}), item('two', {}), ...ITEMS.slice(1)]
  await mountScreen('/admin/reviews?review=r1', {
    ...others,
    reviews: {
      ...reviews,
      items: async () => ({ items: open, after: null }),
      decide: async (id, decision) => {
        asked.push(`${id} ${decision}`)
        if (id === 'one') throw new VaultError('changed_meanwhile', 'Somebody was faster')
        return 'keep'
      },
    },
  })
  // Neither one's own access nor what is decided.
  await expect.element(page.getByRole('checkbox', { name: /^Choose / }).nth(3)).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).click()
  await page.getByRole('button', { name: 'Remove these' }).click()
  await page.getByRole('alertdialog', { name: 'Remove 2 grants?' }).getByRole('button', { name: 'Cancel' }).click()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Keep these' }).click()
  await expect.element(page.getByText(/of Person one: /)).toBeVisible()
  expect(asked).toEqual(['one keep', 'two keep'])
  await expect.element(page.getByText('1 chosen')).toBeVisible()
})

test('a reviewer decides on the access of others and not on their own, and sees what still waits', async () => {
  const asked: string[] = []
  const { reviews, ...others } = answers()
  await mountScreen('/admin/reviews?review=r1', {
    ...others,
    reviews: {
      ...reviews,
      decide: async (id, decision) => {
        asked.push(`${id} ${decision}`)
        return 'applied'
      },
    },
  })
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await expect.element(row('Person me').getByText('Your own access: another reviewer decides')).toBeVisible()
  expect(row('Person me').getByRole('button').elements()).toEqual([])
  await expect.element(row('Person gone').getByText(/The server has no keys of the space/)).toBeVisible()
  await expect
    .element(row('Person gone').getByRole('link', { name: 'Team spaces' }))
    .toHaveAttribute('href', '/dashboard/spaces')
  await expect.element(row('Person kept').getByText(/Nothing was done/)).toBeVisible()
  await row('Person one')
    .getByRole('button', { name: /Remove/ })
    .click()
  await expect.poll(() => asked).toEqual(['one remove'])
})

test('who is no reviewer reads, and decides nothing', async () => {
  await mountScreen('/admin/reviews?review=r1', answers({ ...REVIEW, is_reviewer: false }))
  await expect.element(page.getByText(/You are no reviewer of this review/)).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Person one/ }).getByText('Not decided')).toBeVisible()
  expect(page.getByRole('button', { name: /^Keep/ }).elements()).toEqual([])
})

const FACTS: OffboardingFacts = {
  sessions: 2,
  devices: 1,
  links: 3,
  requests: 0,
  roles: ['analyst'],
  shares: 4,
  files: 17,
  can_be_recovered: false,
  is_me: false,
  is_last_owner: false,
  spaces: [
    { id: '11111111-a', role: 'manager', people: 3, managers: [{ id: 'm', email: 'eve@example.test' }] },
    { id: '22222222-b', role: 'manager', people: 2, managers: [] },
  ],
}
const STOPPED: Offboarding = {
  id: 'o1',
  person_id: 'bob',
  person_name: 'Bob',
  person_email: 'bob@example.test',
  ending: 'suspend',
  starter: 'ada@example.test',
  started_at: '2026-01-02T12:00:00Z',
  finished_at: null,
  steps: [
    { step: 'access', state: 'done', reason: null, ended: 2 },
    { step: 'roles', state: 'failed', reason: 'last_owner', ended: null },
  ],
  spaces: [{ space_id: '11111111-a', successor: 'eve@example.test', is_managed: true, left_at: null }],
}

const BOB_ID = '22222222-2222-4222-8222-222222222222'
const EVE_ID = '33333333-3333-4333-8333-333333333333'
const listed = (id: string, name: string): ListedPerson => ({
  id,
  name,
  email: `${name.toLowerCase()}@example.test`,
  roles: ['member'],
  role_ends_at: null,
  has_vault: true,
  joined_at: '2026-01-01T00:00:00Z',
  last_active_at: null,
  removed_at: null,
  standing: 'active',
  is_provisioned: false,
  guest: null,
  storage: null,
})
const LISTED = [listed(BOB_ID, 'Bob'), listed(EVE_ID, 'Eve')]

type Given = { given?: unknown[]; asked?: PeopleRules[]; person?: string }
function mountOffboarding(facts: OffboardingFacts, { given = [], asked = [], person = BOB_ID }: Given = {}) {
  return mountScreen(`/admin/reviews?tab=offboarding&person=${person}`, {
    roles: { list: async () => ['owner' as const] },
    team: { overview: async () => FIGURES },
    people: {
      list: async (rules) => {
        asked.push(rules)
        return { people: LISTED.filter(({ id }) => rules.ids === undefined || rules.ids === id), after: null }
      },
    },
    reviews: {
      list: async () => ({ reviews: [REVIEW], after: null }),
      offboardings: async () => ({ offboardings: [STOPPED], after: null }),
      facts: async () => facts,
      offboard: async (wanted) => {
        given.push(wanted)
        return STOPPED
      },
    },
  })
}

test('offboarding counts first, and waits until every space has an answer', async () => {
  const given: unknown[] = []
  const asked: PeopleRules[] = []
  await mountOffboarding(FACTS, { given, asked })
  const dialog = page.getByRole('dialog', { name: 'Offboard Bob' })
  await expect.poll(() => asked).toEqual([{ ids: BOB_ID }])
  await expect.element(dialog.getByText('17')).toBeVisible()
  const confirm = dialog.getByRole('button', { name: 'Offboard' })
  await expect.element(confirm).toBeDisabled()
  await dialog.getByRole('combobox', { name: /takes over team space 11111111/ }).selectOptions('m')
  await expect.element(confirm).toBeDisabled()
  await dialog.getByRole('checkbox').click()
  await confirm.click()
  await expect
    .poll(() => given)
    .toEqual([{ person: BOB_ID, ending: 'suspend', successors: { '11111111-a': 'm' }, leaves_unmanaged: true }])
})

test('who leaves is found by the server, which is asked for no keys', async () => {
  const asked: PeopleRules[] = []
  const { address } = await mountOffboarding(FACTS, { asked, person: 'choose' })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: 'Search by name or address' }).fill('ev')
  await expect.poll(() => asked.at(-1)).toEqual({ state: 'present', search: 'ev' })
  await dialog.getByRole('button', { name: 'Choose Eve' }).click()
  await expect.poll(address).toContain(`person=${EVE_ID}`)
})

test('the last owner is not offered, and what stopped says why and can be resumed', async () => {
  await mountOffboarding({ ...FACTS, is_last_owner: true })
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/This is the last owner/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Offboard' }).elements()).toEqual([])
  await expect.element(page.getByText(/An organisation keeps at least one owner/)).toBeInTheDocument()
  await expect.element(page.getByText(/waits for eve@example.test/)).toBeInTheDocument()
})
