import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { utf8 } from '#crypto/encoding.ts'
import { personKey, writeListedKeys, writeStatedMap } from '#ledger/events/key-entry.ts'
import { writeListed } from '#ledger/events/listed-entry.ts'
import { statementKey } from '#ledger/events/statement-entry.ts'
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
const place = statementKey({ kind: 'roster', ownerId: '7b3f8a44-7a34-4c55-9a0e-1c2a5a0a4c03', version: 4 })
const roster = writeListed({ kind: 'statement', subject: place, number: 1, hash: hash('roster'), previous: null })
const otherRoster = writeListed({
  kind: 'statement',
  subject: place,
  number: 2,
  hash: hash('other'),
  previous: leafHash(roster),
})
const stated = (...entries: [Hash, Uint8Array][]) => {
  const sorted = entries.toSorted(([a], [b]) => Buffer.compare(a, b))
  const { root } = growPrefixTree(sorted.map(([key, entry]) => ({ key, value: leafHash(entry) })))
  return writeStatedMap({ root, subjects: entries.length })
}
const rosterIn = (subject: Hash) => ({
  kind: 'statement' as const,
  subject,
  hash: hash('roster'),
  previous: leafHash(first(ada)),
})
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

  test('follows rosters and policies as well, apart from people, and names a second one under one number', () => {
    const kept = bookOf(first(ada), roster, stated([ada, first(ada)], [place, roster]))
    expect([kept.people, kept.statements, kept.secondStatements]).toEqual([1, 1, []])
    const later = KeyBook.read(kept.write())
    later.add({ index: 3, entry: otherRoster })
    later.add({ index: 4, entry: stated([ada, first(ada)], [place, otherRoster]) })
    expect([later.people, later.statements, later.replaced]).toEqual([1, 1, []])
    expect(later.secondStatements).toEqual([{ index: 3, subject: Buffer.from(place).toString('hex'), number: 2 }])
  })

  test('continues one that was kept before rosters were listed', () => {
    const { statements: _, ...before } = JSON.parse(Buffer.from(bookOf(first(ada)).write()).toString()) as object & {
      statements: unknown
    }
    const book = KeyBook.read(utf8(JSON.stringify(before)))
    book.add({ index: 1, entry: roster })
    book.add({ index: 2, entry: stated([ada, first(ada)], [place, roster]) })
    expect([book.people, book.statements]).toEqual([1, 1])
  })

  const proof = expect.objectContaining({ code: 'bad_proof' })
  test.each([
    ['a map that holds what no entry lists', [first(ada), stated([ada, first(ada)], [bob, first(bob)])]],
    ['a map without somebody', [first(ada), first(bob), stated([ada, first(ada)])]],
    ['a map with other keys', [first(ada), stated([ada, second])]],
    ['a map that forgot what came later', [first(ada), second, stated([ada, first(ada)])]],
    ['second keys without first ones', [second]],
    ['first keys a second time', [first(ada), first(ada)]],
    ['a map without a roster', [first(ada), roster, stated([ada, first(ada)])]],
    ['a second roster without a first', [otherRoster]],
    ['a roster in the place of a person', [first(ada), writeListed({ ...rosterIn(ada), number: 2 })]],
    ['keys that continue others', [first(bob), second]],
  ])('finds %s', (_, entries) => {
    expect(() => bookOf(...entries)).toThrow(proof)
  })

  test('takes each entry at its place', () => {
    expect(() => bookOf().add({ index: 1, entry: first(ada) })).toThrow(proof)
  })
})
