import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Member } from '#web/lib/remote/vault-client.ts'
import { OUR_SIDE } from '../testing/failures.ts'
import { failingUntil } from '../testing/list-states.ts'
import { mountScreen } from '../testing/mount-screen.tsx'
import { ADA } from '../testing/quiet-frame.ts'

const ada: Member = {
  userId: ADA.userId,
  email: ADA.email,
  name: 'Ada Example',
  roles: [],
  roleEndsAt: null,
  isMe: true,
  hasVault: true,
  trust: null,
  joinedAt: '2026-02-03T12:00:00Z',
  lastActiveAt: null,
  removedAt: null,
  standing: 'active',
  isProvisioned: false,
  guest: null,
}

test('the members are read, failed and listed', async () => {
  const team = failingUntil({ organisation: 'Example Works', members: [ada] })
  await mountScreen('/dashboard/team', { team: { list: team.answer }, recovery: { toAnswer: async () => [] } })
  const main = page.getByRole('main')
  await expect.element(main.getByText('Loading members')).toBeInTheDocument()
  team.fail()
  await expect.element(main.getByRole('alert')).toMatchTextContent(`The members could not be loaded. ${OUR_SIDE}`)
  team.mend()
  await userEvent.click(main.getByRole('button', { name: 'Retry' }))

  const members = page.getByRole('region', { name: 'Members' })
  await expect.element(members.getByRole('listitem')).toMatchTextContent('Ada Example')
})

test('a search that finds nobody says so', async () => {
  await mountScreen('/dashboard/team?q=carl', {
    team: { list: async () => ({ organisation: 'Example Works', members: [ada] }) },
    recovery: { toAnswer: async () => [] },
  })
  const members = page.getByRole('region', { name: 'Members' })
  await expect.element(members.getByText('No people found')).toBeVisible()
  await expect.element(members.getByText('Nobody’s name or address matches your search')).toBeVisible()
})

test('what a member could open on a day is listed with its source, says what is not known, and follows the day', async () => {
  const asked: string[] = []
  const waits = () => new Promise<never>(() => undefined)
  const bob: Member = { ...ada, userId: 'bob', email: 'bob@example.test', name: 'Bob', isMe: false, hasVault: false }
  await mountScreen('/dashboard/team', {
    roles: { list: async () => ['owner' as const], isOfOperator: async () => false },
    team: {
      list: async () => ({ organisation: 'Example Works', members: [ada, bob] }),
      imports: waits,
      invitations: waits,
    },
    recovery: { toAnswer: async () => [], policy: waits },
    installation: { facts: waits },
    reviews: {
      access: async ({ person, day }) => {
        asked.push(`${person} ${day}`)
        return {
          grants: [
            {
              kind: 'space',
              what: '12345678-aa',
              held_role: 'editor',
              began: '2026-01-01T12:00:00Z',
              ended: null,
              source: 'roster',
              given_by: '',
              files: 3,
            },
          ],
          is_cut: false,
        }
      },
    },
  })
  await page.getByRole('button', { name: /Bob/ }).first().click()
  await page.getByRole('button', { name: 'What could they open on a day…' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('Team space 12345678')).toBeVisible()
  await expect.element(dialog.getByText(/3 files · from .* · source: signed roster/)).toBeVisible()
  await expect.element(dialog.getByText(/^Not known: files opened by links that were sent outside/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Day (UTC)' }).fill('2026-01-05')
  await expect.poll(() => asked.at(-1)).toBe('bob 2026-01-05')
})

test('a limit of storage for one person is shown, not above the plan, and taken away by emptying it', async () => {
  const GB = 1024 ** 3
  const asked: unknown[] = []
  const waits = () => new Promise<never>(() => undefined)
  const bob: Member = { ...ada, userId: 'bob', email: 'bob@example.test', name: 'Bob', isMe: false, hasVault: false }
  await mountScreen('/dashboard/team', {
    roles: { list: async () => ['owner' as const], isOfOperator: async () => false },
    team: {
      list: async () => ({ organisation: 'Example Works', members: [ada, bob] }),
      imports: waits,
      invitations: waits,
      quotas: async () => [{ userId: 'bob', usedBytes: GB / 2, ownBytes: GB, planBytes: 2 * GB }],
      setQuota: async (person, bytes) => void asked.push([person, bytes]),
    },
    recovery: { toAnswer: async () => [], policy: waits },
    installation: { facts: waits },
  })
  await expect.element(page.getByText('512.00 MB of 1.00 GB used')).toBeVisible()
  await page.getByRole('button', { name: /Bob/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Bob' })
  const limit = dialog.getByRole('textbox', { name: /^Limit in GB/ })
  await expect.element(limit).toHaveValue('1')
  await limit.fill('2.5')
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  await expect.element(dialog.getByText('The plan has 2.00 GB.')).toBeVisible()
  expect(asked).toEqual([])
  await limit.fill('')
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  await expect.poll(() => asked).toEqual([['bob', null]])
})
