/** What is kept of an unfinished upload across a reload. The plan, with its key, is sealed under the vault. */
export type SavedUpload = {
  id: string
  userId: string
  /** The resumable upload on the server; null for a file that goes in one request. */
  path: string | null
  saved: string
  /** Of the file, in milliseconds; null when it is not known. */
  lastModified: number | null
  /** The person cancelled it, but what is on the server could not be removed yet. */
  isGivenUp: boolean
}

/** One entry per upload: two tabs never write the same one. */
const PREFIX = 'quantumshield-upload-'

/** Unfinished uploads of an account on this device. */
export function readSavedUploads(userId: string): SavedUpload[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => parse(localStorage.getItem(key)) ?? [])
    .filter((upload) => upload.userId === userId)
}

/** Remembers an upload. A device without room for it cannot resume the upload after a reload; the upload itself goes on. */
export function saveUpload(upload: SavedUpload): void {
  try {
    localStorage.setItem(PREFIX + upload.id, JSON.stringify(upload))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // An older entry would point at an upload that is no longer the right one.
    localStorage.removeItem(PREFIX + upload.id)
  }
}

export function forgetSavedUpload(id: string): void {
  localStorage.removeItem(PREFIX + id)
}

/**
 * Makes an upload this tab's own until it is released or the tab goes away.
 * @returns how to release it; undefined when another tab works on it.
 */
export function claimUpload(id: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(PREFIX + id, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined)
        return new Promise<void>((release) => resolve(() => release()))
      })
      .catch(reject)
  })
}

function parse(text: string | null): SavedUpload | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isSavedUpload(value) ? value : undefined
  } catch {
    // Written by something else: an unfinished upload is not worth a broken start.
    return undefined
  }
}

function isSavedUpload(value: unknown): value is SavedUpload {
  if (typeof value !== 'object' || value === null) return false
  const { id, userId, path, saved, lastModified, isGivenUp } = value as Record<string, unknown>
  const hasTexts = [id, userId, saved].every((field) => typeof field === 'string')
  const hasTime = lastModified === null || typeof lastModified === 'number'
  return hasTexts && hasTime && (path === null || typeof path === 'string') && typeof isGivenUp === 'boolean'
}
