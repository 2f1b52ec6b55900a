import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { utf8 } from '#crypto/encoding.ts'
import { personKey, writeListedKeys, writeStatedMap } from '#ledger/events/key-entry.ts'
import { growPrefixTree } from '#ledger/prefix-tree/prefix-tree.ts'
import { type Hash, leafHash } from '#ledger/tree/hash.ts'
import { KeyBook } from './key-book.ts'

const hash = (text: string): Hash => new Uint8Array(createHash('sha256').update(text).digest())
const [ada, bob] = ['3b3f8a44-7a34-4c55-9a0e-1c2a5a0a4c01', '5b3f8a44-7a34-4c55-9a0e-1c2a5a0a4c02'].map(personKey) as [
  Hash,
  Hash,
]
const first = (person: Hash) => writeListedKeys({ person, number: 1, fingerprint: hash('first'), previous: null })
const second = writeListedKeys({ person: ada, number: 2, fingerprint: hash('second'), previous: leafHash(first(ada)) })
const stated = (...entries: [Hash, Uint8Array][]) => {
  const sorted = entries.toSorted(([a], [b]) => Buffer.compare(a, b))
  const { root } = growPrefixTree(sorted.map(([key, entry]) => ({ key, value: leafHash(entry) })))
  return writeStatedMap({ root, people: entries.length })
}
function bookOf(...entries: Uint8Array[]): KeyBook {
  const book = new KeyBook()
  for (const [index, entry] of entries.entries()) book.add({ index, entry })
  return book
}

describe('a book of keys', () => {
  test('follows a log, names whose keys were replaced, and continues where it was kept', () => {
    const book = bookOf(utf8('something else'), first(ada), first(bob), stated([ada, first(ada)], [bob, first(bob)]))
    expect([book.size, book.people, book.replaced]).toEqual([4, 2, []])
    const later = KeyBook.read(book.write())
    later.add({ index: 4, entry: second })
    later.add({ index: 5, entry: stated([ada, second], [bob, first(bob)]) })
    expect(later.replaced).toEqual([{ index: 4, person: Buffer.from(ada).toString('hex'), number: 2 }])
  })

  const proof = expect.objectContaining({ code: 'bad_proof' })
  test.each([
    ['a map that holds what no entry lists', [first(ada), stated([ada, first(ada)], [bob, first(bob)])]],
    ['a map without somebody', [first(ada), first(bob), stated([ada, first(ada)])]],
    ['a map with other keys', [first(ada), stated([ada, second])]],
    ['a map that forgot what came later', [first(ada), second, stated([ada, first(ada)])]],
    ['second keys without first ones', [second]],
    ['first keys a second time', [first(ada), first(ada)]],
    ['keys that continue others', [first(bob), second]],
  ])('finds %s', (_, entries) => {
    expect(() => bookOf(...entries)).toThrow(proof)
  })

  test('takes each entry at its place', () => {
    expect(() => bookOf().add({ index: 1, entry: first(ada) })).toThrow(proof)
  })
})
