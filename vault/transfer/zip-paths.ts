import { safeFileName } from '../files/file-name.ts'

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
    const path = joined([...folders, name])
    const [stem, end] = splitName(path)
    let free = path
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${stem} (${number})${end}`
    taken.add(free.toLowerCase())
    return free
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
  return kept === '' ? '_' : kept
}

function splitName(path: string): [string, string] {
  const slash = path.lastIndexOf('/')
  const dot = path.lastIndexOf('.')
  return dot > slash + 1 ? [path.slice(0, dot), path.slice(dot)] : [path, '']
}
