import fs from 'node:fs'
import path from 'node:path'
import { placeOf } from '../backup/database-connection.ts'
import type { Config } from '../config.ts'
import { findCluster, refuseBesideContent } from '../db/cluster-place.ts'
import { refuseUnfinishedRestore } from '../db/restored.ts'
import { requireRoom } from '../health/readiness.ts'
import { SecretFolder } from '../secret-store/secret-folder.ts'
import { inspectSecrets } from '../secrets.ts'
import { tryFolder } from '../disk/disk-files.ts'
import { cannotTry } from './own-user.ts'
import type { Check } from './check.ts'
import { type Finding, ok, problem, reasonOf, skipped } from './finding.ts'

/** Bits of a mode that let others in. */
const OTHERS = 0o077

/** DATA_DIR and what is in it. */
export const folderChecks: readonly Check[] = [
  { name: 'data-dir', look: ({ config }) => lookAtFolder(config) },
  { name: 'disk-room', look: ({ config }) => lookAtRoom(config) },
  { name: 'secret-modes', look: ({ config }) => lookAtModes(config) },
  { name: 'secrets', look: ({ config }) => lookAtSecrets(config) },
  { name: 'database-place', look: ({ config }) => lookAtPlace(config) },
  { name: 'restore', look: ({ config }) => lookAtRestore(config) },
]

/** DATA_DIR, or the folder in which the first start would make it. */
function nearestFolder(folder: string): string {
  return fs.existsSync(folder) || path.dirname(folder) === folder ? folder : nearestFolder(path.dirname(folder))
}

async function lookAtFolder({ dataDir }: Config): Promise<Finding> {
  const folder = nearestFolder(dataDir)
  const untried = cannotTry(folder)
  if (untried) return untried
  try {
    await tryFolder(folder)
  } catch (error) {
    return problem(
      `${folder} cannot be written to (${codeOf(error)}).`,
      'Look as the user that runs the server, and give DATA_DIR to that user, or set DATA_DIR to another folder.',
    )
  }
  return ok(folder === dataDir ? `${dataDir} can be written to.` : `The first start can make ${dataDir}.`)
}

async function lookAtRoom(config: Config): Promise<Finding> {
  const { dataDir, readyFreeBytes } = config
  if (readyFreeBytes === 0) return skipped('READY_FREE_BYTES is 0: the disk is left to your monitoring.')
  for (const folder of [nearestFolder(dataDir), ...clusterFolders(config)]) {
    try {
      await requireRoom(folder, readyFreeBytes)
    } catch (error) {
      const mend = 'Make room, or move the folder to a larger disk.'
      return problem(`The disk of ${folder} is too full: ${reasonOf(error)}.`, mend)
    }
  }
  return ok('The disk has the free bytes that READY_FREE_BYTES names.')
}

/** Where the embedded database lies, which may be on another disk. */
function clusterFolders({ databaseUrl, dataDir }: Config): string[] {
  if (databaseUrl) return []
  try {
    return [findCluster(path.join(dataDir, 'postgres')) ?? []].flat()
  } catch {
    // It lies nowhere, which `database-place` says.
    return []
  }
}

function lookAtModes({ dataDir }: Config): Finding {
  const folder = path.join(dataDir, 'secrets')
  if (process.platform === 'win32') return skipped('This system has no modes of files.')
  if (!fs.existsSync(folder)) return skipped('There are no secrets here yet; the first start makes them.')
  const inside = fs.readdirSync(folder).map((name) => path.join(folder, name))
  const open = [folder, ...inside].filter((file) => (fs.statSync(file).mode & OTHERS) !== 0)
  if (open.length > 0)
    return problem(
      `Other users of this machine may open ${open.join(', ')}.`,
      `Run chmod -R go= ${folder}; if others use the machine, rotate the keys as well (npm run rotate-keys).`,
    )
  return ok('Only the user of the server may open the secrets.')
}

async function lookAtSecrets({ dataDir, secretsKey }: Config): Promise<Finding> {
  if (secretsKey) return skipped('With SECRETS_KEY they lie in the database.')
  if (!fs.existsSync(path.join(dataDir, 'secrets')))
    return skipped('There are no secrets yet; the first start makes them.')
  const { missing, damaged } = await inspectSecrets(new SecretFolder(dataDir))
  if (damaged.length > 0)
    return problem(
      `In secrets, ${damaged.join(', ')} cannot be read or does not hold what it should.`,
      'Put the file back from a backup. A new one would lock out what the old one sealed or signed.',
    )
  if (missing.length > 0)
    return problem(
      `In secrets, ${missing.join(', ')} is missing, and the next start would make a new one.`,
      'Put the file back from a backup before you start the server.',
    )
  return ok('The secrets hold what they should.')
}

function lookAtPlace(config: Config): Finding {
  if (config.databaseUrl) return skipped('DATABASE_URL names a PostgreSQL of your own.')
  try {
    const place = placeOf(config)
    if (place) return ok('The embedded database is where it should be.')
    refuseBesideContent(config.dataDir)
    return ok('There is no embedded database yet; the first start makes it.')
  } catch (error) {
    return problem(
      reasonOf(error),
      'The database holds all accounts and keys: find it before you begin with an empty one.',
    )
  }
}

function lookAtRestore({ dataDir }: Config): Finding {
  try {
    refuseUnfinishedRestore(dataDir)
    return ok('No restore was left unfinished.')
  } catch (error) {
    return problem(reasonOf(error), 'The server does not start until that is done.')
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : reasonOf(error)
}
