import { LIMITS } from '#contract/limits.ts'
import { fromBase64Url } from '#crypto/encoding.ts'
import { type Group, GROUPS, openingsOf } from '#ledger/events/entry.ts'
import { type EventRow, groupsOf, isErased } from '#ledger/events/event-row.ts'
import {
  type EvidenceEvent,
  type EvidenceLog,
  type EvidenceParts,
  type EvidenceTools,
  writeEvidence,
} from '#ledger/evidence/bundle.ts'
import { verifyEvidence } from '#ledger/evidence/verify-evidence.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import type { VaultApi } from '../session/api.ts'
import { VaultError } from '../session/vault-error.ts'
import { type Device, lookAtLogs } from './check-ledger.ts'
import type { PlaceFacts } from './read-logs.ts'
import { findStampedLogs } from './stamped-logs.ts'
import { verifyEvents, type Viewer, type WatchedTree } from './verify-events.ts'
import type { Anchored } from './watch-log.ts'
import { NO_WITNESSES } from './witnesses.ts'

export type CollectedEvidence = {
  readonly parts: EvidenceParts
  readonly events: number
  /** Too new: they have no signed entry yet, or the anchor log does not cover it. */
  readonly left: number
}

type Collecting = {
  /** Programs and explanations that go with it. */
  readonly tools?: EvidenceTools
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number) => void | Promise<void>
}

/** So many events are proved between two reports. */
const CHUNK = 200

/**
 * Evidence of events, out of what this device verified itself: logs that continue what it has seen, under the keys that it knows.
 *
 * @throws {VaultError} `evidence_too_many`; `evidence_refused` when a log or an event is not what it should be, so that there is
 *   nothing to prove it with; `evidence_empty` when none of the events has its place yet.
 */
export async function collectEvidence(
  api: VaultApi,
  rows: readonly EventRow[],
  device: Device,
  { tools, signal, onProgress }: Collecting = {},
): Promise<CollectedEvidence> {
  if (rows.length > LIMITS.evidenceEvents) throw new VaultError('evidence_too_many', 'too many events for one bundle')
  const { log, trees, named, anchor } = await lookAtLogs(api, device)
  if (log && 'problem' in log) throw refused(log.problem)

  const found = new Map<string, EvidenceEvent[]>()
  for (let at = 0; at < rows.length; at += CHUNK) {
    signal?.throwIfAborted()
    const chunk = rows.slice(at, at + CHUNK)
    for (const { log: id, event } of await proved(api, chunk, trees, device)) {
      found.set(id, [...(found.get(id) ?? []), event])
    }
    await onProgress?.(Math.min(at + CHUNK, rows.length))
  }
  signal?.throwIfAborted()

  const wanted = new Map([...trees].filter(([id]) => found.has(id)))
  const stamped = anchor && (await findStampedLogs(api, anchor, wanted))
  const logs = [...found].flatMap(([id, events]) => {
    const tree = trees.get(id)
    const anchored = named?.get(id)
    // Where witnesses have to sign, nothing counts that their log does not name yet; nor does a log that ended, whose name no policy of today has.
    if (!anchored && (tree?.facts.endedAt !== null || needsWitnesses(anchor?.rules))) return []
    return tree ? evidenceOf(tree, { anchored, stamped: stamped?.named.get(id) }, events) : []
  })
  const events = logs.reduce((count, one) => count + one.events.length, 0)
  if (!log || events === 0) throw new VaultError('evidence_empty', 'no event has its place yet')
  const policy = policyOf(anchor?.facts.keys ?? log.keys, anchor?.rules ?? NO_WITNESSES)
  // One that is older than every event says nothing of them.
  const stamp = logs.some((one) => one.stamped) ? stamped?.stamp : undefined
  const parts = writeEvidence({ madeAt: device.nowMs, policy, anchor: anchor?.note, stamp, logs }, tools)
  await requireSound(parts)
  return { parts, events, left: rows.length - events }
}

/** Those that have their place. One that is not what its entry says is no evidence, and neither are the others then. */
async function proved(
  api: VaultApi,
  rows: readonly EventRow[],
  trees: ReadonlyMap<string, WatchedTree>,
  viewer: Viewer,
): Promise<{ log: string; event: EvidenceEvent }[]> {
  const judged = await verifyEvents(api, rows, trees, viewer)
  return rows.flatMap((row) => {
    const { state, place } = judged.get(row.id) ?? {}
    if (state?.state === 'changed' || state?.state === 'not_included') throw refused(`event ${row.id}: ${state.state}`)
    if (state?.state !== 'verified' || !place) return []
    const { log, index, path: proof, isWhoProved } = state
    const { who, ...others } = place.salts
    const shown = shownOf(row, isWhoProved ? { who, ...others } : others)
    return { log, event: { index, entry: fromBase64Url(place.entry), shown, proof } }
  })
}

/** What the exporter may read. What was erased, or removed after its time, nobody can read any more: it has no salts. */
function shownOf(row: EventRow, salts: PlaceFacts['salts']): EvidenceEvent['shown'] {
  if (isErased(row)) return {}
  const saltOf = (group: Group) => fromBase64Url(salts[group] ?? '')
  const openings = openingsOf(groupsOf(row), { who: saltOf('who'), where: saltOf('where'), what: saltOf('what') })
  return Object.fromEntries(GROUPS.filter((group) => salts[group]).map((group) => [group, openings[group]]))
}

/** What came after the state that the anchor log holds waits for the next one: witnesses vouch for that alone. */
function evidenceOf(
  { note }: WatchedTree,
  { anchored, stamped }: { readonly anchored: Anchored | undefined; readonly stamped: Anchored | undefined },
  events: readonly EvidenceEvent[],
): EvidenceLog | [] {
  const covered = events
    .filter(({ index }) => !anchored || index < anchored.size)
    .toSorted((one, other) => one.index - other.index)
  if (covered.length === 0) return []
  const isStamped = stamped && covered.some(({ index }) => index < stamped.size)
  return { checkpoint: note, anchored, ...(isStamped && { stamped }), events: covered }
}

const needsWitnesses = (rules: string = NO_WITNESSES): boolean => parsePolicy(rules).quorum !== undefined

const policyOf = (keys: readonly string[], rules: string): string =>
  `${keys.map((key) => `log ${key}\n`).join('')}${rules}`

/** As everybody will check it. Witnesses may be out of reach today, and the evidence is worth the rest all the same. */
async function requireSound(parts: EvidenceParts): Promise<void> {
  const { facts } = await verifyEvidence(parts)
  const failed = facts.find(({ name, state }) => name !== 'witnessed' && state === 'fails')
  if (failed) throw refused(`${failed.name}, ${failed.at}`)
}

const refused = (why: string): VaultError => new VaultError('evidence_refused', `the ledger is not what it was: ${why}`)
