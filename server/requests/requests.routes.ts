import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SEGMENT_HASHES_LENGTH } from '#contract/limits.ts'
import { networkOf, type RateLimits } from '#server/http/rate-limits.ts'
import { clientOf } from '#server/auth/request.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { isId } from '../disk/disk-files.ts'
import { TusError } from '../storage/storage-error.ts'
import { type UploadAccess, tusRoutes } from '../storage/uploads/tus.routes.ts'
import type { UploadService } from '../storage/uploads/uploads.service.ts'
import { requestError, sendRequestError } from './request-error.ts'
import { RequestService } from './requests.service.ts'

const PREFIX = '/requests/v1'
const UPLOADS = '/uploads'

export type RequestRouteServices = {
  config: { publicUrl: string; maxFileBytes: number }
  secrets: { serverSecret: Buffer }
  database: Database
  limits: RateLimits
  uploads: UploadService
  clock?: Clock
}

const announced = z.object({ file_id: z.uuid().lowercase(), file_size: z.int().nonnegative() })
const base64Url = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\w-]+$/)
const deliveryBody = z.object({
  wrapped_key: base64Url(4096),
  record: base64Url(8192),
  statement: z.string().min(2).max(4096),
  mac: base64Url(64),
  segment_hashes: base64Url(SEGMENT_HASHES_LENGTH).optional(),
})

/** Registers requests/v1: what senders without an account may do. Secrets and tickets travel in headers, never in an address. */
export async function requestRoutes(app: FastifyInstance, services: RequestRouteServices): Promise<void> {
  const { config, secrets, database, limits, uploads, clock = systemClock } = services
  const requests = new RequestService({ database, secrets, limits, uploads, clock })
  app.setErrorHandler(sendRequestError)

  app.post('/:id/door', async (request) => {
    await limits.take('linkByAddress', `${networkOf(clientOf(request).ip)}/${idOf(request)}`)
    return { kdf: await requests.lookUp(idOf(request), shownBy(request)) }
  })
  app.post('/:id/enter', async (request) => {
    await limits.take('linkByAddress', `${networkOf(clientOf(request).ip)}/${idOf(request)}`)
    const { request: found, ticket } = await requests.enter(idOf(request), shownBy(request))
    const { description, expires_at, files_left, bytes_left } = found
    const max_file_bytes = config.maxFileBytes
    return { description, expires_at, files_left, bytes_left: Number(bytes_left), max_file_bytes, ticket }
  })
  app.post('/:id/deliveries', async (request, reply) => {
    await limits.take('deliveryByAddress', clientOf(request).ip)
    const { file_id: fileId, file_size: sizeBytes } = parse(announced, request.body)
    const upload = await requests.announce(idOf(request), ticketOf(request), { fileId, sizeBytes })
    return reply.code(201).send({ upload: upload && `${PREFIX}${UPLOADS}/${upload}` })
  })
  app.post('/:id/deliveries/:file/complete', async (request, reply) => {
    await limits.take('deliveryByAddress', clientOf(request).ip)
    const file = { fileId: fileOf(request), said: parse(deliveryBody, request.body) }
    await requests.complete(idOf(request), ticketOf(request), file)
    return reply.code(204).send()
  })
  app.delete('/:id/deliveries/:file', async (request, reply) => {
    await limits.take('deliveryByAddress', clientOf(request).ip)
    await requests.cancel(idOf(request), ticketOf(request), fileOf(request))
    return reply.code(204).send()
  })

  const context = { uploads, publicUrl: config.publicUrl, maxObjectBytes: config.maxFileBytes }
  await app.register(async (scope) => tusRoutes(scope, context, byTicket(requests)))
}

/** Uploads that were announced, by the ticket of their request. None is created here. */
function byTicket(requests: RequestService): UploadAccess {
  return {
    path: UPLOADS,
    of: async (request) => {
      const { id } = request.params as { id?: string }
      if (id === undefined) throw new TusError(405, 'An upload for a request begins with its announcement')
      if (!isId(id)) throw new TusError(404, 'There is no such upload')
      return { caller: await requests.uploader(ticketOf(request), id) }
    },
  }
}

/** An id that is none is an unknown one. */
function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string }
  if (!isId(id)) throw requestError('request_not_found')
  return id
}

function fileOf(request: FastifyRequest): string {
  const { file } = request.params as { file: string }
  if (!isId(file)) throw requestError('delivery_not_found')
  return file
}

const shownBy = (request: FastifyRequest) => ({
  lookupToken: header(request, 'x-request-door'),
  token: header(request, 'x-request-token'),
})

const ticketOf = (request: FastifyRequest) => header(request, 'x-request-ticket')

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw requestError('bad_request', { cause: parsed.error })
}
