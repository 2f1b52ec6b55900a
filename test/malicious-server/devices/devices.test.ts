/**
 * A server that lies about devices, to them and to their owner. Of the attacks of docs/threat-model.md: a swapped key of the inbox, a
 * swapped key of a device, a repeated delivery, a delivery under another device's name, a delivery of a revoked device.
 */
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { DEVICES_PATH } from '#contract/devices/devices.ts'
import {
  canonicalJson,
  deviceSigner,
  fromBase64Url,
  hashOf,
  inboxKeyPair,
  stateDeviceKey,
  stateInbox,
  systemRandom,
  toBase64Url,
  utf8,
} from '#crypto/index.ts'
import { Device, type DeviceState, parseDeviceCode } from '#vault/devices/device.ts'
import { readDeviceDeliveries } from '#vault/devices/device-deliveries.ts'
import { addDevices, deviceFingerprint, listDevices, revokeDevice, rotateInbox } from '#vault/devices/devices.ts'
import { receiveFromDevices } from '#vault/devices/receive-from-devices.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'

type Row = Record<string, unknown> & { id: string; device_id: string; file_size: number }
type Answer = { suite: string; inbox: { statement: string; mac: string } }
type Enrolled = { device: Device; state: () => DeviceState }

const { signal } = new AbortController()
const attacked = stageAttacked()
let ada: VaultPerson
beforeEach(async () => {
  ada = await attacked.person()
})

test('a key of the server in the place of the inbox’s is refused, and the code stays unused', async () => {
  const code = await add('Camera')
  const { deviceId } = await parseDeviceCode(code)
  const { publicKey } = await inboxKeyPair('std', randomBytes(32))
  attacked.proxy.tamperJson<Answer>('/code', (said) => {
    const statement = { ...(JSON.parse(said.inbox.statement) as object), public_key: toBase64Url(publicKey) }
    return { ...said, inbox: { ...said.inbox, statement: canonicalJson(statement) } }
  })
  await expect(enrol(code)).rejects.toMatchObject({ code: 'device_inbox_refused' })
  expect(attacked.proxy.changed()).toBe(1)
  attacked.proxy.honest()
  expect((await enrol(code)).device.id).toBe(deviceId)
})

test('a key that its owner vouches for is refused where the code names another', async () => {
  const code = await parseDeviceCode(await add('Camera'))
  const keep = async () => undefined
  await expect(Device.enrol({ ...code, fingerprint: randomBytes(32) }, keep)).rejects.toMatchObject({
    code: 'device_inbox_refused',
  })
  await Device.enrol(code, keep)
})

test('a weaker suite is refused', async () => {
  const code = await add('Camera')
  attacked.proxy.tamperJson<Answer>('/code', (said) => ({ ...said, suite: 'iot' }))
  await expect(enrol(code)).rejects.toMatchObject({ code: 'device_inbox_refused' })
})

test('another key of the inbox, and an earlier one again, are refused with a sign of life', async () => {
  const { device, state } = await enrolled('Camera')
  const first = state().inbox
  await rotateInbox(ada.api, ada.vault, 'std')
  let honest: Answer['inbox'] | undefined
  attacked.proxy.tamperJson<Pick<Answer, 'inbox'>>('/heartbeat', (said) => {
    honest = said.inbox
    const statement = canonicalJson({ ...(JSON.parse(said.inbox.statement) as object), epoch: 9 })
    return { inbox: { ...said.inbox, statement } }
  })
  await expect(device.heartbeat({})).rejects.toMatchObject({ code: 'device_inbox_refused' })
  expect(state().inbox).toEqual(first)

  attacked.proxy.honest()
  await device.heartbeat({})
  const second = state().inbox
  expect(second.epoch).toBe(first.epoch + 1)
  attacked.proxy.tamperJson('/heartbeat', () => ({ inbox: honest }))
  await expect(device.heartbeat({})).rejects.toMatchObject({ code: 'device_inbox_refused' })
  expect(state().inbox).toEqual(second)
})

