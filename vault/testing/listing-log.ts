import { fromHex, toBase64Url, toHex } from '#crypto/index.ts'
import { personKey, writeStatedMap } from '#ledger/events/key-entry.ts'
import { type Listed, type ListedKind, writeListed } from '#ledger/events/listed-entry.ts'
import { type StatementPlace, statementKey } from '#ledger/events/statement-entry.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { encodePath } from '#ledger/prefix-tree/path-encoding.ts'
import { growPrefixTree } from '#ledger/prefix-tree/prefix-tree.ts'
import { logOf } from '#ledger/testing/memory-log.ts'
import { logSigners, signedCheckpoint } from '#ledger/testing/signed-log.ts'
import { writeEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { type Hash, leafHash } from '#ledger/tree/hash.ts'
import { parseEntriesPath, parseTilePath, TILE_WIDTH } from '#ledger/tree/tile.ts'
import { VaultError } from '../session/vault-error.ts'

const ORIGIN = 'example.org/anchor'

/** What is listed under a subject. */
type Under = { readonly kind: ListedKind; readonly subject: Hash; readonly entries: Uint8Array[] }

/** A public log as an honest server has it, signed, which lists the first keys of each person and each statement that tests make. */
class ListingLog {
  readonly #entries: Uint8Array[] = []
  readonly #waiting: Pick<Listed, 'kind' | 'subject' | 'hash'>[] = []
  readonly #subjects = new Map<string, Under>()
  readonly #signers = logSigners(ORIGIN)

  /** Further keys of somebody are not listed. */
  list(userId: string, fingerprint: Uint8Array): void {
    this.#list('keys', personKey(userId), fingerprint)
  }

  /** A second statement at a place is not listed: see `listSecond`. */
  listStatement(place: StatementPlace, hash: Uint8Array): void {
    this.#list('statement', statementKey(place), hash)
  }

  #list(kind: ListedKind, subject: Hash, hash: Uint8Array): void {
    const isThere = this.#waiting.some((one) => toHex(one.subject) === toHex(subject))
    if (!isThere && !this.#subjects.has(toHex(subject)))
      this.#waiting.push({ kind, subject, hash: new Uint8Array(hash) })
  }

  /** Lists further keys of somebody who is listed, as after an exchange. */
  replace(userId: string, fingerprint: Uint8Array): void {
    this.#addTo(personKey(userId), fingerprint)
  }

  /** Lists another statement at a place where one is listed. */
  listSecond(place: StatementPlace, hash: Uint8Array): void {
    this.#addTo(statementKey(place), hash)
  }

  #addTo(subject: Hash, hash: Uint8Array): void {
    const under = this.#subjects.get(toHex(subject))
    if (!under) throw new Error('nothing is listed there')
    const previous = leafHash(under.entries.at(-1) ?? new Uint8Array())
    const number = under.entries.length + 1
    const entry = writeListed({ kind: under.kind, subject, number, hash: new Uint8Array(hash), previous })
    under.entries.push(entry)
    this.#entries.push(entry, this.#stated())
  }

  async answer(path: string): Promise<Response> {
    if (path === '/audit/v1/policy') {
      const keys = (await this.#signers).map(({ key }) => `log ${formatVerifierKey(key)}\n`)
      return new Response(`${keys.join('')}quorum none\n`)
    }
    const [, rest = ''] = path.split('/audit/v1/logs/anchor/')
    if (rest === 'checkpoint') return new Response(await this.#checkpoint())
    const [entries, tile] = [parseEntriesPath(rest), parseTilePath(rest)]
    if (entries) {
      const from = entries.index * TILE_WIDTH
      return new Response(writeEntryBundle(this.#entries.slice(from, from + entries.width)).slice())
    }
    if (tile) return new Response((await logOf(this.#entries).readTile(tile)).slice())
    throw new VaultError('offline', 'There is no server.')
  }

  keys(body: unknown) {
    const { people } = body as { people: string[] }
    const tree = this.#map()
    return {
      people: people.map((name) => {
        const subject = new Uint8Array(fromHex(name))
        const path = toBase64Url(encodePath(subject, tree.pathOf(subject)))
        return { path, entries: this.#subjects.get(name)?.entries.map((entry) => toBase64Url(entry)) ?? [] }
      }),
    }
  }

  #map() {
    const sorted = [...this.#subjects].sort(([a], [b]) => (a < b ? -1 : 1))
    const last = (entries: Uint8Array[]) => leafHash(entries.at(-1) ?? new Uint8Array())
    return growPrefixTree(sorted.map(([, { subject, entries }]) => ({ key: subject, value: last(entries) })))
  }

  #stated(): Uint8Array {
    return writeStatedMap({ root: this.#map().root, subjects: this.#subjects.size })
  }

  async #checkpoint(): Promise<string> {
    const waiting = this.#waiting.splice(0)
    for (const { kind, subject, hash } of waiting) {
      const entry = writeListed({ kind, subject, number: 1, hash, previous: null })
      this.#subjects.set(toHex(subject), { kind, subject, entries: [entry] })
      this.#entries.push(entry)
    }
    if (waiting.length > 0 || this.#entries.length === 0) this.#entries.push(this.#stated())
    const head = { size: this.#entries.length, root: logOf(this.#entries).rootOf(this.#entries.length) }
    return signedCheckpoint(ORIGIN, head, await this.#signers, 1_000_000_000)
  }
}

/** One for all people of a test, who are made before it is asked. */
export const listingLog = new ListingLog()
