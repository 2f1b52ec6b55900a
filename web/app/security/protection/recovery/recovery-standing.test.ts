import { expect, test } from 'vitest'
import type { PolicyPerson, PolicyView } from '#web/lib/remote/vault-client.ts'
import { standingOf } from './recovery-standing.ts'

const person = (userId: string, change: Partial<PolicyPerson> = {}): PolicyPerson => ({
  userId,
  email: `${userId}@example.org`,
  name: '',
  isMe: false,
  isMember: true,
  trust: 'new',
  ...change,
})
const policy: PolicyView = {
  revision: 2,
  hash: 'A'.repeat(43),
  threshold: 2,
  holders: [person('ada'), person('cy'), person('dee')],
  author: person('ada', { trust: 'compared' }),
  authorNumber: null,
  isVouched: true,
  decidedAt: '2026-01-02T03:04:05.678Z',
}
const agreed = (revision: number) => ({ agreement: { revision, threshold: 2, agreedAt: policy.decidedAt } })
const not = { agreement: null }

test('without a policy there is nothing to allow', () => {
  expect(standingOf(null, not)).toBe('none')
})

test('an agreement counts for its own revision only', () => {
  expect(standingOf(policy, not)).toBe('open')
  expect(standingOf(policy, agreed(2))).toBe('allowed')
  expect(standingOf(policy, agreed(1))).toBe('older')
})

test('somebody whom a server could have made up decides nothing for this vault', () => {
  expect(standingOf({ ...policy, isVouched: false }, not)).toBe('unknown-author')
})

test('oneself and people who left do not count', () => {
  const holders = [person('ada'), person('bob', { isMe: true }), person('cy', { isMember: false })]
  expect(standingOf({ ...policy, holders }, not)).toBe('too-few')
})