test('a key that the server enrols in the place of the device’s is not accepted, nor what it delivers', async () => {
  const { device } = await enrolled('Camera')
  await send(device, 'genuine')
  const seed = randomBytes(32)
  const signer = await deviceSigner('std', { seed, random: systemRandom })
  const time = new Date().toISOString()
  const at = { deviceId: device.id, serial: 0, suite: 'std' as const }
  const { text: statement, mac } = await stateDeviceKey({ ...at, publicKey: signer.publicKey, time }, randomBytes(32))
  const body = canonicalJson({ statement, mac: toBase64Url(mac) })
  const path = `${DEVICES_PATH}/${device.id}/enrol`
  const said = { ...at, method: 'POST', path, bodyHash: await hashOf(utf8(body)), time, counter: 1 }
  const { text, signature } = await signer.sign(said)
  const forged = { statement, mac: toBase64Url(mac), signed: text, signature: toBase64Url(signature) }
  attacked.proxy.tamperJson<Row[]>('device_keys', (rows) => rows.map((row) => ({ ...row, ...forged })))

  expect(await deviceFingerprint(ada.api, ada.vault, device.id)).toBeNull()
  expect(await readDeviceDeliveries(ada.api, ada.vault)).toMatchObject([{ reason: 'unproved' }])
  attacked.proxy.honest()
  expect(await deviceFingerprint(ada.api, ada.vault, device.id)).toBe(await device.fingerprint())
  expect((await receive()).accepted).toHaveLength(1)
})

test('a next key that the key before did not sign for is not accepted', async () => {
  const { device, state } = await enrolled('Camera')
  await device.rotate()
  await send(device, 'genuine')
  attacked.proxy.tamperJson<(Row & { serial: number; signature: string })[]>('device_keys', (rows) =>
    rows.map((row) => (row.serial === 1 ? { ...row, signature: flipped(row.signature) } : row)),
  )
  expect(await deviceFingerprint(ada.api, ada.vault, device.id)).toBeNull()
  expect(await readDeviceDeliveries(ada.api, ada.vault)).toMatchObject([{ reason: 'unproved' }])
  expect(state().serial).toBe(1)
})

test('what an earlier key signs after it was replaced is refused', async () => {
  const { device, state } = await enrolled('Camera')
  const thief = state()
  await device.rotate()
  await send(device, 'genuine')
  // The server helps the thief of the earlier key: it shows a delivery of today as signed with that one.
  const [row] = await rows()
  const signer = await deviceSigner('std', { seed: fromBase64Url(thief.seed), random: systemRandom })
  const said = JSON.parse(String(row?.['signed'])) as { path: string; body: string; time: string; counter: number }
  const { path, time, counter } = said
  const again = {
    deviceId: device.id,
    serial: 0,
    method: 'POST',
    path,
    bodyHash: fromBase64Url(said.body),
    time,
    counter,
  }
  const { text, signature } = await signer.sign(again)
  attacked.proxy.tamperJson<Row[]>('device_deliveries', (shown) =>
    shown.map((one) => ({ ...one, signed: text, signature: toBase64Url(signature) })),
  )
  expect(await readDeviceDeliveries(ada.api, ada.vault)).toMatchObject([{ reason: 'unproved' }])
})

test('a delivery that was taken in, and deleted since, does not come a second time', async () => {
  const { device } = await enrolled('Camera')
  await send(device, 'once')
  const kept = await rows()
  expect((await receive()).accepted).toHaveLength(1)
  await ada.api.rest('rpc/delete_forever', { method: 'POST', body: { file_ids: [kept[0]?.id], folder_ids: [] } })
  attacked.proxy.tamperJson<Row[]>('device_deliveries', () => kept)
  expect(await receive()).toMatchObject({ accepted: [], refused: [{ reason: 'repeated', deviceName: 'Camera' }] })
})

test('a delivery that is shown twice at once comes once', async () => {
  const { device } = await enrolled('Camera')
  await send(device, 'once')
  attacked.proxy.tamperJson<Row[]>('device_deliveries', (shown) => [...shown, ...shown])
  expect(await receive()).toMatchObject({ accepted: [{ name: 'once' }], refused: [{ reason: 'repeated' }] })
})

test('a delivery of one device under the name of another is refused', async () => {
  const [one, other] = [await enrolled('Camera'), await enrolled('Door')]
  await send(one.device, 'from the camera')
  attacked.proxy.tamperJson<Row[]>('device_deliveries', (shown) =>
    shown.map((row) => ({ ...row, device_id: other.device.id })),
  )
  expect(await receive()).toMatchObject({ accepted: [], refused: [{ reason: 'unproved', deviceName: 'Door' }] })
})

test.each(['wrapped_key', 'record', 'statement', 'mac', 'signed', 'signature', 'segment_hashes', 'file_size', 'id'])(
  'a delivery with another %s is refused',
  async (column) => {
    const { device } = await enrolled('Camera')
    await send(device, 'genuine')
    attacked.proxy.tamperJson<Row[]>('device_deliveries', (shown) =>
      shown.map((row) => ({ ...row, [column]: changed(row, column) })),
    )
    expect(await receive()).toMatchObject({ accepted: [], refused: [{ reason: 'unproved' }] })
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
  },
)

