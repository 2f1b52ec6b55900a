import { safeFileName } from '../files/file-name.ts'
import { freeNameBeside } from '../files/taken-names.ts'

/** Names that Windows reads as a device, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i

export type Placed = { name: string; folders: readonly string[] }

/**
 * Paths for files of an archive: folders and names that lead nowhere else when they are unpacked, and no two alike, also where
 * capital letters do not count. Of two the second is numbered.
 */
export function zipPaths(files: readonly Placed[]): string[] {
  // No file may be called like a folder beside it.
  const taken = new Set(
    files.flatMap(({ folders }) => folders.map((_, at) => joined(folders.slice(0, at + 1)).toLowerCase())),
  )
  return files.map(({ name, folders }) => {
    const pathOf = (free: string) => joined([...folders, free])
    const has = (free: string) => taken.has(pathOf(free).toLowerCase())
    const own = safePart(name)
    const path = pathOf(has(own) ? freeNameBeside(own, { has }) : own)
    taken.add(path.toLowerCase())
    return path
  })
}

function joined(parts: readonly string[]): string {
  return parts.map(safePart).join('/')
}

function safePart(part: string): string {
  // Windows strips dots and spaces at the end, and refuses these signs.
  const kept = safeFileName(part)
    .replaceAll(/[<>:"|?*\\/]/g, '_')
    .replace(/[. ]+$/, '')
  return kept === '' || DEVICE.test(kept) ? `_${kept}` : kept
}
