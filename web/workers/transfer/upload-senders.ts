import { type Remote, wrap } from 'comlink'
import type { PartSender, UploadReport } from '#vault/transfer/upload-content.ts'
import type { TransferCalls } from './transfer-calls.ts'

const transfers: Remote<TransferCalls>[] = []
/** Who hears of an upload's progress, by its id. */
const reports = new Map<string, UploadReport>()
let turn = 0

export function addTransferWorker(callPort: MessagePort): void {
  transfers.push(wrap<TransferCalls>(callPort))
}

export const reportOf = (id: string): UploadReport | undefined => reports.get(id)

type Sending = { file: File; canStream: boolean; report: UploadReport }

/** Has `work` done with the transfer workers as senders, each time with another one as the first; they report while it runs. */
export async function withSenders<T>(
  id: string,
  { file, canStream, report }: Sending,
  work: (senders: [PartSender, ...PartSender[]]) => Promise<T>,
): Promise<T> {
  const at = turn++ % Math.max(1, transfers.length)
  const senders = [...transfers.slice(at), ...transfers.slice(0, at)].map((one) =>
    senderIn(one, { id, file, canStream }),
  )
  const [first, ...others] = senders
  if (!first) throw new TypeError('no transfer worker was added')
  reports.set(id, report)
  try {
    return await work([first, ...others])
  } finally {
    // Another attempt may have begun.
    if (reports.get(id) === report) reports.delete(id)
  }
}

/** Seals and sends in a transfer worker. */
function senderIn(
  worker: Remote<TransferCalls>,
  { id, file, canStream }: { id: string; file: File; canStream: boolean },
): PartSender {
  /** A signal does not travel to a worker. */
  const call = async <T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> => {
    const stop = (): void => void worker.abort(id).catch(() => undefined)
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await run()
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
  return {
    createUpload: (signal) => call(signal, () => worker.createUpload(id)),
    missingParts: (path, signal) => call(signal, () => worker.missingParts(id, path, file.size)),
    sendRun: (path, run, signal) => call(signal, () => worker.sendRun(id, { path, file, run, canStream })),
    sealRun: (run, signal) => call(signal, () => worker.sealRun(id, { file, run })),
    sendWhole: (signal) => call(signal, () => worker.sendWhole(id, file)),
  }
}
