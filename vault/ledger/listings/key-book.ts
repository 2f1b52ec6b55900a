import { equalBytes } from '#crypto/bytes.ts'
import { fromHex, fromUtf8, toHex, utf8 } from '#crypto/encoding.ts'
import { LedgerError } from '#ledger/errors.ts'
import { readStatedMap } from '#ledger/events/key-entry.ts'
import { type Listed, type ListedKind, readListed } from '#ledger/events/listed-entry.ts'
import { growPrefixTree } from '#ledger/prefix-tree/prefix-tree.ts'
import { type Hash, leafHash } from '#ledger/tree/hash.ts'
import type { PlacedEntry } from '../follow-entries.ts'

/** Keys of a person that took the place of others. */
export type ReplacedKeys = { readonly index: number; readonly person: string; readonly number: number }
/** A roster or policy beside another one of its number. */
export type SecondStatement = { readonly index: number; readonly subject: string; readonly number: number }

type Known = { readonly kind: ListedKind; readonly number: number; readonly value: Hash }
type Kept = [subject: string, number: number, value: string]

/**
 * What a log lists of everybody's keys, of rosters and of policies, as somebody finds it who reads every entry. Without such a reader a server
 * could state a map for a moment that does not follow from its entries, and take it back.
 */
export class KeyBook {
  readonly #subjects: Map<string, Known>
  /** So many entries of the log are in it. */
  #size: number
  readonly replaced: ReplacedKeys[] = []
  readonly secondStatements: SecondStatement[] = []
  /** Most entries change nothing that is listed. */
  #rootNow: Hash | undefined

  constructor(size = 0, subjects: Map<string, Known> = new Map()) {
    this.#size = size
    this.#subjects = subjects
  }

  get size(): number {
    return this.#size
  }

  get people(): number {
    return this.#kept('keys').length
  }

  get statements(): number {
    return this.#kept('statement').length
  }

  /** @throws {LedgerError} `bad_proof` for what does not continue that before, and for a map that does not follow from the entries. */
  add({ index, entry }: PlacedEntry): void {
    if (index !== this.#size) throw new LedgerError('bad_proof', `entry ${index}, out of order`)
    const listed = readListed(entry)
    if (listed) this.#addListed(index, listed, leafHash(entry))
    const stated = readStatedMap(entry)
    const isAsStated =
      stated?.subjects === this.#subjects.size && equalBytes(stated.root, (this.#rootNow ??= this.#root()))
    if (stated && !isAsStated) {
      throw new LedgerError('bad_proof', `what is said of all that is listed at entry ${index}`)
    }
    this.#size += 1
  }

  #addListed(index: number, { kind, subject: hash, number, previous }: Listed, value: Hash): void {
    const subject = toHex(hash)
    const before = this.#subjects.get(subject)
    const continues = before
      ? before.kind === kind && number === before.number + 1 && previous !== null && equalBytes(previous, before.value)
      : number === 1
    if (!continues) throw new LedgerError('bad_proof', `what is listed at entry ${index}`)
    this.#subjects.set(subject, { kind, number, value })
    this.#rootNow = undefined
    if (number === 1) return
    if (kind === 'keys') this.replaced.push({ index, person: subject, number })
    else this.secondStatements.push({ index, subject, number })
  }

  #root(): Hash {
    const sorted = [...this.#subjects].sort(([a], [b]) => (a < b ? -1 : 1))
    return growPrefixTree(sorted.map(([subject, { value }]) => ({ key: new Uint8Array(fromHex(subject)), value }))).root
  }

  #kept(kind: ListedKind): Kept[] {
    return [...this.#subjects].flatMap(([subject, one]): Kept[] =>
      one.kind === kind ? [[subject, one.number, toHex(one.value)]] : [],
    )
  }

  write(): Uint8Array {
    return utf8(JSON.stringify({ size: this.#size, people: this.#kept('keys'), statements: this.#kept('statement') }))
  }

  static read(kept: Uint8Array): KeyBook {
    // Books of earlier versions hold people alone.
    const {
      size,
      people,
      statements = [],
    } = JSON.parse(fromUtf8(kept)) as {
      size: number
      people: Kept[]
      statements?: Kept[]
    }
    const known =
      (kind: ListedKind) =>
      ([subject, number, value]: Kept): [string, Known] => [
        subject,
        { kind, number, value: new Uint8Array(fromHex(value)) },
      ]
    return new KeyBook(size, new Map([...people.map(known('keys')), ...statements.map(known('statement'))]))
  }
}
