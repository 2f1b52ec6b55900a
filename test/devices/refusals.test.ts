import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealedSize } from '#contract/content-layout.ts'
import {
  DEVICE_REQUEST_HEADER,
  DEVICE_SIGNATURE_HEADER,
  DEVICES,
  DEVICES_PATH,
  deliveryPath,
} from '#contract/devices/devices.ts'
import { deviceSigner, fromBase64Url, hashOf, systemRandom, toBase64Url, utf8 } from '#crypto/index.ts'
import { Device, type DeviceState, parseDeviceCode } from '#vault/devices/device.ts'
import { listDevices, revokeDevice } from '#vault/devices/devices.ts'
import { readDeviceDeliveries } from '#vault/devices/device-deliveries.ts'
import {
  ada,
  add,
  added,
  answer,
  ask,
  camera,
  enrol,
  lifeOf,
  meter,
  send,
  server,
  signal,
  stageDevices,
} from './device-stage.ts'

stageDevices()

const MINUTE_MS = 60_000

test('a request is let in once, and none with a lower counter after it', async () => {
  const { state } = await added(camera)
  const body = lifeOf(state())
  const counter = Date.now() + 10_000
  expect(await ask(state(), 'heartbeat', { body, said: { counter } })).toMatchObject({ status: 200 })
  for (const again of [counter, counter - 1])
    expect(await ask(state(), 'heartbeat', { body, said: { counter: again } })).toMatchObject({
      status: 409,
      code: 'device_replayed',
      message: 'A request with this counter, or a higher one, came before',
    })
  expect(await ask(state(), 'heartbeat', { body, said: { counter: counter + 1 } })).toMatchObject({ status: 200 })
})

