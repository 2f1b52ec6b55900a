import { DEVICES } from '#contract/devices/devices.ts'
import { checkFileName } from '../files/file-name.ts'

/** What is wrong with the name of a device; undefined for nothing. It becomes the name of a folder as well. */
export function nameProblem(name: string): 'empty' | 'too_long' | undefined {
  const checked = checkFileName(name)
  if ('problem' in checked) return checked.problem
  return Array.from(checked.name).length > DEVICES.nameCharacters ? 'too_long' : undefined
}
