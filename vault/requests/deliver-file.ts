import { z } from 'zod'
import {
  FLOE,
  draw,
  newFileKey,
  randomUuid,
  sealDeliveryRecord,
  stateDelivery,
  systemRandom,
  toBase64Url,
  utf8,
  wrapKey,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { safePersonName } from '../files/file-name.ts'
import type { ContentKeys } from '../transfer/content-keys.ts'
import { withRetry } from '../session/retry.ts'
import { createLocalSender } from '../transfer/local-sender.ts'
import { createContentSealer } from '../transfer/seal-parts.ts'
import { type ContentHashes, hashesOf } from '../transfer/segment-leaves.ts'
import { type UploadReport, uploadContent } from '../transfer/upload-content.ts'
import { VaultError } from '../session/vault-error.ts'
import type { OpenRequest } from './visit-request.ts'

/** A line that says nothing holds up the next file no longer than this, for each try. */
const WITHDRAWAL_TIMEOUT_MS = 30_000

/** What must stay the same from the first byte of a delivery to its statement, so that a retry continues where it stopped. */
export type DeliveryPlan = { fileId: string; keys: ContentKeys; sent: Record<number, string> } & Omit<
  Sendable,
  'source'
>
export type Sendable = {
  name: string
  type: string
  /** How the sender calls themselves, if they say. */
  sender?: string | undefined
  source: Blob
}

/** Draws the ids and keys of one file. Nothing is sent. */
export function planDelivery({ name, type, sender, source }: Sendable): DeliveryPlan {
  return {
    fileId: randomUuid(systemRandom),
    sent: {},
    name,
    type,
    sender: safePersonName(sender ?? ''),
    keys: {
      contentId: randomUuid(systemRandom),
      fileKey: newFileKey(systemRandom),
      iv: draw(systemRandom, FLOE.ivBytes),
      storagePath: '',
      sizeBytes: source.size,
      segmentBytes: FLOE.segmentBytes,
      headerTag: undefined,
      contentRoot: undefined,
      segmentHashes: undefined,
    },
  }
}

/**
 * Seals one file and sends it to who asked: announced, uploaded part by part, then stated. Called again with the same plan, it sends
 * what the server does not have yet.
 *
 * @throws {VaultError} `request_ended` | `request_expired` | `request_full` | `request_no_room` | `file_too_large` | `quota_reached` |
 * `file_unreadable` | `offline`
 */
export async function deliverFile(
  stranger: VaultApi,
  request: OpenRequest,
  delivery: { plan: DeliveryPlan; source: Blob; now: Date; signal: AbortSignal; report: Omit<UploadReport, 'sealed'> },
): Promise<void> {
  const { plan, source, now, signal } = delivery
  const { fileId, keys } = plan
  const report = { ...delivery.report, sealed: (part: number, digest: string) => void (plan.sent[part] = digest) }
  const api = withTicket(stranger, request)
  const path = await withRetry(signal, () => announce(api, request.id, plan), report.troubled)
  if (path === null) return
  const { missingParts, sealRun, sendRun } = createLocalSender(api, keys, { source, report })
  const createUpload = () => announceAgain(api, request.id, plan)
  const send = (begun: string | null) =>
    uploadContent({
      sizeBytes: source.size,
      senders: [{ createUpload, missingParts, sealRun, sendRun }],
      // The server remembers it by the file's id.
      memory: { path: begun, save: () => undefined, sent: () => ({ ...plan.sent }) },
      signal,
      report,
    })
  const leaves = await send(path).catch((error: unknown) => {
    if (!(error instanceof VaultError) || error.code !== 'source_changed') throw error
    // What was sent of the file as it was is withdrawn; what is the same seals to the same bytes.
    plan.sent = {}
    return send(null)
  })
  const hashes = await hashesOf(keys, leaves)
  const body = JSON.stringify(await stated(request, plan, { hashes, now }))
  const headers = { 'content-type': 'application/json' }
  const complete = `/requests/v1/${request.id}/deliveries/${fileId}/complete`
  await withRetry(signal, () => api.fetch(complete, { method: 'POST', headers, body }), report.troubled)
}

/** Gives a file up that has not arrived; the server forgets its bytes. Tried again over a line that breaks: it would keep its place among the limits. */
export async function cancelDelivery(api: VaultApi, request: OpenRequest, fileId: string): Promise<void> {
  const { signal } = new AbortController()
  const inTime = () => AbortSignal.timeout(WITHDRAWAL_TIMEOUT_MS)
  await withRetry(signal, () => withdraw(withTicket(api, request), request.id, fileId, inTime()))
}

const withTicket = (api: VaultApi, { ticket }: OpenRequest) => api.withHeaders({ 'x-request-ticket': ticket })

/** @returns the path of the upload; null when all of it was delivered and only the answer was lost. */
async function announce(api: VaultApi, requestId: string, { fileId, keys }: DeliveryPlan): Promise<string | null> {
  const response = await api.fetch(`/requests/v1/${requestId}/deliveries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ file_id: fileId, file_size: keys.sizeBytes }),
  })
  const parsed = z.object({ upload: z.string().nullable() }).safeParse(await response.json())
  if (!parsed.success) throw new VaultError('request_damaged', 'The server did not answer as a request does.')
  return parsed.data.upload
}

/** After the server forgot the upload: what it still knows of the file would keep its place among the limits. */
async function announceAgain(api: VaultApi, requestId: string, plan: DeliveryPlan): Promise<string> {
  await withdraw(api, requestId, plan.fileId)
  const path = await announce(api, requestId, plan)
  if (path === null) throw new VaultError('upload_expired', 'The server delivered what was withdrawn.')
  return path
}

async function withdraw(api: VaultApi, requestId: string, fileId: string, signal?: AbortSignal): Promise<void> {
  await api.fetch(`/requests/v1/${requestId}/deliveries/${fileId}`, { method: 'DELETE', ...(signal && { signal }) })
}

/** The file's key for who asked, its name under the file's key, and what binds all of it to the address. */
async function stated(
  request: OpenRequest,
  { fileId, keys, name, type, sender }: DeliveryPlan,
  { hashes, now }: { hashes: ContentHashes; now: Date },
) {
  const { contentId, fileKey, segmentBytes, sizeBytes } = keys
  const { headerTag } = await createContentSealer(keys)
  const [wrapped, record] = await Promise.all([
    wrapKey({
      key: fileKey,
      recipientPublicKey: request.recipientKey,
      purpose: 'file-to-user',
      objectId: fileId,
      epoch: 0,
      random: systemRandom,
    }),
    sealDeliveryRecord({
      fileId,
      fileKey,
      plain: utf8(JSON.stringify({ v: 1, name, type, sender })),
      random: systemRandom,
    }),
  ])
  const statement = await stateDelivery(
    {
      requestId: request.id,
      fileId,
      contentId,
      headerTag,
      segmentBytes,
      contentRoot: hashes.contentRoot,
      size: sizeBytes,
      wrapped,
      record,
      time: now.toISOString(),
    },
    { deliveryKey: request.deliveryKey, fileKey },
  )
  return {
    wrapped_key: toBase64Url(wrapped),
    record: toBase64Url(record),
    statement: statement.text,
    mac: toBase64Url(statement.mac),
    ...(hashes.segmentHashes === null ? {} : { segment_hashes: hashes.segmentHashes }),
  }
}
