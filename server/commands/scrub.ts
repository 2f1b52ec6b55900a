import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { repairContent } from '../backup/repair-content.ts'
import { readConfig } from '../config.ts'
import { closeContentIncident, openContentIncident } from '../status/content-incident.ts'
import { createDiskStore } from '../storage/blobs/disk-store.ts'
import { createS3Store } from '../storage/blobs/s3-store.ts'
import { openPlace } from '../storage/places/open-place.ts'
import { LostContent } from '../storage/upkeep/lost-content.ts'
import { allLosses } from '../storage/upkeep/operator.sql.ts'
import { describeScrub, type Found, scrubContent, scrubSample, type ScrubServices } from '../storage/upkeep/scrub.ts'
import type { Step } from '../storage/upkeep/scrub.sql.ts'
import { openBeside } from './open-beside.ts'
import { counted, endAsDamaged, NotUnderstood, readWords, runCommand } from './run-command.ts'

const USAGE = `Reads stored content and compares it with the SHA-256 that it had when it was stored, beside a server that runs or while none does.
The server does the same by itself, every SCRUB_DAYS days.

  npm run scrub                                what the last reading found, and content that is known to be lost
  npm run scrub -- --all                       reads all of it, from where a reading that was stopped had come to
  npm run scrub -- --sample <percent>          reads that share of it, chosen at random
  npm run scrub -- --repair-from <place>       puts content that is known to be lost back from a backup; a place is a folder, or s3://bucket/prefix

--rate <number> reads at most that many megabytes a second, instead of SCRUB_MB_PER_SECOND.
Each ends with 5 where content is missing, damaged or cannot be read, and with 1 where so much is gone that it may be the store. The audit log says whose it is.
They end with 2 where they do not understand what they were given.`

const { values } = readWords(
  {
    options: {
      all: { type: 'boolean', default: false },
      sample: { type: 'string' },
      'repair-from': { type: 'string' },
      rate: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  },
  USAGE,
)

await runCommand(USAGE, async () => {
  if (values.help) return console.log(USAGE)
  const { 'repair-from': from, sample, all } = values
  if ([from, sample, all || undefined].filter((word) => word !== undefined).length > 1)
    throw new NotUnderstood('--all, --sample and --repair-from exclude each other.')
  const share = sample === undefined ? undefined : numberOf('--sample', sample, 100) / 100
  const config = readConfig(process.env)
  const rate = values.rate === undefined ? undefined : numberOf('--rate', values.rate, 10_000)
  const scrubBytesPerSecond = rate === undefined ? config.upkeep.scrubBytesPerSecond : rate * 1_000_000
  const folder = path.join(config.dataDir, 'storage')
  if (!config.s3) refuseAbsent(folder)
  const { database, close } = await openBeside(config)
  try {
    const store = config.s3 ? await createS3Store(folder, config.s3) : createDiskStore(folder)
    const lost = new LostContent({ database, incident: { open: openContentIncident, close: closeContentIncident } })
    const services = { database, store, lost, settings: { ...config.upkeep, scrubBytesPerSecond } }
    if (from !== undefined && !config.s3) refuseOthers(folder)
    if (from !== undefined) await repair(services, from)
    else if (share !== undefined) report(await scrubSample(services, share, { say }))
    else if (all) await readAll(services)
    else await show(services)
  } finally {
    await close()
  }
})

/** A store that is opened makes its folder: in a new one, everything would be lost. */
function refuseAbsent(folder: string): void {
  if (existsSync(path.join(folder, 'blobs'))) return
  throw new Error(
    `There is no stored content in ${folder}. Check that the disk is mounted, and give this command the settings of the server: DATA_DIR, and DATABASE_URL, SECRETS_KEY and S3_* where they are set.`,
  )
}

/** The server could not read what somebody else writes beside its files. */
function refuseOthers(folder: string): void {
  const { uid } = statSync(folder)
  if (uid === process.getuid?.()) return
  throw new Error(
    `${folder} belongs to another user (${uid}). Run this as the user that the server runs as, such as with setpriv --reuid=${uid} --clear-groups.`,
  )
}

function numberOf(word: string, text: string, most: number): number {
  const number = Number(text)
  if (!(number > 0 && number <= most)) throw new NotUnderstood(`${word} takes a number above 0, and ${most} at most.`)
  return number
}

async function readAll(services: ScrubServices): Promise<void> {
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  const { outcome, read } = await scrubContent(services, { isForced: true, signal: stopped.signal, say })
  if (outcome === 'not due')
    throw new Error('The server, or another command, reads it now. npm run scrub says how far it has come.')
  report(read)
  if (outcome === 'finished') console.log('That was the end of all content.')
  else {
    console.log('It was stopped; the next --all continues there.')
    process.exitCode ??= 1
  }
}

function say(found: Found): void {
  const why =
    found.problem !== 'unreadable'
      ? ''
      : `: ${found.error instanceof Error ? found.error.message : String(found.error)}`
  console.error(`${found.blob} is ${found.problem}${why}`)
  endAsDamaged()
}

function report({ blobs, bytes, unknown, lost, unreadable }: Omit<Step, 'reached'>): void {
  console.log(
    `${counted(blobs, 'file')} with ${counted(bytes, 'byte')} ${blobs === 1 ? 'was' : 'were'} read; missing or damaged: ${lost}`,
  )
  if (unreadable > 0) console.log(`The store did not let ${unreadable} of them be read.`)
  if (unknown > 0) console.log(`No SHA-256 is known of ${unknown} of them: their size was compared.`)
}

async function show({ database }: ScrubServices): Promise<void> {
  const found = await describeScrub(database)
  console.log(
    found.finishedAt
      ? `All content was read to its end: ${found.finishedAt.toISOString()}`
      : 'No reading of all content has reached its end yet',
  )
  if (found.isRunning)
    console.log(
      `A reading began ${found.begunAt?.toISOString()} and ${found.isClaimed ? 'runs' : 'waits to be continued'}`,
    )
  report(found)
  if (found.unreadable > 0) endAsDamaged()
  const said = new Set<string>()
  for await (const { blob_id: blob, problem } of allLosses(database)) {
    // Several objects may have it.
    if (!said.has(blob)) say({ blob, problem })
    said.add(blob)
  }
}

async function repair({ database, store, lost }: ScrubServices, address: string): Promise<void> {
  const place = await openPlace(address, process.env)
  const { repaired, notThere, unknown } = await repairContent({ database, store, lost, place })
  if (repaired + notThere.length + unknown.length === 0)
    return console.log('No content is known to be lost, so nothing was repaired. --all looks at all of it.')
  console.log(`${counted(repaired, 'file')} ${repaired === 1 ? 'was' : 'were'} repaired`)
  for (const blob of notThere) console.error(`${blob} is not in ${place.address}, or is damaged there as well`)
  for (const blob of unknown)
    console.error(`${blob} has no SHA-256 in the database, so no copy can be compared with it`)
  if (notThere.length + unknown.length > 0) endAsDamaged()
}