test('of two requests with one counter at the same moment one is let in', async () => {
  const { state } = await added(camera)
  const said = { counter: Date.now() + 10_000 }
  const body = lifeOf(state())
  const both = await Promise.all([1, 2].map(() => ask(state(), 'heartbeat', { body, said })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('what was signed is what counts: body, method, path, device and key', async () => {
  const { state } = await added(camera)
  const body = lifeOf(state())
  const other = (await added(camera)).state()
  const cases: [string, Parameters<typeof ask>[2], string][] = [
    ['another body', { body, sent: { body: `${body} ` } }, 'device_body_changed'],
    ['another method', { body, said: { method: 'PUT' } }, 'device_other_request'],
    ['another path', { body, said: { path: `${DEVICES_PATH}/${state().id}/key` } }, 'device_other_request'],
    ['another device’s path', { body, sent: { path: `${DEVICES_PATH}/${other.id}/heartbeat` } }, 'device_signature'],
    ['another device’s key', { body, by: other }, 'device_signature'],
    ['another device named', { body, sent: { deviceId: other.id } }, 'device_other_request'],
    ['a key that is not there yet', { body, said: { serial: 1 } }, 'device_signature'],
  ]
  for (const [what, change, code] of cases) expect((await ask(state(), 'heartbeat', change)).code, what).toBe(code)
})

test.each([
  ['before', -1],
  ['after', 1],
])('a time shortly inside of the allowed one %s now passes, and shortly outside of it does not', async (_, sign) => {
  const { state } = await added(camera)
  const body = lifeOf(state())
  const at = (offMs: number) => ({ body, said: { time: new Date(Date.now() + sign * offMs).toISOString() } })
  const edgeMs = DEVICES.clockSeconds * 1000
  expect(await ask(state(), 'heartbeat', at(edgeMs - MINUTE_MS))).toMatchObject({ status: 200 })
  expect(await ask(state(), 'heartbeat', at(edgeMs + MINUTE_MS))).toMatchObject({ status: 401, code: 'device_time' })
})

test('without a signature, or with words in its place, nothing is let in', async () => {
  const { state } = await added(camera)
  const path = `${DEVICES_PATH}/${state().id}/heartbeat`
  expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(401)
  const shown = { method: 'POST', body: '{}', text: 'words', signature: randomBytes(3309) }
  expect(await answer(path, shown)).toMatchObject({ status: 401, code: 'device_unsigned' })
  const unknown = `${DEVICES_PATH}/${randomUUID()}/heartbeat`
  expect(await answer(unknown, shown)).toMatchObject({ status: 404, code: 'device_not_found' })
})

test('a device reads nothing: no method of it answers with a list or a file', async () => {
  const enrolled = await added(camera)
  const file = await send(enrolled, 'a.txt', randomBytes(10))
  for (const path of ['', '/deliveries', `/deliveries/${file}`, '/inbox', '/code'])
    expect((await fetch(`${server.url}${DEVICES_PATH}/${enrolled.device.id}${path}`)).status, path).toBe(404)
  // Its token is used up, and is none of a person.
  const { secret } = enrolled.state()
  const object = await fetch(`${server.url}/rest/v1/devices`, { headers: { authorization: `Bearer ${secret}` } })
  expect(object.status).toBe(401)
})

test('a code is used once, within a day, by one device', async () => {
  const code = await add(camera)
  const { deviceId } = await parseDeviceCode(code)
  await enrol(code)
  await expect(enrol(code)).rejects.toThrow('used before')

  const late = await add(camera)
  const { deviceId: lateId } = await parseDeviceCode(late)
  const expire = (seconds: number) =>
    server.database.owner(
      `update public.device_codes set expires_at = expires_at - make_interval(secs => $2) where device_id = $1`,
      [lateId, seconds],
    )
  await expire(DEVICES.codeSeconds + 60)
  await expect(enrol(late)).rejects.toThrow('expired')
  await expire(-120)
  await enrol(late)

  const mixed = await parseDeviceCode(await add(camera))
  const keep = async () => undefined
  await expect(Device.enrol({ ...mixed, deviceId }, keep)).rejects.toThrow('not its code')
  await expect(Device.enrol({ ...mixed, secret: randomBytes(32) }, keep)).rejects.toThrow('not its code')
  await expect(enrol((await add(camera)).slice(0, -2))).rejects.toMatchObject({ code: 'device_code_unreadable' })
})

test('of two devices that enrol with one code at the same moment one succeeds', async () => {
  const code = await add(meter)
  const both = await Promise.allSettled([enrol(code), enrol(code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a code of a revoked device enrols nothing', async () => {
  const code = await add(camera)
  const { deviceId: id } = await parseDeviceCode(code)
  await revokeDevice(ada.api, ada.vault, { id, now: new Date() })
  await expect(enrol(code)).rejects.toThrow('no such device')
})

test('content that is not what was signed leaves nothing', async () => {
  const { state } = await added(camera)
  const file = randomUUID()
  const content = randomBytes(sealedSize(100))
  expect(await put(state(), file, { signed: content, sent: randomBytes(sealedSize(100)) })).toMatchObject({
    status: 400,
    code: 'device_body_changed',
  })
  const left = await server.database.owner('select from public.request_deliveries where id = $1', [file])
  expect(left.rowCount).toBe(0)
  expect(await put(state(), file, { signed: content })).toMatchObject({ status: 204 })
  // A lost answer: the same once more.
  expect(await put(state(), file, { signed: content })).toMatchObject({ status: 204 })
  expect(await put(state(), file, { signed: randomBytes(sealedSize(100)) })).toMatchObject({
    code: 'delivery_conflict',
  })
  // Content without words about it is no delivery.
  expect(await readDeviceDeliveries(ada.api, ada.vault, `&device_id=eq.${state().id}`)).toEqual([])
})

test('more than a device may send is refused: one file, and a day', async () => {
  const { device, state } = await added(camera)
  const source = new Blob([new Uint8Array(DEVICES.deliveryBytes + 1)])
  await expect(device.send({ name: 'large', type: '', source }, signal)).rejects.toMatchObject({
    code: 'file_too_large',
  })
  const large = randomBytes(sealedSize(DEVICES.deliveryBytes + 1))
  expect(await put(state(), randomUUID(), { signed: large })).toMatchObject({ status: 413, code: 'device_too_large' })
  expect(await put(state(), randomUUID(), { signed: randomBytes(5) })).toMatchObject({ status: 400 })

  const used = (bytes: number) =>
    server.database.owner('update public.devices set day_bytes = $2, day = current_date where id = $1', [
      device.id,
      bytes,
    ])
  await used(DEVICES.dayBytes - 99)
  const content = { signed: randomBytes(sealedSize(100)) }
  expect(await put(state(), randomUUID(), content)).toMatchObject({ status: 429, code: 'device_day_full' })
  await used(DEVICES.dayBytes - 100)
  expect(await put(state(), randomUUID(), content)).toMatchObject({ status: 204 })
  await server.database.owner('update public.devices set day = day - 1 where id = $1', [device.id])
  expect(await put(state(), randomUUID(), content)).toMatchObject({ status: 204 })
})

test('refused requests are counted, and the audit log says so once an hour', async () => {
  const { state } = await added(camera)
  for (let tries = 0; tries < 5; tries++)
    await ask(state(), 'heartbeat', { body: lifeOf(state()), said: { time: '2020-01-01T00:00:00.000Z' } })
  const events = async () =>
    (
      await server.database.owner<{ details: object }>(
        `select details from public.system_audit_log where event_type = 'devices.refused' and details ->> 'id' = $1
         order by created_at`,
        [state().id],
      )
    ).rows.map(({ details }) => details)
  expect(await events()).toEqual([expect.objectContaining({ reason: 'device_time', count: 1 })])
  await server.database.owner(
    `update public.devices set refusal_recorded = refusal_recorded - interval '61 minutes' where id = $1`,
    [state().id],
  )
  await ask(state(), 'heartbeat', { body: lifeOf(state()), sent: { body: '{}' } })
  expect(await events()).toEqual([
    expect.objectContaining({ count: 1 }),
    expect.objectContaining({ reason: 'device_body_changed', count: 6 }),
  ])
  expect((await listDevices(ada.api, ada.vault)).find(({ id }) => id === state().id)?.refusals).toBe(6)
})

test('a body in another form than the one that is put together again is refused', async () => {
  const { state } = await added(camera)
  const spaced = lifeOf(state()).replace(':', ': ')
  expect(await ask(state(), 'heartbeat', { body: spaced })).toMatchObject({ status: 400, code: 'bad_request' })
  const more = `{"battery":50,"files":"all",${lifeOf(state()).slice(1)}`
  expect(await ask(state(), 'heartbeat', { body: more })).toMatchObject({ status: 400, code: 'bad_request' })
})

async function put(
  state: DeviceState,
  file: string,
  { signed, sent = signed }: { signed: Buffer; sent?: Buffer },
): Promise<{ status: number; code?: string }> {
  const path = deliveryPath(state.id, file)
  const signer = await deviceSigner(state.suite, { seed: fromBase64Url(state.seed), random: systemRandom })
  const bodyHash = await hashOf(new Uint8Array(signed))
  const at = { time: new Date().toISOString(), counter: Date.now() + 1 }
  const said = { deviceId: state.id, serial: state.serial, method: 'PUT', path, bodyHash, ...at }
  const { text, signature } = await signer.sign(said)
  const response = await fetch(server.url + path, {
    method: 'PUT',
    body: new Uint8Array(sent),
    headers: {
      'content-type': 'application/octet-stream',
      [DEVICE_REQUEST_HEADER]: toBase64Url(utf8(text)),
      [DEVICE_SIGNATURE_HEADER]: toBase64Url(signature),
    },
  })
  return { status: response.status, ...(JSON.parse((await response.text()) || '{}') as { code?: string }) }
}
