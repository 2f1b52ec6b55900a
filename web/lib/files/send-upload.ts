import type { UploadNews } from '#web/workers/calls/drive/upload-calls.ts'
import type { Shown } from '#vault/files/shown.ts'
import type { WorkerPool } from '../remote/worker-pool.ts'
import type { SavedUploads } from './saved-uploads.ts'

/** What uploads need of the workers: the vault's part of it, and who hears of which upload. */
export type UploadWorkers = Pick<WorkerPool, 'uploads'> & { vault: Pick<WorkerPool['vault'], 'uploads'> }

/** What an upload keeps from one attempt to the next. */
export type HeldUpload = {
  readonly userId: string
  /** Undefined after a reload, until the person chooses the file again. */
  file: File | undefined
  readonly folderId: string | null
  /** The team space of a new file; undefined is the personal one. After a reload the plan knows. */
  readonly spaceId: string | undefined
  /** The stored file that gets this content, as it was shown; null for a new file. After a reload the plan knows. */
  readonly replaces: Shown | null
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
  workers: UploadWorkers
  saved: SavedUploads
  upload: HeldUpload
  file: File
  signal: AbortSignal
  onNews: (news: Exclude<UploadNews, { kind: 'created' }>) => void
  onSending: () => void
}

/**
 * Plans an upload or takes its plan up again, notes on this device how to resume it, and has the workers send and record it.
 * @throws {VaultError} what failed; the signal's reason.
 */
export async function sendUpload(attempt: Attempt): Promise<void> {
  const { workers, saved, upload, file, signal, onNews } = attempt
  const { folderId, spaceId = null, replaces, userId } = upload
  const { name, type, size: sizeBytes, lastModified: modifiedMs } = file
  const planned = { name, type, sizeBytes, modifiedMs, folderId, spaceId }
  const plan = (upload.plan ??= await workers.vault.uploads.plan(planned, replaces))
  const { id } = plan
  upload.release ??= await saved.claim(id)
  signal.throwIfAborted()
  attempt.onSending()
  const save = (path: string | null): void => {
    upload.path = path
    saved.save({ ...plan, userId, path, lastModified: file.lastModified, isGivenUp: false })
  }
  save(upload.path)
  const hear = (news: UploadNews): void => (news.kind === 'created' ? save(news.path) : onNews(news))
  // A signal does not travel to a worker. Fails only when the worker never started, and then nothing runs.
  const stop = (): void => void workers.vault.uploads.stop(id).catch(() => undefined)
  workers.uploads.set(id, hear)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await workers.vault.uploads.run({ ...plan, path: upload.path, file, canStream: isHttp2() })
  } finally {
    signal.removeEventListener('abort', stop)
    // Another attempt may have begun.
    if (workers.uploads.get(id) === hear) workers.uploads.delete(id)
  }
  saved.forget(id)
}

/**
 * Removes what a cancelled upload left on the server. Until that is done it is noted on this device, and the next unlock tries again.
 *
 * @returns `committed` when the file was stored before the cancellation: it stays.
 * @throws {VaultError} when the server could not be reached; the note stays.
 */
export async function removeTraces(
  workers: UploadWorkers,
  notes: SavedUploads,
  { plan, path, userId, lastModified }: Pick<HeldUpload, 'plan' | 'path' | 'userId' | 'lastModified'>,
): Promise<'removed' | 'committed'> {
  if (!plan) return 'removed'
  const { id, saved } = plan
  notes.save({ id, saved, userId, path, lastModified, isGivenUp: true })
  const outcome = await workers.vault.uploads.discard({ id, saved, path })
  notes.forget(id)
  return outcome
}

/** A streaming request body needs HTTP/2, which browsers speak over TLS only. */
function isHttp2(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && 'nextHopProtocol' in navigation && navigation.nextHopProtocol === 'h2'
}
