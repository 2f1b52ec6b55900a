import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../db/database.ts'
import { parseBucketName } from './object-key.ts'
import { parse, targetOf } from './objects.routes.ts'
import { noteRefused } from '#server/threats/refused-objects.ts'
import { readOf } from './reads.ts'
import { sendObject } from './send-object.ts'
import { urlOf } from './signed-targets.ts'
import { StorageError } from '../storage-error.ts'
import type { StorageContext } from '../storage-context.ts'
import { headerText, readUpload } from '../uploads/upload-body.ts'

/** A day; for more than that people share a link. Ten years for the service itself. */
const LONGEST_SECONDS = { person: 86_400, service: 10 * 365 * 86_400 }
const UPLOAD_SECONDS = 7200
const NOT_FOUND = 'Either the object does not exist or you do not have access to it'

const expiresIn = z.int().min(1).max(LONGEST_SECONDS.service)
const signBody = z.object({ expiresIn })
const signManyBody = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(500) })

/** Addresses that let somebody without a session fetch or store one object. */
export function signedRoutes(app: FastifyInstance, context: StorageContext): void {
  const { objects, reads, signed, requireCaller } = context

  app.post('/object/sign/:bucket/*', async (request) => {
    const caller = await requireCaller(request)
    const target = targetOf(request)
    const body = parse(signBody, request.body)
    requireShort(caller, body.expiresIn)
    await objects.find(caller, target.bucket, target.name)
    return { signedURL: addressOf(urlOf(target), await signed.signDownload(target, caller, body.expiresIn)) }
  })

  app.post('/object/sign/:bucket', async (request) => {
    const caller = await requireCaller(request)
    const bucket = parseBucketName(z.object({ bucket: z.string() }).parse(request.params).bucket)
    const body = parse(signManyBody, request.body)
    requireShort(caller, body.expiresIn)
    const visible = await objects.visible(caller, bucket, body.paths)
    noteRefused(
      request,
      body.paths.filter((path) => !visible.has(path)).map((path) => `${bucket}/${path}`),
    )
    return Promise.all(
      body.paths.map(async (path) => {
        if (!visible.has(path)) return { error: NOT_FOUND, path, signedURL: null }
        const token = await signed.signDownload({ bucket, name: path }, caller, body.expiresIn)
        return { error: null, path, signedURL: addressOf(`${bucket}/${path}`, token) }
      }),
    )
  })

  const download = async (request: FastifyRequest, reply: FastifyReply) => {
    const target = targetOf(request)
    const { caller, expiresAt } = await signed.verifyDownload(tokenOf(request), target)
    const object = await objects.find(caller, target.bucket, target.name)
    reply.header('expires', new Date(expiresAt * 1000).toUTCString())
    return sendObject(request, reply, context, object, () => reads.record(readOf(request, caller, target)))
  }
  // Not Fastify's own HEAD route: that answers the length of an empty body.
  app.route({ method: ['GET', 'HEAD'], url: '/object/sign/:bucket/*', handler: download })

  app.post('/object/upload/sign/:bucket/*', async (request) => {
    const caller = await requireCaller(request)
    const target = targetOf(request)
    const isUpsert = headerText(request, 'x-upsert') === 'true'
    await objects.bucket(target.bucket)
    await objects.probe(caller, { ...target, isUpsert })
    const token = await signed.signUpload(target, caller, { isUpsert, lifeSeconds: UPLOAD_SECONDS })
    return { url: `/object/upload/sign/${urlOf(target)}?token=${token}`, token }
  })
}

/** The upload itself: its body is bytes, so it lives where no parser touches it. */
export function signedUploadRoutes(app: FastifyInstance, { objects, signed, bodyIdleMs }: StorageContext): void {
  app.put('/object/upload/sign/:bucket/*', async (request) => {
    const target = targetOf(request)
    const { caller, isUpsert, url } = await signed.verifyUpload(tokenOf(request))
    if (url !== urlOf(target)) throw new StorageError('InvalidSignature')
    const object = await readUpload(request, bodyIdleMs, (body) =>
      objects.upload(caller, { ...target, isUpsert }, body),
    )
    return { Key: `${object.bucket_id}/${object.name}` }
  })
}

function requireShort({ role }: Caller, seconds: number): void {
  if (role === 'service_role' || seconds <= LONGEST_SECONDS.person) return
  throw new StorageError('InvalidRequest', `expiresIn may be at most ${LONGEST_SECONDS.person} seconds`)
}

// Relative to the service, with a query already and not yet encoded: clients append `&download=` and encode the whole.
const addressOf = (url: string, token: string): string => `/object/sign/${url}?token=${token}`

function tokenOf(request: FastifyRequest): string | undefined {
  const { token } = request.query as { token?: unknown }
  return typeof token === 'string' ? token : undefined
}
