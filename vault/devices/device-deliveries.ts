import { z } from 'zod'
import { deliveryPath } from '#contract/devices/devices.ts'
import {
  CryptoError,
  asFileKey,
  canonicalJson,
  fromBase64Url,
  fromUtf8,
  isBodyOf,
  openDeliveryRecord,
  parseDeviceRequest,
  parseWrap,
  unwrapKey,
  utf8,
  verifyDelivery,
  verifyDeviceRequest,
} from '#crypto/index.ts'
import { safeFileName } from '../files/file-name.ts'
import type { Acceptable } from '../requests/accept-delivery.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { readAll } from '../session/read-all.ts'
import { type AcceptedKey, acceptKeys, fetchKeys } from './device-keys.ts'
import { type OpenDevice, readDevices, secretsOf } from './device-records.ts'
import { type Inbox, listInboxes } from './inboxes.ts'

/** Why something that arrived never becomes a file: it fails a check, was taken in before, or comes after its device was revoked. */
type RefusalReason = 'unproved' | 'repeated' | 'revoked'
/** A file that the server shows as one of a device, and that was refused. */
export type RefusedDelivery = {
  id: string
  deviceId: string
  deviceName: string | null
  reason: RefusalReason
  sizeBytes: number
  arrivedAt: string
}
export type CheckedDeviceDelivery = { checked: Acceptable; name: string; device: OpenDevice; counter: number }
export type DeviceDelivery = { file: Omit<RefusedDelivery, 'reason'> } & (
  | CheckedDeviceDelivery
  | { reason: RefusalReason }
)

const deliveryRow = z.object({
  id: z.uuid(),
  device_id: z.uuid(),
  file_size: z.int(),
  storage_path: z.string(),
  wrapped_key: z.string(),
  record: z.string(),
  statement: z.string(),
  mac: z.string(),
  segment_hashes: z.string().nullable(),
  signed: z.string(),
  signature: z.string(),
  delivered_at: z.string(),
})
type DeliveryRow = z.infer<typeof deliveryRow>
const COLUMNS = Object.keys(deliveryRow.shape).join(',')
const metadataShape = z.strictObject({ v: z.literal(1), name: z.string().min(1), type: z.string() })

/** A device with everything that its deliveries are checked against. */
type Known = { device: OpenDevice; keys: readonly AcceptedKey[]; inboxes: readonly Inbox[] }

/** What arrived from devices, in the order that each of them sent it, with what a check of it gave. */
export async function readDeviceDeliveries(api: VaultApi, vault: OpenVault, filter = ''): Promise<DeviceDelivery[]> {
  const rows = await readAll(api, deliveryRow, `device_deliveries?select=${COLUMNS}${filter}&order=delivered_at,id`)
  if (rows.length === 0) return []
  const known = await knownDevices(api, vault, [...new Set(rows.map(({ device_id }) => device_id))])
  const deliveries = await Promise.all(rows.map((row) => present(row, known.get(row.device_id))))
  return deliveries.toSorted((a, b) => ('counter' in a && 'counter' in b ? a.counter - b.counter : 0))
}

/** Deletes a delivery with its bytes. */
export async function deleteDeviceDelivery(api: VaultApi, id: string): Promise<void> {
  await api.rest(`device_deliveries?id=eq.${id}`, { method: 'DELETE' })
}

/** The highest counters of what waits and passes every check, by device. */
export async function lastCounters(api: VaultApi, vault: OpenVault, deviceId: string): Promise<Map<string, number>> {
  const last = new Map<string, number>()
  for (const delivery of await readDeviceDeliveries(api, vault, `&device_id=eq.${deviceId}`)) {
    if (!('counter' in delivery)) continue
    const { id } = delivery.device.row
    last.set(id, Math.max(last.get(id) ?? 0, delivery.counter))
  }
  return last
}

/** Ids of one query: an address has its limits. */
const IDS_AT_ONCE = 100

