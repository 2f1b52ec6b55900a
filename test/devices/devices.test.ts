import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DEVICES } from '#contract/devices/devices.ts'
import { Device, type DeviceState } from '#vault/devices/device.ts'
import { deleteDeviceDelivery, readDeviceDeliveries } from '#vault/devices/device-deliveries.ts'
import {
  addDevices,
  deviceFingerprint,
  listDevices,
  listFleet,
  revokeDevice,
  rotateInbox,
} from '#vault/devices/devices.ts'
import { receiveFromDevices } from '#vault/devices/receive-from-devices.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { readProof } from '#vault/files/file-proof.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { listFolders } from '#vault/folders/folders.ts'
import { listReceivedIds } from '#vault/requests/received-ids.ts'
import { receiveFiles } from '#vault/requests/receive-files.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { isWhole } from '../../scripts/tiers.ts'
import { readContent } from '../support/stored-file.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { ada, add, added, camera, enrol, meter, send, server, stageDevices } from './device-stage.ts'
import { shown } from '../support/shown.ts'

stageDevices()

const mine = async (id: string) => (await listDevices(ada.api, ada.vault)).find((device) => device.id === id)

/** Suites differ in their algorithms alone, which `crypto` tests; the fast tier plays one of them. */
const KINDS = isWhole('devices') ? [camera, meter] : [meter]

