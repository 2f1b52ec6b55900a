import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AccountWrapKind,
  unwrapAccountKey,
  unwrapAccountKeyByWords,
  wrapAccountKey,
  wrapAccountKeyForWords,
} from '../identity/account.ts'
import { concat, uint } from '../bytes.ts'
import { canonicalJson, type Json } from '../statements/canonical-json.ts'
import { utf8, uuidBytes } from '../encoding.ts'
import { openBytes, sealBytes } from './floe.ts'
import { generateIdentity } from '../identity/identity.ts'
import { type Keyring, openKeyring, sealKeyring } from '../identity/keyring.ts'
import { asFileKey, asKeyEncryptionKey, newAccountMasterKey, newFileKey, newSpaceKey } from './keys.ts'
import { deriveLink, deriveLinkDoor, openFromLink, sealForLink } from './link.ts'
import { deriveRecovery, newRecoveryPhrase, recoveryKeyPair } from '../identity/phrase.ts'
import { randomUuid, systemRandom as random } from '../primitives/random.ts'
import { unwrapFileKey, unwrapSpaceKey, wrapFileKey, wrapSpaceKey } from './space.ts'
import { expectEveryChangeFails } from '../testing/tamper.ts'
import { wrapKey } from './wrap.ts'

const amk = newAccountMasterKey(random)
const kek = asKeyEncryptionKey(random(32))
const [userId, spaceId, fileId] = [randomUuid(random), randomUuid(random), randomUuid(random)]
const failure = { code: 'unwrap_failed' }

describe('account key', () => {
  test.for(['password', 'recovery', 'device', 'passphrase'] as const)('wrapped by %s', async (kind) => {
    const wrapped = await wrapAccountKey({ amk, kek, userId, kind, random })
    expect(wrapped.length).toBe(138)
    expect(await unwrapAccountKey({ wrapped, kek, userId, kind })).toEqual(amk)
  })

  test('every changed byte is refused', async () => {
    const wrapped = await wrapAccountKey({ amk, kek, userId, kind: 'password', random })
    const open = (changed: Uint8Array) => unwrapAccountKey({ wrapped: changed, kek, userId, kind: 'password' })
    await expectEveryChangeFails(wrapped, open, ['unwrap_failed'])
  })

  test('another key, account or kind is refused', async () => {
    const wrapped = await wrapAccountKey({ amk, kek, userId, kind: 'password', random })
    const right = { wrapped, kek, userId, kind: 'password' as AccountWrapKind }
    const others = [{ kek: asKeyEncryptionKey(random(32)) }, { userId: fileId }, { kind: 'recovery' as const }]
    for (const other of others) await expect(unwrapAccountKey({ ...right, ...other })).rejects.toMatchObject(failure)
  })
})

describe('space and file keys', () => {
  const spaceKey = newSpaceKey(random)
  const fileKey = newFileKey(random)
  const space = { userId, spaceId, epoch: 2 }
  const file = { fileId, spaceId, epoch: 2 }

  test('unwrapping inverts wrapping', async () => {
    const wrappedSpace = await wrapSpaceKey({ amk, spaceKey, context: space, random })
    const wrappedFile = await wrapFileKey({ spaceKey, fileKey, context: file, random })
    expect([wrappedSpace.length, wrappedFile.length]).toEqual([60, 60])
    expect(await unwrapSpaceKey({ amk, wrapped: wrappedSpace, context: space })).toEqual(spaceKey)
    expect(await unwrapFileKey({ spaceKey, wrapped: wrappedFile, context: file })).toEqual(fileKey)
  })

  test('every changed byte is refused', async () => {
    const wrappedSpace = await wrapSpaceKey({ amk, spaceKey, context: space, random })
    const wrappedFile = await wrapFileKey({ spaceKey, fileKey, context: file, random })
    const openSpace = (wrapped: Uint8Array) => unwrapSpaceKey({ amk, wrapped, context: space })
    const openFile = (wrapped: Uint8Array) => unwrapFileKey({ spaceKey, wrapped, context: file })
    await expectEveryChangeFails(wrappedSpace, openSpace, ['unwrap_failed'])
    await expectEveryChangeFails(wrappedFile, openFile, ['unwrap_failed'])
  })

  test('a key of another file, space or epoch is refused', async () => {
    const wrapped = await wrapFileKey({ spaceKey, fileKey, context: file, random })
    for (const other of [{ fileId: userId }, { spaceId: userId }, { epoch: 3 }]) {
      const opened = unwrapFileKey({ spaceKey, wrapped, context: { ...file, ...other } })
      await expect(opened).rejects.toMatchObject(failure)
    }
    const wrappedSpace = await wrapSpaceKey({ amk, spaceKey, context: space, random })
    for (const other of [{ userId: fileId }, { spaceId: userId }, { epoch: 3 }]) {
      const opened = unwrapSpaceKey({ amk, wrapped: wrappedSpace, context: { ...space, ...other } })
      await expect(opened).rejects.toMatchObject(failure)
    }
  })

  test('keys of a wrong length have no name', () => {
    for (const length of [0, 31, 33]) {
      expect(() => asFileKey(random(length))).toThrow(expect.objectContaining({ code: 'bad_argument' }))
    }
  })
})

