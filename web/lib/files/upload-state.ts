import { partCount } from '#contract/content-layout.ts'
import { checkFileName, safeFileName } from '#vault/files/file-name.ts'
import type { VaultErrorCode } from '#vault/session/vault-error.ts'
import { fileTooLarge, sentenceOfCode } from '#web/messages/errors.ts'
import { transfers as text } from '#web/messages/transfer.ts'
import type { UploadItem } from './files-types.ts'

/** One upload as the queue sees it; screens see only `item`. */
export type Upload = {
  readonly item: UploadItem
  readonly userId: string
  /** What the person requested of a running attempt, which ends it; null while it may continue. */
  readonly requested: 'pause' | 'cancel' | null
  /** Its bytes are stored and its record is being written; others may use the line. */
  readonly isCommitting: boolean
  /** It failed because there was no connection, and continues by itself when there is one. */
  readonly isOffline: boolean
}

export type UploadEvent =
  /** Resume or retry. `hasFile` is false after a reload, until the person chooses the file again. */
  | { kind: 'queued'; hasFile: boolean; maxFileBytes: number }
  | { kind: 'started' }
  | { kind: 'sending' }
  /** Plaintext bytes that are stored in all. */
  | { kind: 'stored'; bytes: number }
  | { kind: 'troubled'; isTroubled: boolean }
  /** The file has changed since parts of it were sent: it is sent from its first byte. */
  | { kind: 'restarted' }
  /** Its bytes are stored; only the record is missing. */
  | { kind: 'committing' }
  /** `name` that the vault knows it by: the next version of a file has that of the file. */
  | { kind: 'sealed'; name: string }
  /** The attempt ended with an error. @param code undefined for what is not ours. */
  | { kind: 'ended'; code: VaultErrorCode | undefined; sentence: string }
  | { kind: 'requested'; request: 'pause' | 'cancel' }
  | { kind: 'locked' }
  /** The person chose a file that is not the one this upload began with. */
  | { kind: 'another-file' }

/** Six small files at once, as many as browsers keep connections, or four that are sent in parts. */
const CAPACITY = 6
/** While its record is written, its request is shared with others: enough of them that the line is never idle, few enough to stop soon. */
const COMMIT_LOAD = 0.1

/** What becomes of an upload. An event that does not fit its state changes nothing, and gives the same object. */
export function nextUpload(upload: Upload, event: UploadEvent): Upload {
  const { item } = upload
  switch (event.kind) {
    case 'queued':
      if (!canContinue(upload) || item.sizeBytes > event.maxFileBytes) return upload
      return withItem(upload, { state: event.hasFile ? 'waiting' : 'resumable', problem: null })
    case 'started':
      if (item.state !== 'waiting') return upload
      return {
        ...withItem(upload, { state: 'encrypting', problem: null, lacks: null }),
        requested: null,
        isOffline: false,
      }
    case 'locked':
      if (item.state === 'waiting') return withItem(upload, { state: 'paused' })
      return isActive(upload) && upload.requested === null ? { ...upload, requested: 'pause' } : upload
    case 'requested':
      return afterRequest(upload, event.request)
    case 'another-file':
      return canContinue(upload) ? withItem(upload, { problem: text.anotherFile }) : upload
    case 'sealed':
      // Also of a cancelled one: its record was faster, and a file is stored whole or not at all.
      return idle(
        withItem(upload, { name: event.name, state: 'sealed', sentBytes: item.sizeBytes, problem: null, lacks: null }),
      )
    default:
      return isActive(upload) ? duringAttempt(upload, event) : upload
  }
}

type AttemptEvent = Extract<
  UploadEvent,
  { kind: 'sending' | 'stored' | 'troubled' | 'restarted' | 'committing' | 'ended' }
>

function duringAttempt(upload: Upload, event: AttemptEvent): Upload {
  switch (event.kind) {
    case 'sending':
      return withItem(upload, { state: 'uploading' })
    case 'stored':
      return withItem(upload, { sentBytes: Math.max(0, Math.min(upload.item.sizeBytes, event.bytes)) })
    case 'troubled':
      return withItem(upload, { problem: event.isTroubled ? text.reconnecting : null })
    case 'restarted':
      return withItem(upload, { sentBytes: 0, problem: text.sentAgain })
    case 'committing':
      return { ...upload, isCommitting: true }
    case 'ended':
      return idle(afterEnd(upload, event))
  }
}

