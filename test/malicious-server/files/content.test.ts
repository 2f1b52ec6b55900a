/**
 * A server that lies about the bytes of a file. Of the attacks of docs/threat-model.md: reordered, truncated, extended and mixed
 * segments, a swapped object, a downgraded suite. Nothing may come out but a true beginning of the file, and then a refusal.
 */
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { FLOE } from '#crypto/index.ts'
import { type ContentKeys, readingKeys } from '#vault/transfer/content-keys.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { openContent } from '#vault/transfer/open-content.ts'
import { createRangeReader } from '#vault/transfer/open-range.ts'
import { storeFile } from '../../support/stored-file.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'

const { signal } = new AbortController()
const bytes = randomBytes(3 * FLOE.plainBytes + 1000)
const { headerBytes, segmentBytes } = FLOE

const attacked = stageAttacked()
let ada: VaultPerson
let keys: ContentKeys
let other: ContentKeys
beforeAll(async () => {
  ada = await attacked.person()
  keys = await keysOf(await storeFile(ada, 'plan.pdf', bytes))
  // The same length, so that only its key tells it apart.
  other = await keysOf(await storeFile(ada, 'other.pdf', randomBytes(bytes.length)))
})

const segment = (sealed: Buffer, at: number) =>
  sealed.subarray(headerBytes + at * segmentBytes, headerBytes + (at + 1) * segmentBytes)
const header = (sealed: Buffer) => sealed.subarray(0, headerBytes)
const withSegments = (sealed: Buffer, order: readonly number[]) =>
  Buffer.concat([header(sealed), ...order.map((at) => segment(sealed, at))])

test.each<[string, (sealed: Buffer, foreign: Buffer) => Buffer]>([
  ['swaps two segments', (sealed) => withSegments(sealed, [1, 0, 2, 3])],
  ['repeats a segment', (sealed) => withSegments(sealed, [0, 1, 1, 3])],
  ['leaves out the last segment', (sealed) => withSegments(sealed, [0, 1, 2])],
  ['leaves out a segment in the middle', (sealed) => withSegments(sealed, [0, 2, 3])],
  ['cuts the last segment', (sealed) => sealed.subarray(0, -1)],
  ['cuts everything', () => Buffer.alloc(0)],
  ['adds a byte', (sealed) => Buffer.concat([sealed, Buffer.from('x')])],
  ['adds a segment', (sealed) => withSegments(sealed, [0, 1, 2, 3, 3])],
  [
    'mixes in a segment of another file',
    (sealed, foreign) =>
      Buffer.concat([header(sealed), segment(foreign, 0), sealed.subarray(headerBytes + segmentBytes)]),
  ],
  ['answers with another file', (_, foreign) => foreign],
  [
    'puts the header of another file',
    (sealed, foreign) => Buffer.concat([header(foreign), sealed.subarray(headerBytes)]),
  ],
  ['names another cipher in the header', (sealed) => flipped(sealed, 0)],
  ['names another key derivation in the header', (sealed) => flipped(sealed, 1)],
  ['changes the last byte', (sealed) => flipped(sealed, sealed.length - 1)],
])('a server that %s is refused', async (_, attack) => {
  const [sealed, foreign] = [await objectOf(keys), await objectOf(other)]
  attacked.proxy.tamper(({ path }) => (path.includes(keys.storagePath) ? { body: attack(sealed, foreign) } : null))

  const opened: Uint8Array[] = []
  const reading = (async () => {
    for await (const piece of openContent(ada.api, keys, signal)) opened.push(structuredClone(piece))
  })()

  await expect(reading).rejects.toMatchObject({ name: 'VaultError', code: 'file_damaged' })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  const before = Buffer.concat(opened)
  expect(before.equals(bytes.subarray(0, before.length))).toBe(true)
})

test('a server that answers a range with another one is refused', async () => {
  const sealed = await objectOf(keys)
  attacked.proxy.tamper(({ path, headers }) =>
    path.includes(keys.storagePath) && headers.range !== `bytes=0-${headerBytes - 1}`
      ? { body: segment(sealed, 0) }
      : null,
  )

  const reading = createRangeReader(ada.api, keys).read(FLOE.plainBytes, FLOE.plainBytes + 10, signal)

  await expect(reading).rejects.toMatchObject({ name: 'VaultError', code: 'file_damaged' })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
})

async function keysOf(id: string): Promise<ContentKeys> {
  return readingKeys(await proveFile(ada.api, ada.vault, id))
}

/** The sealed bytes as the server has them. */
async function objectOf({ storagePath }: ContentKeys): Promise<Buffer> {
  const path = `/storage/v1/object/authenticated/encrypted-files/${storagePath}`
  return Buffer.from(await (await ada.api.fetch(path, { method: 'GET' })).arrayBuffer())
}

function flipped(sealed: Buffer, at: number): Buffer {
  const copy = Buffer.from(sealed)
  copy[at]! ^= 1
  return copy
}