describe.each(KINDS)('a device of suite $suite', (kind) => {
  test('sends files of none, one and many segments, which arrive byte for byte in a folder of its name', async () => {
    const name = `${kind.name} in the hall`
    const enrolled = await added({ ...kind, name })
    const contents = [Buffer.alloc(0), randomBytes(1000), randomBytes(9 * 1024 * 1024)]
    const ids: string[] = []
    for (const [index, bytes] of contents.entries()) ids.push(await send(enrolled, `file ${index}.bin`, bytes))
    // Requests for files are another matter.
    expect(await receiveFiles(ada.api, ada.vault, new Date())).toEqual({ accepted: [], refused: [] })

    const received = await receiveFromDevices(ada.api, ada.vault, new Date())

    expect(received).toEqual({
      accepted: contents.map((_, index) => ({ name: `file ${index}.bin`, title: name })),
      refused: [],
    })
    const folder = (await listFolders(ada.api, ada.vault)).find((one) => one.name === name)
    const files = await listFiles(ada.api, ada.vault)
    expect(files.filter(({ folderId }) => folderId === folder?.id).map(({ id }) => id)).toEqual(
      expect.arrayContaining(ids),
    )
    for (const [index, id] of ids.entries()) {
      const read = await readContent(ada.api, readingKeys(await proveFile(ada.api, ada.vault, id)))
      expect(read.equals(contents[index] ?? Buffer.alloc(1))).toBe(true)
    }
    expect((await readProof(ada.api, ada.vault, await shown(ada, ids[0] ?? ''))).received).toMatchObject({
      title: name,
      isFromDevice: true,
    })
    expect(await listReceivedIds(ada.api)).toEqual(expect.arrayContaining(ids))
    expect(await mine(enrolled.device.id)).toMatchObject({
      filesReceived: 3,
      bytesReceived: contents.reduce((sum, { length }) => sum + length, 0),
    })
    expect(await readDeviceDeliveries(ada.api, ada.vault)).toEqual([])
  })

  test('is waiting, then active, then silent after three intervals, and revoked for good', async () => {
    const code = await add({ ...kind, intervalSeconds: 60 })
    const waiting = (await listDevices(ada.api, ada.vault))[0]
    expect(waiting).toMatchObject({ name: kind.name, suite: kind.suite, state: 'waiting', enrolledAt: null })
    expect(await deviceFingerprint(ada.api, ada.vault, waiting?.id ?? '')).toBeNull()

    const { device } = await enrol(code)
    await device.heartbeat({ battery: 81, firmware: '1.4.2' })
    expect(await mine(device.id)).toMatchObject({
      state: 'active',
      battery: 81,
      firmware: '1.4.2',
      codeExpiresAt: null,
    })
    expect(await deviceFingerprint(ada.api, ada.vault, device.id)).toBe(await device.fingerprint())

    const seen = (seconds: number) =>
      server.database.owner(
        'update public.devices set last_seen_at = now() - make_interval(secs => $2) where id = $1',
        [device.id, seconds],
      )
    await seen(3 * 60 - 5)
    expect(await mine(device.id)).toMatchObject({ state: 'active' })
    await seen(3 * 60 + 5)
    expect(await mine(device.id)).toMatchObject({ state: 'silent' })

    await revokeDevice(ada.api, ada.vault, { id: device.id, now: new Date() })
    expect(await mine(device.id)).toMatchObject({ state: 'revoked' })
    await ada.api.rest(`devices?id=eq.${device.id}`, { method: 'PATCH', body: { revoked_at: null } })
    expect(await mine(device.id)).toMatchObject({ state: 'revoked' })
    await expect(device.heartbeat({})).rejects.toThrow('revoked')
  })

  test('replaces its key, and the earlier one opens nothing more', async () => {
    const enrolled = await added(kind)
    const { device, state } = enrolled
    await send(enrolled, 'before', randomBytes(10))
    const [before, print] = [state(), await device.fingerprint()]
    await device.rotate()
    await send(enrolled, 'after', randomBytes(10))

    expect(await device.fingerprint()).not.toBe(print)
    expect(await deviceFingerprint(ada.api, ada.vault, device.id)).toBe(await device.fingerprint())
    const { accepted, refused } = await receiveFromDevices(ada.api, ada.vault, new Date())
    expect(accepted.map(({ name }) => name)).toEqual(['before', 'after'])
    expect(refused).toEqual([])
    const old = new Device({ ...before, counter: state().counter }, async () => undefined)
    await expect(old.heartbeat({})).rejects.toThrow('replaced')
  })

  test('continues a rotation of which only the answer was lost', async () => {
    const { device, state } = await added(kind)
    const before = state()
    await device.rotate()
    const { seed, counter } = state()
    let kept = before
    const again = new Device({ ...before, next_seed: seed, counter }, async (now) => void (kept = now))
    await again.rotate()
    expect(kept).toMatchObject({ seed, serial: 1, next_seed: null })
    await again.heartbeat({})
  })

  test('finishes such a rotation before it sends, and so never signs with the key that was replaced', async () => {
    const { device, state } = await added(kind)
    const before = state()
    await device.rotate()
    const { seed, counter } = state()
    let kept = before
    const keep = async (now: DeviceState) => void (kept = now)
    const again = new Device({ ...before, next_seed: seed, counter }, keep)
    await send({ device: again, state }, 'after', randomBytes(10))
    expect(kept).toMatchObject({ seed, serial: 1, next_seed: null })
    expect(await mine(device.id)).toMatchObject({ refusals: 0 })
    await receiveFromDevices(ada.api, ada.vault, new Date())
  })

  test('keeps its key where the server does not answer whether it has the next one', async () => {
    const { state } = await added(kind)
    const before: DeviceState = { ...state(), next_seed: randomBytes(32).toString('base64url') }
    let kept = before
    const keep = async (now: DeviceState) => void (kept = now)
    // Nobody listens there.
    const cut = new Device({ ...before, server: 'http://127.0.0.1:9' }, keep)
    await expect(cut.rotate()).rejects.toMatchObject({ code: 'offline' })
    expect(kept).toMatchObject({ seed: before.seed, serial: 0, next_seed: before.next_seed })
    await new Device({ ...kept, server: server.url }, keep).heartbeat({})
    expect(kept).toMatchObject({ seed: before.next_seed, serial: 1 })
  })

  test('seals to a new key as soon as its owner says so; what it sealed before still opens', async () => {
    const enrolled = await added(kind)
    await send(enrolled, 'for the first key', randomBytes(10))
    const first = enrolled.state().inbox
    await rotateInbox(ada.api, ada.vault, kind.suite)
    await enrolled.device.heartbeat({})
    expect(enrolled.state().inbox.epoch).toBeGreaterThan(first.epoch)
    await send(enrolled, 'for the second key', randomBytes(10))

    const { accepted, refused } = await receiveFromDevices(ada.api, ada.vault, new Date())
    expect(accepted.map(({ name }) => name)).toEqual(['for the first key', 'for the second key'])
    expect(refused).toEqual([])
    expect(await mine(enrolled.device.id)).toMatchObject({ isInboxNewest: true })
  })
})

