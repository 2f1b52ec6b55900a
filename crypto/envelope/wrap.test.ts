import { describe, expect, test } from 'vitest'
import { keyId } from '../primitives/symmetric.ts'
import { mlKem } from '../primitives/ml-kem.ts'
import { randomUuid, systemRandom as random } from '../primitives/random.ts'
import { type SuiteName, SUITES } from '../suites/suites.ts'
import { expectEveryChangeFails } from '../testing/tamper.ts'
import { type KemKeyPair, parseWrap, unwrapKey, wrapHash, wrapKey, type WrapPurpose } from './wrap.ts'
import { xWing } from '../primitives/xwing.ts'

const objectId = randomUuid(random)
const key = random(32)
const expectation = { purpose: 'space-to-user' as WrapPurpose, objectId, epoch: 9 }

async function keyPair(suite: SuiteName): Promise<KemKeyPair> {
  const kem = await { std: () => xWing(), cnsa2: () => mlKem(1024), iot: () => mlKem(512) }[suite]()
  const seed = random(kem.seedBytes)
  return { suite, seed, publicKey: await kem.publicKey(seed) }
}

const wrapFor = ({ suite, publicKey }: KemKeyPair) =>
  wrapKey({ key, recipientPublicKey: publicKey, suite, random, ...expectation })

describe('wrapped key', () => {
  test.for([
    ['std', 1228],
    ['cnsa2', 1676],
    ['iot', 876],
  ] as const)('suite %s', async ([suite, length]) => {
    const recipient = await keyPair(suite)
    const wrapped = await wrapFor(recipient)
    expect(wrapped.length).toBe(length)
    expect(await unwrapKey({ wrapped, recipient, ...expectation })).toEqual(key)

    const header = parseWrap(wrapped)
    expect(header).toMatchObject({ ...expectation, suite: SUITES[suite] })
    expect(header.recipientKeyId).toEqual(await keyId(recipient.publicKey))
  })

  test('every changed byte is refused', async () => {
    const recipient = await keyPair('std')
    const wrapped = await wrapFor(recipient)
    const open = (changed: Uint8Array) => unwrapKey({ wrapped: changed, recipient, ...expectation })
    await expectEveryChangeFails(wrapped, open, ['unwrap_failed', 'unsupported_suite'])
  })

  test('another recipient, purpose, object or epoch is refused', async () => {
    const recipient = await keyPair('std')
    const wrapped = await wrapFor(recipient)
    const others = [
      { recipient: await keyPair('std') },
      { recipient: { ...recipient, seed: random(32) } },
      { purpose: 'file-to-user' as const },
      { objectId: randomUuid(random) },
      { epoch: 8 },
    ]
    for (const other of others) {
      const opened = unwrapKey({ wrapped, recipient, ...expectation, ...other })
      await expect(opened).rejects.toMatchObject({ code: 'unwrap_failed' })
    }
  })

  test('a wrap of another suite is refused, never tried', async () => {
    const weak = await keyPair('iot')
    const opened = unwrapKey({ wrapped: await wrapFor(weak), recipient: await keyPair('std'), ...expectation })
    await expect(opened).rejects.toMatchObject({ code: 'unsupported_suite' })
  })

  test('an unknown suite id is an error', async () => {
    const wrapped = await wrapFor(await keyPair('std'))
    wrapped.set([0x00, 0x20], 1)
    expect(() => parseWrap(wrapped)).toThrow(expect.objectContaining({ code: 'unsupported_suite' }))
  })

  test('what is no wrapped key is refused by its header alone', async () => {
    const recipient = await keyPair('std')
    const wrapped = await wrapFor(recipient)
    const changed = (at: number, value: number) => wrapped.map((byte, index) => (index === at ? value : byte))
    const longer = new Uint8Array([...wrapped, 0])
    const others = [new Uint8Array(), wrapped.slice(0, 59), wrapped.slice(0, -1), longer, changed(0, 2), changed(7, 99)]
    for (const other of others) {
      expect(() => parseWrap(other), `${other.length} bytes`).toThrow(
        expect.objectContaining({ code: 'unwrap_failed' }),
      )
    }
  })

  test('its hash is SHA-256 of all of it', async () => {
    const wrapped = await wrapFor(await keyPair('std'))
    const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', wrapped))
    expect(await wrapHash(wrapped)).toEqual(sha256)
  })

  test('misuse is refused', async () => {
    const recipient = await keyPair('std')
    const good = { key, recipientPublicKey: recipient.publicKey, random, ...expectation }
    const wrong = [
      { key: random(31) },
      { recipientPublicKey: random(1215) },
      { objectId: 'x' },
      { epoch: -1 },
      { epoch: 2 ** 32 },
    ]
    for (const change of wrong) {
      await expect(wrapKey({ ...good, ...change })).rejects.toMatchObject({ code: 'bad_argument' })
    }
  })
})
