import type { LogMemory } from '#vault/ledger/log-memory.ts'
import { takeReceipt } from '#vault/ledger/receipts/take-receipt.ts'
import type { Answered } from '#vault/session/api.ts'
import { ownerOf } from '#vault/session/token-owner.ts'
import { logMemory } from './log-memory.ts'
import { sealedStore } from './sealed-store.ts'

const store = sealedStore('quantumshield-receipts', 'receipts')

/** What the server promised each account of the audit log. It stays when the person signs out, as what this browser saw of the logs does. */
export const receiptMemory: LogMemory = {
  remember: store.remember,
  recall: store.recall,
  alone: async (userId, work) => navigator.locks.request(`quantumshield-receipts-${userId}`, work),
}

/** Nobody waits for it: a browser that cannot keep it does without. */
export function hearReceipt(answer: Answered): void {
  const owner = ownerOf(answer.token)
  if (!owner) return
  const device = { memory: logMemory, receipts: receiptMemory, userId: owner.userId, nowMs: Date.now() }
  takeReceipt(device, answer).catch((error: unknown) => console.warn('a receipt was not kept', error))
}
