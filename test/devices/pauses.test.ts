import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { sealedSize } from '#contract/content-layout.ts'
import { liftEnforcement } from '#vault/threats/enforced.ts'
import { type OwnDevice, listDevices, listFleet, revokeDevice } from '#vault/devices/devices.ts'
import { receiveFromDevices } from '#vault/devices/receive-from-devices.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { noticed } from '../threats/noticed.ts'
import { ada, added, ask, camera, type Enrolled, lifeOf, meter, send, server, stageDevices } from './device-stage.ts'

stageDevices({ TRUST_PROXY: 'true' })
let guard: VaultPerson
beforeAll(async () => {
  guard = await personWithVault(server)
  await server.database.owner(
    `insert into public.enterprise_user_roles (user_id, tenant_id, role)
     select user_id, tenant_id, 'security_admin' from public.profiles where user_id = $1`,
    [guard.userId],
  )
})

const GERMANY = '193.99.144.80'
const UNITED_STATES = '8.8.8.8'
const JAPAN = '133.11.0.1'

const mine = async (device: Enrolled): Promise<OwnDevice | undefined> =>
  (await listDevices(ada.api, ada.vault)).find(({ id }) => id === device.state().id)
const pauseOf = async (device: Enrolled) => (await mine(device))?.pause ?? undefined
const lift = async (person: VaultPerson, device: Enrolled) =>
  liftEnforcement(person.api, (await pauseOf(device))?.id ?? randomUUID())
const hear = (device: Enrolled, ip = GERMANY) =>
  ask(device.state(), 'heartbeat', { body: lifeOf(device.state()), said: { counter: Date.now() + counted++ }, ip })
let counted = 0
/** A request that the device signed, which came before. */
const repeat = (device: Enrolled) =>
  ask(device.state(), 'heartbeat', { body: lifeOf(device.state()), said: { counter: 1 } })
const many = async (count: number, make: () => Promise<unknown>) => {
  for (let n = 0; n < count; n += 1) await make()
}
const about = async (device: Enrolled) =>
  (await noticed(server, ada.userId)).filter(({ subject }) => subject === `device ${device.state().id}`)
/** What the device sent on each of some days before today. */
const usually = (device: Enrolled, { files, largest, days = 3 }: { files: number; largest: number; days?: number }) =>
  server.database.owner(
    `insert into threats.device_days (device_id, day, files, largest)
     select $1, current_date - n, $2, $3 from generate_series(1, $4::integer) n
     on conflict do nothing`,
    [device.state().id, files, largest, days],
  )

test('a device whose requests come twice is paused with reasons, and its owner lets it send again', async () => {
  const device = await added(meter)
  expect((await hear(device)).status).toBe(200)
  await many(5, () => repeat(device))
  expect(await pauseOf(device)).toBeUndefined()
  await repeat(device)

  expect(await mine(device)).toMatchObject({
    state: 'paused',
    pause: { reasons: [{ code: 'device_replays', requests: 6 }] },
  })
  const [found] = await about(device)
  expect(found).toMatchObject({ detector: 'device_misuse', enforcement: 'pause', incident_id: expect.any(String) })
  expect((await listFleet(guard.api)).find(({ id }) => id === device.state().id)?.pause).toEqual(await pauseOf(device))
  expect(await hear(device)).toMatchObject({ status: 403, code: 'device_paused' })
  await expect(send(device, 'a reading', randomBytes(10))).rejects.toThrow('paused')
  await expect(device.device.rotate()).rejects.toThrow('paused')
  const { rows: notices } = await server.database.owner<{ kind: string }>(
    `select kind from notifications where user_id = $1 and details ->> 'device_id' = $2`,
    [ada.userId, device.state().id],
  )
  expect(notices).toEqual([{ kind: 'device_paused' }])
  // The first account looks after security too.
  const mails = [await server.mailbox.next(ada.email), await server.mailbox.next(ada.email)]
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'A device is paused',
    'A security incident was opened',
  ])
  // The owner's own session is nobody's to confirm.
  const standing = await ada.api.fetch('/threats/v1/mine', { headers: { accept: 'application/json' } })
  expect(await standing.json()).toMatchObject({ enforcements: [] })

  await lift(ada, device)
  expect(await mine(device)).toMatchObject({ state: 'active', pause: null })
  await repeat(device)
  await send(device, 'a reading', randomBytes(10))
  expect((await receiveFromDevices(ada.api, ada.vault, new Date())).accepted).toMatchObject([{ name: 'a reading' }])
  const { rows } = await server.database.owner<{ lifted_how: string; lifted_by: string }>(
    `select lifted_how, lifted_by from threat_enforcements where subject = $1`,
    [`device ${device.state().id}`],
  )
  expect(rows).toEqual([{ lifted_how: 'owner', lifted_by: ada.userId }])
})

