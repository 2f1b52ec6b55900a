import type { EventRow } from '#ledger/events/event-row.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import type { VaultApi } from '../session/api.ts'
import { ANYBODY } from './anchor-log.ts'
import { type LedgerFault, type LedgerProblem, lookAtEnded } from './ended-log.ts'
import { type LogMemory, NOTHING_SEEN, recallLogs, rememberLogs, type SeenHead, type SeenLogs } from './log-memory.ts'
import { listLogs, type LogFacts } from './read-logs.ts'
import { type ReceiptReport, reportReceipts, settleReceipts } from './receipts/settle-receipts.ts'
import { type EventState, verifyEvents, type WatchedTree } from './verify-events.ts'
import { type Anchored, type LogProblem, readAnchored } from './watch-log.ts'
import { Watch } from './watch-of-device.ts'
import type { WitnessReport } from './witnesses.ts'

/** What a client knows of the log of its organisation after it looked. */
export type LedgerState = {
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
  readonly signedAt: string | null
  readonly keys: readonly string[]
  /** So many entries at the start are events from before there was a log. */
  readonly imported: number
  readonly epoch: number
  /** What this device saw before; undefined at the first time. */
  readonly before: SeenHead | undefined
  readonly proofHashes: number
  readonly anchored: Anchored | undefined
  /** The anchor log has not named a state of an hour ago: so looks a log that is shown to one person alone. */
  readonly isAnchorLate: boolean
  /** Of the anchor log; undefined before it is signed. */
  readonly witnesses: WitnessReport | undefined
}

export type LedgerReport = {
  /** Undefined before anything was signed. */
  readonly log: LedgerState | LedgerFault | undefined
  readonly events: ReadonlyMap<string, EventState>
  /** Undefined where this device keeps none. */
  readonly receipts?: ReceiptReport | undefined
  /** How long the check took, with its requests; undefined where nobody measured it. */
  readonly tookMs?: number
}

export type Device = {
  readonly memory: LogMemory
  readonly userId: string
  readonly nowMs: number
  /** Where it keeps what the server promised. */
  readonly receipts?: LogMemory | undefined
}

/**
 * Checks the log of one's organisation against all that this device has seen of it, and some events against the log.
 *
 * The keys are those that this device saw first: later ones are a problem, and so is a log that this device knows and the server does not
 * list any more. Neither is ever accepted by itself.
 */
export async function checkLedger(api: VaultApi, rows: readonly EventRow[], device: Device): Promise<LedgerReport> {
  const { log, trees } = await lookAtLogs(api, device)
  const own = device.receipts && { ...device, receipts: device.receipts }
  // A log that is not what it was proves nothing.
  if (log && 'problem' in log) return { log, events: new Map(), receipts: own && (await reportReceipts(own)) }
  const receipts = own && (await (log ? settleReceipts(api, trees, own) : reportReceipts(own)))
  const judged = await verifyEvents(api, rows, trees, device)
  return { log, events: new Map([...judged].map(([id, { state }]) => [id, state])), receipts }
}

/** The log of one's organisation, those that ended before it, and the anchor log; what this device saw of them is kept. */
export function lookAtLogs(api: VaultApi, device: Device): Promise<Looked> {
  return device.memory.alone(device.userId, async () => {
    const watch = new Watch(api, await recallLogs(device.memory, device.userId), device)
    const looked = await lookAt(api, await listLogs(api), watch)
    if (looked.log && 'problem' in looked.log) return looked
    // What a server calls a log decides what is asked of it, so those that it calls something else are missed here.
    const gone = watch.unlooked()
    if (gone) return { log: { problem: 'log_gone', origin: gone }, trees: new Map() }
    if (looked.log) await rememberLogs(device.memory, device.userId, watch.seenNow())
    return looked
  })
}

/**
 * After a person read what is wrong and decided to continue: the device starts over with what the server shows now; with other keys only
 * where those were the problem, and with the witnesses that it names now where it was about them.
 */
