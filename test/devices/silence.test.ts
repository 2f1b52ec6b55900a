import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Device, parseDeviceCode } from '#vault/devices/device.ts'
import { setSilence, listDevices, revokeDevice } from '#vault/devices/devices.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { ada, add, added, ask, camera, type Enrolled, lifeOf, server, stageDevices } from './device-stage.ts'

stageDevices()

const look = () => server.database.owner('select public.notice_silent_devices()')
const idOf = ({ state }: Enrolled) => state().id
const hear = (device: Enrolled) => ask(device.state(), 'heartbeat', { body: lifeOf(device.state()) })
const pass = (id: string, by: string) =>
  ageRows(
    server.database,
    { table: 'public.devices', where: 'r.id = $1', values: [id], columns: ['last_seen_at', 'enrolled_at'] },
    by,
  )
async function noticesOf(id: string): Promise<string[]> {
  const { rows } = await server.database.owner<{ kind: string }>(
    `select kind from notifications where user_id = $1 and details ->> 'device_id' = $2 order by created_at`,
    [ada.userId, id],
  )
  return rows.map(({ kind }) => kind)
}

test('the owner hears once of a device that was silent for longer than expected, and once that it is back', async () => {
  const device = await added(camera)
  const id = idOf(device)
  await setSilence(ada.api, { id, silenceSeconds: 3600 })
  expect((await listDevices(ada.api, ada.vault)).find((one) => one.id === id)).toMatchObject({ silenceSeconds: 3600 })
  await pass(id, '59 minutes')
  await look()
  expect(await noticesOf(id)).toEqual([])
  await pass(id, '2 minutes')
  await look()
  await look()
  expect(await noticesOf(id)).toEqual(['device_silent'])
  expect((await server.mailbox.next(ada.email)).subject).toBe('A device is silent')

  expect((await hear(device)).status).toBe(200)
  await look()
  await look()
  expect(await noticesOf(id)).toEqual(['device_silent', 'device_back'])
  // The next silence is another one.
  await pass(id, '61 minutes')
  await look()
  expect(await noticesOf(id)).toEqual(['device_silent', 'device_back', 'device_silent'])
})

test('while no server was there, no device was silent', async () => {
  const id = idOf(await added(camera))
  await setSilence(ada.api, { id, silenceSeconds: 3600 })
  await look()
  const watch = (columns: string[], by: string) =>
    ageRows(server.database, { table: 'meta.device_watch', where: '$1', values: [true], columns }, by)
  // Two hours without a server: none looked, and none could hear.
  await pass(id, '2 hours')
  await watch(['ran_at', 'back_at'], '2 hours')
  await look()
  expect(await noticesOf(id)).toEqual([])
  // From then on it counts.
  await watch(['back_at'], '59 minutes')
  await look()
  expect(await noticesOf(id)).toEqual([])
  await watch(['back_at'], '2 minutes')
  await look()
  expect(await noticesOf(id)).toEqual(['device_silent'])
  await server.database.owner("update meta.device_watch set back_at = '-infinity'")
})

test('nothing is said of a device that nobody expects, that was revoked or that never enrolled', async () => {
  const [quiet, revoked] = [await added(camera), await added(camera)]
  const { deviceId: waiting } = await parseDeviceCode(await add(camera))
  for (const id of [idOf(revoked), waiting]) await setSilence(ada.api, { id, silenceSeconds: 86_400 })
  for (const id of [idOf(quiet), idOf(revoked)]) await pass(id, '30 days')
  await revokeDevice(ada.api, ada.vault, { id: idOf(revoked), now: new Date() })
  await look()
  for (const id of [idOf(quiet), idOf(revoked), waiting]) expect(await noticesOf(id)).toEqual([])
})

test('what to expect is decided by the owner alone, from what is offered', async () => {
  const id = idOf(await added(camera))
  const ben = await personWithVault(server)
  await setSilence(ben.api, { id, silenceSeconds: 3600 })
  expect((await listDevices(ada.api, ada.vault)).find((one) => one.id === id)).toMatchObject({ silenceSeconds: null })
  const odd = ada.api.rest(`devices?id=eq.${id}`, { method: 'PATCH', body: { silence_seconds: 5 } })
  await expect(odd).rejects.toThrow('devices_silence')
})

test('a refused try of a code is counted for its device, and is in the log', async () => {
  const code = await add(camera)
  const parts = await parseDeviceCode(code)
  const keep = async () => undefined
  await expect(Device.enrol({ ...parts, secret: randomBytes(32) }, keep)).rejects.toThrow('not its code')
  await Device.enrol(parts, keep)
  await expect(Device.enrol(parts, keep)).rejects.toThrow('used before')
  expect((await listDevices(ada.api, ada.vault)).find(({ id }) => id === parts.deviceId)).toMatchObject({ refusals: 2 })
  const { rows } = await server.database.owner<{ details: object }>(
    `select details from system_audit_log where event_type = 'devices.refused' and details ->> 'id' = $1`,
    [parts.deviceId],
  )
  expect(rows).toMatchObject([{ details: { reason: 'device_code_wrong', count: 1 } }])
})