test('a device that is paused a second time within minutes notifies its owner a second time', async () => {
  const device = await added(meter)
  const notices = async () =>
    (
      await server.database.owner(
        `select from notifications where kind = 'device_paused' and details ->> 'device_id' = $1`,
        [device.state().id],
      )
    ).rowCount
  await hear(device)
  await many(8, () => repeat(device))
  expect(await notices()).toBe(1)
  await lift(ada, device)
  await many(8, () => repeat(device))
  expect(await pauseOf(device)).toBeDefined()
  expect(await notices()).toBe(2)
})

test('what no key of the device signed pauses nothing, however often it comes', async () => {
  const [device, other] = [await added(meter), await added(meter)]
  const life = { body: lifeOf(device.state()) }
  await many(8, () => ask(device.state(), 'heartbeat', { ...life, said: { counter: 1 }, by: other.state() }))
  const before = device.state()
  await device.device.rotate()
  await many(8, () => ask(device.state(), 'heartbeat', { ...life, said: { serial: 0 } }))
  // Signed by it, long ago.
  await many(8, () => ask(before, 'heartbeat', { ...life, said: { time: '2020-01-01T00:00:00.000Z' } }))
  await many(8, () => ask(device.state(), 'heartbeat', { ...life, said: { time: '2020-01-01T00:00:00.000Z' } }))
  expect(await pauseOf(device)).toBeUndefined()
  expect(await about(device)).toEqual([])
  expect(await mine(device)).toMatchObject({ refusals: 32 })
  expect((await hear(device)).status).toBe(200)
})

test('an earlier key that still signs pauses the device; who manages security lifts it, and nobody else', async () => {
  const device = await added(camera)
  const before = device.state()
  await device.device.rotate()
  await many(6, () => ask(before, 'heartbeat', { body: lifeOf(before) }))
  expect(await pauseOf(device)).toMatchObject({ reasons: [{ code: 'device_old_key', requests: 6 }] })

  const stranger = await personWithVault(server)
  await expect(lift(stranger, device)).rejects.toMatchObject({ code: 'not_allowed' })
  await server.database.owner("update auth.sessions set created_at = now() - interval '1 hour', proven_at = null")
  for (const person of [ada, guard]) await expect(lift(person, device)).rejects.toMatchObject({ code: 'proof_needed' })
  expect(await pauseOf(device)).toBeDefined()
  await server.database.owner('update auth.sessions set proven_at = now()')
  await lift(guard, device)
  expect((await hear(device)).status).toBe(200)
})

test('of a device that was revoked it is noted that its key still signs', async () => {
  const device = await added(meter)
  await revokeDevice(ada.api, ada.vault, { id: device.state().id, now: new Date() })
  await many(6, () => hear(device))
  expect(await about(device)).toMatchObject([
    { enforcement: 'none', incident_id: expect.any(String), reasons: [{ code: 'device_old_key' }] },
  ])
  expect(await mine(device)).toMatchObject({ state: 'revoked', pause: null })
  const quiet = await added(meter)
  await revokeDevice(ada.api, ada.vault, { id: quiet.state().id, now: new Date() })
  const old = { body: lifeOf(quiet.state()), said: { time: '2020-01-01T00:00:00.000Z' } }
  await many(8, () => ask(quiet.state(), 'heartbeat', old))
  expect(await about(quiet)).toEqual([])
})

test('a file far larger than any of the last days is refused before its first byte, until somebody lets it through', async () => {
  const device = await added(meter)
  const large = randomBytes(1024 * 1024 + 1)
  // Two days are no habit yet.
  await usually(device, { files: 24, largest: 2000, days: 2 })
  await send(device, 'the first one', large)
  await usually(device, { files: 24, largest: 2000 })
  await send(device, 'a log', large.subarray(1))
  await expect(send(device, 'too large', large)).rejects.toThrow('paused')
  expect(await pauseOf(device)).toMatchObject({
    reasons: [{ code: 'device_size', bytes: large.length, largest: 2000 }],
  })
  const { rows } = await server.database.owner<{ files: string; objects: string }>(
    `select (select count(*) from request_deliveries where device_id = $1) as files,
            (select sum(files) from threats.device_days where device_id = $1 and day = current_date) as objects`,
    [device.state().id],
  )
  expect(rows).toEqual([{ files: '2', objects: '2' }])

  await lift(ada, device)
  await send(device, 'agreed to', large)
  // A day later it is judged again.
  await server.database.owner(
    `update threat_enforcements set lifted_at = lifted_at - interval '25 hours' where subject = $1`,
    [`device ${device.state().id}`],
  )
  await expect(send(device, 'too large', large)).rejects.toThrow('paused')
})

