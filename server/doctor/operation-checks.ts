import { DatabaseError } from 'pg'
import { refuseWeakRole } from '../backup/role-rights.ts'
import { type Facts, readFacts } from '../metrics/facts.sql.ts'
import { describeContent } from '../storage/upkeep/operator.sql.ts'
import { describeScrub } from '../storage/upkeep/scrub.ts'
import { hasJobQueue, readFailingStreams } from './doctor.sql.ts'
import { lookAtArchive } from './archive-check.ts'
import type { Check, Installation } from './check.ts'
import { type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts'
import type { ReachedDatabase } from './reach-database.ts'

const OLD_BACKUP_DAYS = 2
const DAY_SECONDS = 86_400
const WITNESS_MS = 5000

type Reached = Extract<ReachedDatabase, { isReached: true }>

/** What became of the work of a server: backups, jobs, streams, content, witnesses. */
export const operationChecks: readonly Check[] = [
  inUse('backup', lookAtBackup),
  inUse('backup-content', lookAtBackupContent),
  inUse('backup-rights', lookAtBackupRights),
  inUse('archive', ({ client }, { config }) => lookAtArchive(client, config.archive)),
  inUse('jobs', lookAtJobs),
  inUse('event-streams', lookAtStreams),
  inUse('lost-content', lookAtContent),
  inUse('content-reading', lookAtReading),
  { name: 'witnesses', look: lookAtWitnesses },
]

function inUse(name: string, look: (reached: Reached, installation: Installation) => Promise<Finding>): Check {
  return {
    name,
    look: async (installation) => {
      const { database } = installation
      if (!database.isReached) return skipped('The database was not reached.')
      // The last that a first start makes in the database.
      if (!(await hasJobQueue(database.client))) return skipped('No server has used this database yet.')
      return look(database, installation)
    },
  }
}

export async function lookAtBackup({ database }: Pick<Reached, 'database'>): Promise<Finding> {
  const { backup_age_seconds: seconds }: Facts = await readFacts(database)
  const mend = 'Let cron or a systemd timer run npm run backup -- take each night.'
  if (seconds === null) return warning('No backup was ever taken with npm run backup.', mend)
  const days = seconds / DAY_SECONDS
  if (days > OLD_BACKUP_DAYS) return warning(`The newest backup is ${Math.floor(days)} days old.`, mend)
  return ok(`The newest backup is ${Math.floor(seconds / 3600)} hours old.`)
}

export async function lookAtBackupContent({ database }: Pick<Reached, 'database'>): Promise<Finding> {
  const { backup_damaged: damaged } = await readFacts(database)
  if (damaged === null) return skipped('There is no backup.')
  if (damaged > 0)
    return problem(
      `Files whose content is missing or damaged in the newest backup: ${damaged}.`,
      'Keep the backup before it, find out what the store lost (npm run content), and take another one.',
    )
  return ok('The newest backup was complete when it was taken.')
}

async function lookAtBackupRights({ client }: Reached): Promise<Finding> {
  try {
    await refuseWeakRole(client, 'take')
    return ok('The database user may take backups.')
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    return warning(`${reasonOf(error)}.`, 'Until then npm run backup -- take ends without a backup.')
  }
}

async function lookAtJobs({ database }: Reached): Promise<Finding> {
  const { jobs_given_up: givenUp } = await readFacts(database)
  if (givenUp > 0)
    return warning(
      `Jobs that were given up after their last try: ${givenUp}. They are mails, or other work, that will not be done.`,
      'Look for their errors in graphile_worker.jobs (last_error) and in the log of the server; mend the cause and set attempts to 0.',
    )
  return ok('No job was given up.')
}

async function lookAtStreams({ client }: Reached): Promise<Finding> {
  const { count, since, error } = await readFailingStreams(client)
  if (count > 0)
    return warning(
      `Event streams that fail: ${count}. The first has failed since ${since?.toISOString()}: ${error}`,
      'Open the stream on the page Audit Logs, correct its address or what receives it, and try again there.',
    )
  return ok('No event stream fails.')
}

async function lookAtContent({ database }: Reached, { config }: Installation): Promise<Finding> {
  const { missing, damaged, held } = await describeContent(database, config.upkeep.leftoverDays)
  if (missing + damaged > 0)
    return problem(
      `Files whose content is missing: ${missing}; damaged: ${damaged}.`,
      'Put the content back from a backup; the audit log says whose it is. The server looks again within five minutes of its start, and once a day.',
    )
  if (held > 0)
    return warning(
      `Blobs that belong to no file and wait for you, because they are so many: ${held}.`,
      'See npm run content; after a restore of an older backup they may be files that it does not know.',
    )
  return ok('No content is known to be missing.')
}

/** As many times its interval as a reading may be late, for a store that takes long. */
const LATE = 2

async function lookAtReading({ database }: Reached, { config }: Installation): Promise<Finding> {
  const { scrubDays } = config.upkeep
  const { finishedAt, isRunning, blobs } = await describeScrub(database)
  if (scrubDays === 0)
    return warning('Stored content is never read by itself: SCRUB_DAYS is 0.', 'Let cron run npm run scrub -- --all.')
  if (!finishedAt)
    return isRunning
      ? ok(`Stored content is being read for the first time; ${blobs} files were.`)
      : skipped('No server has begun to read stored content yet.')
  const days = Math.floor((Date.now() - finishedAt.getTime()) / (DAY_SECONDS * 1000))
  if (days > LATE * scrubDays)
    return warning(
      `It is ${days} days since all stored content was read and compared.`,
      'See npm run scrub; SCRUB_MB_PER_SECOND may be too low for what is stored.',
    )
  return ok(`All stored content was read and compared ${days} days ago.`)
}

async function lookAtWitnesses({ config }: Installation): Promise<Finding> {
  const asked = config.ledgerWitnesses?.asked ?? []
  if (asked.length === 0) return skipped('Nobody signs the public log besides this server.')
  const outcomes = await Promise.allSettled(
    // Whatever it answers to this, it is there.
    asked.map(({ url }) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WITNESS_MS) })),
  )
  const silent = asked
    .filter((_witness, at) => outcomes[at]?.status === 'rejected')
    .map(({ name, url }) => `${name} (${url})`)
  if (silent.length > 0)
    return warning(
      `No answer from ${silent.join(', ')}. While too few witnesses sign, nobody can share.`,
      'Correct the address in LEDGER_WITNESSES, or ask the people who run the witness.',
    )
  return ok('Every witness answers.')
}
