import { expect, test } from 'vitest'
import { SQL_CHANGES, changedFunction } from './sql-changes.ts'

test.each(SQL_CHANGES)('authz.$name holds what is changed to try its tests: $from', (change) => {
  expect(changedFunction(change)).toMatch(/^create or replace function authz\./)
})

test('a text that is not there is no change', () => {
  expect(() => changedFunction({ name: 'allows', from: 'planted', to: '', tests: [] })).toThrow(/exactly once: planted/)
})
