import type { UploadNews } from '#web/workers/calls/drive/upload-calls.ts'
import type { SentParts } from '#vault/transfer/sent-parts.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import type { ShownWithin, Within } from '#vault/folders/prove-folders.ts'
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
  /** The folders of a new file's place, as they were shown; null after a reload: they were proved for the plan, which this device sealed. */
  readonly within: Within | null
  /** The team space of a new file; undefined is the personal one. After a reload the plan knows. */
  readonly spaceId: string | undefined
  /** The stored file that gets this content, as it was shown; null for a new file. After a reload the plan knows. */
  readonly replaces: ShownWithin | null
  /** When the file was last changed, of an upload from before a reload: another version must not be spliced in. */
  readonly lastModified: number | null
  /** Known once planned: the id of the file to be, and the plan sealed under the vault. */
  plan: { id: string; saved: string } | undefined
  /** Of the resumable upload on the server. */
  path: string | null
  /** Digests of its parts that were sent. */
  sent: SentParts
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
  onNews: (news: Exclude<UploadNews, { kind: 'created' | 'sealed-part' }>) => void
  /** The file has changed since parts of it were sent: they are removed, and it is sent from its first byte. */
  onRestart: () => void
  onSending: () => void
}

/**
 * Plans an upload or takes its plan up again, notes on this device how to resume it, and has the workers send and record it.
 * @throws {VaultError} what failed; the signal's reason.
 */
export async function sendUpload(attempt: Attempt): Promise<void> {
  const { workers, saved, upload, signal } = attempt
  try {
    return await sendPlanned(attempt)
  } catch (error) {
    if (!(error instanceof VaultError) || error.code !== 'source_changed') throw error
  }
  // Two states of one file are never joined, whatever its date says.
  await removeTraces(workers, saved, upload)
  forgetPlan(upload)
  signal.throwIfAborted()
  attempt.onRestart()
  await sendPlanned(attempt)
}

/** The next plan has an id of its own, which is claimed then. */
export function forgetPlan(upload: HeldUpload): void {
  upload.plan = undefined
  upload.path = null
  upload.sent = {}
  upload.release?.()
  upload.release = undefined
}

async function sendPlanned(attempt: Attempt): Promise<void> {
  const { workers, saved, upload, file, signal, onNews } = attempt
  const { folderId, within, spaceId = null, replaces, userId } = upload
  const { name, type, size: sizeBytes, lastModified: modifiedMs } = file
  const planned = { name, type, sizeBytes, modifiedMs, folderId, spaceId }
  const plan = (upload.plan ??= await workers.vault.uploads.plan(planned, { replaces, within }))
  const { id } = plan
  upload.release ??= await saved.claim(id)
  signal.throwIfAborted()
  attempt.onSending()
  const save = (news: Partial<Pick<HeldUpload, 'path' | 'sent'>>): void => {
    Object.assign(upload, news)
    const { path, sent } = upload
    saved.save({ ...plan, userId, path, sent, lastModified: file.lastModified, isGivenUp: false })
  }
  save({})
  const hear = (news: UploadNews): void => {
    if (news.kind === 'created') save({ path: news.path })
    else if (news.kind === 'sealed-part') save({ sent: { ...upload.sent, [news.part]: news.digest } })
    else onNews(news)
  }
  // A signal does not travel to a worker. Fails only when the worker never started, and then nothing runs.
  const stop = (): void => void workers.vault.uploads.stop(id).catch(() => undefined)
  workers.uploads.set(id, hear)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await workers.vault.uploads.run({ ...plan, path: upload.path, sent: upload.sent, file, canStream: isHttp2() })
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
  { plan, path, sent, userId, lastModified }: Pick<HeldUpload, 'plan' | 'path' | 'sent' | 'userId' | 'lastModified'>,
): Promise<'removed' | 'committed'> {
  if (!plan) return 'removed'
  const { id, saved } = plan
  notes.save({ id, saved, userId, path, sent, lastModified, isGivenUp: true })
  const outcome = await workers.vault.uploads.discard({ id, saved, path })
  notes.forget(id)
  return outcome
}

/** A streaming request body needs HTTP/2, which browsers speak over TLS only. */
function isHttp2(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && 'nextHopProtocol' in navigation && navigation.nextHopProtocol === 'h2'
}
