import { z } from 'zod'
import { DEVICE_SILENCES, DEVICE_STATES, DEVICE_SUITES } from '#contract/devices/devices.ts'
import { type DeviceSecrets, deriveDevice, fromBase64Url, toBase64Url } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type OwnerRecordOf, openOwnerRecord, type OwnerRecordRow, sealOwnerRecord } from '../session/owner-record.ts'
import { readAll } from '../session/read-all.ts'
import { reasons } from '../threats/rows.ts'
import { noteVersion } from '../session/version-memory.ts'

/** Since when nothing of a device is taken, and why. `id` is what lifts it. */
export const devicePause = z.object({ id: z.uuid(), since: z.string(), reasons })
export type DevicePause = z.infer<typeof devicePause>

const deviceRow = z.object({
  id: z.uuid(),
  name: z.string(),
  suite: z.enum(DEVICE_SUITES),
  interval_seconds: z.int(),
  inbox_id: z.uuid(),
  owner_record: z.string(),
  record_version: z.int().positive(),
  space_id: z.uuid(),
  space_epoch: z.int(),
  enrolled_at: z.string().nullable(),
  last_seen_at: z.string().nullable(),
  battery: z.int().nullable(),
  firmware: z.string().nullable(),
  files_received: z.int(),
  bytes_received: z.int(),
  refusals: z.int(),
  revoked_at: z.string().nullable(),
  created_at: z.string(),
  state: z.enum(DEVICE_STATES),
  code_expires_at: z.string().nullable(),
  silence_seconds: z.literal(DEVICE_SILENCES).nullable(),
  pause: devicePause.nullable(),
})
export type DeviceRow = z.infer<typeof deviceRow>
const COLUMNS = Object.keys(deviceRow.shape).join(',')

/** What only the owner of a device can read, and the server cannot change. */
export type DeviceRecord = {
  name: string
  secret: Uint8Array
  /** Counter of the last delivery that was taken in. */
  taken: number
  /** After it was revoked: deliveries with a higher counter are refused. */
  ends: number | null
}
/** Null when it does not open, or is older than this device has seen it. */
export type OpenDevice = { row: DeviceRow; record: DeviceRecord | null }

const recordShape = z.strictObject({
  v: z.literal(1),
  name: z.string(),
  secret: z.string(),
  taken: z.int().nonnegative(),
  ends: z.int().nonnegative().nullable(),
})

/** @param filter further conditions of the query, each with its `&`. */
export async function readDevices(api: VaultApi, vault: OpenVault, filter = ''): Promise<OpenDevice[]> {
  const rows = await readAll(api, deviceRow, `own_devices?select=${COLUMNS}${filter}&order=id`)
  return Promise.all(rows.map(async (row) => ({ row, record: await openRecord(vault, row) })))
}

export function sealRecord(
  vault: OpenVault,
  { id, version }: { id: string; version: number },
  { name, secret, taken, ends }: DeviceRecord,
): Promise<OwnerRecordRow> {
  return sealOwnerRecord(vault, recordOf(id, version), { v: 1, name, secret: toBase64Url(secret), taken, ends })
}

/** Writes the next state of a record. @returns false when another one was written meanwhile. */
export async function updateRecord(
  api: VaultApi,
  vault: OpenVault,
  { row, record, also = {} }: { row: DeviceRow; record: DeviceRecord; also?: Record<string, string> },
): Promise<boolean> {
  const version = row.record_version + 1
  const sealed = await sealRecord(vault, { id: row.id, version }, record)
  const path = `devices?id=eq.${row.id}&record_version=eq.${row.record_version}&select=id`
  const body = { ...sealed, record_version: version, ...also }
  const updated = await api.rest(path, { method: 'PATCH', prefer: 'return=representation', body })
  const isUpdated = Array.isArray(updated) && updated.length > 0
  if (isUpdated) noteVersion(vault, row.id, version)
  return isUpdated
}

export const secretsOf = ({ secret }: DeviceRecord): Promise<DeviceSecrets> => deriveDevice(secret)

async function openRecord(vault: OpenVault, row: DeviceRow): Promise<DeviceRecord | null> {
  // Shown as it was before it was revoked, a device could deliver again.
  if ((vault.seenVersions.get(row.id) ?? 0) > row.record_version) return null
  const record = await openOwnerRecord(vault, recordOf(row.id, row.record_version), {
    row,
    shape: recordShape,
    read: ({ name, secret, taken, ends }): DeviceRecord => ({ name, secret: fromBase64Url(secret), taken, ends }),
  })
  if (record) noteVersion(vault, row.id, row.record_version)
  return record
}

const recordOf = (id: string, version: number): OwnerRecordOf => ({ kind: 'device', id, version })
