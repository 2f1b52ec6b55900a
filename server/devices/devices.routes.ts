import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { DEVICE_TOKEN_HEADER, DEVICES } from '#contract/devices/devices.ts'
import { SEGMENT_HASHES_LENGTH } from '#contract/limits.ts'
import { clientOf } from '#server/auth/request.ts'
import { requireCleanText } from '#server/http/clean-text.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { isId } from '../disk/disk-files.ts'
import { announcedSize } from '../storage/uploads/upload-body.ts'
import { dropUnreadBody } from '../storage/uploads/unread-body.ts'
import type { Threats } from '../threats/threats.ts'
import type { UploadService } from '../storage/uploads/uploads.service.ts'
import { DeviceDeliveryService } from './device-deliveries.service.ts'
import { deviceError, sendDeviceError } from './device-error.ts'
import { DeviceService, requireBody, requireCanonical } from './devices.service.ts'
import { type Admitted, SignedRequests, deviceIdOf, shownBy } from './signed-requests.ts'

export type DeviceRouteServices = {
  database: Database
  limits: RateLimits
  uploads: UploadService
  threats: Threats
  clock?: Clock
}

const base64Url = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\w-]+$/)
const mac = z.string().regex(/^[\w-]{43}$/)
const keyBody = z.strictObject({ statement: z.string().min(2).max(4096), mac })
const lifeBody = z.strictObject({
  battery: z.int().min(0).max(100).optional(),
  firmware: z.string().min(1).max(DEVICES.firmwareCharacters).optional(),
  inbox_id: z.uuid(),
})
const deliveryBody = z.strictObject({
  wrapped_key: base64Url(4096),
  record: base64Url(8192),
  statement: z.string().min(2).max(4096),
  mac,
  segment_hashes: base64Url(SEGMENT_HASHES_LENGTH).optional(),
})

/**
 * Registers devices/v1: what enrolled devices may do. There is nothing to read: no list, no file, not even one of its own. Signatures are
 * checked before the body is read; a body is text or bytes here until it was compared with what was signed.
 */
export async function deviceRoutes(app: FastifyInstance, services: DeviceRouteServices): Promise<void> {
  const { database, limits, uploads, threats, clock = systemClock } = services
  const watch = threats.devices
  const devices = new DeviceService({ database, limits })
  const deliveries = new DeviceDeliveryService({ database, uploads, watch })
  const requests = new SignedRequests({ database, limits, watch, clock })
  const { admit, admittedOf, signedBody, counted } = admissions(requests)

  app.setErrorHandler((error, request, reply) => {
    dropUnreadBody(request, reply)
    return sendDeviceError(error as Parameters<typeof sendDeviceError>[0], request, reply)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null))

  const enrolment = async (request: FastifyRequest) => limits.take('deviceEnrolByAddress', clientOf(request).ip)
  app.post('/:id/code', { onRequest: enrolment }, (request) => devices.lookUp(deviceIdOf(request), tokenOf(request)))
  app.post('/:id/enrol', { onRequest: enrolment }, async (request, reply) => {
    const [shown, body] = [shownBy(request), textOf(request)]
    requests.requirePlace(shown.said, request)
    requireBody(shown, body)
    await devices.enrol(deviceIdOf(request), tokenOf(request), { stated: parse(keyBody, body), shown })
    return reply.code(204).send()
  })
  app.post('/:id/heartbeat', { onRequest: admit }, async (request) => {
    const said = await signedBody(request, lifeBody)
    return { inbox: await devices.hear(admittedOf(request), said) }
  })
  app.post('/:id/key', { onRequest: admit }, async (request, reply) => {
    const stated = await signedBody(request, keyBody)
    await devices.replaceKey(admittedOf(request), stated)
    return reply.code(204).send()
  })
  app.put('/:id/deliveries/:file', { onRequest: admit, config: { streamsBody: true } }, async (request, reply) => {
    const content = { fileId: fileOf(request), stream: request.raw, sizeBytes: announcedSize(request) }
    await counted(request, deliveries.store(admittedOf(request), content))
    return reply.code(204).send()
  })
  app.post('/:id/deliveries/:file', { onRequest: admit }, async (request, reply) => {
    const said = await signedBody(request, deliveryBody)
    await deliveries.complete(admittedOf(request), { fileId: fileOf(request), said })
    return reply.code(204).send()
  })
}

/** What devices were let in with, by request. */
function admissions(requests: SignedRequests) {
  const admitted = new WeakMap<FastifyRequest, Admitted>()
  const admit = async (request: FastifyRequest): Promise<void> => {
    admitted.set(request, await requests.admit(request))
  }
  const admittedOf = (request: FastifyRequest): Admitted => {
    const found = admitted.get(request)
    if (!found) throw deviceError('device_unsigned')
    return found
  }
  /** Counts a body that is not the one that was signed. */
  const counted = async <T>(request: FastifyRequest, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof Refusal && error.code === 'device_body_changed')
        await requests.refused(admittedOf(request).device.id, error.code)
      throw error
    }
  }
  /** The parts of a body that is the one that was signed. */
  const signedBody = <Shape extends z.ZodType>(request: FastifyRequest, shape: Shape): Promise<z.infer<Shape>> => {
    const body = textOf(request)
    const read = async () => {
      requireBody(admittedOf(request).shown, body)
      return parse(shape, body)
    }
    return counted(request, read())
  }
  return { admit, admittedOf, counted, signedBody }
}

function fileOf(request: FastifyRequest): string {
  const { file } = request.params as { file: string }
  if (!isId(file)) throw deviceError('delivery_not_found')
  return file
}

function tokenOf({ headers }: FastifyRequest): string | undefined {
  const token = headers[DEVICE_TOKEN_HEADER]
  return typeof token === 'string' ? token : undefined
}

const textOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

/** The owner's vault puts a body together again from its parts: there is one text for them. @throws {Refusal} `bad_request` */
function parse<Schema extends z.ZodType>(schema: Schema, body: string): z.infer<Schema> {
  try {
    const value: unknown = JSON.parse(body)
    requireCleanText(value)
    const parsed = schema.parse(value)
    requireCanonical(body, z.json().parse(value))
    return parsed
  } catch (cause) {
    throw deviceError('bad_request', { cause })
  }
}
