import fs from 'node:fs'
import { type Finding, skipped } from './finding.ts'

/** Root may write everywhere, which says nothing of the user that runs the server. @returns undefined where it can be tried. */
export function cannotTry(folder: string): Finding | undefined {
  const { uid } = fs.statSync(folder)
  if (process.geteuid?.() !== 0 || uid === 0) return undefined
  return skipped(`${folder} belongs to the user ${uid}, and root may write everywhere: look again as that user.`)
}
