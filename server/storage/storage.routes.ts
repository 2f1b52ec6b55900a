import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Clock, systemClock } from '../clock.ts'
import type { Caller, Database } from '../db/database.ts'
import { Devices } from '#server/auth/session/device.ts'
import type { Callers } from '../http/caller.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { bucketRoutes } from './buckets.routes.ts'
import { ObjectService, type StorageServices } from './objects/objects.service.ts'
import { listPageRoutes } from './objects/list-page.routes.ts'
import { Reads } from './objects/reads.ts'
import { relocationRoutes } from './objects/relocation.routes.ts'
import { signedRoutes, signedUploadRoutes } from './objects/signed.routes.ts'
import { SignedTargets } from './objects/signed-targets.ts'
import { objectRoutes, uploadRoutes } from './objects/objects.routes.ts'
import type { StorageContext } from './storage-context.ts'
import { StorageError, sendStorageError } from './storage-error.ts'
import { bySignature, byToken, tusRoutes } from './uploads/tus.routes.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { LostContent } from './upkeep/lost-content.ts'
import type { ClaimTimes } from './uploads/upload-claims.ts'
import { UploadService } from './uploads/uploads.service.ts'
import type { Threats } from '#server/threats/threats.ts'

const packageVersion = packageJson.version
/** Long enough for a phone that changes networks, short enough that dead connections do not pile up. */
const BODY_IDLE_MS = 60_000

export type StorageRouteServices = {
  config: { publicUrl: string; maxFileBytes: number }
  secrets: { serverSecret: Buffer }
  database: Database
  store: BlobStore
  callers: Callers
  limits: RateLimits
  threats: Threats
  lost: LostContent
  /** Shared with others who take uploads; one of each, because they know who is writing. */
  services?: Storage
  /** An upload that sends no byte for so long is ended. Tests shorten it. */
  bodyIdleMs?: number | undefined
  /** When one node may take an upload over from another. Tests shorten it. */
  claims?: ClaimTimes | undefined
  clock?: Clock
}

export type Storage = { objects: ObjectService; uploads: UploadService }

/** The rules of objects and uploads, once for a server. */
export function createStorage(
  settings: Omit<StorageServices, 'bodyIdleMs'> & { bodyIdleMs?: number; claims?: ClaimTimes | undefined },
): Storage {
  const services = { bodyIdleMs: BODY_IDLE_MS, ...settings }
  const objects = new ObjectService(services)
  return { objects, uploads: new UploadService({ ...services, objects }) }
}

/** Registers storage/v1; mount it under the prefix `/storage/v1`. */
export async function storageRoutes(
  app: FastifyInstance,
  {
    config,
    secrets,
    database,
    store,
    callers,
    limits,
    threats,
    lost,
    services,
    bodyIdleMs = BODY_IDLE_MS,
    claims,
    clock = systemClock,
  }: StorageRouteServices,
): Promise<void> {
  const { objects, uploads } = services ?? createStorage({ config, database, store, bodyIdleMs, claims })
  const requireCaller = (request: FastifyRequest): Promise<Caller> => {
    if (!request.headers.authorization) throw new StorageError('MissingAuthorization')
    return callers.callerOf(request)
  }
  const devices = new Devices(config.publicUrl, secrets.serverSecret)
  app.addHook('onRequest', async (request) => void devices.note(request))
  const context: StorageContext = {
    database,
    store,
    lost,
    objects,
    reads: new Reads({ database, limits, threats, sessions: callers.sessions, clock }),
    signed: new SignedTargets(secrets.serverSecret, callers.sessions, clock),
    callers,
    requireCaller,
    maxObjectBytes: config.maxFileBytes,
    bodyIdleMs,
  }

  app.setErrorHandler((error, request, reply) => sendStorageError(request, reply, error))
  // Clients send a JSON content type with no body on some calls.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? {} : JSON.parse(String(text)))
    } catch (cause) {
      done(new StorageError('InvalidRequest', 'The body is not JSON', { cause }))
    }
  })
  app.get('/status', async () => ({ status: 'ok' }))
  app.get('/version', async () => ({ version: packageVersion }))
  bucketRoutes(app, context)
  signedRoutes(app, context)
  relocationRoutes(app, context)
  listPageRoutes(app, context)
  objectRoutes(app, context)
  await app.register(async (scope) => {
    uploadRoutes(scope, context)
    signedUploadRoutes(scope, context)
  })
  const resumable = { ...context, uploads, publicUrl: config.publicUrl }
  await app.register(async (scope) => tusRoutes(scope, resumable, byToken(requireCaller)))
  await app.register(async (scope) => tusRoutes(scope, resumable, bySignature(context)))
}
