import type { Remote } from 'comlink'
import type { Run } from '#vault/transfer/part-runs.ts'
import { type PartSender, type UploadReport, uploadContent } from '#vault/transfer/upload-content.ts'
import type { TransferCalls } from '#web/workers/transfer/transfer-calls.ts'
import type { WorkerPool } from '../remote/worker-pool.ts'
import type { SavedUploads } from './saved-uploads.ts'

/** What an upload keeps from one attempt to the next. */
export type HeldUpload = {
  readonly userId: string
  /** Undefined after a reload, until the person chooses the file again. */
  file: File | undefined
  readonly folderId: string | null
  /** The team space of a new file; undefined is the personal one. After a reload the plan knows. */
  readonly spaceId: string | undefined
  /** The stored file that gets this content, and its name, which the list keeps; null for a new file. After a reload the plan knows. */
  readonly replaces: { id: string; name: string } | null
  /** When the file was last changed, of an upload from before a reload: another version must not be spliced in. */
  readonly lastModified: number | null
  /** Known once planned: the id of the file to be, and the plan sealed under the vault. */
  plan: { id: string; saved: string } | undefined
  /** Of the resumable upload on the server. */
  path: string | null
  /** Lets other tabs have the upload. */
  release: (() => void) | undefined
}

/** One attempt, and how the queue learns of its progress. */
export type Attempt = {
  workers: WorkerPool
  saved: SavedUploads
  upload: HeldUpload
  file: File
  /** Which transfer worker is the first to get work. */
  turn: number
  signal: AbortSignal
  report: UploadReport
  onSending: () => void
  /** Its bytes are stored; what is left is the record. */
  onSent: () => void
}

/**
 * Plans an upload or takes its plan up again, sends what the server does not have yet, and commits its record.
 * @throws {VaultError} what failed; the signal's reason.
 */
export async function sendUpload(attempt: Attempt): Promise<void> {
  const { workers, saved, upload, file, signal, report } = attempt
  const { folderId, spaceId = null, replaces } = upload
  const planned = { name: file.name, type: file.type, sizeBytes: file.size, folderId, spaceId }
  // The worker forgot the plan when the vault was locked in between.
  if (upload.plan) await workers.vault.uploads.restore(upload.plan.id, upload.plan.saved)
  else upload.plan = await workers.vault.uploads.plan(planned, replaces?.id ?? null)
  const { plan } = upload
  const { id } = plan
  upload.release ??= await saved.claim(id)
  signal.throwIfAborted()
  attempt.onSending()
  const save = (path: string | null): void => {
    upload.path = path
    saved.save({ ...plan, userId: upload.userId, path, lastModified: file.lastModified, isGivenUp: false })
  }
  save(upload.path)
  workers.reports.set(id, report)
  let leaves: Uint8Array
  try {
    const memory = { path: upload.path, save }
    leaves = await uploadContent({ sizeBytes: file.size, senders: sendersOf(attempt, id), memory, signal, report })
  } finally {
    // Another attempt may have begun.
    if (workers.reports.get(id) === report) workers.reports.delete(id)
  }
  signal.throwIfAborted()
  // From here on a cancellation comes too late unless the commit fails: a file is stored whole or not at all.
  attempt.onSent()
  await untilAborted(
    signal,
    () => workers.vault.uploads.stopCommit(id),
    () => workers.vault.uploads.commit(id, leaves),
  )
  saved.forget(id)
}

function sendersOf({ workers: { transfers }, file, turn }: Attempt, id: string): [PartSender, ...PartSender[]] {
  const at = turn % transfers.length
  const [first = transfers[0], ...others] = [...transfers.slice(at), ...transfers.slice(0, at)]
  const senderIn = (worker: Remote<TransferCalls>) => remoteSender(worker, id, file)
  return [senderIn(first), ...others.map(senderIn)]
}

/** Seals and sends in a transfer worker. */
function remoteSender(worker: Remote<TransferCalls>, id: string, file: File): PartSender {
  const call = <T>(signal: AbortSignal, run: () => Promise<T>) => untilAborted(signal, () => worker.abort(id), run)
  const canStream = isHttp2()
  return {
    createUpload: (signal) => call(signal, () => worker.createUpload(id)),
    missingParts: (path, signal) => call(signal, () => worker.missingParts(id, path, file.size)),
    sendRun: (path: string, run: Run, signal) => call(signal, () => worker.sendRun(id, { path, file, run, canStream })),
    sealRun: (run: Run, signal) => call(signal, () => worker.sealRun(id, { file, run })),
    sendWhole: (signal) => call(signal, () => worker.sendWhole(id, file)),
  }
}

/** A signal does not travel to a worker: `stop` tells it. */
async function untilAborted<T>(signal: AbortSignal, stop: () => Promise<void>, run: () => Promise<T>): Promise<T> {
  // Fails only when the worker never started, and then nothing runs.
  const onAbort = (): void => void stop().catch(() => undefined)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await run()
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** A streaming request body needs HTTP/2, which browsers speak over TLS only. */
function isHttp2(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && 'nextHopProtocol' in navigation && navigation.nextHopProtocol === 'h2'
}
