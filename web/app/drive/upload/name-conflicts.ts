import { freeNameBeside, storedName } from '#vault/files/file-name.ts'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'

/** A file on its way into a folder: uploaded, moved or copied. */
export type IncomingFile = {
  name: string
  folderId: string | null
  /** The stored file that it is a copy of: beside that one it is numbered without a question. */
  copyOf?: string
}
/** One whose name is taken; `freeName` is what it would be called beside the file that is there. */
type Conflict<A extends IncomingFile> = { incoming: A; existing: VaultFile; freeName: string }
export type SortedIncoming<A extends IncomingFile> = {
  /** Go on at once. Of two with one name the second is numbered. */
  free: { incoming: A; name: string }[]
  conflicts: Conflict<A>[]
}

/** Tells files that may go on from those whose name is taken where they are going. */
export function sortIncoming<A extends IncomingFile>(
  incomingFiles: readonly A[],
  stored: readonly VaultFile[],
): SortedIncoming<A> {
  const folders = namesByFolder(stored, new Set(incomingFiles.map(({ folderId }) => folderId)))
  const sorted: SortedIncoming<A> = { free: [], conflicts: [] }
  const seen = new Set<VaultFile>()
  for (const incoming of incomingFiles) {
    const taken = folders.get(incoming.folderId) ?? new Map<string, VaultFile | null>()
    const name = storedName(incoming.name)
    const existing = taken.get(name)
    const isTaken = taken.has(name)
    const freeName = isTaken ? freeNameBeside(name, taken) : name
    taken.set(freeName, null)
    // Only one file can take the place of the stored one; the next of that name is numbered.
    if (existing && !seen.has(existing) && existing.id !== incoming.copyOf)
      sorted.conflicts.push({ incoming, existing, freeName })
    else sorted.free.push({ incoming, name: isTaken ? freeName : incoming.name })
    if (existing) seen.add(existing)
  }
  return sorted
}

function namesByFolder(stored: readonly VaultFile[], wanted: ReadonlySet<string | null>) {
  const folders = new Map([...wanted].map((id) => [id, new Map<string, VaultFile | null>()] as const))
  for (const file of stored) if (file.trashedAt === null) folders.get(file.folderId)?.set(file.name, file)
  return folders
}