test('what a revoked device delivers later is refused, also by a server that forgot that it was revoked', async () => {
  const { device } = await enrolled('Camera')
  await send(device, 'before')
  await revokeDevice(ada.api, ada.vault, { id: device.id, now: new Date() })
  // What had arrived is still the device's.
  expect((await receive()).accepted).toMatchObject([{ name: 'before' }])
  // `devices` keeps whom it revoked; this server writes past that.
  await attacked.server.database.owner(`alter table public.devices disable trigger devices_keep_revoked`)
  await attacked.server.database.owner('update public.devices set revoked_at = null where id = $1', [device.id])
  await attacked.server.database.owner(`alter table public.devices enable trigger devices_keep_revoked`)
  await send(device, 'after')
  expect(await receive()).toMatchObject({ accepted: [], refused: [{ reason: 'revoked' }] })
})

test('a record of a device from before it was revoked does not open', async () => {
  const { device } = await enrolled('Camera')
  const before = await ada.api.rest(`own_devices?select=*&id=eq.${device.id}`)
  await revokeDevice(ada.api, ada.vault, { id: device.id, now: new Date() })
  attacked.proxy.tamperJson<Row[]>('own_devices', () => before as Row[])
  expect(await listDevices(ada.api, ada.vault)).toMatchObject([{ name: null }])
})

test('the record of another device does not open in its place', async () => {
  const [one] = [await enrolled('Camera'), await enrolled('Door')]
  const all = (await ada.api.rest('own_devices?select=id,owner_record')) as Row[]
  const theirs = all.find(({ id }) => id !== one.device.id)?.['owner_record']
  attacked.proxy.tamperJson<Row[]>('own_devices', (shown) => shown.map((row) => ({ ...row, owner_record: theirs })))
  const list = await listDevices(ada.api, ada.vault)
  expect(list.find(({ id }) => id === one.device.id)).toMatchObject({ name: null })
})

test('a public key that the server writes into the list of inboxes is not what devices get', async () => {
  await add('Camera')
  const { publicKey } = await inboxKeyPair('std', randomBytes(32))
  attacked.proxy.tamperJson<Row[]>('device_inboxes', (shown) =>
    shown.map((row) => ({ ...row, public_key: toBase64Url(publicKey) })),
  )
  const code = await add('Door')
  attacked.proxy.honest()
  const { device } = await enrol(code)
  await send(device, 'genuine')
  expect((await receive()).accepted).toHaveLength(1)
})

test('an inbox that another secret vouches for is refused', async () => {
  const code = await add('Camera')
  const { deviceId } = await parseDeviceCode(code)
  const { publicKey } = await inboxKeyPair('std', randomBytes(32))
  const inbox = { deviceId, inboxId: crypto.randomUUID(), suite: 'std' as const, epoch: 1, publicKey }
  const { text: statement, mac } = await stateInbox(inbox, randomBytes(32))
  attacked.proxy.tamperJson<Answer>('/code', (said) => ({ ...said, inbox: { statement, mac: toBase64Url(mac) } }))
  await expect(enrol(code)).rejects.toMatchObject({ code: 'device_inbox_refused' })
})

const receive = () => receiveFromDevices(ada.api, ada.vault, new Date())
const rows = async () => (await ada.api.rest('device_deliveries?select=*')) as Row[]

async function add(name: string): Promise<string> {
  const wanted = [{ name, suite: 'std' as const, intervalSeconds: 3600 }]
  const [added] = await addDevices(ada.api, ada.vault, { wanted, server: attacked.proxy.url })
  return added?.code ?? ''
}

async function enrol(code: string): Promise<Enrolled> {
  const kept: DeviceState[] = []
  const device = await Device.enrol(await parseDeviceCode(code), async (state) => void kept.push(state))
  return { device, state: () => kept.at(-1)! }
}

const enrolled = async (name: string): Promise<Enrolled> => enrol(await add(name))

const send = (device: Device, name: string): Promise<string> =>
  device.send({ name, type: 'text/plain', source: new Blob(['what it saw']) }, signal)

const flipped = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)

function changed(row: Row, column: string): unknown {
  const value = row[column]
  if (column === 'id') return crypto.randomUUID()
  if (typeof value === 'number') return value + 1
  const text = String(value)
  if (column === 'statement') return text.replace('"size":11', '"size":12')
  if (column === 'signed') return text.replace('"key":0', '"key":1')
  return flipped(text)
}
