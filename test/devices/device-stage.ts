import { afterAll, beforeAll } from 'vitest'
import { DEVICE_REQUEST_HEADER, DEVICE_SIGNATURE_HEADER, DEVICES_PATH } from '#contract/devices/devices.ts'
import { deviceSigner, fromBase64Url, hashOf, systemRandom, toBase64Url, utf8 } from '#crypto/index.ts'
import { Device, type DeviceState, parseDeviceCode } from '#vault/devices/device.ts'
import { addDevices, type NewDevice } from '#vault/devices/devices.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

export let server: TestServer
export let ada: VaultPerson
export const { signal } = new AbortController()

/** Ada has an open vault, and adds devices. */
export function stageDevices(environment: Record<string, string> = {}): void {
  beforeAll(async () => {
    server = await startServer(environment)
    ada = await personWithVault(server)
  })
  afterAll(() => server.stop())
}

export const camera: NewDevice = { name: 'Camera', suite: 'std', intervalSeconds: 3600 }
export const meter: NewDevice = { name: 'Meter', suite: 'iot', intervalSeconds: 3600 }

export async function add(device: NewDevice, person = ada, url = server.url): Promise<string> {
  const [added] = await addDevices(person.api, person.vault, { wanted: [device], server: url })
  if (!added) throw new Error('nothing was added')
  return added.code
}

/** A device with what its key file holds by now. */
export type Enrolled = { device: Device; state: () => DeviceState }

export async function enrol(code: string): Promise<Enrolled> {
  let kept: DeviceState | undefined
  const device = await Device.enrol(await parseDeviceCode(code), async (state) => void (kept = state))
  return {
    device,
    state: () => {
      if (!kept) throw new Error('nothing was kept')
      return kept
    },
  }
}

export const added = async (device: NewDevice): Promise<Enrolled> => enrol(await add(device))

export const send = ({ device }: Enrolled, name: string, bytes: Buffer): Promise<string> =>
  device.send({ name, type: 'text/plain', source: new Blob([new Uint8Array(bytes)]) }, signal)

/** One request as a device would sign it, with changes of what is signed, of what is sent, and of who signs. */
export async function ask(
  state: DeviceState,
  to: string,
  {
    method = 'POST',
    body = '{}',
    said = {},
    sent = {},
    by = state,
    ip,
    type,
  }: {
    method?: string
    body?: string
    type?: string
    said?: { time?: string; counter?: number; method?: string; path?: string; serial?: number }
    sent?: { body?: string; path?: string; deviceId?: string }
    by?: DeviceState
    /** Where a proxy says that it comes from. */
    ip?: string
  } = {},
): Promise<{ status: number; code?: string; message?: string }> {
  const path = `${DEVICES_PATH}/${state.id}/${to}`
  const signer = await deviceSigner(by.suite, { seed: fromBase64Url(by.seed), random: systemRandom })
  const { text, signature } = await signer.sign({
    deviceId: sent.deviceId ?? state.id,
    serial: by.serial,
    method,
    path,
    bodyHash: await hashOf(utf8(body)),
    time: new Date().toISOString(),
    counter: Date.now() + 1,
    ...said,
  })
  return answer(sent.path ?? path, { method, body: sent.body ?? body, text, signature, ip, type })
}

export async function answer(
  path: string,
  {
    method,
    body,
    text,
    signature,
    ip,
    type = 'application/json',
  }: {
    method: string
    body: string
    text: string
    signature: Uint8Array
    ip?: string | undefined
    type?: string | undefined
  },
): Promise<{ status: number; code?: string; message?: string }> {
  const response = await fetch(server.url + path, {
    method,
    body,
    headers: {
      'content-type': type,
      ...(ip && { 'x-forwarded-for': ip }),
      [DEVICE_REQUEST_HEADER]: toBase64Url(utf8(text)),
      [DEVICE_SIGNATURE_HEADER]: toBase64Url(signature),
    },
  })
  const said = (await response.text()) || '{}'
  return { status: response.status, ...(JSON.parse(said) as { code?: string; message?: string }) }
}

/** What a sign of life holds. */
export const lifeOf = ({ inbox }: DeviceState): string => `{"inbox_id":"${inbox.id}"}`
