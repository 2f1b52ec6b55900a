import { fromUtf8, utf8 } from '#crypto/index.ts'
import { fromBase64, toBase64 } from '#ledger/notes/base64.ts'
import { parseVerifierKey } from '#ledger/notes/verifier-key.ts'
import { NO_WITNESSES } from './witnesses.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'

/** Where a device keeps what it saw of the logs, across sessions and sealed by the device. */
export type LogMemory = {
  recall: (userId: string) => Promise<Uint8Array | undefined>
  remember: (userId: string, logs: Uint8Array) => Promise<void>
  /** Runs `work` while no other tab changes what is kept. */
  alone: <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>
}

/** Keeps it for as long as the program runs. */
export function newLogMemory(): LogMemory {
  const kept = new Map<string, Uint8Array>()
  return {
    recall: async (name) => kept.get(name),
    remember: async (name, logs) => void kept.set(name, logs),
    alone: (_, work) => work(),
  }
}

/** A tree of a log that was proved, and when. */
export type SeenHead = TreeHead & {
  readonly atMs: number
  /** Trees that this one begins with, also proved: what is left of a log that lost entries is compared with them. */
  readonly earlier?: readonly TreeHead[]
}

/** What a device knows of the logs of one server. */
export type SeenLogs = {
  /** The public keys that sign them, as this device saw them first or a person accepted them. */
  readonly keys: readonly string[]
  readonly heads: ReadonlyMap<string, SeenHead>
  /** Who has to sign the anchor log besides the server, as lines of a policy that this device saw first. */
  readonly witnesses: string
  /** The first state of the log of one's organisation that the anchor log has not named since. */
  readonly unanchored?: Unanchored | undefined
}

export type Unanchored = { readonly origin: string; readonly size: number; readonly atMs: number }

export const NOTHING_SEEN: SeenLogs = { keys: [], heads: new Map(), witnesses: NO_WITNESSES }

/**
 * Undefined when this device has seen none.
 *
 * @throws {Error} for what does not read: to start over would forgive a log that was rewritten.
 */
export async function recallLogs(memory: LogMemory, userId: string): Promise<SeenLogs | undefined> {
  const stored = await memory.recall(userId)
  if (!stored) return undefined
  const read = JSON.parse(fromUtf8(stored)) as Record<string, unknown>
  const { keys, heads, witnesses = NO_WITNESSES, unanchored } = read
  if (!Array.isArray(keys) || !keys.every(isText) || !Array.isArray(heads) || !isText(witnesses)) throw unreadable()
  return { keys, heads: new Map(heads.map(readHead)), witnesses, unanchored: readUnanchored(unanchored) }
}

function readUnanchored(row: unknown): Unanchored | undefined {
  if (row === undefined) return undefined
  const [origin, size, atMs] = Array.isArray(row) ? (row as unknown[]) : []
  if (!isText(origin) || !isCount(size) || !isCount(atMs)) throw unreadable()
  return { origin, size, atMs }
}

// Without a parser library: the page that anybody may open reads it as well.
function readHead(row: unknown): [string, SeenHead] {
  const [origin, size, root, atMs, earlier = []] = Array.isArray(row) ? (row as unknown[]) : []
  if (!isText(origin) || !isCount(size) || !isText(root) || !isCount(atMs) || !Array.isArray(earlier)) {
    throw unreadable()
  }
  return [origin, { size, root: fromBase64(root), atMs, earlier: earlier.map(readEarlier) }]
}

function readEarlier(row: unknown): TreeHead {
  const [size, root] = Array.isArray(row) ? (row as unknown[]) : []
  if (!isCount(size) || !isText(root)) throw unreadable()
  return { size, root: fromBase64(root) }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const unreadable = (): Error => new Error('what this device keeps of the logs cannot be read')

export async function rememberLogs(memory: LogMemory, userId: string, seen: SeenLogs): Promise<void> {
  const { keys, heads, witnesses, unanchored: late } = seen
  const rows = [...heads].map(([origin, { size, root, atMs, earlier = [] }]) => {
    const begins = earlier.map((one) => [one.size, toBase64(one.root)])
    return [origin, size, toBase64(root), atMs, begins]
  })
  const unanchored = late && [late.origin, late.size, late.atMs]
  await memory.remember(userId, utf8(JSON.stringify({ keys, heads: rows, witnesses, unanchored })))
}

/** A key without the name of its log: one installation signs all its logs with the same ones. */
export function bareKey(text: string): string {
  const { type, publicKey } = parseVerifierKey(text)
  return `${type} ${toBase64(publicKey)}`
}

/** Whether two lists hold the same keys, in any order. */
export const areSameKeys = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && others.every((key) => some.includes(key))
