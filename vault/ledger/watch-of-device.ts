import { readNodesFromTiles } from '#ledger/tree/tile.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import type { VaultApi } from '../session/api.ts'
import { readNamed } from './anchor-log.ts'
import { lookAtAnchorOfDevice } from './anchor-of-device.ts'
import { earlierHeads } from './earlier-heads.ts'
import {
  areSameKeys,
  bareKey,
  type LogMemory,
  NOTHING_SEEN,
  type SeenHead,
  type SeenLogs,
  type Unanchored,
} from './log-memory.ts'
import type { LogFacts } from './read-logs.ts'
import { tileReader } from './read-tiles.ts'
import type { Viewer } from './verify-events.ts'
import { type Anchored, type Watched, watchLog } from './watch-log.ts'
import { reportWitnesses, rulesToKeep, type WitnessReport } from './witnesses.ts'

/** The anchor log names a log that grew each minute, and witnesses hold its newest state up for another. */
const ANCHOR_LATE_MS = 3_600_000

type Watcher = Viewer & { readonly memory: LogMemory }

/** Looks at logs with what this device knew when it began. */
export class Watch {
  readonly #api: VaultApi
  readonly #before: SeenLogs
  readonly #heads: Map<string, SeenHead> = new Map()
  readonly #device: Watcher
  #keys: readonly string[]
  #rules: string
  #unanchored: Unanchored | undefined

  constructor(api: VaultApi, before: SeenLogs | undefined, device: Watcher) {
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
    if ('head' in watched) this.#heads.set(log.origin, await this.#seenOf(log, watched))
    return watched
  }

  async #seenOf(log: LogFacts, { head, before }: { head: TreeHead; before: SeenHead | undefined }): Promise<SeenHead> {
    const isRead = before?.size === head.size && before.earlier !== undefined
    const read = readNodesFromTiles(head.size, tileReader(this.#api, log.id))
    return { ...head, atMs: this.#device.nowMs, earlier: isRead ? before.earlier : await earlierHeads(head, read) }
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

  get viewer(): Viewer {
    return this.#device
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
    const heads = new Map([...this.#before.heads, ...this.#heads])
    return { keys: this.#keys, heads, witnesses: this.#rules, unanchored: this.#unanchored }
  }
}
