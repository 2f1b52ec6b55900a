import { describe, expect, test } from 'vitest'
import type { OwnCode } from '#web/lib/remote/own-code.ts'
import { agreementFact, codeFact, connectionFact, contentFact, logFact, vectorsFact } from './fact.ts'
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

test('a build that the log does not list fails, and one about which it was not asked says so', () => {
  const code: OwnCode = { version: '1', sha256: 'ab'.repeat(32), list: '', compared: 9, differing: [] }
  expect(codeFact(code, { isListed: true, index: 3 })).toMatchObject({
    state: 'passed',
    note: expect.stringContaining('Entry 3 of the public log'),
  })
  expect(codeFact(code, { isListed: false })).toMatchObject({
    state: 'failed',
    value: 'Not in the public log: build abababababab',
  })
  expect(codeFact(code, 'not asked')).toMatchObject({ state: 'failed', value: expect.stringContaining('no answer') })
  expect(codeFact(code).note).not.toContain('log')
  expect(codeFact({ ...code, differing: ['/a.js'] }, { isListed: true, index: 3 })).toMatchObject({ state: 'failed' })
})

test('a log fails when it is not what this browser knows, and is not counted when another took its place', () => {
  const head = { size: 1, root: new Uint8Array(32).fill(10) }
  const log = { origin: 'a', head, before: undefined, isAnother: false, witnesses: { state: 'none' } as const }
  expect(logFact({ log, build: undefined })).toMatchObject({ state: 'passed', value: '1 entry, root\u00a00a0a0a0a…' })
  const seen = { ...log, before: { ...log.head, atMs: Date.UTC(2026, 0, 2) } }
  expect(logFact({ log: seen, build: undefined }).note).toContain('everything that this browser saw on')
  expect(logFact({ log: { ...log, isAnother: true }, build: undefined }).state).toBe('absent')
  const signed = { signed: [{ name: 'W', atMs: 1, keepsEntries: false }], of: 2, isOther: false }
  const current = { ...log, witnesses: { state: 'current', ...signed } as const }
  expect(logFact({ log: current, build: undefined }).note).toContain('1 of 2 independent witnesses')
  const late = { ...log, witnesses: { state: 'late', ...signed } as const }
  expect(logFact({ log: late, build: undefined }).state).toBe('failed')
  for (const problem of ['other_keys', 'forked', 'shrank', 'bad_checkpoint'] as const) {
    expect(logFact({ log: { problem, origin: 'a' }, build: undefined }).state).toBe('failed')
  }
})
