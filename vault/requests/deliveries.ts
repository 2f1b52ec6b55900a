import { z } from 'zod'
import {
  CryptoError,
  type Delivery,
  type FileKey,
  asFileKey,
  fromBase64Url,
  fromUtf8,
  openDeliveryRecord,
  unwrapKey,
  verifyDelivery,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { safeFileName, safePersonName } from '../files/file-name.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type RequestSecrets, readRequestSecrets } from './requests.ts'

/** A file that arrived for a request and is not in the vault yet. */
export type ReceivedFile = {
  id: string
  requestId: string
  /** Null when the request itself does not open. */
  requestTitle: string | null
  /** Null when a check failed: it never becomes a file. */
  name: string | null
  sizeBytes: number
  /** ISO 8601, by the server's clock. */
  arrivedAt: string
}

/** A delivery whose every piece fits together: address, key, content, name. */
export type CheckedDelivery = {
  delivery: Delivery
  fileKey: FileKey
  name: string
  type: string
  /** As the sender wrote it, and nobody checked. */
  sender: string | undefined
  request: RequestSecrets
  storagePath: string
  /** What is sealed with the file about where it came from. */
  received: { request_id: string; title: string; time: string; sender?: string }
  table: 'request_deliveries'
}

const deliveryRow = z.object({
  id: z.uuid(),
  request_id: z.uuid(),
  file_size: z.int(),
  storage_path: z.string(),
  wrapped_key: z.string(),
  record: z.string(),
  statement: z.string(),
  mac: z.string(),
  delivered_at: z.string(),
})
type DeliveryRow = z.infer<typeof deliveryRow>
const COLUMNS = Object.keys(deliveryRow.shape).join(',')
const BATCH = 100
/** Read at once; the next come when these are accepted or deleted. */
const BATCHES = 20

const metadataShape = z.strictObject({
  v: z.literal(1),
  name: z.string().min(1),
  type: z.string(),
  sender: z.string().default('').transform(safePersonName),
})

/** Behind a full batch there may be more: what is refused stays, and must not stand before everything else. */
async function fetchRows(api: VaultApi): Promise<DeliveryRow[]> {
  const rows: DeliveryRow[] = []
  for (let batch = 0; batch < BATCHES; batch++) {
    const query = `request_deliveries?select=${COLUMNS}&order=delivered_at,id&limit=${BATCH}&offset=${batch * BATCH}`
    const some = z.array(deliveryRow).parse(await api.rest(query))
    rows.push(...some)
    if (some.length < BATCH) break
  }
  return rows
}

/** What arrived, oldest first, each with what a check of it gave: null for one that somebody changed or planted. */
export async function readDeliveries(
  api: VaultApi,
  vault: OpenVault,
): Promise<{ file: ReceivedFile; checked: CheckedDelivery | null }[]> {
  const rows = await fetchRows(api)
  const requests = await readRequestSecrets(api, vault, [...new Set(rows.map(({ request_id }) => request_id))])
  return Promise.all(
    rows.map(async (row) => {
      const request = requests.get(row.request_id)
      const checked = request ? await checkDelivery(vault, row, request) : null
      const file = {
        id: row.id,
        requestId: row.request_id,
        requestTitle: request?.title ?? null,
        name: checked && safeFileName(checked.name),
        sizeBytes: row.file_size,
        arrivedAt: row.delivered_at,
      }
      return { file, checked }
    }),
  )
}

/** Deletes a delivery with its bytes. */
export async function deleteDelivery(api: VaultApi, id: string): Promise<void> {
  await api.rest(`request_deliveries?id=eq.${id}`, { method: 'DELETE' })
}

/** First the key, then that who has it and the address stated this file, then the name. Null when anything does not fit. */
async function checkDelivery(
  vault: OpenVault,
  row: DeliveryRow,
  request: RequestSecrets,
): Promise<CheckedDelivery | null> {
  try {
    const [wrapped, record] = [fromBase64Url(row.wrapped_key), fromBase64Url(row.record)]
    const purpose = 'file-to-user'
    const key = await unwrapKey({ wrapped, recipient: vault.kem, purpose, objectId: row.id, epoch: 0 })
    const fileKey = asFileKey(key)
    const delivery = await verifyDelivery({
      statement: { text: row.statement, mac: fromBase64Url(row.mac) },
      keys: { deliveryKey: request.deliveryKey, fileKey },
      takesFormat1: request.descriptionKey === null,
      wrapped,
      record,
      expected: { requestId: row.request_id, fileId: row.id },
    })
    if (delivery.size !== row.file_size) return null
    const plain = await openDeliveryRecord({ fileId: delivery.fileId, fileKey, sealed: record })
    const { name, type, sender } = metadataShape.parse(JSON.parse(fromUtf8(plain)))
    const { requestId: request_id, time } = delivery
    const received = { request_id, title: request.title, time, ...(sender && { sender }) }
    const table = 'request_deliveries'
    return { delivery, fileKey, name, type, sender, request, storagePath: row.storage_path, received, table }
  } catch (error) {
    if (error instanceof CryptoError || error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}
