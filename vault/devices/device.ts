import { z } from 'zod'
import {
  DEVICES,
  DEVICES_PATH,
  DEVICE_REQUEST_HEADER,
  DEVICE_SIGNATURE_HEADER,
  DEVICE_SUITES,
  DEVICE_TOKEN_HEADER,
  deliveryPath,
} from '#contract/devices/devices.ts'
import {
  CryptoError,
  type DeviceCode,
  type DeviceInbox,
  FLOE,
  canonicalJson,
  deriveDevice,
  deviceSigner,
  draw,
  equalBytes,
  fromBase64Url,
  hashOf,
  inboxFingerprint,
  keyId,
  newFileKey,
  randomUuid,
  readDeviceCode,
  sealDeliveryRecord,
  stateDelivery,
  stateDeviceKey,
  systemRandom,
  toBase64Url,
  toHex,
  utf8,
  verifyInbox,
  wrapKey,
} from '#crypto/index.ts'
import { checkFileName } from '../files/file-name.ts'
import { VaultApi } from '../session/api.ts'
import { withRetry } from '../session/retry.ts'
import { VaultError } from '../session/vault-error.ts'
import { sealWhole } from '../transfer/seal-whole.ts'

/** What a device keeps, in a file that only it can read. Keys are base64url. */
export const deviceState = z.strictObject({
  v: z.literal(1),
  server: z.url(),
  id: z.uuid(),
  suite: z.enum(DEVICE_SUITES),
  secret: z.string(),
  seed: z.string(),
  serial: z.int().nonnegative(),
  /** Drawn for a rotation whose answer did not arrive yet. */
  next_seed: z.string().nullable(),
  counter: z.int().nonnegative(),
  inbox: z.strictObject({ id: z.uuid(), epoch: z.int().positive(), public_key: z.string() }),
})
export type DeviceState = z.infer<typeof deviceState>

type SigningKey = Pick<DeviceState, 'seed' | 'serial'>
export type Health = { battery?: number; firmware?: string }

const inboxAnswer = z.object({ statement: z.string(), mac: z.string() })
const codeAnswer = z.object({ suite: z.enum(DEVICE_SUITES), inbox: inboxAnswer })
const lifeAnswer = z.object({ inbox: inboxAnswer.nullable() })
const SEED_BYTES = 32

/** @throws {VaultError} `device_code_unreadable` */
export async function parseDeviceCode(text: string): Promise<DeviceCode> {
  try {
    return await readDeviceCode(text.trim())
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw new VaultError('device_code_unreadable', 'This is no enrolment code, or part of it is missing.', { cause })
  }
}

/**
 * One device. It adds files and signs of life, and replaces its own key; there is nothing that it could read.
 * Each request has a higher counter than the one before, which is kept before it is sent.
 */
export class Device {
  #state: DeviceState
  readonly #api: VaultApi
  readonly #keep: (state: DeviceState) => Promise<void>

  /** @param keep stores the state so that it outlives a crash. */
  constructor(state: DeviceState, keep: (state: DeviceState) => Promise<void>) {
    this.#state = state
    this.#api = apiOf(state.server)
    this.#keep = keep
  }

  /**
   * Enrols with a code: takes the key to seal to if its owner vouched for it and the code names it, draws a key of its own, and registers
   * the public half. Nothing is kept, and the code not used, where the server shows another key.
   * @throws {VaultError} `device_inbox_refused` | `device_refused` | `offline`
   */
  static async enrol(code: DeviceCode, keep: (state: DeviceState) => Promise<void>): Promise<Device> {
    const { deviceId: id, secret, server } = code
    const secrets = await deriveDevice(secret)
    const headers = { [DEVICE_TOKEN_HEADER]: secrets.token }
    const answer = await apiOf(server).fetch(`${DEVICES_PATH}/${id}/code`, { method: 'POST', headers })
    const { suite, inbox } = codeAnswer.parse(await answer.json())
    const named = await readInbox(inbox, { id, suite, macKey: secrets.macKey })
    if (!equalBytes(await inboxFingerprint(named), code.fingerprint)) throw refusedInbox()
    const state: DeviceState = {
      v: 1,
      server,
      id,
      suite,
      secret: toBase64Url(secret),
      seed: toBase64Url(draw(systemRandom, SEED_BYTES)),
      serial: 0,
      next_seed: null,
      counter: 0,
      inbox: writeInbox(named),
    }
    const device = new Device(state, keep)
    await device.#sendKey('enrol', { seed: state.seed, serial: 0, headers })
    return device
  }

