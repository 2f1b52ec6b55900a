import type { DeviceSuite } from '#contract/devices/devices.ts'
import { type Bytes, equalBytes } from '../bytes.ts'
import { toBase64Url, utf8 } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { mlDsa, type MlDsaLevel } from '../primitives/ml-dsa.ts'
import type { RandomSource } from '../primitives/random.ts'
import { digest } from '../primitives/symmetric.ts'
import { canonicalJson, type Json, parseCanonicalJson } from './canonical-json.ts'
import { fieldsOf } from './fields.ts'

/** One request of a device: what it asks, with which body, and after how many others. */
export type DeviceRequest = {
  readonly deviceId: string
  /** Serial of the key that signs. */
  readonly serial: number
  readonly method: string
  /** Without the origin. */
  readonly path: string
  /** SHA-256 of the body as it is sent; of nothing for an empty one. */
  readonly bodyHash: Uint8Array
  /** UTC with milliseconds, by the device's clock. */
  readonly time: string
  /** Higher than in every request before. */
  readonly counter: number
}

export type SignedDeviceRequest = { readonly text: string; readonly signature: Uint8Array }

/** Signs requests with one key of a device. */
export type DeviceSigner = {
  readonly publicKey: Bytes
  sign(request: DeviceRequest): Promise<SignedDeviceRequest>
}

const LEVELS: Readonly<Record<DeviceSuite, MlDsaLevel>> = { std: 65, iot: 44 }
const CONTEXT = utf8('qs1')
const FIELDS = ['v', 'device_id', 'key', 'method', 'path', 'body', 'time', 'counter']

/** @param seed 32 bytes, which never leave the device. */
export async function deviceSigner(
  suite: DeviceSuite,
  { seed, random }: { seed: Uint8Array; random: RandomSource },
): Promise<DeviceSigner> {
  const scheme = await mlDsa(LEVELS[suite])
  const [publicKey, sign] = [await scheme.publicKey(seed), await scheme.signer(seed)]
  return {
    publicKey,
    sign: async (request) => {
      const text = canonicalJson(valueOf(request))
      return { text, signature: await sign(messageOf(text), CONTEXT, random) }
    },
  }
}

/** What a device says of its request, before anybody checked who says it. @throws {CryptoError} `verify_failed` */
export function parseDeviceRequest(text: string): DeviceRequest {
  return read(parseCanonicalJson(text))
}

/**
 * ML-DSA-65 for suite `std`, ML-DSA-44 for `iot`, context `qs1`, over `qs1/device-request` ‖ text.
 * @throws {CryptoError} `verify_failed`
 */
export async function verifyDeviceRequest(
  { text, signature }: SignedDeviceRequest,
  { suite, publicKey }: { suite: DeviceSuite; publicKey: Uint8Array },
): Promise<DeviceRequest> {
  const scheme = await mlDsa(LEVELS[suite])
  if (!(await scheme.verify(publicKey, messageOf(text), CONTEXT, signature)))
    throw new CryptoError('verify_failed', 'signature')
  return parseDeviceRequest(text)
}

/** SHA-256 of a body as it is sent. */
export const hashOf = (body: Uint8Array): Promise<Bytes> => digest('SHA-256', body)

export async function isBodyOf({ bodyHash }: Pick<DeviceRequest, 'bodyHash'>, body: Uint8Array): Promise<boolean> {
  return equalBytes(bodyHash, await hashOf(body))
}

const messageOf = (text: string): Bytes => utf8(`qs1/device-request${text}`)

const valueOf = ({ deviceId, serial, method, path, bodyHash, time, counter }: DeviceRequest) => ({
  v: 1,
  device_id: deviceId,
  key: serial,
  method,
  path,
  body: toBase64Url(bodyHash),
  time,
  counter,
})

function read(value: Json): DeviceRequest {
  const fields = fieldsOf(value, FIELDS, 'verify_failed')
  if (fields.integer('v') !== 1) throw new CryptoError('verify_failed', 'version')
  return {
    deviceId: fields.uuid('device_id'),
    serial: fields.integer('key'),
    method: fields.text('method'),
    path: fields.text('path'),
    bodyHash: fields.bytes('body', 32),
    time: fields.time('time'),
    counter: fields.integer('counter'),
  }
}
