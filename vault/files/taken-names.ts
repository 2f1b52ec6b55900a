import { nameThatFits, storedName } from './file-name.ts'

/** Something that is to get a name in a folder: uploaded, moved, copied or received. */
export type IncomingName = {
  name: string
  folderId: string | null
  /** The stored item that it is a copy of: beside that one it is numbered, never put in its place. */
  copyOf?: string
}
export type StoredName = {
  id: string
  name: string
  folderId: string | null
  /** ISO 8601. */
  createdAt: string
  trashedAt: string | null
}

export type PlacedName<A, S> = {
  incoming: A
  /** Its name if everything that has the wanted one stays: the name itself, or the first number that is free. */
  freeName: string
  isTaken: boolean
  /** The stored item that it could replace: of several with the name the newest, whatever their order. Of several incoming items only the first could; the others are numbered. */
  existing: S | null
}

/**
 * Finds out which incoming names are taken where they go. Names are equal as they are stored (`checkFileName`), and capital letters
 * count. The trash takes no names; names are taken by the incoming items before, too. Whether folders take names of files is decided by
 * the caller, who passes what counts as `stored`.
 */
export function placeNames<A extends IncomingName, S extends StoredName>(
  incoming: readonly A[],
  stored: readonly S[],
): PlacedName<A, S>[] {
  const folders = namesByFolder(stored, new Set(incoming.map(({ folderId }) => folderId)))
  const replaceable = new Set(stored)
  return incoming.map((item) => {
    const taken = folders.get(item.folderId) ?? new Map<string, S | null>()
    const name = storedName(item.name)
    const isTaken = taken.has(name)
    const freeName = isTaken ? freeNameBeside(name, taken) : name
    const holder = taken.get(name) ?? null
    taken.set(freeName, null)
    const existing = holder && replaceable.delete(holder) && holder.id !== item.copyOf ? holder : null
    return { incoming: item, freeName, isTaken, existing }
  })
}

/** Whether something among `siblings` has this name. */
export function isNameTaken(name: string, siblings: readonly Pick<StoredName, 'name' | 'trashedAt'>[]): boolean {
  const stored = storedName(name)
  return siblings.some((item) => item.trashedAt === null && item.name === stored)
}

/** `name (2).pdf`, or the first number that is free; a long name is cut so that it can be stored. */
export function freeNameBeside(name: string, taken: { has: (name: string) => boolean }): string {
  for (let number = 2; ; number++) {
    const candidate = nameThatFits(name, ` (${number})`)
    if (!taken.has(candidate)) return candidate
  }
}

function namesByFolder<S extends StoredName>(stored: readonly S[], wanted: ReadonlySet<string | null>) {
  const folders = new Map([...wanted].map((id) => [id, new Map<string, S | null>()] as const))
  for (const item of stored) {
    const taken = folders.get(item.folderId)
    if (!taken || item.trashedAt !== null) continue
    const other = taken.get(item.name)
    if (!other || other.createdAt < item.createdAt) taken.set(item.name, item)
  }
  return folders
}
