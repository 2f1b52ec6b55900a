import { LAYOUT, PART_BYTES, sealedSize } from '#contract/content-layout.ts'
import { LIMITS } from '#contract/limits.ts'
import { isSecret, opensAddress, type ShownSecrets } from '#server/http/address-secrets.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { Tickets } from '#server/http/tickets.ts'
import type { Clock } from '../clock.ts'
import type { Caller, Database } from '../db/database.ts'
import { TusError } from '../storage/storage-error.ts'
import type { UploadService } from '../storage/uploads/uploads.service.ts'
import { Refusal } from '#server/http/refusal.ts'
import { requestError } from './request-error.ts'
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
} from './deliveries.sql.ts'
import { newObjectPath, sealedUpload } from './sealed-upload.ts'
import {
  type RequestRow,
  countDelivery,
  findByUpload,
  findLockedRequest,
  findRequest,
  lockRequest,
} from './requests.sql.ts'

const PART = { partBytes: PART_BYTES, headBytes: LAYOUT.headerBytes }

type RequestServices = {
  database: Database
  secrets: { serverSecret: Buffer }
  limits: RateLimits
  uploads: UploadService
  clock: Clock
}
type Announced = { fileId: string; sizeBytes: number }

/**
 * Rules of requests for files, for senders without an account. As with links, an id alone gets nothing: the lookup token
 * ("door" on the wire) gives the password's parameters, the token (secret and password together) the description and a ticket. A file is announced,
 * uploaded, and completed by what its sender says of it.
 */
export class RequestService {
  readonly #database: Database
  readonly #limits: RateLimits
  readonly #uploads: UploadService
  readonly #tickets: Tickets

