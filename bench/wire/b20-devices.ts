import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import {
  DEVICE_REQUEST_HEADER,
  DEVICE_SIGNATURE_HEADER,
  DEVICE_TOKEN_HEADER,
  DEVICES_PATH,
} from '#contract/devices/devices.ts'
import {
  type DeviceRequest,
  canonicalJson,
  deriveDevice,
  deviceSigner,
  hashOf,
  stateDeviceKey,
  systemRandom,
  toBase64Url,
  utf8,
} from '#crypto/index.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { type HttpClient, succeed } from '../lib/http-client.ts'
import { hammer } from '../lib/load.ts'
import { rssOf } from '../lib/processes.ts'
import { ratioOf, runRounds } from '../lib/rounds.ts'
import { CONNECTIONS, startWire } from './fixture.ts'

const DEVICES = { quick: 50, full: 10_000 }
/** Signed before the clock starts, which then measures the server. */
const SIGNED_AHEAD = { quick: 600, full: 6000 }
const TOKEN = 'a token is checked'
const HEARTBEAT = 'a signed sign of life'

type Simulated = { id: string; seed: Uint8Array; secret: Uint8Array; counter: number }
type Request = { path: string; body: string; headers: Record<string, string> }

/** Many small devices that say they are there, beside requests that only have their token checked. */
export const devices: Entry = {
  name: 'b20-devices',
  title: 'signs of life of enrolled devices, each signed with ML-DSA-44, beside requests with a token',
  holdsBack:
    'a sign of life is a signature of 2,420 bytes to verify and four statements: the device, its limits, its counter and its health. The bench and the server share the processor.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const { server, account, client, owner } = await startWire()
  const count = isQuick ? DEVICES.quick : DEVICES.full
  const simulated = await seed(owner, { userId: account.userId, count })
  const memory = () => rssOf(server.processes()[0] ?? 0)
  const [before, from] = [memory(), performance.now()]
  let next = 0
  const lane = async (): Promise<void> => {
    for (let device = simulated[next++]; device; device = simulated[next++]) await enrol(client, device)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  const seconds = (performance.now() - from) / 1000
  const bytesEach = (memory() - before) / count

  const load = { lanes: CONNECTIONS, ms: isQuick ? 300 : 3000 }
  const withToken = async (): Promise<void> =>
    void (await succeed(client('/auth/v1/user', { headers: account.headers })))
  const measured = await runRounds(
    [
      { name: TOKEN, verify: withToken, run: () => hammer(withToken, load) },
      {
        name: HEARTBEAT,
        run: () => drive(client, { simulated, load, ahead: isQuick ? SIGNED_AHEAD.quick : SIGNED_AHEAD.full }),
      },
    ],
    isQuick ? 1 : 5,
  )
  return {
    tables: [{ caption: `${CONNECTIONS} requests at once, of ${count} devices in turn`, measured, ratioTo: [TOKEN] }],
    aims: [
      {
        what: 'signs of life per second, times requests with a token',
        got: ratioOf(measured, HEARTBEAT, TOKEN),
        reachable: 0.3,
        ambitious: 0.5,
      },
    ],
    notes: [
      `${count} devices enrolled at ${(count / seconds).toFixed(0)} per second; the bench, which draws and signs their keys, shares the processor with the server.`,
      `The server's process grew by ${(bytesEach / 1024).toFixed(1)} KiB for each of them meanwhile, caches and garbage included; it keeps nothing of a device in memory.`,
    ],
  }
}

/** Requests are signed ahead, then sent; when they are used up, the rest of the time is not counted. */
async function drive(
  client: HttpClient,
  { simulated, load, ahead }: { simulated: readonly Simulated[]; load: { lanes: number; ms: number }; ahead: number },
) {
  const requests: Request[] = []
  for (let at = 0; at < ahead; at++) {
    const device = simulated[at % simulated.length]
    if (device) requests.push(await signed(device, 'heartbeat', canonicalJson({ inbox_id: INBOX })))
  }
  let next = 0
  const send = async (): Promise<void> => {
    const request = requests[next++]
    if (!request) throw new Error('more requests have to be signed ahead')
    const { path, ...rest } = request
    await succeed(client(path, { method: 'POST', ...rest }))
  }
  return hammer(send, load)
}

const INBOX = randomUUID()

/** What an owner's vault would have added: the server reads none of it. */
async function seed(owner: Pool, { userId, count }: { userId: string; count: number }): Promise<Simulated[]> {
  const simulated = Array.from({ length: count }, () => ({
    id: randomUUID(),
    seed: new Uint8Array(randomBytes(32)),
    secret: new Uint8Array(randomBytes(32)),
    counter: 0,
  }))
  const hashes = await Promise.all(simulated.map(async ({ secret }) => (await deriveDevice(secret)).tokenHash))
  const space = randomUUID()
  const connection = await owner.connect()
  try {
    await connection.query('begin')
    await connection.query(
      `insert into public.spaces (id, tenant_id, owner_id) select $1, tenant_id, user_id from public.profiles where user_id = $2`,
      [space, userId],
    )
    // Without the triggers, whose cost is that of adding devices.
    await connection.query(`set local session_replication_role = 'replica'`)
    await connection.query(
      `insert into public.device_inboxes (id, user_id, suite, epoch, public_key, owner_record, space_id, space_epoch)
       values ($1, $2, 'iot', 1, 'key', 'record', $3, 1)`,
      [INBOX, userId, space],
    )
    const mac = createHash('sha256').update('no vault').digest('base64url')
    await connection.query(
      `insert into public.devices (id, user_id, name, suite, interval_seconds, inbox_id, inbox_statement, inbox_mac, owner_record, space_id, space_epoch)
       select id, $2, 'device', 'iot', 3600, $3, 'statement', $4, 'record', $5, 1 from unnest($1::uuid[]) as id`,
      [simulated.map(({ id }) => id), userId, INBOX, mac, space],
    )
    await connection.query(
      `insert into public.device_codes (device_id, user_id, token_hash) select id, $3, hash from unnest($1::uuid[], $2::text[]) as c (id, hash)`,
      [simulated.map(({ id }) => id), hashes, userId],
    )
    await connection.query('commit')
  } finally {
    connection.release()
  }
  return simulated
}

async function enrol(client: HttpClient, device: Simulated): Promise<void> {
  const { id: deviceId, secret } = device
  const { token, macKey } = await deriveDevice(secret)
  const { publicKey } = await deviceSigner('iot', { seed: device.seed, random: systemRandom })
  const time = new Date().toISOString()
  const { text, mac } = await stateDeviceKey({ deviceId, serial: 0, suite: 'iot', publicKey, time }, macKey)
  const { path, body, headers } = await signed(
    device,
    'enrol',
    canonicalJson({ statement: text, mac: toBase64Url(mac) }),
  )
  await succeed(client(path, { method: 'POST', body, headers: { ...headers, [DEVICE_TOKEN_HEADER]: token } }))
}

async function signed(device: Simulated, to: 'enrol' | 'heartbeat', body: string): Promise<Request> {
  const path = `${DEVICES_PATH}/${device.id}/${to}`
  device.counter += 1
  const signer = await deviceSigner('iot', { seed: device.seed, random: systemRandom })
  const said: DeviceRequest = {
    deviceId: device.id,
    serial: 0,
    method: 'POST',
    path,
    bodyHash: await hashOf(utf8(body)),
    time: new Date().toISOString(),
    counter: device.counter,
  }
  const { text, signature } = await signer.sign(said)
  const headers = {
    'content-type': 'application/json',
    [DEVICE_REQUEST_HEADER]: toBase64Url(utf8(text)),
    [DEVICE_SIGNATURE_HEADER]: toBase64Url(signature),
  }
  return { path, body, headers }
}
