import { z } from 'zod'
import { type Group, GROUPS, saltsOf } from '#ledger/events/entry.ts'
import { formatTlogProof } from '#ledger/log/tlog-proof.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { writeEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { HASH_BYTES } from '#ledger/tree/hash.ts'
import { proveInclusion } from '#ledger/tree/prove.ts'
import { readNodesFromTiles, TILE_WIDTH, type Tile } from '#ledger/tree/tile.ts'
import type { Caller, Database } from '../db/database.ts'
import { findBuild } from './builds.ts'
import { ledgerError } from './ledger-error.ts'
import type { LogKeys } from './log-keys.ts'
import {
  findCurrentAnchor,
  findPlaces,
  listLogs,
  type LogFacts,
  newestCheckpoint,
  readableEvents,
  readEntries,
  readTile,
  visibleLogs,
} from './logs.sql.ts'

export type ReaderServices = { database: Database; keys: LogKeys }

const uuid = z.uuid()

/** What readers of the logs are answered, as far as they may see it. */
export class LedgerReader {
  readonly #database: Database
  readonly #keys: LogKeys

  constructor({ database, keys }: ReaderServices) {
    this.#database = database
    this.#keys = keys
  }

  /** The logs that the caller may look into, newest checkpoint included. */
  async list(caller: Caller) {
    const visible = await visibleLogs(this.#database, caller)
    const logs = await listLogs(this.#database, [...visible.keys()])
    return Promise.all(
      logs.map(async (log) => ({
        ...log,
        signed: (await newestCheckpoint(this.#database, log.id))?.signedAt ?? null,
        showsEntries: visible.get(log.id) ?? false,
        keys: await this.keysOf(log.origin),
      })),
    )
  }

  /** @param name the id of a log, or `anchor`. @throws {Refusal} `no_log` also where the caller may not look. */
  async find(caller: Caller | undefined, name: string): Promise<LogFacts & { showsEntries: boolean }> {
    const anchor = await findCurrentAnchor(this.#database)
    if (anchor && (name === 'anchor' || name === anchor.id)) return { ...anchor, showsEntries: true }
    if (!uuid.safeParse(name).success || !caller) throw ledgerError('no_log')
    const showsEntries = (await visibleLogs(this.#database, caller)).get(name)
    const [log] = showsEntries === undefined ? [] : await listLogs(this.#database, [name])
    if (!log || showsEntries === undefined) throw ledgerError('no_log')
    return { ...log, showsEntries }
  }

  async checkpoint(logId: string): Promise<string> {
    const newest = await newestCheckpoint(this.#database, logId)
    if (!newest) throw ledgerError('not_signed_yet')
    return newest.note
  }

  /** The bytes of a tile, which may have been longer since. */
  async tile(logId: string, { level, index, width }: Tile): Promise<Buffer> {
    const hashes = await readTile(this.#database, logId, { level, index })
    if (!hashes || hashes.length < width * HASH_BYTES) throw ledgerError('no_tile')
    return hashes.subarray(0, width * HASH_BYTES)
  }

  async entries(logId: string, { index, width }: Omit<Tile, 'level'>): Promise<Buffer> {
    const entries = await readEntries(this.#database, logId, index * TILE_WIDTH, width)
    if (entries.length !== width) throw ledgerError('no_tile')
    return Buffer.from(writeEntryBundle(entries))
  }

  /** Where events stand, and the salts of what the caller may read of them. Those without a place yet are left out. */
  async places(caller: Caller, events: readonly string[]) {
    const readable = await readableEvents(this.#database, caller, events)
    const places = await findPlaces(this.#database, [...readable.keys()])
    return places.map(({ eventId, logId, index, entry, key }) => ({
      id: eventId,
      log: logId,
      index,
      entry: entry.toString('base64url'),
      salts: key ? encodedSalts(key, eventId, readable.get(eventId) ? GROUPS : ['where', 'what']) : {},
    }))
  }

  /** A proof that an event is in its log, to be kept. */
  async proof(caller: Caller, event: string): Promise<string> {
    const [place] = (await readableEvents(this.#database, caller, [event])).size
      ? await findPlaces(this.#database, [event])
      : []
    if (!place) throw ledgerError('no_place')
    return this.#prove(place.logId, place.index)
  }

  /** A proof that the anchor log lists a build of the web app. @param manifest SHA-256 of the text of `/build.json`. */
  async buildProof(manifest: Buffer): Promise<string> {
    const anchor = await findCurrentAnchor(this.#database)
    const index = anchor && (await findBuild(this.#database, anchor.id, manifest))
    if (!anchor || index === undefined) throw ledgerError('no_build')
    return this.#prove(anchor.id, index)
  }

  async #prove(logId: string, index: number): Promise<string> {
    const newest = await newestCheckpoint(this.#database, logId)
    if (!newest || newest.size <= index) throw ledgerError('not_signed_yet')
    const read = readNodesFromTiles(newest.size, (tile) => this.tile(logId, tile))
    const proof = await proveInclusion(index, newest.size, read)
    return formatTlogProof({ index, proof, checkpoint: newest.note })
  }

  /** What a client needs to check the anchor log, as a policy of C2SP. */
  async policy(): Promise<string> {
    const anchor = await findCurrentAnchor(this.#database)
    if (!anchor) throw ledgerError('not_signed_yet')
    return `${(await this.keysOf(anchor.origin)).map((key) => `log ${key}\n`).join('')}quorum none\n`
  }

  /** As policies name them. */
  async keysOf(origin: string): Promise<string[]> {
    return (await this.#keys.signersOf(origin)).map(({ key }) => formatVerifierKey(key))
  }
}

function encodedSalts(key: Buffer, eventId: string, groups: readonly Group[]): Partial<Record<Group, string>> {
  const salts = saltsOf(key, eventId)
  return Object.fromEntries(groups.map((group) => [group, Buffer.from(salts[group]).toString('base64url')]))
}
