import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NO_POLICIES } from '#contract/organisation/policies.ts'
import { type Member, VaultError } from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { storedFile } from '../testing/items.ts'
import { ADA_MEMBER, listedPeople } from '../testing/listed-people.ts'
import { mountScreen, together } from '../testing/mount-screen.tsx'

const ada: Member = { ...ADA_MEMBER, roles: ['owner'] }
const bob: Member = {
  ...ada,
  userId: 'bob',
  email: 'bob@example.test',
  name: 'Bob',
  isMe: false,
  hasVault: false,
  roles: ['member'],
}
const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000)
const guest = { endsAt: inDays(20).toISOString(), hasEnded: false }
const gus: Member = { ...bob, userId: 'gus', email: 'gus@example.test', name: 'Gus', guest }
const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
const waits = () => new Promise<never>(() => undefined)
const asOwner = { list: async () => ['owner' as const], isOfOperator: async () => false }

async function mountTeam(team: object = {}, members: readonly Member[] = [ada, bob, gus]): Promise<void> {
  await mountScreen('/dashboard/team', {
    roles: asOwner,
    ...together(listedPeople(members), { team: { imports: waits, invitations: async () => [], ...team } }),
    recovery: { toAnswer: async () => [], policy: waits },
    installation: { facts: waits },
  })
}

test('a guest has a badge with the day, and the list shows guests alone', async () => {
  await mountTeam()
  const rows = page.getByRole('region', { name: 'Members' }).getByRole('listitem')
  await expect.element(rows.filter({ hasText: 'Gus' }).getByText(/^Guest until /)).toBeVisible()
  expect(rows.elements()).toHaveLength(3)
  await page.getByRole('checkbox', { name: 'Guests only' }).click()
  await expect.poll(() => rows.elements().length).toBe(1)
  await expect.element(rows).toMatchTextContent('Gus')
  await expectAccessible()
})

test('of a guest the day is moved, within a year, instead of a role; and they are made a member', async () => {
  const asked: unknown[] = []
  await mountTeam({
    setGuest: async (person: string, until: string, seen: string | null) =>
      void asked.push([person, dayOf(new Date(until)), seen]),
    admitGuest: async (person: string, seen: string | null) => void asked.push([person, seen]),
  })
  await page.getByRole('button', { name: /Gus/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Gus' })
  await expect.element(dialog.getByRole('button', { name: 'Save day' })).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: 'Save role' })).not.toBeInTheDocument()
  const day = dialog.getByLabelText('Until')
  await day.fill(dayOf(inDays(400)))
  await expect.element(dialog.getByText('Choose a day that is not over, within 365 days.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Save day' })).toBeDisabled()
  await day.fill(dayOf(inDays(40)))
  await dialog.getByRole('button', { name: 'Save day' }).click()
  await expect.poll(() => asked).toEqual([['gus', dayOf(inDays(40)), guest.endsAt]])
  await page.getByRole('button', { name: /Gus/ }).click()
  await page.getByRole('button', { name: 'Make a member' }).click()
  await expect.poll(() => asked.at(-1)).toEqual(['gus', guest.endsAt])
})

