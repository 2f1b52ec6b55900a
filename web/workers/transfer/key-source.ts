import { expose } from 'comlink'
import type { KeySource } from '#vault/transfer/content-keys.ts'
import { requireContent } from './content-keys.ts'
import { signAsRead } from '../calls/download-calls.ts'
import { zipKeys, zipPlan } from './zip-plans.ts'

/** Gives a transfer worker a line of its own for the content keys it needs. */
export function attachTransferWorker(port: MessagePort): void {
  const source: KeySource = {
    contentKeys: async (ticket) => requireContent(ticket),
    contentRead: signAsRead,
    zipPlan: async (ticket) => zipPlan(ticket),
    zipKeys,
  }
  expose(source, port)
}