describe('keyring', () => {
  const keyring: Keyring = {
    revision: 3,
    identity: generateIdentity(random),
    earlier: [generateIdentity(random)],
    kdf: null,
    peers: [{ userId: fileId, fingerprint: random(32), time: '2026-01-02T03:04:05.678Z' }],
    pins: { root: 'abc', größe: '☃' },
    replaceable: null,
  }

  const sized = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

  test('opening inverts sealing', async () => {
    const revisions = fc.record({
      revision: fc.nat(),
      pins: fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }),
      replaceable: fc.option(
        fc.record({ recoveryKey: sized(1216), epoch: fc.nat(), accountKeys: fc.array(sized(32), { maxLength: 16 }) }),
      ),
    })
    await fc.assert(
      fc.asyncProperty(revisions, async (change) => {
        const changed = { ...keyring, ...change }
        const sealed = await sealKeyring({ amk, userId, keyring: changed, random })
        expect(await openKeyring({ amk, userId, sealed })).toEqual(changed)
      }),
    )
  })

  test('every changed byte is refused', async () => {
    const sealed = await sealKeyring({ amk, userId, keyring, random })
    const open = (changed: Uint8Array) => openKeyring({ amk, userId, sealed: changed })
    await expectEveryChangeFails(sealed, open, ['open_failed'])
  })

  test('random bytes are no keyring', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), async (sealed) => {
        await expect(openKeyring({ amk, userId, sealed })).rejects.toMatchObject({ code: 'open_failed' })
      }),
    )
  })

  test('what this key sealed in an unknown form is told apart from rubbish', async () => {
    const aad = concat(utf8('qs1/keyring'), uint(0, 1), uuidBytes(userId))
    for (const text of ['{"v":3}', 'no JSON']) {
      const sealed = await sealBytes({ key: amk, aad, random, plain: utf8(text) })
      await expect(openKeyring({ amk, userId, sealed })).rejects.toMatchObject({ code: 'unknown_form' })
    }
  })

  test('a keyring whose parts have another form is an unknown one', async () => {
    const aad = concat(utf8('qs1/keyring'), uint(0, 1), uuidBytes(userId))
    const plain = await openBytes({ key: amk, aad, sealed: await sealKeyring({ amk, userId, keyring, random }) })
    const value = JSON.parse(new TextDecoder().decode(plain)) as Record<string, Json>
    const read = async (change: Record<string, Json>) => {
      const sealed = await sealBytes({ key: amk, aad, random, plain: utf8(canonicalJson({ ...value, ...change })) })
      return openKeyring({ amk, userId, sealed })
    }
    expect(await read({})).toEqual(keyring)
    for (const change of [
      { v: 2 },
      { pins: [] },
      { pins: null },
      { pins: 'pins' },
      { pins: { root: 1 } },
      { peers: {} },
      { earlier: 'none' },
      { earlier: [null] },
    ] satisfies Record<string, Json>[]) {
      await expect(read(change), JSON.stringify(change)).rejects.toMatchObject({ code: 'unknown_form' })
    }
  })

  test('a keyring of another account is refused', async () => {
    const sealed = await sealKeyring({ amk, userId, keyring, random })
    await expect(openKeyring({ amk, userId: fileId, sealed })).rejects.toMatchObject({ code: 'open_failed' })
  })

  test('a keyring with other parts of a replaceable master key is never written', async () => {
    const fits = { recoveryKey: random(1216), epoch: 2, accountKeys: [random(32)] }
    for (const replaceable of [
      { ...fits, recoveryKey: random(1215) },
      { ...fits, accountKeys: [random(31)] },
      { ...fits, accountKeys: Array.from({ length: 17 }, () => random(32)) },
    ]) {
      const sealed = sealKeyring({ amk, userId, keyring: { ...keyring, replaceable }, random })
      await expect(sealed).rejects.toMatchObject({ code: 'bad_argument' })
    }
  })

  test('a keyring with a short seed is never written', async () => {
    const short = { ...keyring, identity: { ...keyring.identity, xWingSeed: random(31) } }
    const sealed = sealKeyring({ amk, userId, keyring: short, random })
    await expect(sealed).rejects.toMatchObject({ code: 'bad_argument' })
  })
})

