import type { Config } from '../config.ts'
import type { Finding } from './finding.ts'
import type { ReachedDatabase } from './reach-database.ts'

/** What a check may look at. */
export type Installation = {
  config: Config
  database: ReachedDatabase
  /** Time of this machine, in ms since 1970. */
  nowMs: () => number
}

export type Check = { name: string; look: (installation: Installation) => Finding | Promise<Finding> }
