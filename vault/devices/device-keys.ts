import { z } from 'zod'
import { DEVICES_PATH, type DeviceSuite } from '#contract/devices/devices.ts'
import {
  CryptoError,
  type DeviceSecrets,
  canonicalJson,
  fromBase64Url,
  isBodyOf,
  keyId,
  toHex,
  utf8,
  verifyDeviceKey,
  verifyDeviceRequest,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { readAll } from '../session/read-all.ts'

/** One key of a device, with the counters of the requests that it may have signed. */
export type AcceptedKey = { serial: number; publicKey: Uint8Array; after: number; until: number }

const keyRow = z.object({
  device_id: z.uuid(),
  serial: z.int().nonnegative(),
  statement: z.string(),
  mac: z.string(),
  signed: z.string(),
  signature: z.string(),
})
type KeyRow = z.infer<typeof keyRow>
const COLUMNS = Object.keys(keyRow.shape).join(',')

/** Keys as the server has them, by device. Nothing of them is checked yet. */
export async function fetchKeys(api: VaultApi, filter = ''): Promise<Map<string, KeyRow[]>> {
  const rows = await readAll(api, keyRow, `device_keys?select=${COLUMNS}${filter}&order=device_id,serial`)
  return Map.groupBy(rows, ({ device_id }) => device_id)
}

/**
 * The keys of a device, as far as each follows from the enrolment secret, which the server never had, and from the key before it. The
 * first that does not ends the list: what it signed is refused.
 */
export async function acceptKeys(
  rows: readonly KeyRow[],
  { id, suite, secrets }: { id: string; suite: DeviceSuite; secrets: DeviceSecrets },
): Promise<AcceptedKey[]> {
  const keys: AcceptedKey[] = []
  for (const row of rows.toSorted((a, b) => a.serial - b.serial)) {
    const before = keys.at(-1)
    const next = await check(row, { id, suite, secrets, serial: keys.length, before }).catch((error: unknown) => {
      if (error instanceof CryptoError) return null
      throw error
    })
    if (!next) break
    if (before) before.until = next.after
    keys.push(next)
  }
  return keys
}

/** What people compare: SHA-256 of the public key, hex. */
export const fingerprintOf = async ({ publicKey }: Pick<AcceptedKey, 'publicKey'>): Promise<string> =>
  toHex(await keyId(publicKey))

async function check(
  row: KeyRow,
  of: { id: string; suite: DeviceSuite; secrets: DeviceSecrets; serial: number; before: AcceptedKey | undefined },
): Promise<AcceptedKey | null> {
  const { id, suite, secrets, serial, before } = of
  const key = await verifyDeviceKey({ text: row.statement, mac: fromBase64Url(row.mac) }, secrets.macKey)
  if (key.deviceId !== id || key.serial !== serial || key.suite !== suite) return null
  // The first key signs that it is there, each other one is signed for by the key that it replaces.
  const { publicKey } = before ?? key
  const signed = { text: row.signed, signature: fromBase64Url(row.signature) }
  const said = await verifyDeviceRequest(signed, { suite, publicKey })
  const path = `${DEVICES_PATH}/${id}/${before ? 'key' : 'enrol'}`
  const body = utf8(canonicalJson({ mac: row.mac, statement: row.statement }))
  const isExpected =
    said.method === 'POST' && said.path === path && said.deviceId === id && said.serial === (before?.serial ?? 0)
  if (!isExpected || !(await isBodyOf(said, body)) || said.counter <= (before?.after ?? -1)) return null
  return { serial, publicKey: key.publicKey, after: said.counter, until: Number.MAX_SAFE_INTEGER }
}