export async function acceptLedger(
  problem: LedgerProblem | 'witnesses',
  { memory, userId }: Pick<Device, 'memory' | 'userId'>,
): Promise<void> {
  const accepted: Partial<SeenLogs> =
    problem === 'witnesses'
      ? { witnesses: NOTHING_SEEN.witnesses }
      : {
          heads: NOTHING_SEEN.heads,
          unanchored: undefined,
          ...(problem === 'other_keys' && { keys: NOTHING_SEEN.keys }),
        }
  for (const name of [userId, ANYBODY]) {
    await memory.alone(name, async () => {
      const seen = await recallLogs(memory, name)
      if (seen) await rememberLogs(memory, name, { ...seen, ...accepted })
    })
  }
}

type Looked = Pick<LedgerReport, 'log'> & {
  /** Of the logs that hold events, by their id. */
  readonly trees: ReadonlyMap<string, WatchedTree>
  /** Of those what the anchor log says. */
  readonly named?: ReadonlyMap<string, Anchored> | undefined
  readonly anchor?: LookedAnchor | undefined
}

async function lookAt(api: VaultApi, logs: readonly LogFacts[], watch: Watch): Promise<Looked> {
  const trees = new Map<string, WatchedTree>()
  const ended = await lookAtEnded(api, { logs, watch, trees })
  if (ended) return { log: ended, trees }
  const current = logs.find(({ kind, endedAt }) => kind === 'organisation' && endedAt === null)
  if (!current || (current.signed === null && !watch.knows(current.origin))) return { log: undefined, trees }
  if (current.signed === null) return { log: { problem: 'shrank', origin: current.origin }, trees }
  const own = await watch.look(current)
  if ('problem' in own) return { log: { problem: own.problem, origin: current.origin }, trees }
  trees.set(current.id, { ...own, facts: current })
  const anchor = await lookAtAnchor(watch, logs)
  if (anchor && 'problem' in anchor) return { log: { problem: anchor.problem, origin: current.origin }, trees }
  const named = anchor ? await anchoredOf(api, anchor, trees) : new Map<string, Anchored>()
  if ('problem' in named) return { log: named, trees }
  const anchored = named.get(current.id)
  const { before, proofHashes } = own
  const isAnchorLate = watch.isAnchorLate(current.origin, own.head, anchored)
  const witnesses = anchor ? anchor.witnesses : await watch.witnessesOfNothing()
  return {
    log: { ...stateOf(current), ...own.head, before, proofHashes, anchored, isAnchorLate, witnesses },
    trees,
    named,
    anchor,
  }
}

/** What the anchor log says of each log that holds events, also of one that ended. */
async function anchoredOf(
  api: VaultApi,
  anchor: LookedAnchor,
  trees: Looked['trees'],
): Promise<Map<string, Anchored> | { problem: LogProblem; origin: string }> {
  const named = new Map<string, Anchored>()
  for (const [id, { facts, head }] of trees) {
    const said = await readAnchored(api, { anchor: anchor.facts, anchorHead: anchor.head, log: facts, head })
    if (said && 'problem' in said) return { problem: said.problem, origin: facts.origin }
    if (said) named.set(id, said)
  }
  return named
}

const stateOf = ({ origin, keys, imported, epoch, signed }: LogFacts) => ({
  origin,
  keys,
  imported,
  epoch,
  signedAt: signed,
})

type LookedAnchor = {
  readonly facts: LogFacts
  readonly head: TreeHead
  readonly note: string
  readonly witnesses: WitnessReport
  /** What a policy says of witnesses, as this device keeps it. */
  readonly rules: string
}

async function lookAtAnchor(
  watch: Watch,
  logs: readonly LogFacts[],
): Promise<LookedAnchor | { problem: LogProblem } | undefined> {
  const facts = logs.find(({ kind, endedAt }) => kind === 'anchor' && endedAt === null)
  if (!facts) return undefined
  if (facts.signed === null) return watch.knows(facts.origin) ? { problem: 'shrank' } : undefined
  const watched = await watch.lookAtAnchor(facts)
  if ('problem' in watched) return watched
  const { head, note } = watched
  const witnesses = await watch.witnesses(note)
  return { facts, head, note, witnesses, rules: watch.rules }
}
