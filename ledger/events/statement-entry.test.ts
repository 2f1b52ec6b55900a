import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { utf8 } from '#crypto/encoding.ts'
import { type Hash, leafHash } from '../tree/hash.ts'
import { personKey, readListedKeys, writeListedKeys } from './key-entry.ts'
import { type Listed, readHistory, readListed, writeListed } from './listed-entry.ts'
import { statementKey } from './statement-entry.ts'

const hash = (text: string): Hash => new Uint8Array(createHash('sha256').update(text).digest())
const ID = '3b3f8a44-7a34-4c55-9a0e-1c2a5a0a4c01'
const subject = statementKey({ kind: 'roster', ownerId: ID, version: 1 })
const first: Listed = { kind: 'statement', subject, number: 1, hash: hash('first'), previous: null }
const one = writeListed(first)
const two = writeListed({ ...first, number: 2, hash: hash('second'), previous: leafHash(one) })

test('each version of a roster or policy has one place, however the id is written, and no other subject has it', () => {
  expect(statementKey({ kind: 'roster', ownerId: ID.toUpperCase(), version: 1 })).toEqual(subject)
  const others = [
    statementKey({ kind: 'roster', ownerId: ID, version: 2 }),
    statementKey({ kind: 'roster', ownerId: ID, version: 11 }),
    statementKey({ kind: 'policy', ownerId: ID, version: 1 }),
    personKey(ID),
  ]
  expect(new Set([subject, ...others].map((one) => Buffer.from(one).toString('hex'))).size).toBe(5)
})

test('an entry about a statement is read as it was written, and is none about keys', () => {
  expect(readListed(one)).toEqual(first)
  expect(readListedKeys(one)).toBeUndefined()
  expect(readListed(writeListedKeys({ person: subject, number: 1, fingerprint: hash('x'), previous: null }))).toEqual({
    ...first,
    kind: 'keys',
    hash: hash('x'),
  })
  const text = new TextDecoder().decode(one)
  for (const odd of [text.replace('"v":1', '"v":2'), text.replace('"hash"', '"keys"'), text.replace('{', '{"a":1,')]) {
    expect(readListed(utf8(odd)), odd).toBeUndefined()
  }
})

test('names neither the space nor a version: entries of one space have nothing in common', () => {
  const next = writeListed({ ...first, subject: statementKey({ kind: 'roster', ownerId: ID, version: 2 }) })
  const texts = [one, next].map((entry) => JSON.parse(new TextDecoder().decode(entry)) as Record<string, unknown>)
  expect(texts[0]).toEqual({ v: 1, number: 1, prev: null, hash: texts[1]?.['hash'], statement: expect.any(String) })
  expect(texts[0]?.['statement']).not.toBe(texts[1]?.['statement'])
  expect(new TextDecoder().decode(one)).not.toContain(ID.slice(0, 8))
})

test('the history of a statement is not that of keys, and the other way round', () => {
  const value = leafHash(two)
  expect(readHistory([one, two], { kind: 'statement', subject, value })).toHaveLength(2)
  const proof = expect.objectContaining({ code: 'bad_proof' })
  expect(() => readHistory([one, two], { kind: 'keys', subject, value })).toThrow(proof)
  const keys = writeListedKeys({ person: subject, number: 1, fingerprint: hash('x'), previous: null })
  expect(() => readHistory([keys], { kind: 'statement', subject, value: leafHash(keys) })).toThrow(proof)
})
