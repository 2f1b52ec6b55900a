import fs from 'node:fs/promises'
import path from 'node:path'
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import type { FastifyInstance } from 'fastify'
import type { PoolConfig } from 'pg'
import { buildApp } from '#server/app.ts'
import { authTasks } from '#server/auth/auth.routes.ts'
import type { PasswordCosts } from '#server/auth/password/passwords.ts'
import { createBilling } from '#server/billing/billing.ts'
import { probeTasks } from '#server/checks/integrations/jobs.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { FEATURES, featureTasks } from '#server/features.ts'
import { RateLimits } from '#server/http/rate-limits.ts'
import { readBuildList } from '#server/http/web-app.ts'
import { type Jobs, startJobs } from '#server/jobs/jobs.ts'
import { createMail, type Mail } from '#server/mail/mail.ts'
import { notifyTasks } from '#server/notify/notify.tasks.ts'
import { createSms } from '#server/sms/sms.ts'
import type { Services } from '#server/services.ts'
import { SecretFolder } from '#server/secret-store/secret-folder.ts'
import { loadSecrets, type Secrets } from '#server/secrets.ts'
import { Threats } from '#server/threats/threats.ts'
import { Streams } from '#server/streams/streams.ts'
import { createAiProbe } from '#server/ai/ai-probe.ts'
import { createStatus } from '#server/status/status.ts'
import type { StatusRounds } from '#server/status/status-rounds.ts'
import { LostContent } from '#server/storage/upkeep/lost-content.ts'
import { createDiskStore } from '#server/storage/blobs/disk-store.ts'
import { TestClock } from './test-clock.ts'
import { freePort, ROOT, type ServerProcess, startProcess } from './server-process.ts'
import { rememberedSchema } from './remembered-schema.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { TestMailbox } from './test-mailbox.ts'
import { shortLivedFolder } from '../short-lived.ts'

export type TestServer = {
  url: string
  app: FastifyInstance
  /** What it is made of. */
  services: Services
  config: Config
  secrets: Secrets
  database: Database
  connection: PoolConfig
  mailbox: TestMailbox
  /** The server's own time. PostgreSQL has another, see `ageRows`. */
  clock: TestClock
  /** Grows when the test says so. */
  ledger: Ledger
  /** Exchanges counts with other servers when the test says so. */
  threats: Threats
  /** Hears of content that is lost. */
  lost: LostContent
  /** Deliver when the test says so. */
  streams: Streams
  mail: Mail
  /** Makes the probes of this server ready; the test says when a round is made. */
  probe: () => StatusRounds
  /** The unmodified client, signed out, with a storage of its own. */
  client: (
    auth?: SupabaseClientOptions<'public'>['auth'],
    realtime?: SupabaseClientOptions<'public'>['realtime'],
  ) => SupabaseClient
  /** Requests below the public address, with the publishable key. */
  fetch: (path: string, init?: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }) => Promise<Response>
  /** What the periodic jobs of billing do. */
  passTime: () => Promise<void>
  stop: () => Promise<void>
}

/** Costs that take no time: those of a server took a fifth of the integration part. `test/auth/password-cost` is about what a server does by itself. */
const QUICK: PasswordCosts = {
  passwords: { memoryCost: 1024, timeCost: 2, parallelism: 1 },
  secrets: { memoryCost: 1024, timeCost: 1, parallelism: 1 },
}

export type ServerParts = { createDatabase: () => Promise<TestDatabase>; passwordCosts: PasswordCosts }

/** Most tests are about people of one organisation. */
const USUAL = { LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '10000', ORGANISATION: 'single' }

/**
 * Starts the real server on a free port with a database and a data folder of its own.
 * @param environment settings on top of the test defaults, as for `readConfig`.
 * @param parts `createDatabase` where it is not to be one of the PostgreSQL that all tests share; `passwordCosts` where time is measured, or where another process checks what was hashed here.
 */
