/** What `storage.objects.folder` has for each '/': it comes before all that names have. */
const SEPARATOR = '\u0001'
/** The first character behind `SEPARATOR`. */
const BEHIND_SEPARATOR = '\u0002'
const LAST_CODE_POINT = 0x10ffff

/** Behind every name there is; noncharacters are in none. */
const BEHIND_ALL = String.fromCodePoint(LAST_CODE_POINT)

/** Texts from `from` up to, and without, `to`, in the order of their bytes. */
export type TextRange = { from: string; to: string }

/** All texts that begin with `prefix`. */
export function rangeOfPrefix(prefix: string): TextRange {
  const from = prefix.toWellFormed()
  return { from, to: behindPrefix(from) }
}

/** A folder, with its slash at the end or empty for the root, as `storage.objects.folder` has it. */
export const storedFolder = (folder: string): string => folder.toWellFormed().replaceAll('/', SEPARATOR)

/** What `storage.objects.folder` has for all that lies deeper than `folder`, below folders that have a name. */
export function rangeOfFoldersIn(folder: string): TextRange {
  const stored = storedFolder(folder)
  return { from: stored + BEHIND_SEPARATOR, to: behindPrefix(stored) }
}

/** The first text behind all that begin with `prefix`. UTF-8 sorts as code points do, and has no surrogates. */
function behindPrefix(prefix: string): string {
  const points = Array.from(prefix)
  while (points.length > 0) {
    const last = points.pop()?.codePointAt(0) ?? LAST_CODE_POINT
    if (last < LAST_CODE_POINT) return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1)
  }
  return BEHIND_ALL
}
