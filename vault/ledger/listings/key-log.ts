import { toHex } from '#crypto/encoding.ts'
import { LedgerError } from '#ledger/errors.ts'
import type { VaultApi } from '../../session/api.ts'
import { waitSecondsOf } from '../../session/retry.ts'
import { VaultError } from '../../session/vault-error.ts'
import { checkAnchorLog } from '../anchor-log.ts'
import { type Claim, type KeyListing, type KeyView, listingsIn, readKeyView } from './listings.ts'
import { type LogMemory, newLogMemory } from '../log-memory.ts'

/** So long what was proved is not asked for again: a folder is shared file by file. */
const REUSE_MS = 60_000
const PAUSE_MS = 2_000
/** What is new is shown within seconds, or after a minute where witnesses sign. */
const PATIENCE_MS = 90_000
/**
 * How old signatures of witnesses may be, where the log has any: a server that shows an old state can do so for so long. One that is honest has them renewed
 * each half hour; the rest is for clocks that are an hour off.
 */
const WITNESSED_SECONDS = 7_200

/**
 * What a log says of a claim. `log_refused`: it is not the one that this device knew. `log_late`: too few witnesses signed it recently. `log_offline`: it could
 * not be asked.
 */
export type KeyState = KeyListing | 'log_refused' | 'log_late' | 'log_offline'

export type KeyLogSettings = {
  /** What this device saw of the log. Without it, what this session sees is compared. */
  readonly memory?: LogMemory
  readonly nowMs?: () => number
  /** Between two looks at a log that does not list something yet. What it throws ends the wait. */
  readonly pause?: (ms: number) => Promise<void>
  /** Hears that the log is waited for, and when that is over. */
  readonly onWait?: (isWaiting: boolean) => void
}

/** Asks the public log for the keys of people, for rosters and policies, several at once, and remembers for a minute what it proved. */
export class KeyLog {
  readonly #settings: Required<KeyLogSettings>
  /** Names of settled claims that were proved in this session. */
  readonly #settled = new Set<string>()
  #seen: { readonly view: KeyView; readonly atMs: number; readonly listed: Set<string> } | undefined

  constructor(settings: KeyLogSettings = {}) {
    this.#settings = {
      memory: settings.memory ?? newLogMemory(),
      nowMs: settings.nowMs ?? Date.now,
      pause: settings.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
      onWait: settings.onWait ?? (() => undefined),
    }
  }

  /**
   * What the log says of claims, in their order. What is not listed is waited for, and witnesses that have not signed; so is a server that asks to come
   * back later.
   *
   * @throws {VaultError} when the server refuses for a reason that has nothing to do with the log.
   */
  async statesOf(api: VaultApi, claims: readonly Claim[]): Promise<KeyState[]> {
    const open = this.#unsettled(claims)
    if (await this.#isProved(api, open)) {
      this.#settle(open)
      return claims.map(() => 'listed')
    }
    let looked = await this.#look(api, claims)
    if (isWorthWaiting(looked)) {
      this.#settings.onWait(true)
      try {
        let waitedMs = 0
        while (isWorthWaiting(looked) && waitedMs < PATIENCE_MS) {
          const pauseMs = Math.min(pauseOf(looked), PATIENCE_MS - waitedMs)
          await this.#settings.pause(pauseMs)
          waitedMs += pauseMs
          looked = afterwards(looked, await this.#look(api, claims))
        }
      } finally {
        this.#settings.onWait(false)
      }
    }
    if (looked.states === undefined) throw looked.refusal
    return [...looked.states]
  }

  #settle(proved: readonly Claim[]): void {
    for (const claim of proved) if (claim.isSettled) this.#settled.add(nameOf(claim))
  }

  #unsettled(claims: readonly Claim[]): Claim[] {
    return claims.filter((one) => !this.#settled.has(nameOf(one)))
  }

  /** Whether the tree that was proved a moment ago lists them all. One that does not may have grown since. */
  async #isProved(api: VaultApi, claims: readonly Claim[]): Promise<boolean> {
    const seen = this.#seen
    const ageMs = seen ? this.#settings.nowMs() - seen.atMs : REUSE_MS
    // A clock that was set back would keep it fresh.
    if (!seen || ageMs < 0 || ageMs >= REUSE_MS) return false
    const others = claims.filter((one) => !seen.listed.has(nameOf(one)))
    const states = await listingsIn(api, seen.view, others).catch((error: unknown) =>
      isRateLimited(error) ? (['not_listed'] as const) : [stateFor(error)],
    )
    if (states.some((state) => state !== 'listed')) return false
    for (const one of others) seen.listed.add(nameOf(one))
    return true
  }

  /** Settled claims that were proved are not asked for again, also while another one is waited for. */
  async #look(api: VaultApi, claims: readonly Claim[]): Promise<Looked> {
    const open = this.#unsettled(claims)
    try {
      const states = new Map((await this.#statesNow(api, open)).map((state, i) => [open[i], state]))
      this.#settle(open.filter((claim) => states.get(claim) === 'listed'))
      return { states: claims.map((claim) => states.get(claim) ?? 'listed') }
    } catch (error) {
      if (!isRateLimited(error)) throw error
      return { states: undefined, refusal: error, waitMs: (waitSecondsOf(error) ?? 0) * 1000 }
    }
  }

  async #statesNow(api: VaultApi, claims: readonly Claim[]): Promise<KeyState[]> {
    const all = (state: KeyState) => claims.map(() => state)
    try {
      const atMs = this.#settings.nowMs()
      const checker = { memory: this.#settings.memory, nowMs: atMs, maxAgeSeconds: WITNESSED_SECONDS }
      const { log } = await checkAnchorLog(api, checker)
      if ('problem' in log || log.isAnother) return all('log_refused')
      if (log.witnesses.state === 'late') return all('log_late')
      const view = await readKeyView(api, log.head)
      const states = await listingsIn(api, view, claims)
      this.#seen = { view, atMs, listed: new Set(claims.filter((_, i) => states[i] === 'listed').map(nameOf)) }
      return states
    } catch (error) {
      return all(stateFor(error))
    }
  }
}

/** What one look at the log found; no states where the server asked to come back later. */
type Looked =
  | { readonly states: readonly KeyState[]; readonly waitMs?: number }
  | { readonly states: undefined; readonly refusal: VaultError; readonly waitMs: number }

const isWorthWaiting = ({ states }: Looked): boolean =>
  states === undefined || states.includes('not_listed') || states.includes('log_late')

const pauseOf = ({ waitMs = 0 }: Looked): number => Math.max(waitMs, PAUSE_MS)

/** A server that asks to come back later says nothing of the log: what the look before found still holds. */
const afterwards = (before: Looked, after: Looked): Looked =>
  after.states === undefined && before.states !== undefined ? { ...before, waitMs: after.waitMs } : after

const isRateLimited = (error: unknown): error is VaultError =>
  error instanceof VaultError && error.code === 'rate_limited'

const nameOf = ({ subject, hash, isOptional = false }: Claim): string =>
  `${toHex(subject)}/${hash ? toHex(hash) : ''}/${isOptional}`

/** @throws anything that says nothing of the log. */
function stateFor(error: unknown): KeyState {
  if (error instanceof LedgerError) return 'unproved'
  if (!(error instanceof VaultError)) throw error
  if (error.code === 'log_not_signed') return 'not_listed'
  if (error.code === 'not_found') return 'unproved'
  if (error.code === 'offline' || error.code === 'unexpected') return 'log_offline'
  throw error
}
