import fs from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { hasSharedSecrets, isDatabaseInUse, KEY_MISSING } from '../secret-store/open-store.ts'
import { movedFolders } from '../secret-store/secret-folder.ts'
import { type AsOwner, ownerOf, SECRETS_ELSEWHERE, SecretTable } from '../secret-store/secret-table.ts'
import { inspectSecrets } from '../secrets.ts'
import type { Check, Installation } from './check.ts'
import { type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts'

/** Secrets that nodes share through their database. */
export const secretChecks: readonly Check[] = [{ name: 'shared-secrets', look: lookAtShared }]

async function lookAtShared({ config, database }: Installation): Promise<Finding> {
  if (!database.isReached) return skipped('The database, where nodes can share secrets, could not be asked.')
  const asOwner = ownerOf(database.client)
  const isShared = await hasSharedSecrets(asOwner)
  if (!config.secretsKey) return isShared ? missingKey() : lookAtUnshared(config)
  if (!isShared) return lookBeforeFirst(config, asOwner)
  return (await lookAtTable(config.secretsKey, asOwner)) ?? lookAtMoved(config)
}

async function lookBeforeFirst({ dataDir }: Config, asOwner: AsOwner): Promise<Finding> {
  if (fs.existsSync(path.join(dataDir, 'secrets'))) return ok('The next start moves the secrets into the database.')
  if (await isDatabaseInUse(asOwner)) return problem(SECRETS_ELSEWHERE, 'Until then this server does not start.')
  return ok('The next start makes the secrets in the database.')
}

const missingKey = (): Finding => problem(KEY_MISSING, 'Without it the server does not start.')

function lookAtUnshared({ s3, databaseUrl }: Config): Finding {
  if (!s3 || !databaseUrl) return skipped('Secrets lie in DATA_DIR, for one server.')
  return warning(
    'Database and content lie elsewhere, and secrets on this machine: a second node would refuse what this one signed.',
    'Set SECRETS_KEY on every node (npm run -s secrets -- new-key makes one); the next start moves the secrets into the database.',
  )
}

async function lookAtTable(secretsKey: Buffer, asOwner: AsOwner): Promise<Finding | undefined> {
  const table = new SecretTable(secretsKey, asOwner)
  try {
    await table.readAll()
  } catch (error) {
    return problem(reasonOf(error), 'If it is lost, restore a backup, which opens without SECRETS_KEY.')
  }
  const { missing, damaged } = await inspectSecrets(table)
  if (missing.length + damaged.length === 0) return undefined
  return problem(
    `In the database, the secrets ${[...missing, ...damaged].join(', ')} are missing or do not hold what they should.`,
    'Put them back from a backup before you start a server: npm run -s secrets -- set <name>',
  )
}

function lookAtMoved({ dataDir }: Config): Finding {
  const [left] = movedFolders(dataDir)
  if (left === undefined) return ok('The secrets in the database open with SECRETS_KEY.')
  return warning(
    `The secrets lie in the database, and still in clear in ${left}.`,
    'Take a backup, then remove the folder.',
  )
}
