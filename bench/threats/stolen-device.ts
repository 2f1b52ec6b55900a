import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import {
  DEVICE_REQUEST_HEADER,
  DEVICE_SIGNATURE_HEADER,
  DEVICES_PATH,
  type DeviceSuite,
} from '#contract/devices/devices.ts'
import type { Reason } from '#contract/threats.ts'
import { deviceSigner, fromBase64Url, hashOf, systemRandom, toBase64Url, utf8 } from '#crypto/index.ts'
import { Device, type DeviceState, parseDeviceCode } from '#vault/devices/device.ts'
import { addDevices } from '#vault/devices/devices.ts'
import { VaultApi } from '#vault/session/api.ts'
import { type Credentials, newCredentials } from '#vault/session/credentials.ts'
import { prepareEnrolment } from '#vault/session/enrolment.ts'
import { openVault } from '#vault/session/open-vault.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { type Answer, type Origin, PASSWORD, type Stage } from './stage.ts'

/** A device of somebody new, of which a thief has what its key file holds. */
export type StolenDevice = {
  device: Device
  state: () => DeviceState
  /** A sign of life. @param by the key file that signs, if not the one of now. */
  sign: (by?: DeviceState) => Promise<Signed>
  send: (signed: Signed, origin?: Origin) => Promise<Answer>
  /** Adds a file. @returns 403 where the device is paused. */
  add: (bytes: number) => Promise<{ status: number }>
  /** What it sent on each of the last five days. */
  usually: (habit: { files: number; largest: number }) => Promise<void>
  /** Whether the device is paused for that reason, and gets no answer from then on. */
  isPausedFor: (code: Reason['code']) => Promise<boolean>
}
const sessionShape = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) })

type Signed = { path: string; body: string; headers: Record<string, string> }

/** Stretched once: no password is typed here. */
let credentials: Promise<Credentials> | undefined

/** Somebody new adds a device, which enrols over HTTP. */
export async function stealDevice(stage: Stage, suite: DeviceSuite = 'iot'): Promise<StolenDevice> {
  const { device, state } = await enrol(stage, suite)
  const { id } = device
  const sign = (by = state()) => signLife(by)
  const send: StolenDevice['send'] = ({ path, body, headers }, origin = {}) =>
    stage.call(path, { ...origin, headers }, body)
  return {
    device,
    state,
    sign,
    send,
    add: async (bytes) => {
      const source = new Blob([new Uint8Array(bytes)])
      try {
        await device.send({ name: 'a reading', type: 'text/plain', source }, new AbortController().signal)
        return { status: 204 }
      } catch (error) {
        if (error instanceof VaultError && error.message.includes('paused')) return { status: 403 }
        throw error
      }
    },
    usually: async ({ files, largest }) => {
      await stage.owner.query(
        `insert into threats.device_days (device_id, day, files, largest)
         select $1, current_date - n, $2, $3 from generate_series(1, 5) n`,
        [id, files, largest],
      )
    },
    isPausedFor: async (code) => {
      const { rowCount } = await stage.owner.query(
        `select from public.threat_detections d
         join public.threat_enforcements e on e.detection_id = d.id and e.action = 'pause' and e.lifted_at is null
         where d.subject = 'device ' || $1 and d.detector = 'device_misuse' and d.reasons @> $2`,
        [id, JSON.stringify([{ code }])],
      )
      let answer = await send(await sign())
      // After a flood the limit of requests answers first, until it lets one through.
      for (let tries = 0; answer.status === 429 && tries < 10; tries += 1) {
        await sleep(500)
        answer = await send(await sign())
      }
      return rowCount === 1 && answer.body['code'] === 'device_paused'
    },
  }
}

async function enrol(stage: Stage, suite: DeviceSuite) {
  const { url, apikey: publishableKey } = stage
  const { authSecret, kek, kdf } = await (credentials ??= newCredentials(PASSWORD))
  let token: string | undefined
  const api = new VaultApi({ baseUrl: url, publishableKey, accessToken: async () => token })
  const email = `keeper-${randomUUID()}@example.org`
  const session = sessionShape.parse(await api.auth('signup', { email, password: authSecret, kdf }))
  token = session.access_token
  const userId = session.user.id
  const enrolment = await prepareEnrolment({ userId, kek, kdf, now: new Date() })
  await enrolment.store(api)
  const vault = await openVault(api, userId, enrolment.amk)
  const wanted = [{ name: `Device ${randomUUID()}`, suite, intervalSeconds: 3600 }]
  const [added] = await addDevices(api, vault, { wanted, server: url })
  if (!added) throw new Error('no device was added')
  let kept: DeviceState | undefined
  const device = await Device.enrol(await parseDeviceCode(added.code), async (state) => void (kept = state))
  const state = () => {
    if (!kept) throw new Error('nothing was kept')
    return kept
  }
  return { device, state }
}

let signed = 0

async function signLife({ id, suite, seed, serial, inbox }: DeviceState): Promise<Signed> {
  const path = `${DEVICES_PATH}/${id}/heartbeat`
  const body = `{"inbox_id":"${inbox.id}"}`
  const signer = await deviceSigner(suite, { seed: fromBase64Url(seed), random: systemRandom })
  const { text, signature } = await signer.sign({
    deviceId: id,
    serial,
    method: 'POST',
    path,
    bodyHash: await hashOf(utf8(body)),
    time: new Date().toISOString(),
    // Ahead of what the device itself counts.
    counter: Date.now() + 60_000 + signed++,
  })
  const headers = {
    'content-type': 'application/json',
    [DEVICE_REQUEST_HEADER]: toBase64Url(utf8(text)),
    [DEVICE_SIGNATURE_HEADER]: toBase64Url(signature),
  }
  return { path, body, headers }
}
