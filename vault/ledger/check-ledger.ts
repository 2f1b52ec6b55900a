import type { EventRow } from '#ledger/events/event-row.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import type { VaultApi } from '../session/api.ts'
import { ANYBODY, readNamed } from './anchor-log.ts'
import { lookAtAnchorOfDevice } from './anchor-of-device.ts'
import {
  areSameKeys,
  bareKey,
  type LogMemory,
  NOTHING_SEEN,
  recallLogs,
  rememberLogs,
  type SeenHead,
  type SeenLogs,
  type Unanchored,
} from './log-memory.ts'
import { listLogs, type LogFacts } from './read-logs.ts'
import { type EventState, verifyEvents, type WatchedTree } from './verify-events.ts'
import { type Anchored, type LogProblem, readAnchored, type Watched, watchLog } from './watch-log.ts'
import { reportWitnesses, rulesToKeep, type WitnessReport } from './witnesses.ts'

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

/** The anchor log names a log that grew each minute, and witnesses hold its newest state up for another. */
const ANCHOR_LATE_MS = 3_600_000

/** `log_gone`: this device knows a log that is not shown any more, or as something else. `restored`: a log ended shorter than this device has seen it. */
export type LedgerProblem = LogProblem | 'log_gone' | 'restored'

export type LedgerReport = {
  /** Undefined before anything was signed. */
  readonly log: LedgerState | { readonly problem: LedgerProblem; readonly origin: string } | undefined
  readonly events: ReadonlyMap<string, EventState>
}

export type Device = { readonly memory: LogMemory; readonly userId: string; readonly nowMs: number }

/**
 * Checks the log of one's organisation against all that this device has seen of it, and some events against the log.
 *
 * The keys are those that this device saw first: later ones are a problem, and so is a log that this device knows and the server does not
 * list any more. Neither is ever accepted by itself.
 */
export async function checkLedger(api: VaultApi, rows: readonly EventRow[], device: Device): Promise<LedgerReport> {
  const { log, trees } = await lookAtLogs(api, device)
  // A log that is not what it was proves nothing.
  if (log && 'problem' in log) return { log, events: new Map() }
  const judged = await verifyEvents(api, rows, trees, device)
  return { log, events: new Map([...judged].map(([id, { state }]) => [id, state])) }
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
 * After a person read what is wrong and decided to continue: the device begins anew with what the server shows now; with other keys only
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
  readonly anchor?: LookedAnchor | undefined
}

async function lookAt(api: VaultApi, logs: readonly LogFacts[], watch: Watch): Promise<Looked> {
  const trees = new Map<string, WatchedTree>()
  // Those that ended, as after a backup was put back: their events are still proved by them.
  const ended = logs.filter(({ endedAt }) => endedAt !== null)
  for (const log of ended.filter(({ kind, origin }) => kind === 'organisation' || watch.knows(origin))) {
    const watched = await watch.look(log)
    if ('problem' in watched) {
      return {
        log: { problem: watched.problem === 'shrank' ? 'restored' : watched.problem, origin: log.origin },
        trees,
      }
    }
    if (log.kind === 'organisation') trees.set(log.id, { ...watched, facts: log })
  }

  const current = logs.find(({ kind, endedAt }) => kind === 'organisation' && endedAt === null)
  if (!current || (current.signed === null && !watch.knows(current.origin))) return { log: undefined, trees }
  if (current.signed === null) return { log: { problem: 'shrank', origin: current.origin }, trees }
  const own = await watch.look(current)
  if ('problem' in own) return { log: { problem: own.problem, origin: current.origin }, trees }
  trees.set(current.id, { ...own, facts: current })
  const anchor = await lookAtAnchor(watch, logs)
  if (anchor && 'problem' in anchor) return { log: { problem: anchor.problem, origin: current.origin }, trees }
  const anchored =
    anchor && (await readAnchored(api, { anchor: anchor.facts, anchorHead: anchor.head, log: current, head: own.head }))
  if (anchored && 'problem' in anchored) return { log: { problem: anchored.problem, origin: current.origin }, trees }
  const { before, proofHashes } = own
  const isAnchorLate = watch.isAnchorLate(current.origin, own.head, anchored)
  const witnesses = anchor ? anchor.witnesses : await watch.witnessesOfNothing()
  return {
    log: { ...stateOf(current), ...own.head, before, proofHashes, anchored, isAnchorLate, witnesses },
    trees,
    anchor,
  }
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

/** Looks at logs with what this device knew when it began. */
class Watch {
  readonly #api: VaultApi
  readonly #before: SeenLogs
  readonly #heads: Map<string, TreeHead> = new Map()
  readonly #device: Device
  #keys: readonly string[]
  #rules: string
  #unanchored: Unanchored | undefined

  constructor(api: VaultApi, before: SeenLogs | undefined, device: Device) {
    this.#api = api
    this.#device = device
    this.#before = before ?? NOTHING_SEEN
    this.#keys = this.#before.keys
    this.#rules = this.#before.witnesses
    this.#unanchored = this.#before.unanchored
  }

  async look(log: LogFacts): Promise<Watched> {
    const keys = log.keys.map(bareKey)
    if (this.#keys.length === 0) this.#keys = keys
    if (!areSameKeys(this.#keys, keys)) return { problem: 'other_keys' }
    const watched = await watchLog(this.#api, log, this.#before.heads.get(log.origin))
    if ('head' in watched) this.#heads.set(log.origin, watched.head)
    return watched
  }

  lookAtAnchor(log: LogFacts): Promise<Watched> {
    return lookAtAnchorOfDevice(this.#api, this.#device, log, () => this.look(log))
  }

  async witnesses(note: string): Promise<WitnessReport> {
    const rules = { kept: this.#before.witnesses, named: (await readNamed(this.#api)).rules }
    this.#rules = rulesToKeep(rules.kept, rules.named)
    return reportWitnesses(note, rules, this.#device)
  }

  /** Without an anchor log nobody signs anything, which is no wonder before there was one. */
  async witnessesOfNothing(): Promise<WitnessReport | undefined> {
    const rules = { kept: this.#rules, named: this.#rules }
    const report = await reportWitnesses(undefined, rules, this.#device)
    return report.state === 'none' ? undefined : report
  }

  isAnchorLate(origin: string, { size }: TreeHead, anchored: Anchored | undefined): boolean {
    const { nowMs } = this.#device
    const covered = anchored?.size ?? 0
    const before = this.#unanchored
    const waits = before?.origin === origin && before.size > covered
    if (!waits) this.#unanchored = size > covered ? { origin, size, atMs: nowMs } : undefined
    return waits && nowMs - before.atMs > ANCHOR_LATE_MS
  }

  get rules(): string {
    return this.#rules
  }

  knows(origin: string): boolean {
    return this.#before.heads.has(origin)
  }

  /** A log that this device knows, and had no reason to look at. */
  unlooked(): string | undefined {
    return [...this.#before.heads.keys()].find((origin) => !this.#heads.has(origin))
  }

  seenNow(): SeenLogs {
    const atMs = this.#device.nowMs
    const looked = [...this.#heads].map(([origin, head]): [string, SeenHead] => [origin, { ...head, atMs }])
    const heads = new Map([...this.#before.heads, ...looked])
    return { keys: this.#keys, heads, witnesses: this.#rules, unanchored: this.#unanchored }
  }
}
