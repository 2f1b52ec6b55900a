import { DEVICE_SUITES, type DeviceSuite } from '#contract/devices/devices.ts'
import { type Bytes, concat, equalBytes, requireLength, uint } from '../bytes.ts'
import { toBase64Url, utf8 } from '../encoding.ts'
import { KEY_BYTES } from '../envelope/keys.ts'
import type { KemKeyPair } from '../envelope/wrap.ts'
import { CryptoError } from '../errors.ts'
import { deriveKey } from '../identity/password.ts'
import { digest, hmac, importHmacKey } from '../primitives/symmetric.ts'
import { kemOf, SUITES } from '../suites/suites.ts'
import { canonicalJson, type Json, parseCanonicalJson } from './canonical-json.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { asDeliveryKey, type DeliveryKey } from './request.ts'

/** Canonical JSON with its HMAC, between a device and its owner: the server has no part in the key. */
export type DeviceStatement = { readonly text: string; readonly mac: Uint8Array }

/** What the secret of an enrolment code becomes. */
export type DeviceSecrets = {
  /** Shown to the server once, to enrol; it stores only the SHA-256. 43 characters. */
  readonly token: string
  readonly tokenHash: string
  /** Device and owner vouch to each other for public keys with it. Never sent. */
  readonly macKey: Bytes
  /** As in a request for files: says that a delivery was made with this code. Never sent. */
  readonly deliveryKey: DeliveryKey
}

/** The public key that a device seals to, as its owner says. */
export type DeviceInbox = {
  readonly deviceId: string
  readonly inboxId: string
  readonly suite: DeviceSuite
  /** 1 for the first of its suite; a device takes no lower one than it knows. */
  readonly epoch: number
  readonly publicKey: Uint8Array
}

/** The public key that a device signs with, as the device says. */
export type DeviceKey = {
  readonly deviceId: string
  /** 0 for the key of enrolment. */
  readonly serial: number
  readonly suite: DeviceSuite
  readonly publicKey: Uint8Array
  /** UTC with milliseconds, by the device's clock. */
  readonly time: string
}

const INBOX = ['v', 'device_id', 'inbox_id', 'suite', 'epoch', 'public_key']
const KEY = ['v', 'device_id', 'serial', 'suite', 'public_key', 'time']

/**
 * @param secret 32 random bytes of an enrolment code.
 * @throws {CryptoError} `bad_argument`
 *
 * HKDF-SHA-256; info `qs1/device/token`, `…/mac` and `…/delivery`.
 */
export async function deriveDevice(secret: Uint8Array): Promise<DeviceSecrets> {
  requireLength('device secret', secret, KEY_BYTES)
  const token = await deriveKey(secret, 'qs1/device/token')
  return {
    token: toBase64Url(token),
    tokenHash: toBase64Url(await digest('SHA-256', token)),
    macKey: await deriveKey(secret, 'qs1/device/mac'),
    deliveryKey: asDeliveryKey(await deriveKey(secret, 'qs1/device/delivery')),
  }
}

/** What an enrolment code says of the inbox: SHA-256(`qs1/device-inbox` ‖ 00 ‖ KEM id, 2 bytes ‖ public key). 32 bytes. */
export function inboxFingerprint({ suite, publicKey }: Pick<DeviceInbox, 'suite' | 'publicKey'>): Promise<Bytes> {
  return digest('SHA-256', concat(utf8('qs1/device-inbox'), uint(0, 1), uint(SUITES[suite].kem, 2), publicKey))
}

/** The key pair of an inbox. @param seed 32 random bytes for `std`, 64 for `iot`. @throws {CryptoError} `bad_argument` */
export async function inboxKeyPair(suite: DeviceSuite, seed: Uint8Array): Promise<KemKeyPair> {
  return { suite, seed, publicKey: await (await kemOf(SUITES[suite])).publicKey(seed) }
}

/** HMAC-SHA-256 under the device's `macKey` over `qs1/device-inbox` ‖ text. @throws {CryptoError} `bad_argument` */
export async function stateInbox(inbox: DeviceInbox, macKey: Uint8Array): Promise<DeviceStatement> {
  const { deviceId, inboxId, suite, epoch, publicKey } = inbox
  const value = { v: 1, device_id: deviceId, inbox_id: inboxId, suite, epoch, public_key: toBase64Url(publicKey) }
  readInbox(value, 'bad_argument')
  return vouch('qs1/device-inbox', value, macKey)
}

/** @throws {CryptoError} `verify_failed` */
export async function verifyInbox(statement: DeviceStatement, macKey: Uint8Array): Promise<DeviceInbox> {
  return readInbox(await vouched('qs1/device-inbox', statement, macKey), 'verify_failed')
}

/** HMAC-SHA-256 under the device's `macKey` over `qs1/device-key` ‖ text. @throws {CryptoError} `bad_argument` */
export async function stateDeviceKey(key: DeviceKey, macKey: Uint8Array): Promise<DeviceStatement> {
  const { deviceId, serial, suite, publicKey, time } = key
  const value = { v: 1, device_id: deviceId, serial, suite, public_key: toBase64Url(publicKey), time }
  readDeviceKey(value, 'bad_argument')
  return vouch('qs1/device-key', value, macKey)
}

/** Without the secret, as the server reads it: nothing vouches for it yet. @throws {CryptoError} `verify_failed` */
export function parseDeviceKey(text: string): DeviceKey {
  return readDeviceKey(parseCanonicalJson(text), 'verify_failed')
}

/** @throws {CryptoError} `verify_failed` */
export async function verifyDeviceKey(statement: DeviceStatement, macKey: Uint8Array): Promise<DeviceKey> {
  return readDeviceKey(await vouched('qs1/device-key', statement, macKey), 'verify_failed')
}

async function vouch(label: string, value: Json, macKey: Uint8Array): Promise<DeviceStatement> {
  const text = canonicalJson(value)
  return { text, mac: await macOf(label, text, macKey) }
}

async function vouched(label: string, { text, mac }: DeviceStatement, macKey: Uint8Array): Promise<Json> {
  if (!equalBytes(mac, await macOf(label, text, macKey))) throw new CryptoError('verify_failed', label)
  return parseCanonicalJson(text)
}

async function macOf(label: string, text: string, macKey: Uint8Array): Promise<Bytes> {
  return hmac(await importHmacKey('SHA-256', macKey), utf8(label + text))
}

type Code = 'bad_argument' | 'verify_failed'

function readInbox(value: Json, code: Code): DeviceInbox {
  const fields = fieldsOf(value, INBOX, code)
  if (fields.integer('v') !== 1) throw new CryptoError(code, 'version')
  const suite = suiteOf(fields, code)
  return {
    deviceId: fields.uuid('device_id'),
    inboxId: fields.uuid('inbox_id'),
    suite,
    epoch: fields.integer('epoch'),
    publicKey: fields.bytes('public_key', SUITES[suite].publicKeyBytes),
  }
}

function readDeviceKey(value: Json, code: Code): DeviceKey {
  const fields = fieldsOf(value, KEY, code)
  if (fields.integer('v') !== 1) throw new CryptoError(code, 'version')
  return {
    deviceId: fields.uuid('device_id'),
    serial: fields.integer('serial'),
    suite: suiteOf(fields, code),
    publicKey: fields.bytes('public_key'),
    time: fields.time('time'),
  }
}

function suiteOf(fields: Fields, code: Code): DeviceSuite {
  const named = fields.text('suite')
  const suite = DEVICE_SUITES.find((known) => known === named)
  if (!suite) throw new CryptoError(code, 'suite')
  return suite
}
