import { nameThatFits, safeFileName } from '../files/file-name.ts'
import { freeNameBeside } from '../files/taken-names.ts'

/** Names that Windows reads as a device, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i

/** @param isFolder a folder without anything in it; its path ends with a slash. */
export type Placed = { name: string; folders: readonly string[]; isFolder?: true }

/**
 * Paths for files of an archive: folders and names that lead nowhere else when they are unpacked, and no two alike, also where
 * capital letters do not count. Of two the second is numbered.
 */
export function zipPaths(files: readonly Placed[]): string[] {
  const taken = new NamesByFolder()
  // Folders first: no file may be called like a folder beside it. Files of one folder share its list of names.
  const paths = new Map<readonly string[], string>()
  for (const { folders } of files) if (!paths.has(folders)) paths.set(folders, taken.addFolders(folders))
  return files.map(({ name, folders, isFolder = false }) => {
    if (isFolder) return taken.addFolders([...folders, name])
    const folder = paths.get(folders) ?? ''
    const names = taken.namesIn(folder)
    const has = (free: string): boolean => names.has(folded(free))
    const own = safePart(name)
    const free = has(own) ? safePart(freeNameBeside(own, { has })) : own
    names.add(folded(free))
    return folder + free
  })
}

class NamesByFolder {
  readonly #names = new Map<string, Set<string>>()

  /** @param folder its path with a slash at the end; empty at the top. */
  namesIn(folder: string): Set<string> {
    const key = folded(folder)
    const names = this.#names.get(key) ?? new Set()
    this.#names.set(key, names)
    return names
  }

  /** @returns the path of the innermost. */
  addFolders(folders: readonly string[]): string {
    let path = ''
    for (const part of folders.map(safePart)) {
      this.namesIn(path).add(folded(part))
      path += `${part}/`
    }
    return path
  }
}

/** Alike where file systems fold names: sigma and ß have two small forms of one capital. */
const folded = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase()

function safePart(part: string): string {
  // Windows strips dots and spaces at the end, and refuses these signs.
  const kept = safeFileName(part)
    .replaceAll(/[<>:"|?*\\/]/g, '_')
    .replace(/[. ]+$/, '')
  return kept === '' || DEVICE.test(kept) ? nameThatFits(`_${kept}`) : kept
}
