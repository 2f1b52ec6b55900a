import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { utf8 } from '#crypto/encoding.ts'
import { type Hash, leafHash } from '../tree/hash.ts'
import {
  type ListedKeys,
  personKey,
  readKeyHistory,
  readListedKeys,
  readStatedMap,
  writeListedKeys,
  writeStatedMap,
} from './key-entry.ts'

const hash = (text: string): Hash => new Uint8Array(createHash('sha256').update(text).digest())
const ada = personKey('3b3f8a44-7a34-4c55-9a0e-1c2a5a0a4c01')
const first: ListedKeys = { person: ada, number: 1, fingerprint: hash('first'), previous: null }
const one = writeListedKeys(first)
const second: ListedKeys = { person: ada, number: 2, fingerprint: hash('second'), previous: leafHash(one) }
const two = writeListedKeys(second)

test('a person has one place, however their id is written', () => {
  expect(personKey('3B3F8A44-7A34-4C55-9A0E-1C2A5A0A4C01')).toEqual(ada)
})

test('an entry is read as it was written, and no other is written', () => {
  expect(readListedKeys(one)).toEqual(first)
  expect(readListedKeys(two)).toEqual(second)
  expect(readStatedMap(writeStatedMap({ root: hash('root'), subjects: 7 }))).toEqual({
    root: hash('root'),
    subjects: 7,
  })
  const odd = [{ number: 0 }, { number: 1.5 }, { number: 2 }, { previous: hash('x') }, { person: ada.subarray(1) }]
  for (const change of odd) expect(() => writeListedKeys({ ...first, ...change }), JSON.stringify(change)).toThrow()
  expect(() => writeStatedMap({ root: hash('root'), subjects: -1 })).toThrow()
})

test('what says something else is not taken for one', () => {
  for (const text of ['', '[]', 'null', '{"v":1}', '7', new TextDecoder().decode(one).replace('"v":1', '"v":2')]) {
    expect(readListedKeys(utf8(text)), text).toBeUndefined()
    expect(readStatedMap(utf8(text)), text).toBeUndefined()
  }
  expect(readStatedMap(one)).toBeUndefined()
  expect(readListedKeys(writeStatedMap({ root: hash('root'), subjects: 1 }))).toBeUndefined()
})

describe('the history of a person', () => {
  test('leads from the first entry to what the map holds', () => {
    expect(readKeyHistory([one], ada, leafHash(one))).toEqual([first])
    expect(readKeyHistory([one, two], ada, leafHash(two))).toEqual([first, second])
  })

  test('with an entry left out, exchanged, repeated, of somebody else, or that leads elsewhere is none', () => {
    const proof = expect.objectContaining({ code: 'bad_proof' })
    const others = writeListedKeys({ ...second, person: hash('bob') })
    const forked = writeListedKeys({ ...second, previous: hash('another first') })
    for (const [entries, value] of [
      [[], leafHash(one)],
      [[two], leafHash(two)],
      [[two, one], leafHash(one)],
      [[one, one], leafHash(one)],
      [[one, others], leafHash(others)],
      [[one, forked], leafHash(forked)],
      [[one], leafHash(two)],
      [[one, two], leafHash(one)],
      [[utf8('x')], leafHash(utf8('x'))],
    ] as const) {
      expect(() => readKeyHistory(entries, ada, value)).toThrow(proof)
    }
    expect(() => readKeyHistory([one], hash('bob'), leafHash(one))).toThrow(proof)
  })
})
