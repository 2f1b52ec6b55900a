import type { CopiedFile, CopiedFolder } from '#web/lib/remote/vault-client.ts'
import { isFolder, type Item } from '../item.ts'
import type { Drive } from '../use-drive.ts'

/** Everything that a copy of some items takes along: folders before what lies in them. */
export type CopyPlan = { folders: CopiedFolder[]; files: CopiedFile[] }

/** What is in the trash stays behind. A file that is selected with its folder is copied once, inside it. */
export function planCopy(selected: readonly Item[], drive: Pick<Drive, 'contents'>): CopyPlan {
  const folders = new Map<string, CopiedFolder>()
  const files = new Map<string, CopiedFile>()
  const add = (item: Item, parentId: string | null): void => {
    const { id, name } = item
    // A server that closed a circle of folders must not hang the page.
    if (folders.has(id) || files.has(id)) return
    if (!isFolder(item)) return void files.set(id, { shown: item, name, parentId })
    folders.set(id, { shown: item, name, parentId })
    for (const inside of drive.contents(id)) add(inside, id)
  }
  for (const item of outermost(selected, drive)) add(item, null)
  return { folders: [...folders.values()], files: [...files.values()] }
}

/** Without what lies in another one of them. */
function outermost(selected: readonly Item[], drive: Pick<Drive, 'contents'>): Item[] {
  const inside = new Set<string>()
  const seen = new Set<string>()
  const walk = (folderId: string): void => {
    if (seen.has(folderId)) return
    seen.add(folderId)
    for (const item of drive.contents(folderId)) {
      inside.add(item.id)
      if (isFolder(item)) walk(item.id)
    }
  }
  for (const item of selected) if (isFolder(item)) walk(item.id)
  return selected.filter(({ id }) => !inside.has(id))
}
