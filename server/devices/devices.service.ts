import { createHash } from 'node:crypto'
import { type DeviceKey, canonicalJson, parseDeviceKey } from '#crypto/index.ts'
import { isSecret } from '#server/http/address-secrets.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Database, Transaction } from '../db/database.ts'
import { deviceError } from './device-error.ts'
import {
  type CodeRow,
  countRefusal,
  type DeviceRow,
  findCode,
  findDevice,
  insertKey,
  lockDevice,
  noteHealth,
  setKey,
  takeCounter,
  useCode,
} from './devices.sql.ts'
import { type Admitted, type Shown, refusalFor, requireSignature } from './signed-requests.ts'

/** A public key as a device states it. */
export type StatedKey = { statement: string; mac: string }
export type SignOfLife = { battery?: number | undefined; firmware?: string | undefined; inbox_id: string }
/** Which key to seal to, as the owner says. */
export type Inbox = { statement: string; mac: string }

type Services = { database: Database; limits: RateLimits }

/** Rules of devices: a code enrols one key, once; the key of today may put another one in its place. */
export class DeviceService {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  /** What a code is for, to somebody who has it. @throws {Refusal} */
  async lookUp(
    id: string,
    token: string | undefined,
  ): Promise<{ suite: string; interval_seconds: number; inbox: Inbox }> {
    const { text, values } = findCode(id)
    const [found] = (await this.#services.database.owner<CodeRow>(text, values)).rows
    const code = await this.#counted(id, async () => requireUsable(found, token))
    return { suite: code.suite, interval_seconds: code.interval_seconds, inbox: inboxOf(code) }
  }

  /** Binds the first key of a device. Nobody can say here whether it is the device's own: its owner's vault can. @throws {Refusal} */
  async enrol(id: string, token: string | undefined, key: { stated: StatedKey; shown: Shown }): Promise<void> {
    const { stated, shown } = key
    const work = async (transaction: Transaction) => {
      await lockDevice(transaction, id)
      const code = requireUsable((await transaction.query<CodeRow>(findCode(id))).rows[0], token)
      await this.#bind(transaction, { device: code, serial: 0, stated, shown })
      await transaction.query(useCode(id))
      await transaction.query(takeCounter(id, shown.said.counter))
    }
    await this.#counted(id, () => this.#services.database.asOwner(work))
  }

  /** A refused try of a code counts like a refused signature, after what it wrote was taken back. */
  async #counted<T>(id: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) {
        // The answer does not say whether there is such a device; the log of its owner may.
        const reason = error.code === 'device_not_found' ? 'device_code_wrong' : error.code
        const { text, values } = countRefusal(id, reason)
        await this.#services.database.owner(text, values)
      }
      throw error
    }
  }

  /** Puts a key in the place of the one that signed. @throws {Refusal} */
  async replaceKey({ device, shown }: Admitted, stated: StatedKey): Promise<void> {
    await this.#services.limits.take('deviceKey', device.id)
    await this.#services.database.asOwner(async (transaction) => {
      await lockDevice(transaction, device.id)
      const [now] = (await transaction.query<DeviceRow>(findDevice(device.id))).rows
      if (now?.key_serial !== shown.said.serial) throw deviceError('device_key_replaced')
      if (now.is_paused) throw deviceError('device_paused')
      await this.#bind(transaction, { device, serial: shown.said.serial + 1, stated, shown })
    })
  }

  /** @returns the key to seal to, where the device named another one. */
  async hear({ device }: Admitted, { battery, firmware, inbox_id: known }: SignOfLife): Promise<Inbox | null> {
    const { text, values } = noteHealth(device.id, { battery: battery ?? null, firmware: firmware ?? null })
    await this.#services.database.owner(text, values)
    return known === device.inbox_id ? null : inboxOf(device)
  }

  /** The first key signs for itself; any other one was signed for by the key before, when the request was let in. */
  async #bind(
    transaction: Transaction,
    { device, serial, stated, shown }: { device: DeviceRow; serial: number; stated: StatedKey; shown: Shown },
  ): Promise<void> {
    const { publicKey } = readKey(stated, { device, serial })
    if (serial === 0) await requireSignature(shown, { suite: device.suite, publicKey })
    const { text: signed, signature } = shown
    await transaction.query(insertKey({ device, serial, publicKey, ...stated, signed, signature }))
    await transaction.query(setKey(device.id, serial))
  }
}

/** Whether a body is the one that was signed. @throws {Refusal} `device_body_changed` */
export function requireBody({ said }: Shown, body: string): void {
  const hash = createHash('sha256').update(body).digest()
  if (!hash.equals(said.bodyHash)) throw deviceError('device_body_changed')
}

/** That a body has the one form that its parts can be put together to again, as the owner's vault does. @throws {Refusal} */
export function requireCanonical(body: string, parsed: Parameters<typeof canonicalJson>[0]): void {
  if (canonicalJson(parsed) !== body) throw deviceError('bad_request')
}

function requireUsable(code: CodeRow | undefined, token: string | undefined): CodeRow {
  if (!isSecret(token, code?.token_hash) || !code) throw deviceError('device_not_found')
  if (code.is_revoked) throw deviceError('device_revoked')
  if (code.is_used || code.key_serial !== null) throw deviceError('device_code_used')
  if (code.is_expired) throw deviceError('device_code_expired')
  return code
}

function readKey({ statement }: StatedKey, of: { device: DeviceRow; serial: number }): { publicKey: string } {
  try {
    const key: DeviceKey = parseDeviceKey(statement)
    const isExpected = key.deviceId === of.device.id && key.serial === of.serial && key.suite === of.device.suite
    if (isExpected) return { publicKey: Buffer.from(key.publicKey).toString('base64url') }
  } catch (cause) {
    throw refusalFor(cause, 'device_key_wrong')
  }
  throw deviceError('device_key_wrong')
}

const inboxOf = ({ inbox_statement: statement, inbox_mac: mac }: DeviceRow): Inbox => ({ statement, mac })
