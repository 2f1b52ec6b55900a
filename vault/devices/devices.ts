import { z } from 'zod'
import { DEVICE_STATES, type DeviceSilence, type DeviceState, type DeviceSuite } from '#contract/devices/devices.ts'
import {
  type DeviceSecrets,
  deriveDevice,
  draw,
  inboxFingerprint,
  randomUuid,
  stateInbox,
  systemRandom,
  toBase64Url,
  writeDeviceCode,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { mapFew } from '../session/map-few.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { readAll } from '../session/read-all.ts'
import { VaultError } from '../session/vault-error.ts'
import { acceptKeys, fetchKeys, fingerprintOf } from './device-keys.ts'
import { lastCounters } from './device-deliveries.ts'
import { nameProblem } from './device-name.ts'
import {
  type DevicePause,
  devicePause,
  type OpenDevice,
  readDevices,
  sealRecord,
  secretsOf,
  updateRecord,
} from './device-records.ts'
import { type Inbox, listInboxes, makeInbox, newestInbox } from './inboxes.ts'

export type NewDevice = { name: string; suite: DeviceSuite; intervalSeconds: number }
/** The code is shown once: its secret is kept sealed in the vault, and nowhere else. */
export type AddedDevice = NewDevice & { id: string; code: string }

/** A device as its owner sees it. */
export type OwnDevice = {
  id: string
  /** As this vault sealed it; null when that does not open. */
  name: string | null
  suite: DeviceSuite
  intervalSeconds: number
  state: DeviceState
  /** ISO 8601, by the server's clock, as everything below but the fingerprint. */
  createdAt: string
  enrolledAt: string | null
  lastSeenAt: string | null
  /** While nobody used the code. */
  codeExpiresAt: string | null
  battery: number | null
  firmware: string | null
  filesReceived: number
  bytesReceived: number
  refusals: number
  /** After so long without a sign of life its owner is notified; null: never. */
  silenceSeconds: DeviceSilence | null
  /** Whether it seals to the newest key of its suite, or will from its next sign of life. */
  isInboxNewest: boolean
  pause: DevicePause | null
}

/** A device of somebody in the organisation. */
export type FleetDevice = {
  id: string
  ownerEmail: string
  name: string
  suite: DeviceSuite
  state: DeviceState
  lastSeenAt: string | null
  refusals: number
  pause: DevicePause | null
}

const SECRET_BYTES = 32
const TRIES = 3

/**
 * Adds devices, all or none, and makes the key that they seal to where their suite has none yet.
 * @param wanted at most `DEVICES.batch`. @param server the origin that goes into the codes.
 * @throws {VaultError} `bad_file_name` | `limit_reached`
 */
export async function addDevices(
  api: VaultApi,
  vault: OpenVault,
  { wanted, server }: { wanted: readonly NewDevice[]; server: string },
): Promise<AddedDevice[]> {
  if (wanted.some(({ name }) => nameProblem(name) !== undefined))
    throw new VaultError('bad_file_name', 'A device needs a name of at most 100 characters.')
  const inboxes = await listInboxes(api, vault)
  for (const suite of new Set(wanted.map((device) => device.suite)))
    if (!newestInbox(inboxes, suite)) inboxes.push(await makeInbox(api, vault, { suite, inboxes }))
  const made = await Promise.all(wanted.map((device) => prepare(vault, { device, inboxes, server })))
  await api.rest('rpc/add_devices', { method: 'POST', body: { added: made.map(({ row }) => row) } })
  return made.map(({ added }) => added)
}

/** Every device of this account, the newest first. */
export async function listDevices(api: VaultApi, vault: OpenVault): Promise<OwnDevice[]> {
  const [devices, inboxes] = await Promise.all([readDevices(api, vault), listInboxes(api, vault)])
  const newest = new Set([newestInbox(inboxes, 'std')?.id, newestInbox(inboxes, 'iot')?.id])
  return devices.map((device) => present(device, newest)).toSorted(newestFirst)
}

/** Of the key that a device signs with, hex, once the vault has accepted it; null where it has not enrolled, or its keys prove nothing. */
export async function deviceFingerprint(api: VaultApi, vault: OpenVault, id: string): Promise<string | null> {
  const [device] = await readDevices(api, vault, `&id=eq.${id}`)
  if (!device?.record) return null
  const rows = (await fetchKeys(api, `&device_id=eq.${id}`)).get(id) ?? []
  const keys = await acceptKeys(rows, { id, suite: device.row.suite, secrets: await secretsOf(device.record) })
  const newest = keys.at(-1)
  return newest && keys.length === rows.length ? fingerprintOf(newest) : null
}

/** After how long without a sign of life the owner wants to be notified; null: never. */
export async function setSilence(
  api: VaultApi,
  { id, silenceSeconds }: { id: string; silenceSeconds: DeviceSilence | null },
): Promise<void> {
  const body = { silence_seconds: silenceSeconds }
  await api.rest(`devices?id=eq.${id}`, { method: 'PATCH', prefer: 'return=minimal', body })
}

/** Ends a device. What it delivered before still arrives; what the server shows of it later is refused. @throws {VaultError} `not_found` */
export async function revokeDevice(
  api: VaultApi,
  vault: OpenVault,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const [device] = await readDevices(api, vault, `&id=eq.${id}`)
    if (!device) throw new VaultError('not_found', 'This device is no longer here.')
    const { row, record } = device
    const also = { revoked_at: now.toISOString() }
    if (!record) {
      await api.rest(`devices?id=eq.${id}`, { method: 'PATCH', prefer: 'return=minimal', body: also })
      return
    }
    const ends = Math.max(record.taken, (await lastCounters(api, vault, id)).get(id) ?? 0)
    if (await updateRecord(api, vault, { row, record: { ...record, ends: record.ends ?? ends }, also })) return
  }
  throw new VaultError('unexpected', 'The device was changed elsewhere at the same moment. Try again.')
}