async function knownDevices(api: VaultApi, vault: OpenVault, ids: readonly string[]): Promise<Map<string, Known>> {
  const inboxes = await listInboxes(api, vault)
  const known = new Map<string, Known>()
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = `in.(${ids.slice(at, at + IDS_AT_ONCE).join(',')})`
    const [devices, keys] = await Promise.all([
      readDevices(api, vault, `&id=${some}`),
      fetchKeys(api, `&device_id=${some}`),
    ])
    for (const device of devices) {
      const { row, record } = device
      if (!record) continue
      const { id, suite } = row
      const accepted = await acceptKeys(keys.get(id) ?? [], { id, suite, secrets: await secretsOf(record) })
      known.set(id, { device, keys: accepted, inboxes })
    }
  }
  return known
}

async function present(row: DeliveryRow, known: Known | undefined): Promise<DeviceDelivery> {
  const { id, device_id: deviceId, file_size: sizeBytes, delivered_at: arrivedAt } = row
  const file = { id, deviceId, deviceName: known?.device.record?.name ?? null, sizeBytes, arrivedAt }
  const outcome = known ? await check(row, known) : 'unproved'
  return typeof outcome === 'string' ? { file, reason: outcome } : { file, ...outcome }
}

/** First who signed, then whether it is the turn of this one, then what is inside. */
async function check(row: DeliveryRow, known: Known): Promise<CheckedDeviceDelivery | RefusalReason> {
  const { device } = known
  if (!device.record) return 'unproved'
  try {
    const counter = await requireSigned(row, known)
    if (counter === null) return 'unproved'
    if (device.record.ends !== null && counter > device.record.ends) return 'revoked'
    if (counter <= device.record.taken) return 'repeated'
    const opened = await open(row, known)
    return opened ? { ...opened, device, counter } : 'unproved'
  } catch (error) {
    if (error instanceof CryptoError || error instanceof SyntaxError || error instanceof z.ZodError) return 'unproved'
    throw error
  }
}

/** The counter of the request that stated it, if a key of this device signed that, and while it was its key. */
async function requireSigned(row: DeliveryRow, { device, keys }: Known): Promise<number | null> {
  const { id: deviceId, suite } = device.row
  const { serial, counter } = parseDeviceRequest(row.signed)
  const key = keys[serial]
  if (!key || counter <= key.after || counter > key.until) return null
  const signed = { text: row.signed, signature: fromBase64Url(row.signature) }
  const said = await verifyDeviceRequest(signed, { suite, publicKey: key.publicKey })
  const isThis = said.deviceId === deviceId && said.method === 'POST' && said.path === deliveryPath(deviceId, row.id)
  return isThis && (await isBodyOf(said, utf8(bodyOf(row)))) ? said.counter : null
}

const bodyOf = ({ wrapped_key, record, statement, mac, segment_hashes }: DeliveryRow): string =>
  canonicalJson({ wrapped_key, record, statement, mac, ...(segment_hashes !== null && { segment_hashes }) })

async function open(
  row: DeliveryRow,
  { device, inboxes }: Known,
): Promise<Pick<CheckedDeviceDelivery, 'checked' | 'name'> | null> {
  const [wrapped, sealed] = [fromBase64Url(row.wrapped_key), fromBase64Url(row.record)]
  const { epoch } = parseWrap(wrapped)
  const inbox = inboxes.find((one) => one.suite === device.row.suite && one.epoch === epoch)
  if (!inbox || !device.record) return null
  const purpose = 'device-to-owner'
  const fileKey = asFileKey(await unwrapKey({ wrapped, recipient: inbox.pair, purpose, objectId: row.id, epoch }))
  const { deliveryKey } = await secretsOf(device.record)
  const delivery = await verifyDelivery({
    statement: { text: row.statement, mac: fromBase64Url(row.mac) },
    keys: { deliveryKey, fileKey },
    takesFormat1: false,
    wrapped,
    record: sealed,
    expected: { requestId: device.row.id, fileId: row.id },
  })
  if (delivery.size !== row.file_size) return null
  const plain = await openDeliveryRecord({ fileId: delivery.fileId, fileKey, sealed })
  const { name, type } = metadataShape.parse(JSON.parse(fromUtf8(plain)))
  const received = { request_id: device.row.id, title: device.record.name, time: delivery.time, device: true as const }
  const { storage_path: storagePath } = row
  const table = 'device_deliveries'
  return { name: safeFileName(name), checked: { delivery, fileKey, type, storagePath, received, table } }
}
