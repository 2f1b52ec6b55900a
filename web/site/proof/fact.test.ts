import { describe, expect, test } from 'vitest'
import { agreementFact, connectionFact, contentFact, vectorsFact } from './fact.ts'
import type { RoundTrip } from './round-trip.ts'

const trip: RoundTrip = {
  path: 'noble',
  makeMs: 1.234,
  wrapMs: 12.6,
  unwrapMs: 3,
  publicKeyBytes: 1216,
  encBytes: 1120,
  isSameSecret: true,
  sampleBytes: 8 * 1024 * 1024,
  sealMs: 20,
  openMs: 21,
  isSameContent: true,
}

describe('the connection', () => {
  const local = { protocol: 'http:', hostname: 'localhost' }
  const afar = { protocol: 'https:', hostname: 'vault.example' }

  test.each([
    ['hybrid', { version: 'TLSv1.3', group: 'X25519MLKEM768' }, afar, 'passed', 'TLS 1.3, X25519MLKEM768'],
    ['classical', { version: 'TLSv1.3', group: 'X25519' }, afar, 'failed', 'TLS 1.3, X25519'],
    ['behind a proxy', null, afar, 'absent', 'TLS ends before this server'],
    ['plain on this machine', null, local, 'absent', 'HTTP'],
    ['plain over a network', null, { ...local, hostname: 'vault.example' }, 'failed', 'HTTP, not encrypted'],
  ] as const)('%s', (_, tls, page, state, value) => {
    expect(connectionFact({ tls }, page)).toMatchObject({ state, value })
  })
})

test('times are shown, and what went wrong instead of them', () => {
  expect(agreementFact(trip)).toMatchObject({
    state: 'passed',
    value: '1.23\u00a0ms\u00a0make, 13\u00a0ms\u00a0wrap, 3.00\u00a0ms\u00a0unwrap',
  })
  expect(agreementFact({ ...trip, isSameSecret: false })).toMatchObject({ state: 'failed' })
  expect(contentFact(trip)).toMatchObject({ state: 'passed', value: '20\u00a0ms\u00a0seal, 21\u00a0ms\u00a0open' })
  expect(contentFact({ ...trip, isSameContent: false })).toMatchObject({ state: 'failed' })
})

test('one wrong answer fails all vectors, and so do none', () => {
  const right = { set: 'floe', right: 2, count: 2, milliseconds: 1 } as const
  expect(vectorsFact([right])).toMatchObject({ state: 'passed', value: '2 of 2 right' })
  expect(vectorsFact([right, { ...right, right: 1 }])).toMatchObject({ state: 'failed' })
  expect(vectorsFact([])).toMatchObject({ state: 'failed' })
})