test('more files in a day than on six usual days pause the device', async () => {
  const device = await added(meter)
  await usually(device, { files: 3, largest: 2000 })
  const watched = { deviceId: device.state().id, userId: ada.userId, since: 0 }
  // As if it had sent them already.
  const habit = { files: 3, largestBytes: 2000 }
  await many(99, () => server.threats.recorder.observe({ kind: 'device_file', sizeBytes: 10, habit, ...watched }))
  // The hundredth, which does not arrive whole, however often it is tried.
  const hundredth = `deliveries/${randomUUID()}`
  const [body, changed] = ['a'.repeat(sealedSize(10)), 'b'.repeat(sealedSize(10))]
  const type = 'application/octet-stream'
  await many(3, async () =>
    expect(
      await ask(device.state(), hundredth, {
        method: 'PUT',
        type,
        body,
        sent: { body: changed },
        said: { counter: Date.now() + counted++ },
      }),
    ).toMatchObject({
      code: 'device_body_changed',
    }),
  )
  await expect(send(device, 'one more', randomBytes(10))).rejects.toThrow('paused')
  expect(await pauseOf(device)).toMatchObject({ reasons: [{ code: 'device_files', files: 101, usual: 3 }] })
})

test('in another country and another network it is paused, and in neither of the two after it was let through', async () => {
  const device = await added(meter)
  expect((await hear(device, '10.1.2.3')).status).toBe(200)
  expect((await hear(device)).status).toBe(200)
  expect(await hear(device, UNITED_STATES)).toMatchObject({ status: 403, code: 'device_paused' })
  expect(await pauseOf(device)).toMatchObject({ reasons: [{ code: 'device_moved', from: 'DE', to: 'US' }] })
  // Also where it was before: nobody knows which of the two it is.
  expect(await hear(device)).toMatchObject({ status: 403, code: 'device_paused' })
  await lift(ada, device)
  expect((await hear(device, UNITED_STATES)).status).toBe(200)
  // Who lifted it agreed to both: a van comes home, and leaves again.
  expect((await hear(device)).status).toBe(200)
  expect((await hear(device, UNITED_STATES)).status).toBe(200)
  expect(await hear(device, JAPAN)).toMatchObject({ status: 403, code: 'device_paused' })
})

const sendOne = (device: Enrolled) => send(device, 'a reading', randomBytes(10))
test.each([
  { what: 'content', files: 0, act: sendOne },
  { what: 'what is said of it', files: 1, act: sendOne },
  { what: 'a new key', files: 0, act: ({ device }: Enrolled) => device.rotate() },
])('a pause that comes after a request was accepted refuses it all the same: $what', async ({ files, act }) => {
  const device = await added(meter)
  // The counter is taken when the request is accepted.
  await server.database.owner(
    `create function public.pause_meanwhile() returns trigger language plpgsql as $$
     begin
       perform threats.record(jsonb_build_object('detector', 'device_misuse', 'user_id', new.user_id,
                                                 'subject', 'device ' || new.id, 'reasons', '[]'::jsonb));
       return null;
     end $$;
     create function public.arriving(device uuid) returns bigint language sql as
       'select count(*) from public.request_deliveries r where r.device_id = device';
     create trigger pause_meanwhile after update of counter on public.devices for each row
     when (public.arriving(new.id) = ${files}) execute function public.pause_meanwhile()`,
  )
  await expect(act(device)).rejects.toThrow('paused')
  await server.database.owner('drop function public.pause_meanwhile() cascade; drop function public.arriving(uuid)')
  const { rows } = await server.database.owner<{ delivered: boolean; serial: number; known: string }>(
    `select d.key_serial as serial, (select count(*) from request_deliveries r where r.device_id = d.id) as known,
            exists (select from request_deliveries r where r.device_id = d.id and r.delivered_at is not null) as delivered
     from devices d where d.id = $1`,
    [device.state().id],
  )
  expect(rows).toEqual([{ serial: 0, known: String(files), delivered: false }])
})

test('a dry run writes what it would do, and takes what comes', async () => {
  await server.database.owner(
    `insert into threat_settings (tenant_id, detector, mode) select id, 'device_misuse', 'dry_run' from tenants where is_default`,
  )
  const device = await added(meter)
  await many(6, () => repeat(device))
  expect(await about(device)).toMatchObject([{ enforcement: 'pause', is_dry_run: true, incident_id: null }])
  expect((await hear(device)).status).toBe(200)
})
