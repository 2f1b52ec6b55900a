import { expect, test } from 'vitest'
import { generateIdentity, systemRandom } from '#crypto/index.ts'
import { joinKeyrings } from './device-memory.ts'
import { PRUNED_PIN, pruned } from './prune-pins.ts'

const print = 'A'.repeat(43)
const limits = { aboveBytes: 1500, toBytes: 1000, fullBytes: 3000 }
const people = (by: string, count: number, prefix = by) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`peer/${prefix}-${at}`, by === '' ? print : `${print}:${by}`]),
  )
const grants = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`grant/file-${at}`, String(1000 + at)]))
const kept = { policy: '1:x', 'space/s': '3:y', granted: '7', ...people('invited', 2), ...people('chosen', 2) }

test('a small keyring keeps everything', () => {
  const keyring = { peers: [], pins: { ...kept, ...grants(3), ...people('seen', 3) } }
  expect(pruned(keyring, 9, limits)).toBe(keyring)
})

test('the oldest grants go first, then people of whom a file was opened, with their addresses', () => {
  const pins = {
    ...kept,
    ...grants(40),
    ...people('seen', 6),
    'mail/a@example.org': 'seen-0',
    'mail/b@example.org': 'chosen-0',
  }
  const some = pruned({ peers: [], pins }, 9, limits).pins
  expect(some).toMatchObject({ ...kept, ...people('seen', 6), [PRUNED_PIN]: '9' })
  expect(some['grant/file-39']).toBe('1039')
  expect(some['grant/file-0']).toBeUndefined()

  const many = pruned({ peers: [], pins: { ...pins, ...people('', 20, 'earlier') } }, 9, limits).pins
  expect(many).toMatchObject({ ...kept, 'mail/b@example.org': 'chosen-0' })
  expect(Object.keys(many).filter((name) => name.startsWith('grant/'))).toEqual([])
  expect(many['mail/a@example.org']).toBeUndefined()
})

test('that a passkey was removed stays, and no keyring without it counts as one that made room', () => {
  const passkeys = { 'passkey/a': 'gone', 'passkey/b': print }
  const pins = { ...grants(60), ...people('seen', 30), ...passkeys }
  expect(pruned({ peers: [], pins }, 9, limits).pins).toMatchObject(passkeys)
  const base = { identity: generateIdentity(systemRandom), earlier: [], kdf: null, peers: [], replaceable: null }
  const dropped = { ...base, revision: 9, pins: { [PRUNED_PIN]: '9' } }
  expect(joinKeyrings({ ...base, revision: 8, pins }, dropped).pins).toEqual({ ...passkeys, [PRUNED_PIN]: '9' })
})

test('somebody who was compared, chosen or invited stays, until nothing more fits', () => {
  const peers = [{ userId: 'seen-0', fingerprint: new Uint8Array(32), time: '2026-01-02T03:04:05.678Z' }]
  const some = pruned({ peers, pins: { ...people('seen', 30), ...kept } }, 9, limits)
  expect(some.pins).toMatchObject({ ...kept, 'peer/seen-0': `${print}:seen` })
  expect(() => pruned({ peers, pins: people('chosen', 60) }, 9, limits)).toThrow('as many people')
})

test('what another device dropped to make room is no sign of an older keyring, and does not come back', () => {
  const base = { identity: generateIdentity(systemRandom), earlier: [], kdf: null, peers: [], replaceable: null }
  const own = { ...base, revision: 8, pins: { ...kept, ...people('seen', 2) } }
  const dropped = { ...base, revision: 9, pins: { ...kept, [PRUNED_PIN]: '9' } }
  expect(joinKeyrings(own, dropped).pins).toEqual(dropped.pins)
  // Dropped before this device's state was written: then somebody took it away.
  const older = { ...dropped, pins: { ...kept, [PRUNED_PIN]: '8' } }
  expect(joinKeyrings(own, older).pins).toMatchObject(people('seen', 2))
  const without = { ...dropped, pins: { ...people('seen', 2), [PRUNED_PIN]: '9' } }
  expect(joinKeyrings(own, without).pins).toMatchObject(kept)
})
