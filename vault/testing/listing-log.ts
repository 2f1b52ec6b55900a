import { fromHex, toBase64Url, toHex } from '#crypto/index.ts'
import { personKey, readListedKeys, writeListedKeys, writeStatedMap } from '#ledger/events/key-entry.ts'
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

type Listed = { readonly person: Hash; readonly entries: Uint8Array[] }

/** A public log as an honest server has it, signed, which lists the first keys of each person. */
class ListingLog {
  readonly #entries: Uint8Array[] = []
  readonly #waiting: { person: Hash; fingerprint: Hash }[] = []
  readonly #people = new Map<string, Listed>()
  readonly #signers = logSigners(ORIGIN)

  /** Further keys of somebody are not listed. */
  list(userId: string, fingerprint: Uint8Array): void {
    const person = personKey(userId)
    if (this.#waiting.some((one) => toHex(one.person) === toHex(person)) || this.#people.has(toHex(person))) return
    this.#waiting.push({ person, fingerprint: new Uint8Array(fingerprint) })
  }

  /** Lists further keys of somebody who is listed, as after an exchange. */
  replace(userId: string, fingerprint: Uint8Array): void {
    const person = personKey(userId)
    const listed = this.#people.get(toHex(person))
    if (!listed) throw new Error('this person is not listed')
    const previous = leafHash(listed.entries.at(-1) ?? new Uint8Array())
    const number = listed.entries.length + 1
    const entry = writeListedKeys({ person, number, fingerprint: new Uint8Array(fingerprint), previous })
    listed.entries.push(entry)
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
        const person = new Uint8Array(fromHex(name))
        const path = toBase64Url(encodePath(person, tree.pathOf(person)))
        return { path, entries: this.#people.get(name)?.entries.map((entry) => toBase64Url(entry)) ?? [] }
      }),
    }
  }

  #map() {
    const sorted = [...this.#people].sort(([a], [b]) => (a < b ? -1 : 1))
    const last = (entries: Uint8Array[]) => leafHash(entries.at(-1) ?? new Uint8Array())
    return growPrefixTree(sorted.map(([, { person, entries }]) => ({ key: person, value: last(entries) })))
  }

  #stated(): Uint8Array {
    return writeStatedMap({ root: this.#map().root, people: this.#people.size })
  }

  async #checkpoint(): Promise<string> {
    const added = this.#waiting.splice(0).map((one) => writeListedKeys({ ...one, number: 1, previous: null }))
    for (const entry of added) {
      const { person } = readListedKeys(entry)!
      this.#people.set(toHex(person), { person, entries: [entry] })
    }
    if (added.length > 0 || this.#entries.length === 0) {
      this.#entries.push(...added, this.#stated())
    }
    const head = { size: this.#entries.length, root: logOf(this.#entries).rootOf(this.#entries.length) }
    return signedCheckpoint(ORIGIN, head, await this.#signers, 1_000_000_000)
  }
}

/** One for all people of a test, who are made before it is asked. */
export const listingLog = new ListingLog()
