import fs from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from './app.ts'
import { createBilling } from './billing/billing.ts'
import { type Config, readConfig } from './config.ts'
import type { Database } from './db/database.ts'
import { type OpenDatabase, openDatabase } from './db/open.ts'
import { authTasks } from './auth/auth.routes.ts'
import { claimNotice, makeClaimLink } from './auth/account/installation.ts'
import { RateLimits } from './http/rate-limits.ts'
import { type JobLog, startJobs, type Tasks } from './jobs/jobs.ts'
import { Ledger } from './ledger/ledger.ts'
import { readBuildList } from './http/web-app.ts'
import { linkTasks } from './sharing/links.jobs.ts'
import { createMail } from './mail/mail.ts'
import { mailNotice } from './mail/mail-transport.ts'
import { notifyTasks } from './notify/notify.tasks.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { collectGarbage } from './storage/blobs/collector.ts'
import { recoveryTasks } from './recovery/recovery.jobs.ts'
import { requestTasks } from './requests/requests.jobs.ts'
import { Streams } from './streams/streams.ts'
import { createStatus } from './status/status.ts'
import { domainTasks } from './organisation/domains.ts'
import { quotaTasks } from './storage/quota.ts'
import type { BlobStore } from './storage/blobs/blob-store.ts'
import { createDiskStore } from './storage/blobs/disk-store.ts'
import { createS3Store } from './storage/blobs/s3-store.ts'
import { createSms } from './sms/sms.ts'
import { Threats, threatTasks } from './threats/threats.ts'
import { trashTasks } from './trash/trash.ts'

const DRAIN_MS = 30_000
const REPEATED_SIGNAL_MS = 500
const COLLECT_EVERY_MS = 60 * 60 * 1000

await start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

async function start(): Promise<void> {
  const config = readConfig(process.env)
  // Others may pass through, for PostgreSQL runs as its own user; what is private below has a mode of its own.
  fs.mkdirSync(config.dataDir, { recursive: true, mode: 0o755 })
  const secrets = await loadSecrets(config.dataDir)
  const opened = await openDatabase({
    databaseUrl: config.databaseUrl,
    directory: path.join(config.dataDir, 'postgres'),
  })
  opened.embedded?.onCrash((code) => {
    console.error(`PostgreSQL ended unexpectedly (${code}); stopping, start again to recover`)
    process.exit(1)
  })
  try {
    await serve(config, secrets, opened)
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function serve(config: Config, secrets: Secrets, opened: OpenDatabase): Promise<void> {
  const folder = path.join(config.dataDir, 'storage')
  const { database } = opened
  const store = config.s3 ? await createS3Store(folder, config.s3) : createDiskStore(folder)
  const mail = createMail({ config, secrets, database })
  const sms = createSms({ config, secrets, mailbox: mail.mailbox })
  const billing = createBilling({ config, secrets, database })
  const limits = new RateLimits({ config, database, secrets })
  const ledger = new Ledger({ config, database, secrets, build: readBuildList() })
  const threats = new Threats({ config, database, secrets })
  const status = createStatus({ config, database, secrets, limits, store, mail, ledger })
  const streams = new Streams({ config, database, secrets })
  const scheduled = [billing, status, ...periodicTasks(config, database)]
  // The log is the app's, which is built once the queue is there.
  let log: JobLog | undefined
  const jobs = await startJobs({
    log: { warn: (text) => log?.warn(text), error: (text) => log?.error(text) },
    connection: opened.connection,
    tasks: scheduled.reduce<Tasks>((all, { tasks }) => ({ ...all, ...tasks }), {
      ...mail.tasks,
      ...sms.tasks,
      ...notifyTasks({ config, database, mail }),
    }),
    crontab: scheduled.map(({ crontab }) => crontab).join('\n'),
  })
  const apart = { billing, status, ledger, threats, streams }
  const app = await buildApp({ config, database, secrets, limits, store, mail, sms, ...apart })
  log = app.log
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await app.close()
    await jobs.stop()
    mail.close()
    throw listenProblem(config, error)
  }

  const collector = startCollector(database, store, app.log)
  const rounds = [status.start(app), ledger.start(app.log), threats.start(app.log), streams.start(app.log)]

  stopOnSignals(async () => {
    clearInterval(collector)
    for (const end of rounds) await end()
    await app.close()
    await jobs.stop()
    mail.close()
    await opened.close()
  })

  // The cache of stripped TypeScript is otherwise written only at a clean exit.
  module.flushCompileCache()
  announce(config, await makeClaimLink(opened.database, config.publicUrl))
}

/** At once as well: what a crash left may be what filled the disk. */
function startCollector(database: Database, store: BlobStore, log: FastifyBaseLogger): NodeJS.Timeout {
  const collect = (): void =>
    void collectGarbage(database, store).catch((error: unknown) => log.error({ err: error }, 'collector failed'))
  collect()
  return setInterval(collect, COLLECT_EVERY_MS)
}

function periodicTasks(config: Config, database: Database): { tasks: Tasks; crontab: string }[] {
  return [
    authTasks({ database }),
    linkTasks({ database }),
    requestTasks({ database }),
    recoveryTasks({ database }),
    trashTasks({ database, versions: config.fileVersions }),
    quotaTasks({ database }),
    domainTasks({ config, database }),
    threatTasks({ database }),
  ]
}

function announce(config: Config, claimUrl: string | undefined): void {
  console.log(`QuantumShield is ready: ${config.publicUrl}`)
  const notice = mailNotice(config, config.publicUrl)
  if (notice !== undefined) console.log(notice)
  if (claimUrl) console.log(claimNotice(claimUrl))
}

function stopOnSignals(close: () => Promise<void>): void {
  let stoppingSince: number | undefined
  const stop = async (): Promise<void> => {
    if (stoppingSince !== undefined) {
      // A second signal means now; but npm passes Ctrl-C on to us, who got it from the terminal already.
      if (performance.now() - stoppingSince > REPEATED_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    try {
      await close()
      process.exit(0)
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
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
