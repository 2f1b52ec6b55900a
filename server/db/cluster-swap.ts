import fs from 'node:fs'
import path from 'node:path'
import { syncFolder } from '../disk/disk-files.ts'
import { ASIDE, asideIn, COMPARED, isBetween, movingHome } from './cluster-home.ts'

export const asideOf = (home: string, major: number): string => path.join(home, `${ASIDE}${major}`)

/**
 * Puts the cluster that lies ready in `movingHome` in the place of the one in `home`, which goes to `aside`. Nobody may use either.
 * Killed at any moment, it leaves the old cluster as it was, or what `finishSwap` finishes.
 */
export async function swapClusters(home: string, aside: string): Promise<void> {
  const mark = path.join(movingHome(home), COMPARED)
  fs.writeFileSync(mark, '', { flush: true })
  await syncFolder(movingHome(home))
  fs.renameSync(path.join(home, 'data'), aside)
  await finishSwap(home)
}

/** What a swap that was killed left to do. */
export async function finishSwap(home: string): Promise<void> {
  if (!isBetween(home)) return
  fs.renameSync(path.join(movingHome(home), 'data'), path.join(home, 'data'))
  await syncFolder(home)
  fs.rmSync(movingHome(home), { recursive: true, force: true })
}

/** For a home without a cluster. @throws {Error} when it has the files of an earlier one: an empty one must not take their place. */
export function refuseBesideEarlier(home: string): void {
  const aside = asideIn(home)
  if (aside === undefined) return
  throw new Error(
    `${path.join(home, aside)} holds the database of an earlier PostgreSQL, and ${path.join(home, 'data')} is missing. Rename the first to the second, and run npm run upgrade again.`,
  )
}