function afterRequest(upload: Upload, request: 'pause' | 'cancel'): Upload {
  const { state } = upload.item
  if (state === 'sealed' || state === 'cancelled') return upload
  // Who cancelled and then pressed pause still wants nothing of it to stay.
  if (isActive(upload)) return { ...upload, requested: upload.requested === 'cancel' ? 'cancel' : request }
  return withItem(upload, request === 'pause' ? { state: 'paused' } : { state: 'cancelled', problem: null })
}

function afterEnd(upload: Upload, { code, sentence }: Extract<UploadEvent, { kind: 'ended' }>): Upload {
  if (upload.requested === 'cancel') return withItem(upload, { state: 'cancelled', problem: null })
  if (upload.requested === 'pause' || code === 'vault_locked')
    return withItem(upload, { state: 'paused', problem: null })
  const failed = withItem(upload, { state: 'failed', problem: sentence, lacks: lackOf(code) })
  return { ...failed, isOffline: code === 'offline' || code === 'key_log_offline' }
}

/** The same upload as one of a batch. */
export function inBatch(upload: Upload, batch: number): Upload {
  return upload.item.batch === batch ? upload : withItem(upload, { batch })
}

const idle = (upload: Upload): Upload => ({ ...upload, requested: null, isCommitting: false })

const withItem = (upload: Upload, by: Partial<UploadItem>): Upload => ({ ...upload, item: { ...upload.item, ...by } })

function lackOf(code: VaultErrorCode | undefined): UploadItem['lacks'] {
  if (code === 'session_ended') return 'session'
  if (code === 'organisation_without_room') return 'shared-room'
  return code === 'quota_reached' ? 'room' : null
}

/** Those that may start now, in their order: a large one that does not fit yet is not overtaken for ever. */
export function startable(uploads: Iterable<Upload>): Upload[] {
  const waiting: Upload[] = []
  let free = CAPACITY
  for (const upload of uploads) {
    if (isActive(upload)) free -= loadOf(upload)
    else if (upload.item.state === 'waiting') waiting.push(upload)
  }
  const first = waiting.findIndex((upload) => (free -= loadOf(upload)) < 0)
  return first === -1 ? waiting : waiting.slice(0, first)
}

function loadOf({ item, isCommitting }: Upload): number {
  if (isCommitting) return COMMIT_LOAD
  return partCount(item.sizeBytes) > 1 ? 1.5 : 1
}

/** Waiting for its turn, or active. */
export function isRunning(upload: Upload): boolean {
  return upload.item.state === 'waiting' || isActive(upload)
}

/** Being sealed, sent or committed. */
export function isActive({ item: { state } }: Upload): boolean {
  return state === 'encrypting' || state === 'uploading'
}

function canContinue({ item: { state } }: Upload): boolean {
  return state === 'paused' || state === 'failed' || state === 'resumable'
}

/** An upload of a file just chosen; too large or badly named ones have failed already. */
export function newUpload(file: File, { userId, maxFileBytes }: { userId: string; maxFileBytes: number }): Upload {
  const checked = checkFileName(file.name)
  const isBadName = 'problem' in checked
  const problem =
    file.size > maxFileBytes ? fileTooLarge(maxFileBytes) : isBadName ? sentenceOfCode('bad_file_name') : null
  // As it will be stored: signs that turn text around could make a program look like a picture.
  const name = isBadName ? safeFileName(file.name) : checked.name
  const state = problem === null ? 'waiting' : 'failed'
  const item = {
    id: crypto.randomUUID(),
    name,
    sizeBytes: file.size,
    sentBytes: 0,
    state,
    batch: 0,
    problem,
    lacks: null,
  } as const
  return { item, userId, requested: null, isCommitting: false, isOffline: false }
}

/** An upload from before a reload, which waits for its file. */
export function recalledUpload(userId: string, file: Pick<UploadItem, 'id' | 'name' | 'sizeBytes'>): Upload {
  const item: UploadItem = { ...file, sentBytes: 0, state: 'resumable', batch: 0, problem: null, lacks: null }
  return { item, userId, requested: null, isCommitting: false, isOffline: false }
}

/**
 * Size, name as stored and, across a reload, time of the last change must agree; otherwise two versions would be spliced.
 * @param lastModified in milliseconds, of an upload from before a reload
 */
export function isSameFile({ item }: Upload, lastModified: number | null, file: File): boolean {
  const checked = checkFileName(file.name)
  const hasSameName = 'name' in checked && checked.name === item.name
  return file.size === item.sizeBytes && hasSameName && (lastModified === null || file.lastModified === lastModified)
}
