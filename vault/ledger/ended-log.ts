import { toBase64 } from '#ledger/notes/base64.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import { type AuditEvent, listAuditEvents } from '../audit/audit-log.ts'
import type { VaultApi } from '../session/api.ts'
import type { SeenHead } from './log-memory.ts'
import type { LogFacts } from './read-logs.ts'
import { verifyEvents, type Viewer, type WatchedTree } from './verify-events.ts'
import { continues, type LogProblem } from './watch-log.ts'
import type { Watch } from './watch-of-device.ts'

/**
 * `log_gone`: this device knows a log that is not shown any more, or as something else. `restored`: a log ended shorter than this device has
 * seen it, the server says, signed, that an older backup was put back, and nothing contradicts it.
 */
export type LedgerProblem = LogProblem | 'log_gone' | 'restored'

export type LedgerFault = {
  readonly problem: LedgerProblem
  readonly origin: string
  /** Where a log ended and lost entries. */
  readonly missing?: Missing | undefined
  /** Where the problem is `restored`: the server says that it was put back as it was at this moment. */
  readonly asOfMs?: number | undefined
}

/** What is left of a log of which this device saw more entries. */
type Missing = {
  readonly seen: number
  readonly atMs: number
  readonly left: number
  /** So many of those that are left are proved to be the ones that this device saw. Of the others nothing can be known. */
  readonly proved: number
}

/** A log that ended with fewer entries than this device saw. */
type ShortLog = { readonly log: LogFacts; readonly before: SeenHead; readonly head: TreeHead }

type Looking = {
  readonly logs: readonly LogFacts[]
  readonly watch: Watch
  /** Of the organisation, those that are what they were: by their id. */
  readonly trees: Map<string, WatchedTree>
}

/** Those that ended, as after a backup was put back: their events are still proved by them. @returns what is wrong with one. */
export async function lookAtEnded(api: VaultApi, { logs, watch, trees }: Looking): Promise<LedgerFault | undefined> {
  const short: (ShortLog & { readonly missing: Missing })[] = []
  const ended = logs.filter(({ kind, endedAt, origin }) => endedAt && (kind === 'organisation' || watch.knows(origin)))
  for (const log of ended) {
    const watched = await watch.look(log)
    if (!('problem' in watched)) {
      if (log.kind === 'organisation') trees.set(log.id, { ...watched, facts: log })
      continue
    }
    if (!watched.short) return { problem: watched.problem, origin: log.origin }
    const missing = await findMissing(api, { log, ...watched.short })
    if ('problem' in missing) return { ...missing, origin: log.origin }
    short.push({ log, ...watched.short, missing })
  }
  // The anchor log last: what became of the log of one's organisation says more.
  const first = short.find(({ log }) => log.kind === 'organisation') ?? short[0]
  return first && faultOf(api, first, { logs, watch, trees })
}

async function faultOf(
  api: VaultApi,
  short: ShortLog & { readonly missing: Missing },
  { logs, watch, trees }: Looking,
): Promise<LedgerFault> {
  const all = new Map(trees)
  for (const log of logs.filter(({ kind, endedAt, signed }) => kind === 'organisation' && !endedAt && signed)) {
    const watched = await watch.look(log)
    if ('problem' in watched) return { problem: watched.problem, origin: log.origin }
    all.set(log.id, { ...watched, facts: log })
  }
  const { log, missing } = short
  return { ...(await claimOf(api, short, { watch, trees: all })), origin: log.origin, missing }
}

/** Compares what is left with the longest tree of those that this device kept which is not longer. */
async function findMissing(
  api: VaultApi,
  { log, before, head }: ShortLog,
): Promise<Missing | { readonly problem: 'forked' }> {
  const kept = (before.earlier ?? []).filter(({ size }) => size <= head.size)
  const longest = kept.toSorted((one, other) => other.size - one.size)[0]
  if (longest && 'problem' in (await continues(api, log.id, { before: longest, head }))) return { problem: 'forked' }
  return { seen: before.size, atMs: before.atMs, left: head.size, proved: longest?.size ?? 0 }
}

/**
 * Whether the server says, signed, that an older backup was put back: the first entry of the log that began names the one that ended, and no
 * less of it than this device saw; or the moment of the backup, before which this device did not see what is gone. Who holds the keys can
 * say so of every loss of last entries, so this is a claim and no excuse.
 */
async function claimOf(
  api: VaultApi,
  { log, before }: ShortLog,
  { watch, trees }: Pick<Looking, 'watch' | 'trees'>,
): Promise<Pick<LedgerFault, 'problem' | 'asOfMs'>> {
  for (const { facts, details } of await firstEntries(api, trees, watch.viewer)) {
    // No entry says of the anchor log that it ended. All begin at once, so one that this device knew before says nothing of it.
    if (log.kind === 'anchor' && facts.endedAt === null && !watch.knows(facts.origin))
      return { problem: 'restored', asOfMs: asOfMs(details) }
    if (details['before'] !== log.origin || details['log'] !== facts.origin) continue
    return { problem: judgeClaim(details, before), asOfMs: asOfMs(details) }
  }
  return { problem: 'shrank' }
}

function judgeClaim(details: AuditEvent['details'], before: SeenHead): LedgerProblem {
  const size = details['signed_size']
  if (typeof size === 'number' && size >= before.size)
    return size === before.size && details['signed_root'] !== toBase64(before.root) ? 'forked' : 'restored'
  // On an empty machine nothing shows how much had been signed. A backup holds what was signed before it was taken.
  const asOf = asOfMs(details)
  return asOf !== undefined && asOf < before.atMs + CLOCKS_DIFFER_MS ? 'restored' : 'shrank'
}

function asOfMs(details: AuditEvent['details']): number | undefined {
  const text = details['restored_as_of']
  const ms = typeof text === 'string' ? Date.parse(text) : NaN
  return Number.isNaN(ms) ? undefined : ms
}

type FirstEntry = { readonly facts: LogFacts; readonly details: AuditEvent['details'] }

/** Of logs that began after another, as their first entries commit to it. */
async function firstEntries(api: VaultApi, trees: Looking['trees'], viewer: Viewer): Promise<FirstEntry[]> {
  const page = { filter: { types: [BEGAN] }, limit: MOST_EPOCHS }
  // What is not answered, or not to everybody, says nothing.
  const rows = await listAuditEvents(api, page).catch(() => [])
  const judged = await verifyEvents(api, rows, trees, viewer).catch(() => undefined)
  return rows.flatMap(({ id, event_type: type, details }) => {
    const state = judged?.get(id)?.state
    if (type !== BEGAN || state?.state !== 'verified' || state.index !== 0 || state.isErased) return []
    const facts = trees.get(state.log)?.facts
    return facts ? [{ facts, details }] : []
  })
}

const BEGAN = 'ledger.epoch_started'
const MOST_EPOCHS = 100
/** Of this device and of the server. */
const CLOCKS_DIFFER_MS = 5 * 60_000
