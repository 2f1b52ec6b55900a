import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { DEVICES_PATH } from '#contract/devices/devices.ts'
import { segmentHashesRoom } from '#contract/limits.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { createTextModels } from './ai/create-text-models.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { saveSettings } from './auth/account/installation.ts'
import { deviceRoutes } from './devices/devices.routes.ts'
import { devMailboxRoutes } from './dev-mailbox/dev-mailbox.routes.ts'
import { onlyLocal } from './dev-mailbox/local-only.ts'
import { registerFeatures } from './features.ts'
import { RecordSigner } from './content/record-signer.ts'
import { createRegistry } from './functions/functions.ts'
import { functionRoutes } from './functions/functions.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { Readiness } from './health/readiness.ts'
import { logAccess } from './http/access-log.ts'
import { limitBodyTime } from './http/body-deadline.ts'
import { requireCleanText } from './http/clean-text.ts'
import { configDocument } from './http/config-document.ts'
import { endIdleSessions, limitConnections } from './http/connection-limits.ts'
import { guardEntries } from './http/entries.ts'
import { connectionFacts } from './http/connection.ts'
import { type Callers, createCallers } from './http/caller.ts'
import { cors } from './http/cors.ts'
import { refuseForeignPages } from './http/foreign-pages.ts'
import { keepForwardedAddress } from './http/forwarded-address.ts'
import { takeFairTurns } from './http/fair-turns.ts'
import { Refusal, refuseWith } from './http/refusal.ts'
import { noteRoutes, type RegisteredRoutes } from './http/registered-routes.ts'
import { isReachedByHttps, securityHeaders } from './http/security-headers.ts'
import { takeSelfTests } from './http/self-test.ts'
import { TLS } from './http/tls.ts'
import { Frames } from './http/frames.ts'
import { webApp } from './http/web-app.ts'
import { serveMetrics } from './metrics/metrics.ts'
import { describeError } from './process/describe-error.ts'
import { lineWithoutSecrets } from './process/without-secrets.ts'
import { linkRoutes } from './sharing/links.routes.ts'
import { noteRefusedChanges } from './organisation/refused-changes.ts'
import { Outbound } from './outbound/outbound.ts'
import { realtimeRoutes } from './realtime/realtime.routes.ts'
import { requestRoutes } from './requests/requests.routes.ts'
import { restRoutes } from './rest/rest.routes.ts'
import type { Services } from './services.ts'
import { statementRoutes } from './statements/statements.routes.ts'
import { saveQuota } from './storage/quota.ts'
import { createStorage, storageRoutes } from './storage/storage.routes.ts'

// Node's defaults let a slow sender hold a connection for minutes.
const HEADERS_TIMEOUT_MS = 10_000
const CHECK_INTERVAL_MS = 2_000
const MAX_HEADER_BYTES = 16 * 1024
/** A record holds hashes of the segments of its file, besides which a megabyte is enough. */
const JSON_BODY_BYTES = 1024 * 1024
// One window must hold what is on the way between two disk writes; the default of 64 KiB caps an upload at 20 MB/s.
const HTTP2_STREAM_WINDOW = 16 * 1024 * 1024
const HTTP2_SESSION_WINDOW = 32 * 1024 * 1024

