import type { FastifyRequest } from 'fastify'
import { DEVICE_REQUEST_HEADER, DEVICE_SIGNATURE_HEADER, DEVICES } from '#contract/devices/devices.ts'
import {
  CryptoError,
  type DeviceRequest,
  fromBase64Url,
  fromUtf8,
  parseDeviceRequest,
  verifyDeviceRequest,
} from '#crypto/index.ts'
import { clientOf } from '#server/auth/request.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { isId } from '../disk/disk-files.ts'
import { deviceError } from './device-error.ts'
import type { DeviceWatch } from '#server/threats/device-watch.ts'
import { type DeviceRow, countRefusal, findDevice, findEarlierKey, takeCounter } from './devices.sql.ts'

/** Longer than any that a device makes. */
const STATEMENT_CHARACTERS = 1024

/** A request that carries its signature; what was signed is not checked yet. */
export type Shown = { text: string; signature: string; said: DeviceRequest }
/** A request whose signature, place, time and counter were checked. Its body was not. */
export type Admitted = { device: DeviceRow; shown: Shown }

type Services = { database: Database; limits: RateLimits; watch: DeviceWatch; clock: Clock }

/** What a key of the device signed, and was refused all the same. */
const SHOWN_TO_DETECTORS = new Map<string, Parameters<DeviceWatch['refused']>[1]>([
  ['device_replayed', 'replay'],
  ['device_key_replaced', 'old_key'],
  ['device_revoked', 'old_key'],
  ['over_request_rate_limit', 'flood'],
])

/** Lets in what a device signed with its key of today, once. */
export class SignedRequests {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  /** @throws {Refusal} before a byte of the body is read. */
  async admit(request: FastifyRequest): Promise<Admitted> {
    const { database, limits, watch } = this.#services
    await limits.take('deviceByAddress', clientOf(request).ip)
    const id = deviceIdOf(request)
    const { text, values } = findDevice(id)
    const [device] = (await database.owner<DeviceRow>(text, values)).rows
    if (!device) throw deviceError('device_not_found')
    try {
      const shown = await this.#check(device, request)
      if (await watch.seen(device, clientOf(request).ip)) throw deviceError('device_paused')
      return { device, shown }
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) {
        await this.refused(id, error.code)
        const why = SHOWN_TO_DETECTORS.get(error.code)
        if (why) await watch.refused(device, why)
      }
      throw error
    }
  }

  /** Counts a refusal; the audit log has it once an hour. */
  async refused(id: string, reason: string): Promise<void> {
    const { text, values } = countRefusal(id, reason)
    await this.#services.database.owner(text, values)
  }

  async #check(device: DeviceRow, request: FastifyRequest): Promise<Shown> {
    const { database, limits } = this.#services
    const shown = shownBy(request)
    const { said } = shown
    if (device.key_serial === null || device.public_key === null) throw deviceError('device_not_enrolled')
    const isEarlier = said.serial < device.key_serial
    const publicKey = isEarlier ? await this.#earlierKey(device, said.serial) : device.public_key
    await requireSignature(shown, { suite: device.suite, publicKey })
    // A request that somebody recorded long ago says nothing about who has the key today.
    this.requirePlace(said, request)
    if (isEarlier) throw deviceError('device_key_replaced')
    if (device.is_revoked) throw deviceError('device_revoked')
    if (said.serial !== device.key_serial) throw deviceError('device_signature')
    await limits.take('deviceRequest', device.id)
    const { text, values } = takeCounter(device.id, said.counter)
    const [taken] = (await database.owner<{ is_paused: boolean }>(text, values)).rows
    if (!taken) throw deviceError('device_replayed')
    if (taken.is_paused) throw deviceError('device_paused')
    return shown
  }

  /** A request with a key that was replaced counts against the device, so that key must have signed it. @throws {Refusal} */
  async #earlierKey({ id }: DeviceRow, serial: number): Promise<string> {
    const { text, values } = findEarlierKey(id, serial)
    const [key] = (await this.#services.database.owner<{ public_key: string }>(text, values)).rows
    if (!key) throw deviceError('device_signature')
    return key.public_key
  }

  /** That this is the request that was signed, and that it was signed just now. @throws {Refusal} */
  requirePlace(said: DeviceRequest, request: FastifyRequest): void {
    const isThis = said.method === request.method && said.path === request.url && said.deviceId === deviceIdOf(request)
    if (!isThis) throw deviceError('device_other_request')
    const offMs = Math.abs(Date.parse(said.time) - this.#services.clock.nowMs())
    if (!(offMs <= DEVICES.clockSeconds * 1000)) throw deviceError('device_time')
  }
}

/** @throws {Refusal} `device_not_found`: an id that is none is an unknown one. */
export function deviceIdOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string }
  if (!isId(id)) throw deviceError('device_not_found')
  return id
}

/** What a request carries. @throws {Refusal} `device_unsigned` */
export function shownBy({ headers }: FastifyRequest): Shown {
  const [encoded, signature] = [headers[DEVICE_REQUEST_HEADER], headers[DEVICE_SIGNATURE_HEADER]]
  if (typeof encoded !== 'string' || typeof signature !== 'string' || encoded.length > STATEMENT_CHARACTERS)
    throw deviceError('device_unsigned')
  try {
    const text = fromUtf8(fromBase64Url(encoded))
    return { text, signature, said: parseDeviceRequest(text) }
  } catch (cause) {
    throw refusalFor(cause, 'device_unsigned')
  }
}

/** @throws {Refusal} `device_signature` */
export async function requireSignature(
  { text, signature }: Shown,
  { suite, publicKey }: { suite: DeviceRow['suite']; publicKey: string },
): Promise<void> {
  try {
    const signed = { text, signature: fromBase64Url(signature) }
    await verifyDeviceRequest(signed, { suite, publicKey: fromBase64Url(publicKey) })
  } catch (cause) {
    throw refusalFor(cause, 'device_signature')
  }
}

/** What does not decode, or proves nothing, is refused; anything else is ours. */
export function refusalFor(cause: unknown, code: Parameters<typeof deviceError>[0]): unknown {
  return cause instanceof CryptoError || cause instanceof TypeError ? deviceError(code, { cause }) : cause
}