  constructor({ database, secrets, limits, uploads, clock }: RequestServices) {
    this.#database = database
    this.#limits = limits
    this.#uploads = uploads
    // As long as an upload that it began may be continued. Whether the request still runs is asked each time.
    const lifetimeSeconds = LIMITS.uploadLifetimeSeconds
    this.#tickets = new Tickets({
      serverSecret: secrets.serverSecret,
      clock,
      keyInfo: 'qs1/requests/ticket',
      claim: 'request',
      lifetimeSeconds,
      refuse: {
        expired: (options) => requestError('request_ticket_expired', options),
        invalid: (options) => requestError('request_not_found', options),
      },
    })
  }

  /** How the request's password is stretched; null without one. @throws {Refusal} */
  async lookUp(id: string, { lookupToken }: ShownSecrets): Promise<Record<string, unknown> | null> {
    return (await this.#authorizeLookup(id, lookupToken)).kdf
  }

  /** What the request tells its sender, sealed, and the ticket to deliver with. @throws {Refusal} */
  async enter(id: string, { lookupToken, token }: ShownSecrets): Promise<{ request: RequestRow; ticket: string }> {
    const request = await this.#authorizeLookup(id, lookupToken)
    if (!(await opensAddress(this.#limits, request, token))) throw requestError('request_not_found')
    return { request, ticket: await this.#tickets.issue(id) }
  }

  /**
   * Takes a place among the request's limits for one file and opens its upload, which counts for the requester's storage. Saying it
   * again, after a lost answer, finds the same upload.
   * @returns the id of the upload, null when the file is delivered already. @throws {Refusal} @throws {StorageError} `EntityTooLarge` | `QuotaReached`
   */
  async announce(id: string, ticket: string | undefined, { fileId, sizeBytes }: Announced): Promise<string | null> {
    await this.#allowed(id, ticket)
    const { delivery, isNew } = await this.#reserve(id, { fileId, sizeBytes })
    if (!isNew) {
      if (Number(delivery.file_size) !== sizeBytes) throw requestError('delivery_conflict')
      if (delivery.delivered_at) return null
      if (!delivery.upload_id) throw requestError('delivery_conflict')
      return delivery.upload_id
    }
    try {
      const sealed = sealedUpload(delivery, sizeBytes)
      const upload = await this.#uploads.create(uploaderOf(delivery), { ...sealed, ...PART })
      const { text, values } = setUpload(fileId, upload.id)
      const { rowCount } = await this.#database.owner(text, values)
      if (rowCount) return upload.id
      await this.#uploads.cancel(uploaderOf(delivery), upload.id)
      throw requestError('request_ended')
    } catch (error) {
      const { text, values } = deleteArriving(byRequest(id), fileId)
      await Promise.allSettled([this.#database.owner(text, values)])
      throw error
    }
  }

  /** Whom an upload counts for; only while its request runs. @throws {TusError} 410 | 404 */
  async uploader(ticket: string | undefined, uploadId: string): Promise<Caller> {
    const requestId = await this.#tickets.read(ticket).catch((cause: unknown) => {
      if (cause instanceof Refusal) throw new TusError(cause.status, cause.message, { cause })
      throw cause
    })
    const { text, values } = findByUpload(requestId, uploadId)
    const { rows } = await this.#database.owner<DeliveryRow>(text, values)
    if (!rows[0]) throw new TusError(410, 'There is no such upload, or its request has ended')
    return uploaderOf(rows[0])
  }

  /** Makes an uploaded file a delivery. Saying it again, after a lost answer, changes nothing. @throws {Refusal} */
  async complete(id: string, ticket: string | undefined, file: { fileId: string; said: Statements }): Promise<void> {
    const { fileId, said } = file
    await this.#allowed(id, ticket)
    await this.#database.asOwner(async (transaction) => {
      await lockRequest(transaction, id)
      requireRunning(await findLockedRequest(transaction, id))
      const { rows } = await transaction.query<DeliveryRow>(findDelivery(byRequest(id), fileId))
      const [delivery] = rows
      if (!delivery) throw requestError('delivery_not_found')
      if (delivery.delivered_at) return
      const sealedBytes = sealedSize(Number(delivery.file_size))
      const source = byRequest(id)
      const sizeBytes = await completeDelivery(transaction, { id: fileId, source, sealedBytes, said })
      if (sizeBytes === undefined) throw requestError('delivery_incomplete')
      await transaction.query(countDelivery(id, sizeBytes))
    })
  }

  /** Gives a file up that has not arrived. @throws {Refusal} */
  async cancel(id: string, ticket: string | undefined, fileId: string): Promise<void> {
    if ((await this.#tickets.read(ticket)) !== id) throw requestError('request_not_found')
    const found = findDelivery(byRequest(id), fileId)
    const { rows } = await this.#database.owner<DeliveryRow>(found.text, found.values)
    const [delivery] = rows
    if (!delivery || delivery.delivered_at) return
    // First the upload, whose writers have to stop; it may have become an object, which goes with the delivery.
    if (delivery.upload_id) await Promise.allSettled([this.#uploads.cancel(uploaderOf(delivery), delivery.upload_id)])
    const { text, values } = deleteArriving(byRequest(id), fileId)
    await this.#database.owner(text, values)
  }

  async #reserve(id: string, { fileId, sizeBytes }: Announced): Promise<{ delivery: DeliveryRow; isNew: boolean }> {
    return this.#database.asOwner(async (transaction) => {
      await lockRequest(transaction, id)
      const request = requireRunning(await findLockedRequest(transaction, id))
      const known = await transaction.query<DeliveryRow>(findDelivery(byRequest(id), fileId))
      if (known.rows[0]) return { delivery: known.rows[0], isNew: false }
      if (request.files_left < 1) throw requestError('request_full')
      if (sizeBytes > Number(request.bytes_left)) throw requestError('request_no_room')
      const { user_id: userId } = request
      const storagePath = newObjectPath(userId)
      const delivery = { id: fileId, source: byRequest(id), userId, sizeBytes, storagePath }
      const { rows } = await transaction.query<DeliveryRow>(insertDelivery(delivery))
      if (!rows[0]) throw requestError('delivery_conflict')
      return { delivery: rows[0], isNew: true }
    })
  }

  async #allowed(id: string, ticket: string | undefined): Promise<void> {
    if ((await this.#tickets.read(ticket)) !== id) throw requestError('request_not_found')
  }

  async #authorizeLookup(id: string, lookupToken: string | undefined): Promise<RequestRow> {
    const { text, values } = findRequest(id)
    const { rows } = await this.#database.owner<RequestRow>(text, values)
    const request = rows[0]
    if (!isSecret(lookupToken, request?.door_hash) || !request) throw requestError('request_not_found')
    return requireRunning(request)
  }
}

function requireRunning(request: RequestRow | undefined): RequestRow {
  if (!request) throw requestError('request_not_found')
  if (request.ended_at) throw requestError('request_ended')
  if (request.is_expired) throw requestError('request_expired')
  return request
}

const byRequest = (id: string): DeliverySource => ({ column: 'request_id', id })
