import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { DEVICES_PATH } from '#contract/devices.ts'
import { segmentHashesRoom } from '#contract/limits.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { saveOrganisationMode } from './auth/account/installation.ts'
import type { Billing } from './billing/billing.ts'
import type { Database } from './db/database.ts'
import { deviceRoutes } from './devices/devices.routes.ts'
import { devMailboxRoutes } from './dev-mailbox/dev-mailbox.routes.ts'
import { onlyLocal } from './dev-mailbox/local-only.ts'
import { createRegistry } from './functions/functions.ts'
import { functionRoutes } from './functions/functions.routes.ts'
import { complianceRoutes } from './compliance/compliance.routes.ts'
import { limitBodyTime } from './http/body-deadline.ts'
import { requireCleanText } from './http/clean-text.ts'
import { configDocument } from './http/config-document.ts'
import { limitConnections } from './http/connection-limits.ts'
import { connectionFacts } from './http/connection.ts'
import { type Callers, createCallers } from './http/caller.ts'
import { cors } from './http/cors.ts'
import { takeFairTurns } from './http/fair-turns.ts'
import type { RateLimits } from './http/rate-limits.ts'
import { Refusal, refuseWith } from './http/refusal.ts'
import { isReachedByHttps, securityHeaders } from './http/security-headers.ts'
import { TLS } from './http/tls.ts'
import { webApp } from './http/web-app.ts'
import type { Ledger } from './ledger/ledger.ts'
import { linkRoutes } from './sharing/links.routes.ts'
import type { Mail } from './mail/mail.ts'
import type { Sms } from './sms/sms.ts'
import { Outbound } from './outbound/outbound.ts'
import { realtimeRoutes } from './realtime/realtime.routes.ts'
import { requestRoutes } from './requests/requests.routes.ts'
import { restRoutes } from './rest/rest.routes.ts'
import type { Secrets } from './secrets.ts'
import { statementRoutes } from './statements/statements.routes.ts'
import type { Status } from './status/status.ts'
import type { Streams } from './streams/streams.ts'
import type { BlobStore } from './storage/blobs/blob-store.ts'
import { saveQuota } from './storage/quota.ts'
import { createStorage, storageRoutes } from './storage/storage.routes.ts'
import type { Threats } from './threats/threats.ts'

/** Everything that a running server is made of; main.ts builds it, tests build a smaller one. */
export type Services = {
  config: Config
  database: Database
  secrets: Secrets
  limits: RateLimits
  store: BlobStore
  mail: Mail
  sms: Sms
  billing: Billing
  status: Status
  ledger: Ledger
  threats: Threats
  streams: Streams
  /** The system's, unless a test moves its own. */
  clock?: Clock
}

// Node's defaults let a slow sender hold a connection for minutes.
const HEADERS_TIMEOUT_MS = 10_000
const CHECK_INTERVAL_MS = 2_000
const MAX_HEADER_BYTES = 16 * 1024
// One window must hold what is on the way between two disk writes; the default of 64 KiB caps an upload at 20 MB/s.
/** A record holds hashes of the segments of its file, besides which a megabyte is enough. */
const JSON_BODY_BYTES = 1024 * 1024
const HTTP2_STREAM_WINDOW = 16 * 1024 * 1024
const HTTP2_SESSION_WINDOW = 32 * 1024 * 1024

