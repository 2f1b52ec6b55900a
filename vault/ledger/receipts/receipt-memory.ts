import { z } from 'zod'
import { fromUtf8, utf8 } from '#crypto/index.ts'
import type { LogMemory } from '../log-memory.ts'

/** A promise is kept with what happened to it so far; of so many, the newest. What has to go is counted. */
const MOST_RECEIPTS = 500

/**
 * `missing`: the log does not hold the event. `changed`: it holds another under its id. `other_event`: none of what was promised is what the call
 * did.
 */
export type BrokenPromise = 'missing' | 'changed' | 'other_event'

const receiptShape = z.strictObject({
  /** As the answer carried it. */
  text: z.string(),
  /** The log that it is about. */
  log: z.string(),
  /** The key that it was checked with, base64. Null while the device knew none. */
  signedBy: z.string().nullable(),
  call: z.string(),
  /** The event that the call wrote for certain. */
  expects: z.string().nullable(),
  atMs: z.number(),
  /** When the log was first found without it. */
  missedAtMs: z.number().nullable(),
  broken: z
    .strictObject({
      problem: z.enum(['missing', 'changed', 'other_event']),
      event: z.string(),
      foundAtMs: z.number(),
    })
    .nullable(),
})
export type KeptReceipt = z.infer<typeof receiptShape>

const shape = z.strictObject({
  receipts: z.array(receiptShape),
  /** Answers without a receipt that had to have one, and receipts that are none. */
  lacking: z.strictObject({ missing: z.number(), bad: z.number(), call: z.string(), atMs: z.number() }).nullable(),
  /** Promises that were never checked, since too many came. */
  dropped: z.number(),
})
/** What a device knows of the promises that were made to an account. */
export type KeptReceipts = z.infer<typeof shape>

const NONE: KeptReceipts = { receipts: [], lacking: null, dropped: 0 }

/** @throws {Error} for what does not read: to begin again would forgive a promise that was broken. */
export async function recallReceipts(memory: LogMemory, userId: string): Promise<KeptReceipts> {
  const stored = await memory.recall(userId)
  return stored ? shape.parse(JSON.parse(fromUtf8(stored))) : NONE
}

/** Those that are broken are kept the longest. */
export async function rememberReceipts(memory: LogMemory, userId: string, kept: KeptReceipts): Promise<void> {
  const [broken, others] = [kept.receipts.filter((one) => one.broken), kept.receipts.filter((one) => !one.broken)]
  const receipts = [...broken.slice(-MOST_RECEIPTS), ...others.slice(-Math.max(1, MOST_RECEIPTS - broken.length))]
  const dropped = kept.dropped + kept.receipts.length - receipts.length
  await memory.remember(userId, utf8(JSON.stringify({ ...kept, receipts, dropped })))
}