/**
 * Makes a new key for devices of a suite and states it for each of them, under the secret that it shares with this vault. A device takes it with
 * its next sign of life; until then it seals to the key before, which stays readable.
 * @returns how many devices will hear of it.
 */
export async function rotateInbox(api: VaultApi, vault: OpenVault, suite: DeviceSuite): Promise<number> {
  const inboxes = await listInboxes(api, vault)
  const inbox = await makeInbox(api, vault, { suite, inboxes })
  const devices = await readDevices(api, vault, `&suite=eq.${suite}&revoked_at=is.null&enrolled_at=not.is.null`)
  const informed = await mapFew(devices, async ({ row, record }) => {
    if (!record) return false
    const body = await inboxColumns(row.id, inbox, await secretsOf(record))
    await api.rest(`devices?id=eq.${row.id}`, { method: 'PATCH', prefer: 'return=minimal', body })
    return true
  })
  return informed.filter(Boolean).length
}

const fleetRow = z.object({
  id: z.uuid(),
  owner_email: z.string(),
  name: z.string(),
  suite: z.enum(['std', 'iot']),
  state: z.enum(DEVICE_STATES),
  last_seen_at: z.string().nullable(),
  refusals: z.int(),
  pause: devicePause.nullable(),
})

/** The devices of everybody in the organisation, for who looks after its security; empty for others. */
export async function listFleet(api: VaultApi): Promise<FleetDevice[]> {
  const rows = await readAll(api, fleetRow, 'rpc/device_fleet?order=id', {})
  return rows.map(({ owner_email: ownerEmail, last_seen_at: lastSeenAt, ...same }) => ({
    ...same,
    ownerEmail,
    lastSeenAt,
  }))
}

async function prepare(
  vault: OpenVault,
  { device, inboxes, server }: { device: NewDevice; inboxes: readonly Inbox[]; server: string },
) {
  const { name, suite, intervalSeconds } = device
  const inbox = newestInbox(inboxes, suite)
  if (!inbox) throw new VaultError('unexpected', 'There is no key for devices of this kind.')
  const id = randomUuid(systemRandom)
  const secret = draw(systemRandom, SECRET_BYTES)
  const secrets = await deriveDevice(secret)
  const fingerprint = await inboxFingerprint({ suite, publicKey: inbox.pair.publicKey })
  const row = {
    id,
    name,
    suite,
    interval_seconds: intervalSeconds,
    token_hash: secrets.tokenHash,
    ...(await inboxColumns(id, inbox, secrets)),
    ...(await sealRecord(vault, { id, version: 1 }, { name, secret, taken: 0, ends: null })),
  }
  const code = await writeDeviceCode({ deviceId: id, secret, fingerprint, server })
  return { row, added: { ...device, id, code } }
}

async function inboxColumns(deviceId: string, { id: inboxId, suite, epoch, pair }: Inbox, { macKey }: DeviceSecrets) {
  const { text, mac } = await stateInbox({ deviceId, inboxId, suite, epoch, publicKey: pair.publicKey }, macKey)
  return { inbox_id: inboxId, inbox_statement: text, inbox_mac: toBase64Url(mac) }
}

/** Those that were added together by their names. */
function newestFirst(a: OwnDevice, b: OwnDevice): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1
  return (a.name ?? '').localeCompare(b.name ?? '', 'en', { numeric: true })
}

function present({ row, record }: OpenDevice, newest: ReadonlySet<string | undefined>): OwnDevice {
  return {
    id: row.id,
    name: record?.name ?? null,
    suite: row.suite,
    intervalSeconds: row.interval_seconds,
    state: row.state,
    createdAt: row.created_at,
    enrolledAt: row.enrolled_at,
    lastSeenAt: row.last_seen_at,
    codeExpiresAt: row.code_expires_at,
    battery: row.battery,
    firmware: row.firmware,
    filesReceived: row.files_received,
    bytesReceived: row.bytes_received,
    refusals: row.refusals,
    silenceSeconds: row.silence_seconds,
    isInboxNewest: newest.has(row.inbox_id),
    pause: row.pause,
  }
}
