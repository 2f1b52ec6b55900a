import { z } from 'zod'
import { type Group, GROUPS, saltsOf } from '#ledger/events/entry.ts'
import { formatTlogProof } from '#ledger/log/tlog-proof.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { encodePath } from '#ledger/prefix-tree/path-encoding.ts'
import { writeEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { type Hash, HASH_BYTES } from '#ledger/tree/hash.ts'
import { proveInclusion } from '#ledger/tree/prove.ts'
import { readNodesFromTiles, TILE_WIDTH, type Tile } from '#ledger/tree/tile.ts'
import type { Caller, Database } from '../db/database.ts'
import { findBuild } from './builds.ts'
import { ledgerError } from './ledger-error.ts'
import type { KeyMaps } from './listed/key-maps.ts'
import { readListedEntries } from './listed/listed-keys.sql.ts'
import type { LogKeys } from './log-keys.ts'
import {
  findCurrentAnchor,
  findPlaces,
  listLogs,
  type LogFacts,
  type Place,
  readableEvents,
  readEntries,
  readTile,
  shownCheckpoint,
  visibleLogs,
} from './logs.sql.ts'
import {
  type KeptTimestamp,
  listTimestamps,
  namedWhenStamped,
  readTimestampFiles,
} from './timestamps/timestamps.sql.ts'

const MOST_TIMESTAMPS = 400

export type ReaderServices = {
  database: Database
  keys: LogKeys
  maps: KeyMaps
  /** What clients are told of witnesses of the anchor log; undefined where nobody is asked. */
  witnesses: { readonly rules: string } | undefined
}

const uuid = z.uuid()

/** What readers of the logs are answered, as far as they may see it. */
export class LedgerReader {
  readonly #database: Database
  readonly #keys: LogKeys
  readonly #maps: KeyMaps
  readonly #witnesses: ReaderServices['witnesses']

  constructor({ database, keys, maps, witnesses }: ReaderServices) {
    this.#database = database
    this.#keys = keys
    this.#maps = maps
    this.#witnesses = witnesses
  }

  /** The logs that the caller may look into, newest checkpoint included. */
  async list(caller: Caller) {
    const visible = await visibleLogs(this.#database, caller)
    const logs = await listLogs(this.#database, [...visible.keys()])
    return Promise.all(
      logs.map(async (log) => ({
        ...log,
        signed: (await this.#shown(log))?.signedAt ?? null,
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

  /** Signed by the log, and below that by witnesses. */
  async checkpoint(log: Pick<LogFacts, 'id' | 'kind'>): Promise<string> {
    const shown = await this.#shown(log)
    if (!shown) throw ledgerError('not_signed_yet')
    return shown.note
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
    return places.map(({ eventId, logId, index, entry, ...keys }) => ({
      id: eventId,
      log: logId,
      index,
      entry: entry.toString('base64url'),
      salts: encodedSalts(keys, eventId, readable.get(eventId) ? GROUPS : ['where', 'what']),
    }))
  }

  /** A proof that an event is in its log, to be kept. */
  async proof(caller: Caller, event: string): Promise<string> {
    const [place] = (await readableEvents(this.#database, caller, [event])).size
      ? await findPlaces(this.#database, [event])
      : []
    if (!place) throw ledgerError('no_place')
    // Events are in every log but the anchor log.
    return this.#prove({ id: place.logId, kind: 'organisation' }, place.index)
  }

  /** A proof that the anchor log lists a build of the web app. @param manifest SHA-256 of the text of `/build.json`. */
  async buildProof(manifest: Buffer): Promise<string> {
    const anchor = await findCurrentAnchor(this.#database)
    const index = anchor && (await findBuild(this.#database, anchor.id, manifest))
    if (!anchor || index === undefined) throw ledgerError('no_build')
    return this.#prove(anchor, index)
  }

  /**
   * What the newest anchor log lists of people, or under other subjects, with the paths of its map.
   *
   * @param asked.size of the signed tree that the caller verified.
   */
  async keys(asked: { size: number; people: readonly Hash[] }) {
    const anchor = await findCurrentAnchor(this.#database)
    if (!anchor || asked.size > anchor.size) throw ledgerError('no_tile')
    return this.#database.asOwner(async (db) => {
      const tree = await this.#maps.at(db, anchor.id, asked.size)
      const entries = await readListedEntries(db, anchor.id, asked)
      return asked.people.map((person) => ({
        path: Buffer.from(encodePath(person, tree.pathOf(person))).toString('base64url'),
        entries: entries.filter((one) => one.person.equals(person)).map(({ entry }) => entry.toString('base64url')),
      }))
    })
  }

  /** When an authority outside said that the anchor log existed, newest first. */
  async timestamps(log: Pick<LogFacts, 'id' | 'kind'>): Promise<KeptTimestamp[]> {
    return log.kind === 'anchor' ? listTimestamps(this.#database, log.id, MOST_TIMESTAMPS) : []
  }

  /** What was stamped at a size, and the answer of the authority. */
  async timestampFiles(log: Pick<LogFacts, 'id' | 'kind'>, size: number) {
    const files = log.kind === 'anchor' ? await readTimestampFiles(this.#database, log.id, size) : undefined
    if (!files) throw ledgerError('no_timestamp')
    return files
  }

  /** The entry of the anchor log that named another log when it was stamped at a size. */
  async namedWhenStamped(log: Pick<LogFacts, 'id'>, size: number): Promise<{ index: number }> {
    const anchor = await findCurrentAnchor(this.#database)
    if (!anchor || !(await readTimestampFiles(this.#database, anchor.id, size))) throw ledgerError('no_timestamp')
    const index = await namedWhenStamped(this.#database, { anchorId: anchor.id, logId: log.id, size })
    if (index === undefined) throw ledgerError('not_named')
    return { index }
  }

  async #prove(log: Pick<LogFacts, 'id' | 'kind'>, index: number): Promise<string> {
    const shown = await this.#shown(log)
    if (!shown || shown.size <= index) throw ledgerError('not_signed_yet')
    const read = readNodesFromTiles(shown.size, (tile) => this.tile(log.id, tile))
    const proof = await proveInclusion(index, shown.size, read)
    return formatTlogProof({ index, proof, checkpoint: shown.note })
  }

  #shown({ id, kind }: Pick<LogFacts, 'id' | 'kind'>) {
    return shownCheckpoint(this.#database, id, kind === 'anchor' && this.#witnesses !== undefined)
  }

  /** What a client needs to check the anchor log, as a policy of C2SP. */
  async policy(): Promise<string> {
    const anchor = await findCurrentAnchor(this.#database)
    if (!anchor) throw ledgerError('not_signed_yet')
    return `${(await this.keysOf(anchor.origin)).map((key) => `log ${key}\n`).join('')}${this.#witnesses?.rules ?? 'quorum none\n'}`
  }

  /** As policies name them. */
  async keysOf(origin: string): Promise<string[]> {
    return (await this.#keys.signersOf(origin)).map(({ key }) => formatVerifierKey(key))
  }
}

/** Of groups that were removed there are none. */
function encodedSalts(
  { key, whereKey }: Pick<Place, 'key' | 'whereKey'>,
  eventId: string,
  groups: readonly Group[],
): Partial<Record<Group, string>> {
  if (!key) return {}
  const salts = saltsOf(key, eventId, whereKey ?? undefined)
  const left = whereKey ? groups : groups.filter((group) => group !== 'where')
  return Object.fromEntries(left.map((group) => [group, Buffer.from(salts[group]).toString('base64url')]))
}
