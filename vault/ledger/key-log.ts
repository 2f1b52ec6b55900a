import { toHex } from '#crypto/encoding.ts'
import { LedgerError } from '#ledger/errors.ts'
import type { VaultApi } from '../session/api.ts'
import { VaultError } from '../session/vault-error.ts'
import { checkAnchorLog } from './anchor-log.ts'
import { type KeyListing, type KeysToCheck, type KeyView, listingsIn, readKeyView } from './listed-keys.ts'
import type { LogMemory } from './log-memory.ts'

/** So long what was proved is not asked for again: a folder is shared file by file. */
const REUSE_MS = 60_000
const PAUSE_MS = 2_000
/** New keys are shown within seconds, or after a minute where witnesses sign. */
const PATIENCE_MS = 90_000

/** What a log says of somebody's keys. `log_refused`: it is not the one that this device knew. `log_offline`: it could not be asked. */
export type KeyState = KeyListing | 'log_refused' | 'log_offline'

export type KeyLogSettings = {
  /** What this device saw of the log. Without it, what this session sees is compared. */
  readonly memory?: LogMemory
  readonly nowMs?: () => number
  /** Between two looks at a log that does not list somebody yet. What it throws ends the wait. */
  readonly pause?: (ms: number) => Promise<void>
  /** Hears that somebody is waited for, and when that is over. */
  readonly onWait?: (isWaiting: boolean) => void
}

/** Asks the public log for the keys of people, several at once, and remembers for a minute what it proved. */
export class KeyLog {
  readonly #settings: Required<KeyLogSettings>
  #seen: { readonly view: KeyView; readonly atMs: number; readonly listed: Set<string> } | undefined

  constructor(settings: KeyLogSettings = {}) {
    this.#settings = {
      memory: settings.memory ?? memoryOfSession(),
      nowMs: settings.nowMs ?? Date.now,
      pause: settings.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
      onWait: settings.onWait ?? (() => undefined),
    }
  }

  /**
   * What the log says of people, in their order. Who is not listed is waited for.
   *
   * @throws {VaultError} when the server refuses for a reason that has nothing to do with the log.
   */
  async statesOf(api: VaultApi, people: readonly KeysToCheck[]): Promise<KeyState[]> {
    if (await this.#isProved(api, people)) return people.map(() => 'listed')
    let states = await this.#look(api, people)
    if (!states.includes('not_listed')) return states
    this.#settings.onWait(true)
    try {
      for (let waitedMs = 0; states.includes('not_listed') && waitedMs < PATIENCE_MS; waitedMs += PAUSE_MS) {
        await this.#settings.pause(PAUSE_MS)
        states = await this.#look(api, people)
      }
    } finally {
      this.#settings.onWait(false)
    }
    return states
  }

  /** Whether the tree that was proved a moment ago lists them all. One that does not may have grown since. */
  async #isProved(api: VaultApi, people: readonly KeysToCheck[]): Promise<boolean> {
    const seen = this.#seen
    if (!seen || this.#settings.nowMs() - seen.atMs >= REUSE_MS) return false
    const others = people.filter((one) => !seen.listed.has(nameOf(one)))
    const states = await listingsIn(api, seen.view, others).catch((error: unknown) => [stateFor(error)])
    if (states.some((state) => state !== 'listed')) return false
    for (const one of others) seen.listed.add(nameOf(one))
    return true
  }

  async #look(api: VaultApi, people: readonly KeysToCheck[]): Promise<KeyState[]> {
    const all = (state: KeyState) => people.map(() => state)
    try {
      const atMs = this.#settings.nowMs()
      const { log } = await checkAnchorLog(api, { memory: this.#settings.memory, nowMs: atMs })
      if ('problem' in log || log.isAnother) return all('log_refused')
      const view = await readKeyView(api, log.head)
      const states = await listingsIn(api, view, people)
      this.#seen = { view, atMs, listed: new Set(people.filter((_, i) => states[i] === 'listed').map(nameOf)) }
      return states
    } catch (error) {
      return all(stateFor(error))
    }
  }
}

const nameOf = ({ userId, fingerprint }: KeysToCheck): string => `${userId}/${toHex(fingerprint)}`

/** @throws anything that says nothing of the log. */
function stateFor(error: unknown): KeyState {
  if (error instanceof LedgerError) return 'unproved'
  if (!(error instanceof VaultError)) throw error
  if (error.code === 'log_not_signed') return 'not_listed'
  if (error.code === 'not_found') return 'unproved'
  if (error.code === 'offline' || error.code === 'unexpected') return 'log_offline'
  throw error
}

function memoryOfSession(): LogMemory {
  const kept = new Map<string, Uint8Array>()
  return {
    recall: async (name) => kept.get(name),
    remember: async (name, logs) => void kept.set(name, logs),
    alone: (_, work) => work(),
  }
}
