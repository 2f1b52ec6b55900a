import { expect, test } from 'vitest'
import { LEAST_CONNECTIONS, splitConnections } from './pool-sizes.ts'

test('of the usual 40 connections callers and services have 12 each, storage 8 and strangers 4 twice', () => {
  expect(splitConnections(40)).toEqual({ owner: 12, api: 12, storage: 8, anonymous: 4 })
})

test('of any number that may be set each kind has one, and together they are that number', () => {
  for (let total = LEAST_CONNECTIONS; total <= 1000; total++) {
    const { owner, api, storage, anonymous } = splitConnections(total)
    expect(Math.min(owner, api, storage, anonymous)).toBeGreaterThan(0)
    expect(owner + api + storage + 2 * anonymous).toBe(total)
  }
})
