import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { hashOf } from '../secrets.ts'
import { within } from '../status/within.ts'
import { readFacts } from './facts.sql.ts'

/** Two questions within it get one answer of the database. */
const KEPT_MS = 5_000
/** Who asks does so every few seconds, and gives up by itself after ten. */
const LIMIT_MS = 4_000
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

type Services = { database: Database; ledger: Ledger; token: string; isArchiving: boolean }

/**
 * What this process counted, and what the database knows, for Prometheus: docs/metrics.md. No label holds anything of a person: routes are
 * named as they are written, not as they were called.
 */
export function serveMetrics(app: FastifyInstance, { token, ...services }: Services): void {
  const { database } = services
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges with the name of a counter; each is there by type as well.
  for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`)
  countRequests(app, registry)
  showPools(registry, database)
  const look = watchDatabase(registry, services)

  app.get('/metrics', { logLevel: 'error' }, async ({ headers }, reply) => {
    const given = hashOf(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
    if (!timingSafeEqual(given, hashOf(token)))
      return reply.code(401).header('www-authenticate', 'Bearer').send('Send METRICS_TOKEN as a bearer token.\n')
    await look()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function countRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'quantumshield_http_requests_total',
    help: 'Requests that were answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'quantumshield_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'none'
    requests.inc({ method, route, status: reply.statusCode })
    durations.observe({ method, route }, reply.elapsedTime / 1000)
  })
}

function showPools(registry: Registry, database: Database): void {
  const show = (name: string, help: string, of: 'open' | 'idle' | 'waiting') =>
    new Gauge({
      name: `quantumshield_database_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const pool of database.pools()) this.set({ pool: pool.name }, pool[of])
      },
    })
  show('connections', 'Connections that are open.', 'open')
  show('idle_connections', 'Connections that are open and not in use.', 'idle')
  show('waiting_statements', 'Statements that wait for a connection.', 'waiting')
}

const gaugesOfFacts = (gauge: (name: string, help: string) => Gauge) => ({
  jobsWaiting: gauge('jobs_waiting', 'Jobs that are due and do not run yet, mail among them.'),
  jobsOldest: gauge('jobs_oldest_waiting_seconds', 'How long the oldest of them has been due.'),
  jobsGivenUp: gauge('jobs_given_up', 'Jobs that failed as often as they may.'),
  contentBytes: gauge('content_bytes', 'Sealed bytes that people store.'),
  contentFiles: gauge('content_files', 'Files that people store.'),
  contentLost: gauge('content_lost', 'Files whose content is missing or damaged.'),
  scrubAge: gauge('content_scrub_age_seconds', 'Since all content was read to its end; NaN while it was not.'),
  unreadable: gauge('content_unreadable', 'Files that the last reading of all content could not read.'),
  backupAge: gauge('backup_age_seconds', 'Since the newest backup was taken; NaN while there is none.'),
  backupDamaged: gauge('backup_damaged_contents', 'Contents that the newest backup found missing or damaged.'),
  archiveBehind: gauge(
    'archive_behind_seconds',
    'How long the oldest finished piece of the log waits for the archive; NaN where nothing is archived.',
  ),
  unplaced: gauge('ledger_oldest_unplaced_event_seconds', 'How long the oldest event waits for its place in a log.'),
  unsigned: gauge('ledger_oldest_unsigned_event_seconds', 'How long the oldest placed event waits for a signature.'),
})

/** @returns what asks the database; while that fails, `quantumshield_database_up` is 0 and nothing of before is shown as if it were now. */
function watchDatabase(
  registry: Registry,
  { database, ledger, isArchiving }: Omit<Services, 'token'>,
): () => Promise<void> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `quantumshield_${name}`, help, registers: [registry] })
  const up = gauge('database_up', 'Whether the database answered.')
  const gauges = gaugesOfFacts(gauge)
  const witnessed = new Gauge({
    name: 'quantumshield_ledger_witness_age_seconds',
    help: 'Since a witness or mirror signed the public log; NaN while it has not.',
    labelNames: ['witness'],
    registers: [registry],
  })

  const ask = async (): Promise<void> => {
    const [facts, delays, signings] = await Promise.all([
      readFacts(database, { isArchiving }),
      ledger.delays(),
      ledger.signings(),
    ])
    gauges.jobsWaiting.set(facts.jobs_waiting)
    gauges.jobsOldest.set(facts.jobs_oldest_seconds)
    gauges.jobsGivenUp.set(facts.jobs_given_up)
    gauges.contentBytes.set(facts.content_bytes)
    gauges.contentFiles.set(facts.content_files)
    gauges.contentLost.set(facts.content_lost)
    gauges.scrubAge.set(facts.scrub_age_seconds ?? Number.NaN)
    gauges.unreadable.set(facts.content_unreadable)
    gauges.backupAge.set(facts.backup_age_seconds ?? Number.NaN)
    gauges.backupDamaged.set(facts.backup_damaged ?? Number.NaN)
    gauges.archiveBehind.set(facts.archive_behind_seconds ?? Number.NaN)
    gauges.unplaced.set(delays.waiting)
    gauges.unsigned.set(delays.unsigned)
    for (const { name, last } of signings)
      witnessed.set({ witness: name }, last ? Date.now() / 1000 - last.seconds : Number.NaN)
  }

  let asked: { at: number; answer: Promise<void> } | undefined
  return () => {
    if (asked && performance.now() - asked.at < KEPT_MS) return asked.answer
    const answer = within(LIMIT_MS, ask()).then(
      () => up.set(1),
      () => {
        up.set(0)
        for (const one of Object.values(gauges)) one.set(Number.NaN)
        witnessed.reset()
      },
    )
    asked = { at: performance.now(), answer }
    return answer
  }
}
