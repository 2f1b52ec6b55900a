import { z } from 'zod'
import type { DeviceSuite } from '#contract/devices/devices.ts'
import {
  type KemKeyPair,
  SUITES,
  draw,
  fromBase64Url,
  inboxKeyPair,
  randomUuid,
  systemRandom,
  toBase64Url,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type OwnerRecordOf, openOwnerRecord, sealOwnerRecord } from '../session/owner-record.ts'
import { readAll } from '../session/read-all.ts'

/** What devices of one suite seal to. */
export type Inbox = { id: string; suite: DeviceSuite; epoch: number; pair: KemKeyPair }

const inboxRow = z.object({
  id: z.uuid(),
  suite: z.enum(['std', 'iot']),
  epoch: z.int().positive(),
  owner_record: z.string(),
  space_id: z.uuid(),
  space_epoch: z.int(),
})
const COLUMNS = Object.keys(inboxRow.shape).join(',')
const recordShape = z.strictObject({
  v: z.literal(1),
  suite: z.enum(['std', 'iot']),
  epoch: z.int().positive(),
  seed: z.string(),
})

/**
 * All inboxes of this vault, earlier ones included: a device may not have heard of the newest yet. Public keys follow from what this
 * vault sealed, never from what the server says; one that does not open is left out.
 */
export async function listInboxes(api: VaultApi, vault: OpenVault): Promise<Inbox[]> {
  const rows = await readAll(api, inboxRow, `device_inboxes?select=${COLUMNS}&order=id`)
  const inboxes = await Promise.all(rows.map((row) => open(vault, row)))
  return inboxes.filter((inbox) => inbox !== null)
}

/** The one that devices of a suite seal to from now on; undefined before the first. */
export function newestInbox(inboxes: readonly Inbox[], suite: DeviceSuite): Inbox | undefined {
  return inboxes.filter((inbox) => inbox.suite === suite).toSorted((a, b) => b.epoch - a.epoch)[0]
}

/** Makes the next inbox of a suite, with a new key pair. Its private half lies on the server sealed for this vault alone. */
export async function makeInbox(
  api: VaultApi,
  vault: OpenVault,
  { suite, inboxes }: { suite: DeviceSuite; inboxes: readonly Inbox[] },
): Promise<Inbox> {
  const id = randomUuid(systemRandom)
  const epoch = (newestInbox(inboxes, suite)?.epoch ?? 0) + 1
  const seed = draw(systemRandom, SUITES[suite].seedBytes)
  const pair = await inboxKeyPair(suite, seed)
  const sealed = await sealOwnerRecord(vault, recordOf(id), { v: 1, suite, epoch, seed: toBase64Url(seed) })
  const body = { id, suite, epoch, public_key: toBase64Url(pair.publicKey), ...sealed }
  await api.rest('device_inboxes', { method: 'POST', prefer: 'return=minimal', body })
  return { id, suite, epoch, pair }
}

async function open(vault: OpenVault, row: z.infer<typeof inboxRow>): Promise<Inbox | null> {
  const record = await openOwnerRecord(vault, recordOf(row.id), { row, shape: recordShape, read: (same) => same })
  if (!record) return null
  const { suite, epoch, seed } = record
  return { id: row.id, suite, epoch, pair: await inboxKeyPair(suite, fromBase64Url(seed)) }
}

const recordOf = (id: string): OwnerRecordOf => ({ kind: 'device-inbox', id, version: 1 })
