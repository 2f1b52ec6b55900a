/** A folder and those above it, from itself up. Ends where one is missing; a server that closed a circle hangs nobody. */
export function wayUp<Folder extends { parentId: string | null }>(
  folders: ReadonlyMap<string, Folder>,
  id: string | null,
): Folder[] {
  const way = new Set<Folder>()
  for (let at = folders.get(id ?? ''); at && !way.has(at); at = folders.get(at.parentId ?? '')) way.add(at)
  return [...way]
}

/** True at the top, and where the way up leads there without a gap or a circle. */
export function leadsToTop(way: readonly { parentId: string | null }[], id: string | null): boolean {
  return id === null || way.at(-1)?.parentId === null
}
