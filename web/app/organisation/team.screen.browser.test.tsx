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
