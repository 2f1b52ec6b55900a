import { expect, test } from 'vitest'
import type { LedgerReport } from '#web/lib/remote/vault-client.ts'
import { statesIn } from './event-state.ts'

const report = (log: object): LedgerReport =>
  ({ log, events: new Map([['a', { state: 'pending' }]]) }) as unknown as LedgerReport

test('an event that waits for its check is not said to be checked while the ledger itself is not what it was', () => {
  expect(statesIn(undefined)('b')).toBeUndefined()
  expect(statesIn(report({ size: 2 }))('b')).toBeUndefined()
  expect(statesIn(report({ problem: 'shrank' }))('b')).toEqual({ state: 'unchecked' })
  expect(statesIn(report({ problem: 'shrank' }))('a')).toEqual({ state: 'pending' })
})
