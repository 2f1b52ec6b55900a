import type { NamesInFolder } from '#web/ui/list/folder-names.tsx'
import type { CopyPlan } from './plan-copy.ts'

type Placed = { name: string; folders?: readonly string[] }

const SEPARATOR = ' / '

/**
 * What goes along with folders that are given away, by the paths of the folders. Where an older folder lies is not signed, so a
 * person is shown every name before it happens.
 */
export function alongWith(files: readonly Placed[], empty: readonly string[] = []): NamesInFolder[] {
  const byPath = new Map<string, string[]>(empty.map((path) => [path, []]))
  for (const { name, folders = [] } of files) {
    const path = folders.join(SEPARATOR)
    byPath.set(path, [...(byPath.get(path) ?? []), name])
  }
  return [...byPath]
    .map(([path, names]) => ({ path, names: names.toSorted((a, b) => a.localeCompare(b)) }))
    .toSorted((a, b) => a.path.localeCompare(b.path))
}

/** The same of a copy; folders that nothing lies in are among them. */
export function alongWithCopy({ folders, files }: CopyPlan): NamesInFolder[] {
  const byId = new Map(folders.map((folder) => [folder.shown.id, folder]))
  const pathTo = (id: string | null): string[] => {
    const folder = id === null ? undefined : byId.get(id)
    return folder ? [...pathTo(folder.parentId), folder.name] : []
  }
  const placed = files.map(({ name, parentId }) => ({ name, folders: pathTo(parentId) }))
  return alongWith(
    placed,
    folders.map(({ shown }) => pathTo(shown.id).join(SEPARATOR)),
  )
}
