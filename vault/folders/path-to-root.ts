/** A folder and those above it, from itself up. Ends where one is missing; a server that closed a circle hangs nobody. */
export function pathToRoot<Folder extends { parentId: string | null }>(
  folders: ReadonlyMap<string, Folder>,
  id: string | null,
): Folder[] {
  const path = new Set<Folder>()
  for (let at = folders.get(id ?? ''); at && !path.has(at); at = folders.get(at.parentId ?? '')) path.add(at)
  return [...path]
}

/** True at the top, and where the path leads there without a gap or a circle. */
export function isReachableFromRoot(path: readonly { parentId: string | null }[], id: string | null): boolean {
  return id === null || path.at(-1)?.parentId === null
}
