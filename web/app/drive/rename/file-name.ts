import { LIMITS } from '#contract/limits.ts'
import { isNameTaken } from '#vault/files/taken-names.ts'
import { m } from '#web/messages/app.ts'
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

/** Whether something beside `item` has this name; its own it may keep. */
export function isTakenByAnother(name: string, item: Item, siblings: readonly Item[]): boolean {
  return isNameTaken(
    name,
    siblings.filter(({ id }) => id !== item.id),
  )
}
