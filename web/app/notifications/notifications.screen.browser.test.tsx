import { expect, test } from 'vitest'
import type { Notice, PeopleRules } from '#web/lib/remote/vault-client.ts'
import { ADA } from '../testing/quiet-frame.ts'
import { listedPeople } from '../testing/listed-people.ts'
import { mountScreen } from '../testing/mount-screen.tsx'

const BOB_ID = '22222222-2222-4222-8222-222222222222'
const BOB = {
  userId: BOB_ID,
  email: 'bob@example.test',
  name: 'Bob Kahn',
  roles: ['member'],
  roleEndsAt: null,
  hasVault: true,
  trust: null,
  joinedAt: '2026-01-01T00:00:00Z',
  lastActiveAt: null,
  removedAt: null,
  standing: 'active' as const,
  isProvisioned: false,
  guest: null,
}
const notice = (id: string, kind: string, details: Record<string, unknown>): Notice => {
  return { id, createdAt: '2026-01-02T12:00:00Z', kind, details, isRead: true }
}

test('people are named by the server, which is asked for those alone and for no keys', async () => {
  const asked: PeopleRules[] = []
  const { people } = listedPeople([BOB, { ...BOB, userId: ADA.userId, name: 'Ada' }])
  await mountScreen('/dashboard/notifications', {
    notices: {
      list: async () => [
        notice('n1', 'team_space_added', { added_by: BOB_ID }),
        // An id that cannot be one is asked for nowhere: the server would refuse all of them.
        notice('n2', 'recovery_wanted', { person: 'nobody' }),
      ],
      settings: () => new Promise<never>(() => undefined),
    },
    sharing: { withMe: async () => [] },
    people: { list: async (rules) => (asked.push(rules), people.list(rules)) },
  })
  await expect.poll(() => document.body.textContent).toMatch(/Bob\sKahn\sadded you to/)
  expect(asked).toEqual([{ ids: BOB_ID }])
})