test('after a refusal because somebody else was faster, the form has what they decided', async () => {
  const members = [ada, bob, gus]
  const moved = { ...guest, endsAt: inDays(60).toISOString() }
  const asked: unknown[] = []
  await mountTeam(
    {
      setGuest: async (_person: string, until: string, seen: string | null) => {
        asked.push([dayOf(new Date(until)), seen])
        if (asked.length > 1) return
        members[2] = { ...gus, guest: moved }
        throw new VaultError('guest_changed', 'Somebody else was faster.')
      },
    },
    members,
  )
  await page.getByRole('button', { name: /Gus/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Gus' })
  const day = dialog.getByLabelText('Until')
  await day.fill(dayOf(inDays(40)))
  await dialog.getByRole('button', { name: 'Save day' }).click()
  await expect.element(day).toHaveValue(dayOf(inDays(60)))
  await day.fill(dayOf(inDays(50)))
  await dialog.getByRole('button', { name: 'Save day' }).click()
  await expect
    .poll(() => asked)
    .toEqual([
      [dayOf(inDays(40)), guest.endsAt],
      [dayOf(inDays(50)), moved.endsAt],
    ])
})

test('a member is made a guest for 90 days, unless another day is chosen', async () => {
  const asked: unknown[] = []
  await mountTeam({
    setGuest: async (person: string, until: string, seen: string | null) =>
      void asked.push([person, dayOf(new Date(until)), seen]),
  })
  await page.getByRole('button', { name: /Bob/ }).click()
  await page.getByRole('button', { name: 'Make a guest' }).click()
  await expectAccessible()
  await page.getByRole('button', { name: 'Make a guest' }).click()
  await expect.poll(() => asked).toEqual([['bob', dayOf(inDays(90)), null]])
})

test('an invitation of a guest has a day and no role', async () => {
  const asked: Record<string, unknown>[] = []
  await mountTeam({
    invite: async (wanted: Record<string, unknown>) => (asked.push(wanted), 'https://example.org/join'),
  })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Email/ }).fill('new@example.test')
  await dialog.getByRole('checkbox', { name: 'Invite as a guest' }).click()
  await expect.element(dialog.getByRole('combobox', { name: 'Role' })).not.toBeInTheDocument()
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: /^Send/ }).click()
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toMatchObject({ email: 'new@example.test', role: 'member', until: null })
  expect(dayOf(new Date(String(asked[0]?.['guestUntil'])))).toBe(dayOf(inDays(90)))
})

test('who shares a file reads beforehand that it goes to a guest', async () => {
  await mountScreen('/dashboard', {
    files: { list: async () => [storedFile('Plan.pdf')] },
    team: {
      guests: async () => new Map([['gus', guest]]),
    },
    sharing: {
      byMe: async () => ({ people: [], links: [] }),
      findPerson: async (email: string) => ({
        userId: email === gus.email ? 'gus' : 'bob',
        email,
        name: 'Somebody',
        trust: 'new' as const,
        isAddressKnown: false,
        safetyNumber: '10000 10001',
      }),
    },
  })
  await page.getByRole('button', { name: 'Share Plan.pdf' }).click()
  const field = page.getByLabelText('Name or email of a colleague')
  const dialog = page.getByRole('dialog')
  await field.fill(bob.email)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Somebody').first()).toBeVisible()
  await expect.element(dialog.getByText('Guest', { exact: true })).not.toBeInTheDocument()
  await field.fill(gus.email)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Guest', { exact: true })).toBeVisible()
})

const asGuest = {
  guests: async () => new Map([[ada.userId, guest]]),
}

test('a guest sees people, and neither teams nor a choice of guests', async () => {
  await mountScreen('/dashboard/team', {
    ...listedPeople([{ ...ada, guest }, bob]),
    recovery: { toAnswer: async () => [] },
  })
  await expect.element(page.getByRole('region', { name: 'Members' }).getByText('Bob', { exact: true })).toBeVisible()
  await expect.poll(() => page.getByRole('tab').elements()).toHaveLength(0)
  expect(page.getByRole('checkbox', { name: 'Guests only' }).elements()).toEqual([])
})

test('a guest is offered no new team space', async () => {
  await mountScreen('/dashboard/spaces', { team: asGuest })
  await expect.element(page.getByRole('heading', { name: 'Team spaces', level: 1 })).toBeVisible()
  await expect.poll(() => page.getByRole('button', { name: 'New space' }).elements()).toHaveLength(0)
})

test.each([
  [false, 'Your organisation does not allow links.'],
  [true, 'Create link'],
])('a guest is offered a link where guests may make them: %s', async (allowsGuestLinks, said) => {
  const policies = { ...NO_POLICIES, allowsGuestLinks }
  await mountScreen('/dashboard', {
    files: { list: async () => [storedFile('Plan.pdf')] },
    team: { ...asGuest, policies: async () => ({ policies, version: 1, updatedAt: null, updatedBy: null }) },
  })
  await page.getByRole('button', { name: 'Share Plan.pdf' }).click()
  await expect.element(page.getByRole('dialog').getByText(said)).toBeVisible()
})
