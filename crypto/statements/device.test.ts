import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEVICE_SUITES } from '#contract/devices/devices.ts'
import { fromHex, toBase64Url, toHex, utf8 } from '../encoding.ts'
import { systemRandom } from '../primitives/random.ts'
import {
  deriveDevice,
  inboxFingerprint,
  inboxKeyPair,
  parseDeviceKey,
  stateDeviceKey,
  stateInbox,
  verifyDeviceKey,
  verifyInbox,
} from './device.ts'
import { readDeviceCode, writeDeviceCode } from './device-code.ts'
import { deviceSigner, hashOf, isBodyOf, parseDeviceRequest, verifyDeviceRequest } from './device-request.ts'

const ID = '0b6d4c2e-8a15-4f3b-9c7d-5e2f1a0b3c4d'
const bytes = (length: number, fill: number) => new Uint8Array(length).fill(fill)
const SECRET = bytes(32, 7)
const TIME = '2026-11-26T18:00:00.000Z'

/** Made with node:crypto alone (`hkdfSync`, `createHash`), apart from this code. */
test('the secrets of a code are the ones of docs/format.md', async () => {
  const { token, tokenHash, macKey, deliveryKey } = await deriveDevice(SECRET)
  const { createHash, hkdfSync } = await import('node:crypto')
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', SECRET, '', info, 32))
  expect(token).toBe(derive('qs1/device/token').toString('base64url'))
  expect(tokenHash).toBe(createHash('sha256').update(derive('qs1/device/token')).digest('base64url'))
  expect(Buffer.from(macKey)).toEqual(derive('qs1/device/mac'))
  expect(Buffer.from(deliveryKey)).toEqual(derive('qs1/device/delivery'))
  await expect(deriveDevice(bytes(31, 7))).rejects.toMatchObject({ code: 'bad_argument' })
})

describe.each(DEVICE_SUITES)('suite %s', (suite) => {
  test('a fingerprint names suite and key', async () => {
    const { publicKey } = await inboxKeyPair(suite, bytes(suite === 'std' ? 32 : 64, 1))
    const { createHash } = await import('node:crypto')
    const kem = fromHex(suite === 'std' ? '647a' : '0040')
    const expected = createHash('sha256').update('qs1/device-inbox').update(bytes(1, 0)).update(kem).update(publicKey)
    expect(toHex(await inboxFingerprint({ suite, publicKey }))).toBe(expected.digest('hex'))
  })

  test('an inbox is read by who has the secret; any other text, MAC or secret is refused', async () => {
    const { macKey } = await deriveDevice(SECRET)
    const { publicKey } = await inboxKeyPair(suite, bytes(suite === 'std' ? 32 : 64, 1))
    const inbox = { deviceId: ID, inboxId: ID, suite, epoch: 3, publicKey }
    const statement = await stateInbox(inbox, macKey)
    expect(await verifyInbox(statement, macKey)).toEqual(inbox)
    const { text, mac } = statement
    const refused = { code: 'verify_failed' }
    await expect(verifyInbox({ text, mac }, bytes(32, 8))).rejects.toMatchObject(refused)
    await expect(verifyInbox({ text: text.replace('"epoch":3', '"epoch":4'), mac }, macKey)).rejects.toMatchObject(
      refused,
    )
    for (let at = 0; at < mac.length; at++) {
      const other = mac.with(at, mac[at]! ^ 1)
      await expect(verifyInbox({ text, mac: other }, macKey)).rejects.toMatchObject(refused)
    }
    // What vouches for an inbox does not vouch for a key.
    await expect(verifyDeviceKey(statement, macKey)).rejects.toMatchObject(refused)
    await expect(stateInbox({ ...inbox, publicKey: bytes(10, 1) }, macKey)).rejects.toMatchObject({
      code: 'bad_argument',
    })
  })

  test('a request is verified with the key that signed it, and no other', async () => {
    const signer = await deviceSigner(suite, { seed: bytes(32, 3), random: systemRandom })
    const other = await deviceSigner(suite, { seed: bytes(32, 4), random: systemRandom })
    const body = utf8('{"a":1}')
    const said = {
      deviceId: ID,
      serial: 0,
      method: 'POST',
      path: '/x',
      bodyHash: await hashOf(body),
      time: TIME,
      counter: 7,
    }
    const signed = await signer.sign(said)
    const { publicKey } = signer
    expect(await verifyDeviceRequest(signed, { suite, publicKey })).toEqual(said)
    expect(parseDeviceRequest(signed.text)).toEqual(said)
    expect([await isBodyOf(said, body), await isBodyOf(said, utf8('{"a":2}'))]).toEqual([true, false])
    const refused = { code: 'verify_failed' }
    await expect(verifyDeviceRequest(signed, { suite, publicKey: other.publicKey })).rejects.toMatchObject(refused)
    const later = { ...signed, text: signed.text.replace('"counter":7', '"counter":8') }
    await expect(verifyDeviceRequest(later, { suite, publicKey })).rejects.toMatchObject(refused)
    for (const at of [0, 100, signed.signature.length - 1]) {
      const signature = signed.signature.with(at, signed.signature[at]! ^ 1)
      await expect(verifyDeviceRequest({ ...signed, signature }, { suite, publicKey })).rejects.toMatchObject(refused)
    }
    // A suite of the other kind neither has keys of this length nor takes its signatures.
    const wrong = suite === 'std' ? 'iot' : 'std'
    await expect(verifyDeviceRequest(signed, { suite: wrong, publicKey })).rejects.toMatchObject(refused)
  })
})

test('a key statement is read by all and vouched for by who has the secret', async () => {
  const { macKey } = await deriveDevice(SECRET)
  const key = { deviceId: ID, serial: 1, suite: 'iot' as const, publicKey: bytes(1312, 5), time: TIME }
  const statement = await stateDeviceKey(key, macKey)
  expect(parseDeviceKey(statement.text)).toEqual(key)
  expect(await verifyDeviceKey(statement, macKey)).toEqual(key)
  const other = { ...statement, text: statement.text.replace('"serial":1', '"serial":2') }
  await expect(verifyDeviceKey(other, macKey)).rejects.toMatchObject({ code: 'verify_failed' })
  await expect(stateDeviceKey({ ...key, time: 'now' }, macKey)).rejects.toMatchObject({ code: 'bad_argument' })
})

test('a code survives the way, and every cut or changed one is refused', async () => {
  const code = { deviceId: ID, secret: SECRET, fingerprint: bytes(32, 9), server: 'https://vault.example.org' }
  const text = await writeDeviceCode(code)
  expect(await readDeviceCode(text)).toEqual(code)
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom('A', 'B', 'x', '0', '9', '_', '-'), async (at, sign) => {
      fc.pre(text[at] !== sign)
      await expect(readDeviceCode(text.slice(0, at) + sign + text.slice(at + 1))).rejects.toMatchObject({
        code: 'bad_argument',
      })
      await expect(readDeviceCode(text.slice(0, at))).rejects.toMatchObject({ code: 'bad_argument' })
    }),
    { numRuns: 60 },
  )
  await expect(readDeviceCode(`qsd1-${toBase64Url(bytes(84, 0))}`)).rejects.toMatchObject({ code: 'bad_argument' })
})
