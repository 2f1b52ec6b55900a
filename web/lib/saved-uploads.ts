/** What is kept of an unfinished upload across a reload. The plan, with its key, is sealed under the vault. */
export type SavedUpload = { id: string; userId: string; path: string; saved: string; lastModified: number }

const KEY = 'quantumshield-uploads'

/** Unfinished uploads of an account on this device, oldest first. */
export function readSavedUploads(userId: string): SavedUpload[] {
  return readAll().filter((upload) => upload.userId === userId)
}

export function saveUpload(upload: SavedUpload): void {
  write([...readAll().filter(({ id }) => id !== upload.id), upload])
}

export function forgetSavedUpload(id: string): void {
  write(readAll().filter((upload) => upload.id !== id))
}

function readAll(): SavedUpload[] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isSavedUpload) : []
  } catch {
    // Written by something else: an unfinished upload is not worth a broken start.
    return []
  }
}

function isSavedUpload(value: unknown): value is SavedUpload {
  if (typeof value !== 'object' || value === null) return false
  const { id, userId, path, saved } = value as Record<string, unknown>
  return [id, userId, path, saved].every((field) => typeof field === 'string')
}

function write(uploads: SavedUpload[]): void {
  localStorage.setItem(KEY, JSON.stringify(uploads))
}
