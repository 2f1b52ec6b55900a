import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { streamsBodies } from '../../http/body-deadline.ts'
import { parseBucketName, parseObjectKey } from '../objects/object-key.ts'
import type { Caller } from '../../db/database.ts'
import {
  asStorageError,
  logStorageFailure,
  StorageError,
  type StorageErrorCode,
  storageErrorBody,
  TusError,
} from '../storage-error.ts'
import type { StorageContext } from '../storage-context.ts'
import { dropUnreadBody } from './unread-body.ts'
import { announcedSize, cacheControlOf, contentTypeOf, headerText, parseMetadata } from './upload-body.ts'
import type { UploadService } from './uploads.service.ts'

const VERSION = '1.0.0'
const EXTENSIONS = 'creation,creation-with-upload,termination,expiration'
const PATH = '/upload/resumable'
/** Programs written for the reference look for these words. */
const TOO_LARGE = 'Maximum size exceeded'
/** Refusals that share their status with others, which clients tell apart by the code. */
const TOLD_BY_CODE: ReadonlySet<string> = new Set<StorageErrorCode>([
  'QuotaReached',
  'OrganisationFull',
  'FileLimitReached',
  'InvalidJWT',
  'InvalidBearer',
])
/** A part may be as small as a segment and as large as a comfortable retry. */
const PART_BYTES = { min: 256 * 1024, max: 64 * 1024 * 1024 }

/** Below which path uploads live, and who a request comes from. A signed token names one object and whether it may be replaced. */
export type UploadAccess = {
  path: string
  of: (request: FastifyRequest) => Promise<{ caller: Caller; url?: string; isUpsert?: boolean }>
}

/** By access token, as everything else. */
export function byToken(requireCaller: StorageContext['requireCaller']): UploadAccess {
  return { path: PATH, of: async (request) => ({ caller: await requireCaller(request) }) }
}

/** By a signed upload token in `x-signature`, without a session. */
export function bySignature({ signed }: Pick<StorageContext, 'signed'>): UploadAccess {
  return { path: `${PATH}/sign`, of: (request) => signed.verifyUpload(headerText(request, 'x-signature')) }
}

/**
 * Resumable uploads by TUS 1.0.0, with one addition of ours: a creation request that carries `Upload-Part-Size` may send
 * parts of that size in any order, several at once, each PATCH holding one part or a run of parts; `Upload-Head-Size` bytes
 * in front belong to part 0. HEAD then answers with the finished ones in `Upload-Parts` ("0-4,7"). Clients that do not
 * know the headers are served exactly by the standard.
 */
