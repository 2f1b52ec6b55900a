import { type Config, readConfig } from '../config.ts'
import { certificateChecks } from './certificate-checks.ts'
import { databaseChecks } from './database-checks.ts'
import type { Check, Installation } from './check.ts'
import { ok, problem, reasonOf, type Result, skipped } from './finding.ts'
import { MEND } from './examine-settings.ts'
import { folderChecks } from './folder-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { mailChecks } from './mail-checks.ts'
import { operationChecks } from './operation-checks.ts'
import { reachDatabase } from './reach-database.ts'
import { secretChecks } from './secret-checks.ts'
import { settingChecks } from './setting-checks.ts'
import { lookAtNames } from './setting-names.ts'
import { storageChecks } from './storage-checks.ts'

/** In the order in which a start would meet what is wrong. */
const CHECKS: readonly Check[] = [
  ...settingChecks,
  ...certificateChecks,
  ...folderChecks,
  ...machineChecks,
  ...databaseChecks,
  ...secretChecks,
  ...storageChecks,
  ...mailChecks,
  ...operationChecks,
]

/**
 * Looks at an installation as its server would see it, and changes nothing that is there. A check that could not look is `skipped`, never `ok`.
 *
 * @param environment as the server would get it
 * @param nowMs the clock of this machine
 */
export async function examine(environment: NodeJS.ProcessEnv, nowMs: () => number = Date.now): Promise<Result[]> {
  const names = { check: 'setting-names', ...lookAtNames(environment) }
  const config = read(environment)
  if (config instanceof Error) {
    const others = CHECKS.map(({ name }) => ({ check: name, ...skipped('The settings cannot be read.') }))
    return [{ check: 'settings', ...problem(config.message, MEND) }, names, ...others]
  }
  const { database, close } = await reachDatabase(config)
  try {
    const results: Result[] = [{ check: 'settings', ...ok('All settings can be read.') }, names]
    // One after the other: the database is asked over one connection.
    for (const check of CHECKS) results.push(await resultOf(check, { config, database, nowMs }))
    return results
  } finally {
    await close()
  }
}

async function resultOf({ name, look }: Check, installation: Installation): Promise<Result> {
  try {
    return { check: name, ...(await look(installation)) }
  } catch (error) {
    return { check: name, ...skipped(`This could not be looked at: ${reasonOf(error)}`) }
  }
}

function read(environment: NodeJS.ProcessEnv): Config | Error {
  try {
    return readConfig(environment)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