/** Assembles the services in the order a request meets them. The caller listens and closes. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config, database, secrets, limits, mail, sms, billing, status, ledger, threats, streams } = services
  const { clock = systemClock } = services
  const app = createServer(config)
  services.onCreated?.(app)
  const routes = noteRoutes(app)
  services.routes = routes
  takeSelfTests(app, secrets.serverSecret, clock)
  logAccess(app, config.accessLog)
  services.tracing?.traceRequests(app)
  // For routes whose service has none of its own: the text of an error is for the log.
  app.setErrorHandler(refuseWith('a request failed', { unforeseen }))
  database.onConflict = (err) => app.log.warn({ err }, 'a transaction met another one')
  const callers = createCallers({ config, secrets, database, clock })
  await saveQuota(database, config)
  await saveSettings(database, config)

  takeFairTurns(app, callers)
  limitConnections(app.server, { factor: config.rateLimitFactor, isBehindProxy: config.trustProxy })
  limitBodyTime(app)
  // rest/v1 and functions/v1 take text, and check what they make of it.
  app.addHook('preHandler', async ({ body }) => typeof body === 'string' || requireCleanText(body))
  ledger.attachReceipts(app)
  await threats.attach(app, callers, sms)
  noteRefusedChanges(app, { database, callers, limits })
  securityHeaders(app, { isHttps: isReachedByHttps(config) })
  cors(app, config.corsOrigins)
  refuseForeignPages(app, { callers, config })
  guardEntries(app)
  healthRoutes(app, readinessOf(app, services), services.isStopping)
  measure(app, services)
  connectionFacts(app)
  configDocument(app, { config, database, publishableKey: secrets.publishableKeys[0] })
  const outbound = new Outbound(config.outbound)
  await authRoutes(app, { ...services, callers, outbound, clock })
  const { mailbox } = mail
  if (mailbox) {
    await app.register(async (scope) => {
      scope.addHook('onRequest', onlyLocal(config.publicUrl))
      devMailboxRoutes(scope, { mailbox })
    })
  }
  const { rest: settings, rateLimitFactor } = config
  const rest = { database, callers, limits, secrets, settings, rateLimitFactor, readSchema: services.readSchema }
  await app.register((scope) => restRoutes(scope, rest), { prefix: '/rest/v1' })
  await app.register((scope) => realtimeRoutes(scope, { config, database, callers, clock }), { prefix: '/realtime/v1' })
  await registerFiles(app, callers, services)
  await app.register(async (scope) => statementRoutes(scope, { database, callers, limits }), {
    prefix: '/statements/v1',
  })
  await app.register(ledger.routes({ callers, limits }), { prefix: '/audit/v1' })
  await app.register(streams.routes({ callers, limits }), { prefix: '/streams/v1' })
  const frames = new Frames({ serverSecret: secrets.serverSecret, clock })
  const site = await registerFeatures(app, { ...services, callers, clock, frames })
  await registerFunctions(app, { ...services, callers, routes })
  await app.register(billing.routes)
  await app.register(status.routes)
  const { publicUrl, operator } = config
  await app.register(webApp, { publicUrl, operator, frames, ...site })
  return app
}

async function registerFunctions(
  app: FastifyInstance,
  { callers, routes, ...services }: Services & { callers: Callers; routes: RegisteredRoutes },
): Promise<void> {
  const { config, database, secrets, mail, limits, billing } = services
  const models = createTextModels({ config, secrets, database })
  const signer = new RecordSigner(secrets.serverSecret)
  const registry = createRegistry({ config, database, mail, limits, models, signer, billing: billing.services })
  await app.register((scope) => functionRoutes(scope, { callers, registry }), { prefix: '/functions/v1' })
  routes.addFunctions(registry)
}

function measure(app: FastifyInstance, { config, database, ledger }: Services): void {
  const { metricsToken: token, archive } = config
  if (token) serveMetrics(app, { database, ledger, token, isArchiving: archive !== undefined })
}

/** A server that works in the background only: it answers those who start and stop servers, and those who watch over them. */
export function buildWorkerApp(services: Services): FastifyInstance {
  const { config, database } = services
  const app = createServer(config)
  services.onCreated?.(app)
  app.setErrorHandler(refuseWith('a request failed', { unforeseen }))
  database.onConflict = (err) => app.log.warn({ err }, 'a transaction met another one')
  limitBodyTime(app)
  healthRoutes(app, readinessOf(app, services), services.isStopping)
  measure(app, services)
  return app
}

function readinessOf({ log }: FastifyInstance, services: Services): Readiness {
  const { config, database, store, databaseFolder, clock = systemClock } = services
  const folders = [config.dataDir, ...(databaseFolder === undefined ? [] : [databaseFolder])]
  return new Readiness({ database, store, folders, freeBytes: config.readyFreeBytes, log, clock })
}

/** Sealed content, and what strangers reach of it by an address. */
async function registerFiles(app: FastifyInstance, callers: Callers, services: Services): Promise<void> {
  const { config, database, secrets, limits, store, lost, threats, clock = systemClock } = services
  const shared = { config, secrets, limits, store, lost, threats, clock }
  const files = { config, database: database.forStorage(), store, limits }
  const storage = createStorage(files)
  const own = { ...shared, ...files, callers, services: storage }
  await app.register((scope) => storageRoutes(scope, own), { prefix: '/storage/v1' })
  await app.register((scope) => linkRoutes(scope, { ...shared, database }), { prefix: '/links/v1' })
  const requests = { ...shared, database, uploads: storage.uploads }
  await app.register((scope) => requestRoutes(scope, requests), { prefix: '/requests/v1' })
  const devices = { database, limits, uploads: storage.uploads, threats, clock }
  await app.register((scope) => deviceRoutes(scope, devices), { prefix: DEVICES_PATH })
}

const unforeseen = (): Refusal => new Refusal(500, 'unexpected', 'The server could not answer. Try again in a moment.')

function createServer(config: Config): FastifyInstance {
  const options = {
    logger: {
      level: config.logLevel,
      // An error of PostgreSQL quotes rows, one of a library may quote what it was given.
      serializers: { err: describeError },
      hooks: { streamWrite: lineWithoutSecrets },
    },
    // Query strings of mail links and signed addresses carry tokens; see `logAccess`.
    logController: new LogController({ disableRequestLogging: true }),
    // One hop: the address that the proxy itself saw, not what a client wrote in front of it.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    rewriteUrl: config.trustProxy ? keepForwardedAddress : ({ url = '/' }: { url?: string | undefined }) => url,
    bodyLimit: JSON_BODY_BYTES + segmentHashesRoom(config.maxFileBytes),
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    // What comes on a connection that is open is answered, and its connection closed.
    return503OnClosing: false,
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
      handshakeTimeout: HEADERS_TIMEOUT_MS,
      minVersion: TLS.minVersion,
      ecdhCurve: TLS.groups.join(':'),
      settings: { initialWindowSize: HTTP2_STREAM_WINDOW, maxConcurrentStreams: 256 },
    },
  })
  app.server.on('session', (session) => session.setLocalWindowSize(HTTP2_SESSION_WINDOW))
  endIdleSessions(app.server)
  return app as unknown as FastifyInstance
}
