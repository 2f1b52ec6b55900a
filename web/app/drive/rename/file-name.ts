import { LIMITS } from '#contract/limits.ts'
import { m } from '#web/messages/app.ts'
import { storedName } from '#vault/files/file-name.ts'
import type { Item } from '../item.ts'

/** Why `name` cannot be a file's name, or null. */
export function fileNameProblem(name: string): string | null {
  const trimmed = name.trim()
  if (!trimmed) return m.files.rename.empty
  if (/[/\\]/.test(trimmed)) return m.files.rename.slash
  if (new TextEncoder().encode(trimmed).length > LIMITS.fileNameBytes) return m.files.rename.long
  return null
}

/** Length of the part before the extension: what a rename selects. */
export function stemLength(name: string): number {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? dot : name.length
}

/** Whether something among `there` has this name; what is renamed does not stand in its own way. */
export function isNameTaken(name: string, there: readonly Item[], renamed?: Item): boolean {
  const stored = storedName(name)
  return there.some((item) => item.id !== renamed?.id && item.name === stored)
}