export async function startServer(
  environment: Record<string, string> = {},
  { createDatabase = createTestDatabase, passwordCosts = QUICK }: Partial<ServerParts> = {},
): Promise<TestServer> {
  const dataDir = await fs.mkdtemp(path.join(shortLivedFolder(), 'quantumshield-data-'))
  // The public address must be known before the server listens: links and token issuers are made from it.
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = readConfig({ ...USUAL, PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, ...environment })
  const secrets = await loadSecrets(new SecretFolder(config.dataDir))
  const { database, connection, drop } = await createDatabase()
  const services = servicesOf({ config, secrets, database, passwordCosts })
  const { mail, billing, clock, ledger, threats, streams, lost, status } = services
  const app = await buildApp(services)
  const jobs = await workOnJobs(services, connection)
  await app.listen({ host: '127.0.0.1', port })

  const apikey = secrets.publishableKeys[0]
  return {
    url,
    app,
    services,
    config,
    secrets,
    database,
    connection,
    mail,
    mailbox: new TestMailbox(url),
    clock,
    ledger,
    threats,
    lost,
    streams,
    probe: () => status.prepare(app),
    client: clientsOf(url, secrets),
    fetch: (target, init) =>
      fetch(url + target, { redirect: 'manual', ...init, headers: { apikey, ...init?.headers } }),
    passTime: async () => {
      for (const task of Object.values(billing.tasks)) await task({})
    },
    stop: async () => {
      await app.close()
      await jobs.stop()
      mail.close()
      await drop()
      await fs.rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

type Given = Pick<Services, 'config' | 'secrets' | 'database'> & { passwordCosts: PasswordCosts }

function servicesOf({ config, secrets, database, passwordCosts }: Given) {
  const mail = createMail({ config, secrets, database })
  const sms = createSms({ config, secrets, mailbox: mail.mailbox })
  const billing = createBilling({ config, secrets, database })
  const store = createDiskStore(path.join(config.dataDir, 'storage'))
  const limits = new RateLimits({ config, database, secrets })
  const clock = new TestClock()
  const ledger = new Ledger({ config, database, secrets, clock, build: readBuildList() })
  const probe = createAiProbe({ config, database, secrets })
  const status = createStatus({ config, database, secrets, limits, store, mail, ledger, ai: { probe } })
  const threats = new Threats({ config, database, secrets, clock })
  const streams = new Streams({ config, database, secrets, clock })
  const lost = new LostContent({ database, incident: status.contentIncident, clock })
  const apart = { status, ledger, threats, streams, lost }
  return {
    config,
    database,
    secrets,
    limits,
    mail,
    sms,
    billing,
    store,
    ...apart,
    clock,
    passwordCosts,
    readSchema: rememberedSchema,
  }
}

/** Those that tests wait for; the others they run themselves. */
function workOnJobs(services: Services, connection: PoolConfig): Promise<Jobs> {
  const { config, database, mail, sms, billing, status } = services
  const { tasks: ofAuth, crontab } = authTasks(services)
  const notify = notifyTasks({ config, database, mail })
  const ofPeople = { ...mail.tasks, ...sms.tasks, ...ofAuth, ...billing.tasks, ...notify, ...status.tasks }
  // A run of the comprehensive test and a crawl of the site are begun by the tests themselves.
  const { checks: _checks, seo: _seo, ...features } = FEATURES
  const ofFeatures = featureTasks(services, Object.values(features)).map(({ tasks }) => tasks)
  return startJobs({ connection, tasks: Object.assign({}, probeTasks, ofPeople, ...ofFeatures), crontab })
}

export type TestNode = {
  port: number
  process: ServerProcess
  /** Its `DATA_DIR`. */
  folder: string
  client: TestServer['client']
  /** Without a farewell. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Another server of the same database and the same secrets, as a process of its own.
 * @param settings in which it differs.
 * @param preload a module that it loads first.
 */
export async function startNode(
  { connection, config, url }: TestServer,
  settings: Record<string, string> = {},
  preload?: string,
): Promise<TestNode> {
  const folder = await fs.mkdtemp(path.join(shortLivedFolder(), 'quantumshield-node-'))
  await fs.cp(path.join(config.dataDir, 'secrets'), path.join(folder, 'secrets'), { recursive: true })
  const port = await freePort()
  const database = new URL(`postgresql://${connection.user}@localhost/${connection.database}`)
  database.searchParams.set('host', connection.host ?? '')
  const node = startProcess({
    cwd: ROOT,
    command: [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      ...(preload === undefined ? [] : ['--import', preload]),
      'server/main.ts',
    ],
    port,
    environment: { DATABASE_URL: database.href, DATA_DIR: folder, PUBLIC_URL: url, LOG_LEVEL: 'error', ...settings },
  })
  await node.ready()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    node.kill(signal)
    await node.ended
    await fs.rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  const secrets = await loadSecrets(new SecretFolder(config.dataDir))
  return {
    port,
    process: node,
    folder,
    client: clientsOf(`http://127.0.0.1:${port}`, secrets),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

function clientsOf(url: string, { publishableKeys }: Secrets): TestServer['client'] {
  return (auth, realtime) =>
    createClient(url, publishableKeys[0], {
      auth: { autoRefreshToken: false, storageKey: crypto.randomUUID(), ...auth },
      ...(realtime && { realtime }),
    })
}
