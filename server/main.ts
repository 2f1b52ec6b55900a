import module from 'node:module'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import { buildApp, buildWorkerApp } from './app.ts'
import { startArchiver } from './backup/archive/wal-archiver.ts'
import { createBilling } from './billing/billing.ts'
import { type Config, readConfig } from './config.ts'
import type { Database } from './db/database.ts'
import { lockDataDir } from './db/folder-lock.ts'
import { announceSchema } from './db/live-nodes.ts'
import { type OpenDatabase, openDatabase } from './db/open.ts'
import { deviceTasks } from './devices/devices.jobs.ts'
import { authTasks } from './auth/auth.routes.ts'
import type { Periodic } from './feature.ts'
import { featureTasks } from './features.ts'
import { claimNotice, makeClaimLink } from './auth/account/installation.ts'
import { RateLimits } from './http/rate-limits.ts'
import { type Jobs, migrateJobs, startJobs, type Tasks } from './jobs/jobs.ts'
import { Ledger } from './ledger/ledger.ts'
import { retentionTasks } from './ledger/retention.ts'
import { readBuildList } from './http/web-app.ts'
import { linkTasks } from './sharing/links.jobs.ts'
import { createMail } from './mail/mail.ts'
import { mailNotice } from './mail/mail-transport.ts'
import { notifyTasks } from './notify/notify.tasks.ts'
import { crashNotice, watchForCrashes } from './process/crash.ts'
import { Life } from './process/life.ts'
import type { Stop } from './process/stop.ts'
import { reachSecretStore } from './secret-store/open-store.ts'
import { type OpenSecrets, openSecrets } from './secret-store/open-secrets.ts'
import type { Secrets } from './secrets.ts'
import { makeDataDir } from './settings/checks.ts'
import { settingNotices } from './settings/notices.ts'
import { SETTING_NAMES } from './settings/table.ts'
import { createAiProbe } from './ai/ai-probe.ts'
import { startCollector } from './storage/blobs/collector.ts'
import { recoveryTasks } from './recovery/recovery.jobs.ts'
import { requestTasks } from './requests/requests.jobs.ts'
import { announceNode } from './operations/announce-node.ts'
import { Streams } from './streams/streams.ts'
import { createStatus } from './status/status.ts'
import { domainTasks } from './organisation/domains.ts'
import { quotaTasks } from './storage/quota.ts'
import { LostContent } from './storage/upkeep/lost-content.ts'
import { startScrub } from './storage/upkeep/scrub.ts'
import { upkeepTasks } from './storage/upkeep/sweep.ts'
import type { BlobStore } from './storage/blobs/blob-store.ts'
import { createDiskStore } from './storage/blobs/disk-store.ts'
import { createS3Store } from './storage/blobs/s3-store.ts'
import { createSms } from './sms/sms.ts'
import type { Services } from './services.ts'
import { startTracing } from './tracing/start-tracing.ts'
import type { Tracing } from './tracing/tracing.ts'
import { Threats, threatTasks } from './threats/threats.ts'
import { trashTasks } from './trash/trash.ts'

/** There once the app is built; what happens before goes to standard error. */
const running: { log?: FastifyBaseLogger; stop?: Stop } = {}

await start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

async function start(): Promise<void> {
  const config = readConfig(process.env)
  makeDataDir(config.dataDir)
  // Under `node --watch`, threads would name the files they load on the same way as their answers.
  delete process.env['WATCH_REPORT_DEPENDENCIES']
  watchForCrashes(
    config.dataDir,
    () => running.log,
    async () => (running.stop ? running.stop.afterCrash() : process.exit(1)),
  )
  const unlock = config.databaseUrl === undefined ? undefined : await lockDataDir(config.dataDir)
  const opened = await openDatabase(config)
  opened.embedded?.onCrash((code, log) => {
    console.error(`PostgreSQL ended unexpectedly (${code}); stopping, start again to recover. Its last lines:\n${log}`)
    process.exit(1)
  })
  try {
    // Made after the database: secrets without one mean that it was lost.
    await serve(config, await openSecrets(config, opened.database, console.log), opened)
  } catch (error) {
    await opened.close()
    await unlock?.()
    throw error
  }
}

async function serve(config: Config, { secrets, follow }: OpenSecrets, opened: OpenDatabase): Promise<void> {
  const services = await createServices(config, secrets, opened)
  const { status, ledger, threats, streams, store, lost, mail } = services
  const jobs = config.role === 'api' ? await withoutJobs(opened) : await workOnJobs(services, opened)
  const life = new Life()
  const build = config.role === 'worker' ? buildWorkerApp : buildApp
  const app = await build({ ...services, ...life.services })
  running.log = app.log
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await app.close()
    await jobs.stop()
    mail.close()
    throw listenProblem(config, error)
  }

  // Each node that answers people counts for the detectors, and exchanges that with the others; and each staged bytes of its own.
  const { database } = opened
  const ofContent = startCollector(database, store, app.log, { onlyStaged: config.role === 'api' })
  const node = announceNode({ config, database, version: packageJson.version }, app.log)
  const rounds = [follow(app.log), threats.start(app.log), ofContent, announce(opened), node]
  if (config.role !== 'api') {
    const reading = startScrub({ database, store, lost, settings: config.upkeep }, app.log)
    if (config.archive) rounds.push(await archive(config.archive.to, services, opened, app.log))
    rounds.push(reading, status.start(app), ledger.start(app.log), streams.start(app.log))
  }

  const endRounds = async (): Promise<void> => {
    for (const end of rounds) await end()
  }
  running.stop = life.stopBy(app, config.stop, [
    ['the work of the background', endRounds],
    ['requests and jobs', () => Promise.all([life.close(app), jobs.stop()])],
    ['mail', async () => mail.close()],
    ['the database', () => opened.close()],
    ['traces', async () => services.tracing?.end()],
  ])
  running.stop.onSignals()

  // The cache of stripped TypeScript is otherwise written only at a clean exit.
  module.flushCompileCache()
  sayReady(
    config,
    opened,
    config.role === 'worker' ? undefined : await makeClaimLink(opened.database, config.publicUrl),
  )
}

