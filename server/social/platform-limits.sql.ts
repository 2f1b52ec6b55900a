import { type Platform, PLATFORM_CHARACTERS } from '#contract/studio/platforms.ts'
import type { Caller, Database } from '../db/database.ts'

/** Characters of a post, as the caller's organisation typed them, or those that are shipped. */
export async function readLimits(database: Database, caller: Caller): Promise<Record<Platform, number>> {
  const { rows } = await database.oneAsCaller<{ platform: Platform; characters: number }>(caller, {
    text: 'select platform, characters from studio.platform_limits',
  })
  return {
    ...PLATFORM_CHARACTERS,
    ...Object.fromEntries(rows.map(({ platform, characters }) => [platform, characters])),
  }
}
