import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { plainSize, sealedSize } from '#contract/content-layout.ts'
import { DEVICES } from '#contract/devices/devices.ts'
import type { DeviceWatch } from '#server/threats/device-watch.ts'
import type { Database, Transaction } from '../db/database.ts'
import {
  type DeliveryRow,
  type DeliverySource,
  type Statements,
  completeDelivery,
  deleteArriving,
  findDelivery,
  insertDelivery,
  setUpload,
  uploaderOf,
} from '../requests/deliveries.sql.ts'
import { newObjectPath, sealedUpload } from '../requests/sealed-upload.ts'
import type { UploadService } from '../storage/uploads/uploads.service.ts'
import { BrokenTries } from './broken-tries.ts'
import { deviceError } from './device-error.ts'
import { countFile, countFileOfDay, findDevice, type DeviceRow, lockDevice, takeBytes } from './devices.sql.ts'
import type { Admitted } from './signed-requests.ts'

type Services = { database: Database; uploads: UploadService; watch: DeviceWatch }
type Content = { fileId: string; stream: Readable; sizeBytes: number | undefined }

/** In one body, without parts. */
const [partBytes, headBytes] = [null, 0]

/** Files of devices: first the sealed content in one body, then what the device says of it. Both signed, and nothing to read. */
export class DeviceDeliveryService {
  readonly #services: Services
  readonly #broken = new BrokenTries()

  constructor(services: Services) {
    this.#services = services
  }

  /**
   * Stores content, which counts for the owner's storage. Sending the same again, after a lost answer, changes nothing.
   * @throws {Refusal} @throws {StorageError} `QuotaReached`
   */
  async store({ device, shown }: Admitted, { fileId, stream, sizeBytes }: Content): Promise<void> {
    const plainBytes = sizeBytes === undefined ? undefined : plainSize(sizeBytes)
    if (sizeBytes === undefined || plainBytes === undefined) throw deviceError('bad_request')
    if (plainBytes > DEVICES.deliveryBytes) throw deviceError('device_too_large')
    const { database, uploads, watch } = this.#services
    const isAgain = this.#broken.has(device.id, { fileId, plainBytes }) || (await this.#isKnown(device, fileId))
    if (!isAgain && (await watch.sending(device, plainBytes))) throw deviceError('device_paused')
    const contentHash = Buffer.from(shown.said.bodyHash).toString('base64url')
    const delivery = await this.#reserve(device, { fileId, plainBytes, contentHash })
    if (!delivery) return
    const caller = uploaderOf(delivery)
    try {
      const upload = await uploads.create(caller, { ...sealedUpload(delivery, plainBytes), partBytes, headBytes })
      const { text, values } = setUpload(fileId, upload.id)
      if (!(await database.owner(text, values)).rowCount) {
        await uploads.cancel(caller, upload.id)
        throw deviceError('device_revoked')
      }
      const hash = createHash('sha256')
      const hashed = stream.pipe(hashing(hash))
      stream.once('close', () => stream.readableEnded || hashed.destroy(new Error('the connection closed early')))
      await uploads.append(caller, upload.id, { offset: 0, stream: hashed, announced: sizeBytes })
      if (!hash.digest().equals(shown.said.bodyHash)) throw deviceError('device_body_changed')
    } catch (error) {
      this.#broken.add(device.id, { fileId, plainBytes })
      const { text, values } = deleteArriving(from(device), fileId)
      await Promise.allSettled([database.owner(text, values)])
      throw error
    }
  }

  /** Makes stored content a delivery. Saying it again changes nothing. @throws {Refusal} */
  async complete({ device, shown }: Admitted, { fileId, said }: { fileId: string; said: Statements }): Promise<void> {
    await this.#services.database.asOwner(async (transaction) => {
      await lockOpen(transaction, device.id)
      const [delivery] = (await transaction.query<DeliveryRow>(findDelivery(from(device), fileId))).rows
      if (!delivery) throw deviceError('delivery_not_found')
      if (delivery.delivered_at) return
      const { text, signature } = shown
      const sealedBytes = sealedSize(Number(delivery.file_size))
      const source = from(device)
      const whole = { id: fileId, source, sealedBytes, said, signed: { text, signature } }
      const sizeBytes = await completeDelivery(transaction, whole)
      if (sizeBytes === undefined) throw deviceError('delivery_incomplete')
      const { counter } = shown.said
      const { rowCount } = await transaction.query(countFile(device.id, { sizeBytes, counter }))
      if (!rowCount) throw deviceError('device_replayed')
      await transaction.query(countFileOfDay(device.id, sizeBytes))
    })
  }

  /** A file that is sent again, after its connection broke, is the same one for the detectors. */
  async #isKnown(device: DeviceRow, fileId: string): Promise<boolean> {
    const { text, values } = findDelivery(from(device), fileId)
    return Boolean((await this.#services.database.owner(text, values)).rowCount)
  }

  /** A place for one file; null when its content is there already. */
  async #reserve(
    device: DeviceRow,
    { fileId, plainBytes, contentHash }: { fileId: string; plainBytes: number; contentHash: string },
  ): Promise<DeliveryRow | null> {
    return this.#services.database.asOwner(async (transaction) => {
      await lockOpen(transaction, device.id)
      const source = from(device)
      const [known] = (await transaction.query<DeliveryRow>(findDelivery(source, fileId))).rows
      if (known && known.content_hash !== contentHash) throw deviceError('delivery_conflict')
      if (known?.delivered_at) return null
      // What had not arrived whole is sent from its start, and was counted when it was first sent.
      if (known) await transaction.query(deleteArriving(source, fileId))
      else if (!(await transaction.query(takeBytes(device.id, plainBytes))).rowCount)
        throw deviceError('device_day_full')
      const storagePath = newObjectPath(device.user_id)
      const delivery = { id: fileId, source, userId: device.user_id, sizeBytes: plainBytes, storagePath, contentHash }
      const { rows } = await transaction.query<DeliveryRow>(insertDelivery(delivery))
      if (!rows[0]) throw deviceError('delivery_conflict')
      return rows[0]
    })
  }
}

/** It may have been revoked, or paused, while this one waited. @throws {Refusal} */
async function lockOpen(transaction: Transaction, id: string): Promise<void> {
  await lockDevice(transaction, id)
  const [now] = (await transaction.query<DeviceRow>(findDevice(id))).rows
  if (!now || now.is_revoked) throw deviceError('device_revoked')
  if (now.is_paused) throw deviceError('device_paused')
}

const from = ({ id }: DeviceRow): DeliverySource => ({ column: 'device_id', id })

function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}