describe('an owner', () => {
  test('sees devices and deliveries of nobody else', async () => {
    const enrolled = await added(camera)
    await send(enrolled, 'secret', randomBytes(10))
    const other = await personWithVault(server)
    expect(await listDevices(other.api, other.vault)).toEqual([])
    expect(await readDeviceDeliveries(other.api, other.vault)).toEqual([])
    for (const table of ['devices', 'device_inboxes', 'device_keys', 'device_codes', 'device_deliveries'])
      expect(await other.api.rest(`${table}?select=user_id`), table).toEqual([])
    await revokeDevice(other.api, other.vault, { id: enrolled.device.id, now: new Date() }).catch(() => undefined)
    await other.api.rest(`device_deliveries?device_id=eq.${enrolled.device.id}`, { method: 'DELETE' })
    expect(await mine(enrolled.device.id)).toMatchObject({ state: 'active' })
    expect((await receiveFromDevices(ada.api, ada.vault, new Date())).accepted).toHaveLength(1)
  })

  test('writes nothing that only the server says of a device', async () => {
    const { device } = await added(camera)
    for (const change of [
      { key_serial: 5 },
      { counter: 0 },
      { last_seen_at: new Date().toISOString() },
      { day_bytes: 0 },
    ])
      await expect(
        ada.api.rest(`devices?id=eq.${device.id}`, { method: 'PATCH', body: change }),
        JSON.stringify(change),
      ).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('deletes what is not wanted, with its bytes', async () => {
    const enrolled = await added(camera)
    const id = await send(enrolled, 'not wanted', randomBytes(10))
    const { rows } = await server.database.owner<{ path: string }>(
      'select object_name as path from public.request_deliveries where id = $1',
      [id],
    )
    const objects = async () =>
      (await server.database.owner('select from storage.objects where name = $1', [rows[0]?.path])).rowCount
    expect(await objects()).toBe(1)
    await deleteDeviceDelivery(ada.api, id)
    expect(await objects()).toBe(0)
    expect(await readDeviceDeliveries(ada.api, ada.vault)).toEqual([])
  })

  test('adds many at once, all or none', async () => {
    const wanted = Array.from({ length: 25 }, (_, at) => ({ ...meter, name: `Meter ${at}` }))
    const many = await addDevices(ada.api, ada.vault, { wanted, server: server.url })
    expect(new Set(many.map(({ code }) => code)).size).toBe(25)
    const before = (await listDevices(ada.api, ada.vault)).length
    const bad = [...wanted, { ...meter, intervalSeconds: DEVICES.intervalSeconds.min - 1 }]
    await expect(addDevices(ada.api, ada.vault, { wanted: bad, server: server.url })).rejects.toThrow()
    expect(await listDevices(ada.api, ada.vault)).toHaveLength(before)
    await enrol(many[24]?.code ?? '')
  })

  test('who looks after security sees names and states of all, others nothing', async () => {
    const boss = await personWithVault(server)
    const { device } = await added({ ...camera, name: 'Camera of Ada' })
    expect(await listFleet(boss.api)).toEqual([])
    await server.database.owner(
      `insert into public.enterprise_user_roles (user_id, tenant_id, role)
       select user_id, tenant_id, 'security_admin' from public.profiles where user_id = $1`,
      [boss.userId],
    )
    const seen = (await listFleet(boss.api)).find(({ id }) => id === device.id)
    expect(seen).toEqual({
      id: device.id,
      ownerEmail: ada.email,
      name: 'Camera of Ada',
      suite: 'std',
      state: 'active',
      lastSeenAt: expect.any(String) as string,
      refusals: 0,
      pause: null,
    })
  })

  test('whose account is closed, or who leaves the organisation, has no devices any more', async () => {
    const leaver = await personWithVault(server)
    const { device } = await enrol(await add(camera, leaver))
    await device.heartbeat({})
    const ban = (until: string | null) =>
      server.database.owner('update auth.users set banned_until = $2 where id = $1', [leaver.userId, until])
    await ban(new Date(Date.now() + 3_600_000).toISOString())
    await expect(device.heartbeat({})).rejects.toThrow('revoked')
    await ban(null)
    await device.heartbeat({})

    await server.database.owner(
      `insert into public.former_members (user_id, tenant_id) select user_id, tenant_id from public.profiles where user_id = $1`,
      [leaver.userId],
    )
    await expect(device.heartbeat({})).rejects.toThrow('revoked')
    expect((await listDevices(leaver.api, leaver.vault))[0]).toMatchObject({ state: 'revoked' })
  })
})
