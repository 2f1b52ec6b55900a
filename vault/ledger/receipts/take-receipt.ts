import { certainEvent } from '#contract/audit/receipts.ts'
import { readReceipt, type Receipt, verifyReceipt } from '#ledger/events/receipt.ts'
import { isOfInstallation } from '#ledger/events/anchor-entry.ts'
import { LedgerError } from '#ledger/errors.ts'
import { fromBase64 } from '#ledger/notes/base64.ts'
import type { Answered } from '../../session/api.ts'
import { type LogMemory, recallLogs } from '../log-memory.ts'
import { ANYBODY } from '../anchor-log.ts'
import { type KeptReceipt, recallReceipts, rememberReceipts } from './receipt-memory.ts'

export type ReceiptDevice = {
  /** What it saw of the logs. */
  readonly memory: LogMemory
  readonly receipts: LogMemory
  readonly userId: string
  readonly nowMs: number
}

/** Clocks differ, and a promise of another year proves nothing of today. */
const MOST_APART_MS = 86_400_000
/** One for each log; an honest answer has one or two. What is more would push others out of memory. */
const MOST_IN_ANSWER = 4

/**
 * Keeps what an answer promises, after its signature held. Where this device has seen no log yet, it does not know the keys: then it is checked when
 * the log is.
 */
export async function takeReceipt(
  device: ReceiptDevice,
  { method, path, status, nonce, receipt, mayRepeat }: Answered,
): Promise<void> {
  const expects = (status < 300 && certainEvent(method, path)) || null
  if (receipt === null && (expects === null || mayRepeat)) return
  const known = await knownLogs(device)
  // Before there is a log there is no promise.
  if (receipt === null && known === undefined) return

  const call = `${method} ${path.split('?', 1)[0] ?? ''}`
  const { receipts, userId, nowMs: atMs } = device
  const texts = receipt === null ? [] : [...new Set(receipt.split(',').map((text) => text.trim()))]
  const read = await Promise.all(texts.slice(0, MOST_IN_ANSWER).map((text) => readProper(text, known)))
  const proper = read.filter((one) => one?.nonce === nonce && Math.abs(one.at - atMs) < MOST_APART_MS)
  const signedBy = known?.keyText ?? null
  const added = proper.flatMap((one): KeptReceipt[] => {
    return one ? [{ text: one.text, log: one.log, signedBy, call, expects, atMs, missedAtMs: null, broken: null }] : []
  })
  const isLacking = texts.length === 0
  const bad = texts.length - added.length
  await receipts.alone(userId, async () => {
    const kept = await recallReceipts(receipts, userId)
    const { missing = 0, bad: badBefore = 0 } = kept.lacking ?? {}
    const lacking = { missing: missing + (isLacking ? 1 : 0), bad: badBefore + bad, call, atMs }
    await rememberReceipts(receipts, userId, {
      ...kept,
      receipts: [...kept.receipts, ...added],
      lacking: isLacking || bad > 0 ? lacking : kept.lacking,
    })
  })
}

/** The Ed25519 key of the logs, as this device saw it first, and the names of the logs that it saw; undefined before that. */
export type KnownLogs = { readonly keyText: string; readonly key: Uint8Array; readonly origins: readonly string[] }

export async function knownLogs({ memory, userId }: Pick<ReceiptDevice, 'memory' | 'userId'>) {
  const seen = await Promise.all([userId, ANYBODY].map((name) => recallLogs(memory, name)))
  const origins = seen.flatMap((logs) => [...(logs?.heads.keys() ?? [])])
  for (const text of seen.flatMap((logs) => logs?.keys ?? [])) {
    if (!text.startsWith(PLAIN)) continue
    const keyText = text.slice(PLAIN.length)
    return { keyText, key: fromBase64(keyText), origins } satisfies KnownLogs
  }
  return undefined
}
const PLAIN = 'ed25519 '

/**
 * Undefined for what is none, is signed by somebody else, or is about a log that is none of this server: nobody could check it.
 *
 * @param known undefined where the device knows no log: then the signature is not checked.
 */
export async function readProper(
  text: string,
  known: KnownLogs | undefined,
): Promise<(Receipt & { text: string }) | undefined> {
  try {
    if (!known) return { ...readReceipt(text), text }
    const receipt = await verifyReceipt(text, known.key)
    const isOurs = known.origins.some((seen) => seen === receipt.log || isOfInstallation(receipt.log, seen))
    return isOurs ? { ...receipt, text } : undefined
  } catch (error) {
    if (error instanceof LedgerError) return undefined
    throw error
  }
}
