import { expect, test } from 'vitest'
import type { Member } from '#web/lib/remote/vault-client.ts'
import { goneOf } from './gone-holders.ts'

const member = (userId: string, removedAt: string | null) => ({ userId, name: userId, email: '', removedAt }) as Member

test('of those a decision names, who was removed or is not listed stays in sight', () => {
  expect(goneOf(['ada', 'bob', 'cy'], [member('ada', null), member('bob', '2026-11-30T00:00:00Z')])).toEqual([
    { id: 'bob', label: 'bob' },
    { id: 'cy', label: 'cy' },
  ])
})
