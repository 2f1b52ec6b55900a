import type { OwnZipFile, VaultFolder, Within } from '#web/lib/remote/vault-client.ts'
import { isFolder, type Item } from '../item.ts'
import type { Drive } from '../use-drive.ts'

/** Every file of what is selected, and each folder without anything in it, with the folders it has inside the archive. A file that is selected with its folder is in it once. */
export function zipFiles(selected: readonly Item[], drive: Pick<Drive, 'contents'>): OwnZipFile[] {
  const files = new Map<string, OwnZipFile>()
  // A server that closed a circle of folders must not hang the page.
  const seen = new Set<string>()
  const add = (item: Item, above: readonly VaultFolder[]): void => {
    const folders = above.map(({ name }) => name)
    if (!isFolder(item)) {
      const { id, spaceId, folderId, name, version, sizeBytes, createdAt } = item
      const within = above.map(shownFolder)
      if (!files.has(id)) files.set(id, { id, spaceId, folderId, name, version, sizeBytes, createdAt, folders, within })
      return
    }
    if (seen.has(item.id)) return
    seen.add(item.id)
    const contents = drive.contents(item.id)
    for (const inside of contents) add(inside, [...above, item])
    if (contents.length > 0) return
    const { id, name, createdAt } = item
    const within = [...above, item].map(shownFolder)
    files.set(id, { id, name, sizeBytes: 0, createdAt, folders, within, isFolder: true })
  }
  // Folders first: what is in one belongs there.
  for (const item of [...selected.filter(isFolder), ...selected.filter((one) => !isFolder(one))]) add(item, [])
  return [...files.values()]
}

const shownFolder = ({ id, spaceId, name, parentId }: VaultFolder): Within[number] => ({ id, spaceId, name, parentId })

/** One folder gives the archive its name. */
export function zipName(selected: readonly Item[], now: Date): string {
  const [only, ...others] = selected
  if (only && others.length === 0) return `${only.name}.zip`
  return `QuantumShield ${now.toLocaleDateString('sv')}.zip`
}
