import type { EventRow } from '#ledger/events/event-row.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import type { VaultApi } from '../session/api.ts'
import { readNamed } from './anchor-log.ts'
import {
  bareKey,
  type LogMemory,
  NOTHING_SEEN,
  recallLogs,
  rememberLogs,
  type SeenHead,
  type SeenLogs,
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
  /** Of the anchor log; undefined before it is signed. */
  readonly witnesses: WitnessReport | undefined
}

/** `log_gone`: this device knows a log that is not shown any more. `restored`: a log ended shorter than this device has seen it. */
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
    const watch = new Watch(api, await recallLogs(device.memory, device.userId), device.nowMs)
    const looked = await lookAt(api, await listLogs(api), watch)
    if (looked.log && !('problem' in looked.log)) {
      await rememberLogs(device.memory, device.userId, watch.seenNow())
    }
    return looked
  })
}

/**
 * After a person read what is wrong and decided to continue: the device begins anew with what the server shows now; with other keys only
 * where those were the problem, and with the witnesses that it names now where it was about them.
 */
export const acceptLedger = (
  problem: LedgerProblem | 'witnesses',
  { memory, userId }: Pick<Device, 'memory' | 'userId'>,
): Promise<void> =>
  memory.alone(userId, async () => {
    const seen = (await recallLogs(memory, userId)) ?? NOTHING_SEEN
    const accepted: Partial<SeenLogs> =
      problem === 'witnesses'
        ? { witnesses: NOTHING_SEEN.witnesses }
        : { heads: NOTHING_SEEN.heads, ...(problem === 'other_keys' && { keys: NOTHING_SEEN.keys }) }
    await rememberLogs(memory, userId, { ...seen, ...accepted })
  })

type Looked = Pick<LedgerReport, 'log'> & {
  /** Of the logs that hold events, by their id. */
  readonly trees: ReadonlyMap<string, WatchedTree>
  readonly anchor?: LookedAnchor | undefined
}

async function lookAt(api: VaultApi, logs: readonly LogFacts[], watch: Watch): Promise<Looked> {
  const trees = new Map<string, WatchedTree>()
  const gone = watch.goneFrom(logs)
  if (gone) return { log: { problem: 'log_gone', origin: gone }, trees }
  // Those that ended, as after a backup was put back: their events are still proved by them.
  for (const log of logs.filter(({ kind, endedAt }) => kind === 'organisation' && endedAt !== null)) {
    const watched = await watch.look(log)
    if ('problem' in watched) {
      return {
        log: { problem: watched.problem === 'shrank' ? 'restored' : watched.problem, origin: log.origin },
        trees,
      }
    }
    trees.set(log.id, { ...watched, facts: log })
  }

  const current = logs.find(({ kind, endedAt }) => kind === 'organisation' && endedAt === null)
  if (!current || (current.signed === null && !watch.knows(current))) return { log: undefined, trees }
  if (current.signed === null) return { log: { problem: 'shrank', origin: current.origin }, trees }
  const own = await watch.look(current)
  if ('problem' in own) return { log: { problem: own.problem, origin: current.origin }, trees }
  trees.set(current.id, { ...own, facts: current })
  const anchor = await lookAtAnchor(api, watch, logs)
  if (anchor && 'problem' in anchor) return { log: { problem: anchor.problem, origin: current.origin }, trees }
  const anchored =
    anchor && (await readAnchored(api, { anchor: anchor.facts, anchorHead: anchor.head, log: current, head: own.head }))
  if (anchored && 'problem' in anchored) return { log: { problem: anchored.problem, origin: current.origin }, trees }
  const { before, proofHashes } = own
  return {
    log: { ...stateOf(current), ...own.head, before, proofHashes, anchored, witnesses: anchor?.witnesses },
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
  api: VaultApi,
  watch: Watch,
  logs: readonly LogFacts[],
): Promise<LookedAnchor | { problem: LogProblem } | undefined> {
  const facts = logs.find(({ kind, endedAt }) => kind === 'anchor' && endedAt === null)
  if (!facts || facts.signed === null) return undefined
  const watched = await watch.look(facts)
  if ('problem' in watched) return watched
  const { head, note } = watched
  const witnesses = await watch.witnesses(note, (await readNamed(api)).rules)
  return { facts, head, note, witnesses, rules: watch.rules }
}

/** Looks at logs with what this device knew when it began. */
class Watch {
  readonly #api: VaultApi
  readonly #before: SeenLogs
  readonly #heads: Map<string, TreeHead> = new Map()
  readonly #nowMs: number
  #keys: readonly string[]
  #rules: string

  constructor(api: VaultApi, before: SeenLogs | undefined, nowMs: number) {
    this.#api = api
    this.#nowMs = nowMs
    this.#before = before ?? NOTHING_SEEN
    this.#keys = this.#before.keys
    this.#rules = this.#before.witnesses
  }

  async look(log: LogFacts): Promise<Watched> {
    const keys = log.keys.map(bareKey)
    if (this.#keys.length === 0) this.#keys = keys
    if (keys.length !== this.#keys.length || keys.some((key) => !this.#keys.includes(key))) {
      return { problem: 'other_keys' }
    }
    const watched = await watchLog(this.#api, log, this.#before.heads.get(log.origin))
    if ('head' in watched) this.#heads.set(log.origin, watched.head)
    return watched
  }

  /** @param named what the server says of witnesses now. */
  witnesses(note: string, named: string): Promise<WitnessReport> {
    const rules = { kept: this.#before.witnesses, named }
    this.#rules = rulesToKeep(rules.kept, named)
    return reportWitnesses(note, rules, { nowMs: this.#nowMs })
  }

  get rules(): string {
    return this.#rules
  }

  knows({ origin }: LogFacts): boolean {
    return this.#before.heads.has(origin)
  }

  /** A log that this device knows, and the server does not show any more. */
  goneFrom(logs: readonly LogFacts[]): string | undefined {
    return [...this.#before.heads.keys()].find((origin) => logs.every((log) => log.origin !== origin))
  }

  seenNow(): SeenLogs {
    const atMs = this.#nowMs
    const looked = [...this.#heads].map(([origin, head]): [string, SeenHead] => [origin, { ...head, atMs }])
    return { keys: this.#keys, heads: new Map([...this.#before.heads, ...looked]), witnesses: this.#rules }
  }
}