async function createServices(
  config: Config,
  secrets: Secrets,
  { database, embedded }: OpenDatabase,
): Promise<Services & { upkeep: Periodic }> {
  const tracing = await startTracing(config.tracing, { isBehindProxy: config.trustProxy })
  tracing?.traceDatabase(database)
  const store = await openStore(config, tracing)
  const mail = createMail({ config, secrets, database })
  const sms = createSms({ config, secrets, mailbox: mail.mailbox })
  const billing = createBilling({ config, secrets, database })
  const limits = new RateLimits({ config, database, secrets })
  const ledger = new Ledger({ config, database, secrets, build: readBuildList() })
  const threats = new Threats({ config, database, secrets })
  const probe = createAiProbe({ config, database, secrets })
  const status = createStatus({ config, database, secrets, limits, store, mail, ledger, ai: { probe } })
  const streams = new Streams({ config, database, secrets })
  const lost = new LostContent({ database, incident: status.contentIncident })
  const upkeep = upkeepTasks({ database, store, lost, settings: config.upkeep })
  const apart = { billing, status, ledger, threats, streams, lost, upkeep, databaseFolder: embedded?.home, tracing }
  return { config, database, secrets, limits, store, mail, sms, ...apart }
}

async function openStore(config: Config, tracing: Tracing | undefined): Promise<BlobStore> {
  const folder = path.join(config.dataDir, 'storage')
  if (!config.s3) return createDiskStore(folder)
  const store = await createS3Store(folder, config.s3)
  return tracing?.traceBucket(store) ?? store
}

function workOnJobs(services: Services & { upkeep: Periodic }, { connection, database }: OpenDatabase): Promise<Jobs> {
  const { config, mail, sms, billing, status, upkeep, tracing } = services
  const scheduled = [
    billing,
    status,
    upkeep,
    authTasks(services),
    ...featureTasks(services),
    ...periodicTasks(config, database),
  ]
  const tasks = scheduled.reduce<Tasks>((all, { tasks }) => ({ ...all, ...tasks }), {
    ...mail.tasks,
    ...sms.tasks,
    ...notifyTasks({ config, database, mail }),
  })
  return startJobs({
    // The log is the app's, which is built once the queue is there.
    log: { warn: (text) => running.log?.warn(text), error: (text) => running.log?.error(text) },
    connection,
    tasks: tracing?.traceTasks(tasks) ?? tasks,
    crontab: scheduled.map(({ crontab }) => crontab).join('\n'),
  })
}

/** Requests put jobs into the queue, so it has to be there; servers of another role work on it. */
async function withoutJobs({ connection }: OpenDatabase): Promise<Jobs> {
  await migrateJobs(connection)
  return { stop: async () => undefined }
}

function periodicTasks(config: Config, database: Database): Periodic[] {
  return [
    linkTasks({ database }),
    requestTasks({ database }),
    recoveryTasks({ database }),
    trashTasks({ database, versions: config.fileVersions }),
    quotaTasks({ database }),
    domainTasks({ config, database }),
    threatTasks({ database }),
    retentionTasks({ database }),
    deviceTasks({ database }),
  ]
}

function sayReady(config: Config, { embedded }: OpenDatabase, claimUrl: string | undefined): void {
  const what = config.role === 'worker' ? `the background work of ${config.publicUrl}` : config.publicUrl
  console.log(`QuantumShield is ready: ${what}`)
  if (embedded && !embedded.home.startsWith(path.resolve(config.dataDir) + path.sep)) {
    console.log(`The database lies in ${embedded.home}, outside of DATA_DIR: a backup needs both.`)
  }
  const notice = mailNotice(config, config.publicUrl)
  if (notice !== undefined) console.log(notice)
  if (claimUrl) console.log(claimNotice(claimUrl))
  for (const text of settingNotices(process.env, { known: SETTING_NAMES, config })) console.log(text)
  const crashes = crashNotice(config.dataDir)
  if (crashes !== undefined) console.log(crashes)
}

async function archive(
  to: string,
  { config, database, store }: Services,
  { embedded }: OpenDatabase,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const data = path.join(embedded?.home ?? '', 'data')
  const secrets = await reachSecretStore(config, (work) => database.asOwner(work))
  return startArchiver({ data, database, store, secrets, to }, log)
}

/** To servers of other versions, which may migrate meanwhile. */
function announce({ connection }: OpenDatabase): () => Promise<void> {
  return announceSchema(connection, {
    newer: (names) =>
      console.log(
        `The database is newer than this program: ${names.join(', ')} ran, and this version can work with it.`,
      ),
    outdated: (why) => {
      console.error(`${why}. This version can no longer work with it; stopping.`)
      if (running.stop) void running.stop.run({ why: 'the database is newer', exitCode: 1 })
      else process.exit(1)
    },
  })
}

/** Says what to do about an address that cannot be listened on. */
function listenProblem({ host, port }: Config, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} on ${host} is already in use. Stop the program that uses it, or set PORT to another one.`,
      { cause },
    )
  }
  if (code === 'EACCES') {
    return new Error(`This user may not listen on port ${port}. Set PORT to 1024 or higher.`, { cause })
  }
  if (code === 'EADDRNOTAVAIL') {
    return new Error(`${host} is not an address of this machine. Set HOST to one of its own.`, { cause })
  }
  return cause
}