/** Assembles the services in the order a request meets them. The caller listens and closes. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config, database, secrets, limits, mail, sms, billing, status, ledger, threats, streams } = services
  const { clock = systemClock } = services
  const app = createServer(config)
  // For routes whose service has none of its own: the text of an error is for the log.
  app.setErrorHandler(refuseWith('a request failed', { unforeseen }))
  database.onConflict = (err) => app.log.warn({ err }, 'a transaction met another one')
  const callers = createCallers({ config, secrets, database, clock })
  await saveQuota(database, config)
  await saveOrganisationMode(database, config.organisation)

  takeFairTurns(app, callers)
  limitConnections(app.server, { factor: config.rateLimitFactor, isBehindProxy: config.trustProxy })
  limitBodyTime(app)
  // rest/v1 and functions/v1 take text, and check what they make of it.
  app.addHook('preHandler', async ({ body }) => typeof body === 'string' || requireCleanText(body))
  ledger.attachReceipts(app)
  await threats.attach(app, callers)
  securityHeaders(app, { isHttps: isReachedByHttps(config) })
  cors(app, config.corsOrigins)
  healthRoutes(app, database)
  connectionFacts(app)
  configDocument(app, { config, database, publishableKey: secrets.publishableKeys[0] })
  const outbound = new Outbound(config.outbound)
  await authRoutes(app, { config, database, secrets, limits, mail, sms, callers, threats, outbound, clock })
  const { mailbox } = mail
  if (mailbox) {
    await app.register(async (scope) => {
      scope.addHook('onRequest', onlyLocal(config.publicUrl))
      devMailboxRoutes(scope, { mailbox })
    })
  }
  const rest = { database, callers, settings: config.rest, rateLimitFactor: config.rateLimitFactor }
  await app.register((scope) => restRoutes(scope, rest), { prefix: '/rest/v1' })
  await app.register((scope) => realtimeRoutes(scope, { config, database, callers, clock }), { prefix: '/realtime/v1' })
  await registerFiles(app, callers, services)
  await app.register(async (scope) => statementRoutes(scope, { database, callers, limits }), {
    prefix: '/statements/v1',
  })
  await app.register(ledger.routes({ callers, limits }), { prefix: '/audit/v1' })
  await app.register(streams.routes({ callers, limits }), { prefix: '/streams/v1' })
  const registry = createRegistry({ config, database, mail, limits, billing: billing.services })
  await app.register((scope) => functionRoutes(scope, { callers, registry }), { prefix: '/functions/v1' })
  await app.register(billing.routes)
  await app.register(status.routes)
  await app.register((scope) => complianceRoutes(scope, { config, secrets, database, callers, limits }))
  await app.register(webApp, { publicUrl: config.publicUrl, operator: config.operator })
  return app
}

/** For who starts and stops servers: whether this one runs, and whether it can work. */
function healthRoutes(app: FastifyInstance, database: Database): void {
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await database.owner('select')
      return { status: 'ok' }
    } catch (error) {
      reply.log.error({ err: error }, 'database probe failed')
      return reply.code(503).send({ status: 'error', database: 'unreachable' })
    }
  })
}

/** Sealed content, and what strangers reach of it by an address. */
async function registerFiles(app: FastifyInstance, callers: Callers, services: Services): Promise<void> {
  const { config, database, secrets, limits, store, threats, clock = systemClock } = services
  const shared = { config, secrets, limits, store, threats, clock }
  const files = { config, database: database.forStorage(), store, limits }
  const storage = createStorage(files)
  const own = { ...shared, ...files, callers, services: storage }
  await app.register((scope) => storageRoutes(scope, own), { prefix: '/storage/v1' })
  await app.register((scope) => linkRoutes(scope, { ...shared, database }), { prefix: '/links/v1' })
  const requests = { ...shared, database, uploads: storage.uploads }
  await app.register((scope) => requestRoutes(scope, requests), { prefix: '/requests/v1' })
  const devices = { database, limits, uploads: storage.uploads, clock }
  await app.register((scope) => deviceRoutes(scope, devices), { prefix: DEVICES_PATH })
}

const unforeseen = (): Refusal => new Refusal(500, 'unexpected', 'The server could not answer. Try again in a moment.')

function createServer(config: Config): FastifyInstance {
  const options = {
    logger: {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.apikey', 'req.headers.cookie'],
    },
    // Query strings of mail links and signed addresses carry tokens.
    logController: new LogController({ disableRequestLogging: true }),
    // One hop: the address that the proxy itself saw, not what a client wrote in front of it.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: JSON_BODY_BYTES + segmentHashesRoom(config.maxFileBytes),
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    onProtoPoisoning: 'error' as const,
    onConstructorPoisoning: 'error' as const,
    routerOptions: { maxParamLength: 2048 },
  }
  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  }
  if (!config.tls) return Fastify({ ...options, http: limits })

  const app = Fastify({
    ...options,
    http2: true,
    https: {
      ...config.tls,
      ...limits,
      allowHTTP1: true,
      minVersion: TLS.minVersion,
      ecdhCurve: TLS.groups.join(':'),
      settings: { initialWindowSize: HTTP2_STREAM_WINDOW, maxConcurrentStreams: 256 },
    },
  })
  app.server.on('session', (session) => session.setLocalWindowSize(HTTP2_SESSION_WINDOW))
  return app as unknown as FastifyInstance
}
