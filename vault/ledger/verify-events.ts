import { fromBase64Url } from '#crypto/encoding.ts'
import { type Entry, type Group, GROUPS, readEntry, type Salts } from '#ledger/events/entry.ts'
import {
  commitsTo,
  type EventRow,
  isEntryOf,
  isErased,
  publicEventOf,
  removedGroups,
} from '#ledger/events/event-row.ts'
import { type Hash, leafHash } from '#ledger/tree/hash.ts'
import type { NodeReader } from '#ledger/tree/node.ts'
import { readNodesFromTiles } from '#ledger/tree/tile.ts'
import { proveInclusion } from '#ledger/tree/prove.ts'
import { isIncluded, type TreeHead } from '#ledger/tree/verify-proof.ts'
import type { VaultApi } from '../session/api.ts'
import { type LogFacts, type PlaceFacts, readPlaces } from './read-logs.ts'
import { remembering, tileReader } from './read-tiles.ts'
import { orUndefined } from './watch-log.ts'

/** What a client found out about one event of the audit log. */
export type EventState =
  /** No place yet, or one behind the last checkpoint. */
  | { readonly state: 'pending' }
  /** The same, for longer than it may take. */
  | { readonly state: 'late' }
  | {
      readonly state: 'verified'
      /** The tree that holds it, of the log with this id. */
      readonly log: string
      readonly head: TreeHead
      readonly index: number
      readonly leaf: Hash
      /** The hashes beside its path, from the leaf up. */
      readonly path: readonly Hash[]
      /** False for a read by somebody else, whose session the owner of the file is not told: the entry shows neither that nor who it was. */
      readonly isWhoProved: boolean
      /** What it says of a person was taken out on purpose; the entry stands. */
      readonly isErased: boolean
    }
  /** The row does not say what its entry says. */
  | { readonly state: 'changed'; readonly index: number }
  /** The entry is not where the server says. */
  | { readonly state: 'not_included'; readonly index: number }

/** An event has its place within a second; longer than this is not an accident. */
const LATE_MS = 60_000

/** A log that was watched: its checkpoint, and what the server says of it. */
export type WatchedTree = { readonly head: TreeHead; readonly note: string; readonly facts: LogFacts }

/** Who looks, and when. */
export type Viewer = { readonly userId: string; readonly nowMs: number }

type Judged = { readonly state: EventState; readonly place: PlaceFacts | undefined }

/** Rows of the audit log against the logs with these ids. */
export async function verifyEvents(
  api: VaultApi,
  rows: readonly EventRow[],
  trees: ReadonlyMap<string, WatchedTree>,
  viewer: Viewer,
): Promise<Map<string, Judged>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const places = new Map((await readPlaces(api, ids)).map((place) => [place.id, place]))
  const readers = new Map(
    [...trees].map(([id, { head }]) => [
      id,
      { head, read: readNodesFromTiles(head.size, remembering(tileReader(api, id))) },
    ]),
  )
  const states = rows.map(async (row): Promise<[string, Judged]> => {
    const place = places.get(row.id)
    return [row.id, { place, state: await verifyEvent(row, place, place && readers.get(place.log), viewer) }]
  })
  return new Map(await Promise.all(states))
}

/** What the row of an event and its entry say of each other, and the tree of both. */
async function verifyEvent(
  row: EventRow,
  place: PlaceFacts | undefined,
  tree: { readonly head: TreeHead; readonly read: NodeReader } | undefined,
  { userId, nowMs }: Viewer,
): Promise<EventState> {
  if (!place || !tree || place.index >= tree.head.size) {
    return { state: nowMs - publicEventOf(row).at > LATE_MS ? 'late' : 'pending' }
  }
  const { index, log } = place
  const { head } = tree
  const bytes = fromBase64Url(place.entry)
  const entry = await orUndefined(Promise.resolve().then(() => readEntry(bytes)))
  const opened = entry && isEntryOf(entry, row) ? openOrGone(entry, row, place.salts, nowMs) : []
  const isWhoProved = opened.includes('who')
  if (!opened.includes('where') || !opened.includes('what') || !(isWhoProved || isReadByOther(row, userId))) {
    return { state: 'changed', index }
  }
  const leaf = leafHash(bytes)
  const path = await orUndefined(proveInclusion(index, tree.head.size, tree.read))
  if (!path || !isIncluded(leaf, index, path, tree.head)) return { state: 'not_included', index }
  return { state: 'verified', log, head, index, leaf, path, isWhoProved, isErased: isErased(row) }
}

/** The groups of a row that its entry commits to, and those that it says nothing of any more. */
function openOrGone(entry: Entry, row: EventRow, salts: PlaceFacts['salts'], nowMs: number): readonly Group[] {
  return isErased(row) ? GROUPS : [...openedBy(entry, row, salts), ...removedGroups(row, nowMs)]
}

/** By salts from the server. */
function openedBy(entry: Entry, row: EventRow, given: PlaceFacts['salts']): readonly Group[] {
  const salt = (text: string | undefined) => (text === undefined ? new Uint8Array() : fromBase64Url(text))
  const salts: Salts = { who: salt(given.who), where: salt(given.where), what: salt(given.what) }
  return GROUPS.filter((group) => commitsTo(entry, row, salts, [group]))
}

/** Such a row comes without the session, so that nothing shows who it was. Of every other row a missing salt hides something. */
const isReadByOther = ({ event_type: type, user_id: user, details }: EventRow, userId: string): boolean =>
  READS.includes(type) && details['owner_id'] === userId && user !== userId && details['session_id'] === undefined
const READS = ['file_records.read', 'share_links.download']
