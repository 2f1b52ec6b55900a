import type { Checks } from '../check.ts'
import { lastBackupIsRecent } from './backups.ts'
import { commitsAreSeen } from './commits.ts'
import { contentsAreThere } from './contents.ts'
import { survivesPowerFailure } from './durability.ts'
import { definersAreSafe, forcesRowSecurity, hasPolicies, isSound, rolesAreHarmless } from './lints.ts'
import { answersQuickly } from './reach.ts'
import { hasRoom } from './room.ts'
import { hasExactlyItsMigrations } from './schema.ts'
import { readsNoOther, readsNothingWithoutSession, writesNoOther } from './tenant-isolation.ts'

/** Of the category "database". */
export const databaseChecks: Checks = {
  'DB-01': answersQuickly,
  'DB-02': survivesPowerFailure,
  'DB-03': hasExactlyItsMigrations,
  'DB-04': forcesRowSecurity,
  'DB-05': hasPolicies,
  'DB-06': rolesAreHarmless,
  'DB-07': readsNoOther,
  'DB-08': writesNoOther,
  'DB-09': readsNothingWithoutSession,
  'DB-10': definersAreSafe,
  'DB-11': isSound,
  'DB-12': contentsAreThere,
  'DB-13': commitsAreSeen,
  'DB-14': lastBackupIsRecent,
  'DB-15': hasRoom,
}
