import type { VaultFile } from '#vault/files/file-records.ts'
import type { ShownWithin, Within } from '#vault/folders/prove-folders.ts'
import type { DownloadTicket } from '#web/workers/transfer/content-keys.ts'
import type { OwnZipFile } from '#web/workers/transfer/zip-plans.ts'
import type { RemoteVault } from '../remote/remote.ts'
import type { Store } from '../remote/store.ts'

/** `uploading` covers sealing and sending, which overlap. `resumable` survived a reload: the person picks the same file again. */
export type UploadState =
  | 'waiting'
  | 'encrypting'
  | 'uploading'
  | 'sealed'
  | 'paused'
  | 'failed'
  | 'cancelled'
  | 'resumable'

export type UploadItem = {
  id: string
  name: string
  sizeBytes: number
  /** Plaintext bytes that are stored; over HTTP/2 those the network took, corrected when they did not arrive. */
  sentBytes: number
  state: UploadState
  /** Uploads that ran without a pause between them have the same number, later ones a larger one; 0 before it ran. */
  batch: number
  /** A sentence for the person: why it failed, that the connection is lost, or that another file was chosen. */
  problem: string | null
  /** It failed because it does not fit in the storage of the plan, or of the organisation, or because the person was signed out meanwhile. */
  lacks: 'room' | 'shared-room' | 'session' | null
}

/** What is saved is saved; `noted` settles when the time of its use is known to the server, or could not be noted. */
export type Saved = { noted: Promise<void> }

export type DownloadProgress = { id: string; name: string; sizeBytes: number; doneBytes: number }

/** `from-device`: what is shown was kept here, and the server is asked what changed. `whole`: names are read from the server. */
export type ListReading = { kind: 'from-device' } | { kind: 'whole'; read: number; total: number }

/** A file that is being looked at. Nothing of it is written to disk. */
export type FileView = {
  name: string
  mimeType: string
  sizeBytes: number
  /** Verified plaintext of `[from, to)`. @throws {VaultError} `file_damaged` | `offline` | `not_found` */
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>[]>
  /**
   * The address under which the service worker plays it, as `type` (sound or film); it works until `close`.
   * @throws {VaultError} `save_not_started`
   */
  address: (type: string) => Promise<string>
  /** Why a player at `address` got nothing; undefined while all is well. */
  problem: Store<unknown>
  close: () => void
}

export type FilesClient = Pick<RemoteVault['files'], 'rename' | 'proof'> & {
  /** Largest file the server takes, in bytes. */
  maxFileBytes: Store<number>
  /** The team space whose files these are; null is the personal one. */
  spaceId: string | null
  /**
   * Every file of the space: at once what this device holds, then what is new on the server.
   * @param onPart hears the list while it fills.
   */
  list: (onPart?: (files: VaultFile[]) => void) => Promise<VaultFile[]>
  /** How far the list is from being whole and up to date; null when it is. */
  reading: Store<ListReading | null>
  /** Saves the decrypted file through the browser's download; resolves when the last byte was verified. */
  download: (id: string) => Promise<Saved>
  /**
   * Saves several files as one archive, streamed. One file that fails ends all of it, and nothing is saved.
   * @throws {ZipError} with the path of that file
   */
  downloadZip: (name: string, files: readonly OwnZipFile[]) => Promise<Saved>
  downloads: Store<readonly DownloadProgress[]>
  /** Opens a file to look at it here; what was read stays in memory, and `close` ends it. */
  view: (id: string) => Promise<FileView>
  /**
   * A small picture of a stored image, as WebP. `signal` ends the work of one that is no longer shown.
   * @param type of the image, from the list of types that browsers decode
   */
  thumbnail: (file: VaultFile, type: string, signal: AbortSignal) => Promise<Blob>
  /**
   * Saves what `prepare` proved, in the same way: a file that somebody shared, or an earlier version.
   * @param options.needsVault it ends when the vault locks.
   * @param options.isZip it is an archive of several files.
   * @throws {ZipError} with the path of the file at which an archive failed
   */
  save: (prepare: () => Promise<DownloadTicket>, options?: { needsVault: boolean; isZip?: boolean }) => Promise<void>
  /** The same for looking at it. */
  show: (prepare: () => Promise<DownloadTicket>, options?: { needsVault: boolean }) => Promise<FileView>
  uploads: Store<readonly UploadItem[]>
  /**
   * Queues files. Too large or badly named ones appear at once as `failed`.
   * @param within the folders of their place as they were shown, the outermost first; empty for the top.
   */
  upload: (files: File[], within: Within, spaceId?: string) => void
  /** Queues other content for a stored file; what it is now is kept as a version. */
  replace: (file: File, stored: ShownWithin) => void
  pauseUpload: (id: string) => void
  /** Continues a paused, failed or resumable upload; a resumable one needs the file again. */
  resumeUpload: (id: string, file?: File) => void
  cancelUpload: (id: string) => void
  retryFailedUploads: () => void
  clearFinishedUploads: () => void
  /** Called with the name whenever an upload is sealed and stored, so that lists refresh. */
  onUploaded: (listener: (file: { id: string; name: string }) => void) => () => void
}

/** An archive that failed at one of its files; nothing of it was saved. `cause` says why. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
  /** Of the file, within the archive. */
  readonly path: string

  constructor(path: string, cause: unknown) {
    super('one file of the archive failed', { cause })
    this.path = path
  }
}