export function tusRoutes(
  app: FastifyInstance,
  context: { uploads: UploadService; publicUrl: string; maxObjectBytes: number },
  access: UploadAccess,
): void {
  const { uploads, publicUrl, maxObjectBytes } = context
  const { path } = access
  /** The caller, who may continue this upload. */
  const callerOf = async (request: FastifyRequest): Promise<Caller> => {
    const { caller, url } = await access.of(request)
    if (url !== undefined) {
      const { row } = await uploads.state(caller, idOf(request))
      if (url !== `${row.bucket_id}/${row.name}`) throw new StorageError('InvalidSignature')
    }
    return caller
  }
  streamsBodies(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.addHook('onRequest', async (request, reply) => {
    reply.header('tus-resumable', VERSION)
    const version = request.headers['tus-resumable']
    if (request.method !== 'OPTIONS' && version !== VERSION) {
      reply.header('tus-version', VERSION)
      throw new TusError(412, `Tus-Resumable must be ${VERSION}`)
    }
  })
  app.setErrorHandler(refuseUpload)

  app.options(path, async (_request, reply) =>
    reply
      .code(204)
      .headers({ 'tus-version': VERSION, 'tus-extension': EXTENSIONS, 'tus-max-size': maxObjectBytes })
      .send(),
  )

  app.post(path, async (request, reply) => {
    const { caller, isUpsert, url } = await access.of(request)
    const wanted = parseCreation(request)
    if (url !== undefined && url !== `${wanted.bucket}/${wanted.name}`) throw new StorageError('InvalidSignature')
    const created = await uploads.create(caller, isUpsert === undefined ? wanted : { ...wanted, isUpsert })
    reply.code(201).headers({
      location: `${publicUrl}/storage/v1${path}/${created.id}`,
      'upload-expires': created.expires_at.toUTCString(),
    })
    const announced = announcedSize(request)
    if (announced && headerText(request, 'content-type') === 'application/offset+octet-stream') {
      const body = { offset: 0, stream: request.raw, announced }
      reply.header('upload-offset', await uploads.append(caller, created.id, body))
    }
    dropUnreadBody(request, reply)
    return reply.send()
  })

  app.head(`${path}/:id`, async (request, reply) => {
    const { row, offsetBytes, doneParts } = await uploads.state(await callerOf(request), idOf(request))
    reply.headers({
      'upload-offset': offsetBytes,
      'upload-length': row.size_bytes,
      'upload-expires': row.expires_at.toUTCString(),
      'cache-control': 'no-store',
    })
    if (row.part_bytes !== null)
      reply.headers({ 'upload-part-size': row.part_bytes, 'upload-parts': formatParts(doneParts) })
    if (row.object_id) reply.header('tus-complete', '1')
    return reply.code(200).send()
  })

  app.patch(`${path}/:id`, async (request, reply) => {
    const caller = await callerOf(request)
    if (headerText(request, 'content-type') !== 'application/offset+octet-stream') {
      throw new TusError(415, 'Content-Type must be application/offset+octet-stream')
    }
    const offset = parseNumber(headerText(request, 'upload-offset'), 'Upload-Offset')
    const body = { offset, stream: request.raw, announced: announcedSize(request) }
    const reached = await uploads.append(caller, idOf(request), body)
    dropUnreadBody(request, reply)
    return reply.code(204).header('upload-offset', reached).send()
  })

  app.delete(`${path}/:id`, async (request, reply: FastifyReply) => {
    await uploads.cancel(await callerOf(request), idOf(request))
    return reply.code(204).send()
  })
}

function parseCreation(request: FastifyRequest) {
  const metadata = decodeMetadata(headerText(request, 'upload-metadata') ?? '')
  const partSize = headerText(request, 'upload-part-size')
  return {
    bucket: parseBucketName(metadata.get('bucketName')),
    name: parseObjectKey(metadata.get('objectName')),
    isUpsert: headerText(request, 'x-upsert') === 'true',
    sizeBytes: parseNumber(headerText(request, 'upload-length'), 'Upload-Length'),
    partBytes: partSize === undefined ? null : parsePartSize(partSize),
    headBytes: parseHead(headerText(request, 'upload-head-size')),
    contentType: contentTypeOf(metadata.get('contentType')),
    cacheControl: cacheControlOf(metadata.get('cacheControl')),
    userMetadata: parseMetadata(metadata.get('metadata')),
  }
}

/** `key base64value,key base64value` (TUS 1.0.0, Upload-Metadata). */
function decodeMetadata(header: string): Map<string, string> {
  const pairs = header.split(',').map((entry) => entry.trim().split(' '))
  return new Map(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]))
}

function parseNumber(text: string | undefined, name: string): number {
  const value = Number(text)
  if (text === undefined || !/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new TusError(400, `${name} must be a number of bytes`)
  return value
}

function parsePartSize(text: string): number {
  const size = parseNumber(text, 'Upload-Part-Size')
  if (size < PART_BYTES.min || size > PART_BYTES.max) {
    throw new TusError(400, `Upload-Part-Size must lie between ${PART_BYTES.min} and ${PART_BYTES.max}`)
  }
  return size
}

function parseHead(text: string | undefined): number {
  const size = text === undefined ? 0 : parseNumber(text, 'Upload-Head-Size')
  if (size > PART_BYTES.min) throw new TusError(400, `Upload-Head-Size may be at most ${PART_BYTES.min}`)
  return size
}

/** [0,1,2,5] becomes "0-2,5". */
export function formatParts(parts: number[]): string {
  const runs: [number, number][] = []
  for (const part of parts) {
    const run = runs.at(-1)
    if (run && run[1] === part - 1) run[1] = part
    else runs.push([part, part])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
}

function idOf(request: FastifyRequest): string {
  return z.object({ id: z.string() }).parse(request.params).id
}

function refuseUpload(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof TusError ? error : asStorageError(error)
  const { status, message } = refusal
  if (refusal instanceof StorageError) {
    logStorageFailure(request, error, refusal)
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  }
  dropUnreadBody(request, reply, { isStalled: status === 408 })
  if (refusal instanceof StorageError && TOLD_BY_CODE.has(refusal.code))
    return reply.code(status).send(storageErrorBody(refusal))
  return reply
    .code(status === 416 ? 400 : status)
    .type('text/plain; charset=utf-8')
    .send(refusal instanceof StorageError && refusal.code === 'EntityTooLarge' ? TOO_LARGE : message)
}
