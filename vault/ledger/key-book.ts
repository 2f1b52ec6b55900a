import { equalBytes } from '#crypto/bytes.ts'
import { fromHex, fromUtf8, toHex, utf8 } from '#crypto/encoding.ts'
import { LedgerError } from '#ledger/errors.ts'
import { readListedKeys, readStatedMap } from '#ledger/events/key-entry.ts'
import { growPrefixTree } from '#ledger/prefix-tree/prefix-tree.ts'
import { type Hash, leafHash } from '#ledger/tree/hash.ts'
import type { PlacedEntry } from './follow-entries.ts'

/** Keys of a person that took the place of others. */
export type ReplacedKeys = { readonly index: number; readonly person: string; readonly number: number }

type Known = { readonly number: number; readonly value: Hash }

/**
 * What a log lists of everybody's keys, as somebody finds it who reads every entry. Without such a reader a server could state a map for a moment
 * that does not follow from its entries, and take it back.
 */
export class KeyBook {
  readonly #people: Map<string, Known>
  /** So many entries of the log are in it. */
  #size: number
  readonly replaced: ReplacedKeys[] = []
  /** Most entries change nobody's keys. */
  #rootNow: Hash | undefined

  constructor(size = 0, people: Map<string, Known> = new Map()) {
    this.#size = size
    this.#people = people
  }

  get size(): number {
    return this.#size
  }

  get people(): number {
    return this.#people.size
  }

  /** @throws {LedgerError} `bad_proof` for keys that do not continue those before, and for a map that does not follow from the entries. */
  add({ index, entry }: PlacedEntry): void {
    if (index !== this.#size) throw new LedgerError('bad_proof', `entry ${index}, out of order`)
    const listed = readListedKeys(entry)
    if (listed) {
      const person = toHex(listed.person)
      const before = this.#people.get(person)
      const continues = before
        ? listed.number === before.number + 1 && listed.previous !== null && equalBytes(listed.previous, before.value)
        : listed.number === 1
      if (!continues) throw new LedgerError('bad_proof', `keys of a person at entry ${index}`)
      this.#people.set(person, { number: listed.number, value: leafHash(entry) })
      this.#rootNow = undefined
      if (listed.number > 1) this.replaced.push({ index, person, number: listed.number })
    }
    const stated = readStatedMap(entry)
    if (stated && !(stated.people === this.people && equalBytes(stated.root, (this.#rootNow ??= this.#root())))) {
      throw new LedgerError('bad_proof', `what is said of everybody’s keys at entry ${index}`)
    }
    this.#size += 1
  }

  #root(): Hash {
    const sorted = [...this.#people].sort(([a], [b]) => (a < b ? -1 : 1))
    return growPrefixTree(sorted.map(([person, { value }]) => ({ key: new Uint8Array(fromHex(person)), value }))).root
  }

  write(): Uint8Array {
    const people = [...this.#people].map(([person, { number, value }]) => [person, number, toHex(value)])
    return utf8(JSON.stringify({ size: this.#size, people }))
  }

  static read(kept: Uint8Array): KeyBook {
    const { size, people } = JSON.parse(fromUtf8(kept)) as { size: number; people: [string, number, string][] }
    const known = people.map(([person, number, value]): [string, Known] => [
      person,
      { number, value: new Uint8Array(fromHex(value)) },
    ])
    return new KeyBook(size, new Map(known))
  }
}