  get id(): string {
    return this.#state.id
  }

  /** Of the key that it signs with, hex, for the owner to compare. */
  async fingerprint(): Promise<string> {
    const { publicKey } = await this.#signer(this.#state.seed)
    return toHex(await keyId(publicKey))
  }

  /**
   * Seals one file and adds it to the owner's inbox.
   * @throws {VaultError} `bad_file_name` | `file_too_large` | `device_refused` | `quota_reached` | `offline`
   */
  async send(file: { name: string; type: string; source: Blob }, signal: AbortSignal): Promise<string> {
    const { source } = file
    if (source.size > DEVICES.deliveryBytes)
      throw new VaultError('file_too_large', 'A device sends files of 32 MiB at most.')
    const checked = checkFileName(file.name)
    if (!('name' in checked)) throw new VaultError('bad_file_name', 'The file has no name that can be stored.')
    await this.#finishRotation()
    const fileId = randomUuid(systemRandom)
    const keys = {
      contentId: randomUuid(systemRandom),
      fileKey: newFileKey(systemRandom),
      iv: draw(systemRandom, FLOE.ivBytes),
    }
    const { content, headerTag, hashes } = await sealWhole(keys, source)
    const bytes = new Uint8Array(await content.arrayBuffer())
    const path = deliveryPath(this.id, fileId)
    const type = 'application/octet-stream'
    await withRetry(signal, async () => this.#request({ method: 'PUT', path, body: bytes, type }))
    const body = utf8(
      await this.#said(fileId, { ...keys, name: checked.name, type: file.type, size: source.size, headerTag, hashes }),
    )
    await withRetry(signal, async () => this.#request({ method: 'POST', path, body, type: 'application/json' }))
    return fileId
  }

  /** Checks in, and takes the newest key to seal to, if its owner vouched for that. */
  async heartbeat(health: Health): Promise<void> {
    await this.#finishRotation()
    await this.#live(health)
  }

  async #live(health: Health, key?: SigningKey): Promise<void> {
    const { id, suite, secret, inbox } = this.#state
    const body = utf8(canonicalJson({ ...health, inbox_id: inbox.id }))
    const path = `${DEVICES_PATH}/${id}/heartbeat`
    const answer = await this.#request({ method: 'POST', path, body, type: 'application/json', key })
    const { inbox: next } = lifeAnswer.parse(await answer.json())
    if (!next) return
    const { macKey } = await deriveDevice(fromBase64Url(secret))
    const named = await readInbox(next, { id, suite, macKey })
    // An earlier key, which its owner gave up.
    if (named.epoch <= inbox.epoch) throw refusedInbox()
    await this.#save({ inbox: writeInbox(named) })
  }

  /** Draws a new key and registers it, signed with the one before, which the server refuses from then on. */
  async rotate(): Promise<void> {
    const { next_seed: pending } = this.#state
    if (pending !== null && (await this.#isRegistered(pending))) return
    const seed = pending ?? toBase64Url(draw(systemRandom, SEED_BYTES))
    await this.#save({ next_seed: seed })
    await this.#sendKey('key', { seed, serial: this.#state.serial + 1 })
    await this.#save({ seed, serial: this.#state.serial + 1, next_seed: null })
  }

  /** The server may have the new key already, and would take requests with the one before for those of somebody who has it. */
  async #finishRotation(): Promise<void> {
    if (this.#state.next_seed !== null) await this.rotate()
  }

  /** Whether an earlier rotation came through, of which only the answer was lost. The key of before is kept until that is known. */
  async #isRegistered(seed: string): Promise<boolean> {
    const key = { seed, serial: this.#state.serial + 1 }
    try {
      await this.#live({}, key)
    } catch (error) {
      if (!(error instanceof VaultError) || error.code !== 'device_refused') throw error
      return false
    }
    await this.#save({ ...key, next_seed: null })
    return true
  }

  async #sendKey(
    to: 'enrol' | 'key',
    { seed, serial, headers = {} }: { seed: string; serial: number; headers?: Record<string, string> },
  ): Promise<void> {
    const { id, suite, secret } = this.#state
    const { macKey } = await deriveDevice(fromBase64Url(secret))
    const { publicKey } = await this.#signer(seed)
    const time = new Date().toISOString()
    const { text: statement, mac } = await stateDeviceKey({ deviceId: id, serial, suite, publicKey, time }, macKey)
    const body = utf8(canonicalJson({ statement, mac: toBase64Url(mac) }))
    await this.#request({
      method: 'POST',
      path: `${DEVICES_PATH}/${id}/${to}`,
      body,
      type: 'application/json',
      headers,
    })
  }

