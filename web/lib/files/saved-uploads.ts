import type { SentParts } from '#vault/transfer/sent-parts.ts'

/** What is kept of an unfinished upload across a reload. The plan, with its key, is sealed under the vault. */
export type SavedUpload = {
  id: string
  userId: string
  /** The resumable upload on the server; null for a file that goes in one request. */
  path: string | null
  saved: string
  /** Digests of the parts that were sent. */
  sent: SentParts
  /** Of the file, in milliseconds; null when it is not known. */
  lastModified: number | null
  /** The person cancelled it, but what is on the server could not be removed yet. */
  isGivenUp: boolean
}

/** One entry per upload: two tabs never write the same one. */
const PREFIX = 'quantumshield-upload-'

/** Unfinished uploads on this device. */
export type SavedUploads = {
  /** Those of an account. */
  read: (userId: string) => SavedUpload[]
  /** Remembers an upload. A device without room for it cannot resume the upload after a reload; the upload itself continues. */
  save: (upload: SavedUpload) => void
  forget: (id: string) => void
  /**
   * Makes an upload this tab's own until it is released or the tab is closed.
   * @returns how to release it; undefined when another tab works on it.
   */
  claim: (id: string) => Promise<(() => void) | undefined>
}

/** What a browser may refuse to a page is requested when it is needed. */
type Device = { storage: () => Storage; locks: () => LockManager }

export function createSavedUploads({ storage, locks }: Device): SavedUploads {
  const keys = () => Array.from({ length: storage().length }, (_, at) => storage().key(at) ?? '')
  return {
    read: (userId) =>
      keys()
        .filter((key) => key.startsWith(PREFIX))
        .flatMap((key) => parse(storage().getItem(key)) ?? [])
        .filter((upload) => upload.userId === userId),
    save: (upload) => {
      try {
        storage().setItem(PREFIX + upload.id, JSON.stringify(upload))
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
        // An older entry would point at an upload that is no longer the right one.
        storage().removeItem(PREFIX + upload.id)
      }
    },
    forget: (id) => storage().removeItem(PREFIX + id),
    claim: (id) =>
      new Promise((resolve, reject) => {
        locks()
          .request(PREFIX + id, { ifAvailable: true }, (lock) => {
            if (!lock) return resolve(undefined)
            return new Promise<void>((release) => resolve(() => release()))
          })
          .catch(reject)
      }),
  }
}

function parse(text: string | null): SavedUpload | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isSavedUpload(value) ? { ...value, sent: asSentParts(value.sent) } : undefined
  } catch {
    // Written by something else: an unfinished upload is not worth a broken start.
    return undefined
  }
}

/** One that an earlier release noted has no digests. */
function isSavedUpload(value: unknown): value is Omit<SavedUpload, 'sent'> & { sent?: unknown } {
  if (typeof value !== 'object' || value === null) return false
  const { id, userId, path, saved, lastModified, isGivenUp } = value as Record<string, unknown>
  const hasTexts = [id, userId, saved].every((field) => typeof field === 'string')
  const hasTime = lastModified === null || typeof lastModified === 'number'
  return hasTexts && hasTime && (path === null || typeof path === 'string') && typeof isGivenUp === 'boolean'
}

/** Of anything that is no list of digests nothing counts as kept, so the upload begins again. */
function asSentParts(value: unknown): SentParts {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, digest]) => typeof digest === 'string'))
}
