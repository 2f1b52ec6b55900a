import { storedName } from '#vault/files/file-name.ts'
import type { Item } from '../item.ts'

/** Whether something among `there` has this name; what is renamed does not stand in its own way. */
export function isNameTaken(name: string, there: readonly Item[], renamed?: Item): boolean {
  const stored = storedName(name)
  return there.some((item) => item.id !== renamed?.id && item.name === stored)
}
