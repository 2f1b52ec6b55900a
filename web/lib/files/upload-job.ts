import { checkFileName } from '#vault/files/file-name.ts'
import { fileTooLarge, sentenceOfCode } from '#web/messages/errors.ts'
import type { UploadItem } from './files-types.ts'

/** Known once planned: the id of the file to be, its number of parts, and the plan sealed under the vault. */
export type Plan = { id: string; parts: number; saved: string }

/** One upload as the queue sees it; screens see only `item`. */
export type UploadJob = {
  item: UploadItem
  /** Undefined after a reload, until the person chooses the file again. */
  file: File | undefined
  folderId: string | null
  /** The team space of a new file; undefined is the personal one. After a reload the plan knows. */
  spaceId: string | undefined
  /** The stored file that gets this content; null for a new file. After a reload the plan knows. */
  replaces: string | null
  /** What that file is called; the list goes on calling it so. */
  replacedName: string | null
  userId: string
  plan: Plan | undefined
  /** Of the resumable upload on the server. */
  path: string | null
  /** Pause, cancel and sign-out abort the running attempt; this says which of them it was. */
  wish: 'run' | 'pause' | 'cancel' | 'drop'
  /** When the file was last changed, of an upload from before a reload: another version must not be spliced in. */
  lastModified: number | null
  /** Its bytes are stored and its record is on the way; others may use the line. */
  isCommitting: boolean
  /** It failed for want of a connection and goes on by itself when there is one. */
  isOffline: boolean
  /** Gives the upload free for other tabs. */
  release: (() => void) | undefined
}

type Owner = Pick<UploadJob, 'userId' | 'folderId' | 'spaceId' | 'replaces' | 'replacedName'> & { maxFileBytes: number }

/** An upload of a file just chosen; too large or badly named ones have failed already. */
export function newJob(file: File, { maxFileBytes, userId, ...place }: Owner): UploadJob {
  const checked = checkFileName(file.name)
  const isBadName = 'problem' in checked
  const problem =
    file.size > maxFileBytes ? fileTooLarge(maxFileBytes) : isBadName ? sentenceOfCode('bad_file_name') : null
  const item: UploadItem = {
    id: crypto.randomUUID(),
    // As it will be stored: signs that turn text around could make a program look like a picture.
    name: isBadName ? 'file' : checked.name,
    sizeBytes: file.size,
    sentBytes: 0,
    state: problem ? 'failed' : 'waiting',
    problem,
    lacks: null,
  }
  return { ...emptyJob(item, userId), file, ...place }
}

/** An upload from before a reload, which waits for its file. */
export function recalledJob(
  plan: Plan & { name: string; sizeBytes: number },
  saved: Pick<UploadJob, 'userId' | 'path' | 'lastModified' | 'release'>,
): UploadJob {
  const { id, parts, name, sizeBytes } = plan
  const item: UploadItem = { id, name, sizeBytes, sentBytes: 0, state: 'resumable', problem: null, lacks: null }
  return { ...emptyJob(item, saved.userId), ...saved, plan: { id, parts, saved: plan.saved } }
}

function emptyJob(item: UploadItem, userId: string): UploadJob {
  return {
    item,
    file: undefined,
    folderId: null,
    spaceId: undefined,
    replaces: null,
    replacedName: null,
    userId,
    plan: undefined,
    path: null,
    wish: 'run',
    lastModified: null,
    isCommitting: false,
    isOffline: false,
    release: undefined,
  }
}

/** Being sealed, sent or committed. */
export function isActive({ item: { state } }: UploadJob): boolean {
  return state === 'encrypting' || state === 'uploading'
}

/** Size, name as stored and, across a reload, time of the last change must agree; otherwise two versions would be spliced. */
export function isSameFile({ item, lastModified }: UploadJob, file: File): boolean {
  const checked = checkFileName(file.name)
  const hasSameName = 'name' in checked && checked.name === item.name
  return file.size === item.sizeBytes && hasSameName && (lastModified === null || file.lastModified === lastModified)
}

/** The present wish, through a function: it changes while a transfer is awaited, which the compiler cannot see. */
export function wishOf(job: UploadJob): UploadJob['wish'] {
  return job.wish
}

/** @throws {DOMException} `AbortError` when the person wants this upload to stop. */
export function stopWhenUnwanted(job: UploadJob): void {
  if (job.wish !== 'run') throw new DOMException('stopped by the person', 'AbortError')
}
