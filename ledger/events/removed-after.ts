import { RETENTION_LIMITS } from '#contract/compliance/retention.ts'
import type { Group } from './entry.ts'

/** Groups that an event no longer says, each with the days after which they were removed. */
export type RemovedAfter = { readonly [group in Group]?: number }

/**
 * What an event says of itself: who reads it from a server checks it against the entry (`removedGroups`). Fewer days than an organisation may
 * choose are not believed: with one day, an event of this hour could be emptied.
 */
export function removedAfter(details: Readonly<Record<string, unknown>>): RemovedAfter {
  const said = details['removed_after']
  if (typeof said !== 'object' || said === null) return {}
  return Object.fromEntries(
    Object.entries(said).filter(
      ([group, days]) => isGroup(group) && Number.isSafeInteger(days) && Number(days) >= RETENTION_LIMITS.least,
    ),
  )
}

const isGroup = (name: string): name is Group => name === 'who' || name === 'where' || name === 'what'
