import { expose } from 'comlink'
import type { KeySource } from '#vault/transfer/content-keys.ts'
import { requireContent } from './content-keys.ts'
import { signAsRead } from '../calls/drive/download-calls.ts'
import { addTransferWorker, reportOf } from './upload-senders.ts'
import { zipKeys, zipPlan } from './zip-plans.ts'

/** Gives a transfer worker a line of its own for the content keys it needs, and has it at hand for uploads. */
export function attachTransferWorker(keyPort: MessagePort, callPort: MessagePort): void {
  const source: KeySource = {
    sent: (ticket, plainBytes) => reportOf(ticket)?.sent(plainBytes),
    troubled: (ticket, isTroubled) => reportOf(ticket)?.troubled(isTroubled),
    sealed: (ticket, part, digest) => reportOf(ticket)?.sealed(part, digest),
    contentKeys: async (ticket) => requireContent(ticket),
    contentRead: signAsRead,
    zipPlan: async (ticket) => zipPlan(ticket),
    zipKeys,
  }
  expose(source, keyPort)
  addTransferWorker(callPort)
}