describe('account key for recovery words', () => {
  test('opening inverts wrapping, for these words and this account only', async () => {
    const phrase = newRecoveryPhrase(random)
    const { publicKey } = await recoveryKeyPair(phrase)
    const wrapped = await wrapAccountKeyForWords({ amk, recoveryKey: publicKey, userId, random })
    expect(wrapped).toHaveLength(1228)
    expect(await unwrapAccountKeyByWords({ wrapped, phrase, userId })).toEqual(amk)
    const others = [
      { wrapped, phrase: newRecoveryPhrase(random), userId },
      { wrapped, phrase, userId: fileId },
      { wrapped: wrapped.slice(0, -1), phrase, userId },
    ]
    for (const other of others) {
      await expect(unwrapAccountKeyByWords(other)).rejects.toMatchObject({ code: 'unwrap_failed' })
    }
    // The same key wrapped for the same words, for another purpose.
    const options = { key: amk, recipientPublicKey: publicKey, objectId: userId, epoch: 0, random }
    const foreign = await wrapKey({ ...options, purpose: 'account-to-recovery' })
    await expect(unwrapAccountKeyByWords({ wrapped: foreign, phrase, userId })).rejects.toThrow()
  })

  test('the wrap of earlier releases still opens', async () => {
    const phrase = newRecoveryPhrase(random)
    const { rkek } = await deriveRecovery(phrase)
    const wrapped = await wrapAccountKey({ amk, kek: rkek, userId, kind: 'recovery', random })
    expect(await unwrapAccountKeyByWords({ wrapped, phrase, userId })).toEqual(amk)
  })
})

describe('link', () => {
  test('its door is HKDF of the secret alone, computed elsewhere', async () => {
    const door = await deriveLinkDoor(new Uint8Array(32))
    expect(door).toEqual({
      token: 'uV3bQPxhom91dq4c1J5zVrXC-QsO-FivpFoarwM1ZVs',
      tokenHash: '9OeM75iNcPUTxysH2t0h0mJMXkZSV-1q3Vt1YPCN5Jc',
    })
    await expect(deriveLinkDoor(new Uint8Array(31))).rejects.toMatchObject({ code: 'bad_argument' })
  })

  test('parameters of a password that are too weak are refused before anything is stretched', async () => {
    const parameters = { salt: random(16), m: 1024, t: 1, p: 1, v: 19 }
    const keys = deriveLink({ secret: random(32), password: { text: 'a password', parameters } })
    await expect(keys).rejects.toMatchObject({ code: 'weak_parameters' })
  })

  test('opening inverts sealing, for this link only', async () => {
    const plain = utf8('{"name":"a"}')
    const sealed = await sealForLink({ linkKey: kek, linkId: fileId, plain, random })
    expect(await openFromLink({ linkKey: kek, linkId: fileId, sealed })).toEqual(plain)
    const other = openFromLink({ linkKey: kek, linkId: userId, sealed })
    await expect(other).rejects.toMatchObject({ code: 'open_failed' })
    const open = (changed: Uint8Array) => openFromLink({ linkKey: kek, linkId: fileId, sealed: changed })
    await expectEveryChangeFails(sealed, open, ['open_failed'])
  })
})