  /** What is said of content that lies on the server. */
  async #said(
    fileId: string,
    about: Omit<
      Parameters<typeof stateDelivery>[0],
      'requestId' | 'fileId' | 'wrapped' | 'record' | 'time' | 'segmentBytes' | 'contentRoot'
    > & {
      name: string
      type: string
      fileKey: ReturnType<typeof newFileKey>
      hashes: { contentRoot: Uint8Array; segmentHashes: string | null }
    },
  ): Promise<string> {
    const { name, type, size, contentId, fileKey, headerTag, hashes } = about
    const { id: requestId, suite, secret, inbox } = this.#state
    const wrapped = await wrapKey({
      key: fileKey,
      recipientPublicKey: fromBase64Url(inbox.public_key),
      purpose: 'device-to-owner',
      objectId: fileId,
      epoch: inbox.epoch,
      random: systemRandom,
      suite,
    })
    const record = await sealDeliveryRecord({
      fileId,
      fileKey,
      plain: utf8(canonicalJson({ v: 1, name, type })),
      random: systemRandom,
    })
    const { deliveryKey } = await deriveDevice(fromBase64Url(secret))
    const content = { contentId, headerTag, segmentBytes: FLOE.segmentBytes, contentRoot: hashes.contentRoot, size }
    const time = new Date().toISOString()
    const { text, mac } = await stateDelivery(
      { requestId, fileId, ...content, wrapped, record, time },
      { deliveryKey, fileKey },
    )
    return canonicalJson({
      wrapped_key: toBase64Url(wrapped),
      record: toBase64Url(record),
      statement: text,
      mac: toBase64Url(mac),
      ...(hashes.segmentHashes !== null && { segment_hashes: hashes.segmentHashes }),
    })
  }

  async #request(asked: {
    method: 'POST' | 'PUT'
    path: string
    body: Uint8Array<ArrayBuffer>
    type: string
    headers?: Record<string, string>
    /** Another key than the one of today. */
    key?: SigningKey | undefined
  }): Promise<Response> {
    const { method, path, body, type, headers } = asked
    // The time, so that two programs with one key file rarely meet; and never twice the same.
    const counter = Math.max(this.#state.counter + 1, Date.now())
    await this.#save({ counter })
    const { id: deviceId } = this.#state
    const { seed, serial } = asked.key ?? this.#state
    const time = new Date().toISOString()
    const signer = await this.#signer(seed)
    const said = { deviceId, serial, method, path, bodyHash: await hashOf(body), time, counter }
    const { text, signature } = await signer.sign(said)
    return this.#api.fetch(path, {
      method,
      body: new Blob([body]),
      headers: {
        ...headers,
        'content-type': type,
        [DEVICE_REQUEST_HEADER]: toBase64Url(utf8(text)),
        [DEVICE_SIGNATURE_HEADER]: toBase64Url(signature),
      },
    })
  }

  #signer(seed: string) {
    return deviceSigner(this.#state.suite, { seed: fromBase64Url(seed), random: systemRandom })
  }

  async #save(change: Partial<DeviceState>): Promise<void> {
    this.#state = { ...this.#state, ...change }
    await this.#keep(this.#state)
  }
}

const apiOf = (server: string): VaultApi =>
  new VaultApi({ baseUrl: server, publishableKey: '', accessToken: async () => undefined })

const refusedInbox = (options?: ErrorOptions): VaultError =>
  new VaultError(
    'device_inbox_refused',
    'The server shows another key to seal to than the owner of this device vouched for. Nothing was sent.',
    options,
  )

/** The key that the owner of this device vouches for. @throws {VaultError} `device_inbox_refused` */
async function readInbox(
  { statement: text, mac }: z.infer<typeof inboxAnswer>,
  { id, suite, macKey }: { id: string; suite: DeviceState['suite']; macKey: Uint8Array },
): Promise<DeviceInbox> {
  try {
    const inbox = await verifyInbox({ text, mac: fromBase64Url(mac) }, macKey)
    if (inbox.deviceId === id && inbox.suite === suite) return inbox
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw refusedInbox({ cause })
  }
  throw refusedInbox()
}

const writeInbox = ({ inboxId: id, epoch, publicKey }: DeviceInbox): DeviceState['inbox'] => ({
  id,
  epoch,
  public_key: toBase64Url(publicKey),
})
