import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprint, signBundle, verifyBundle } from '../identity/bundle.ts'
import { canonicalJson, type Json, parseCanonicalJson } from './canonical-json.ts'
import { utf8 } from '../encoding.ts'
import { generateIdentity, publicBundle } from '../identity/identity.ts'
import { FORMAT_1_ENDS, manifestHash, signManifest, verifyManifest } from './manifest.ts'
import { randomUuid, systemRandom as random } from '../primitives/random.ts'
import { safetyNumber } from '../identity/safety-number.ts'
import { createSigner, SIGNATURE_BYTES, verifySignature } from '../primitives/signature.ts'
import { signStatement } from './statement.ts'
import { expectEveryChangeFails } from '../testing/tamper.ts'

const time = '2026-01-02T03:04:05.678Z'
const [userId, fileId, spaceId] = [randomUuid(random), randomUuid(random), randomUuid(random)]
const identity = generateIdentity(random)
const keys = await publicBundle(identity)
const signer = await createSigner(identity, random)
const stranger = await createSigner(generateIdentity(random), random)
const failure = { code: 'verify_failed' }
const misuse = { code: 'bad_argument' }

describe('canonical JSON', () => {
  test('is the example of RFC 8785 §3.2.3 without its fractions', () => {
    const value = { string: '€$\u000F\nA\'B"\\\\"/', literals: [null, true, false] }
    expect(canonicalJson(value)).toBe('{"literals":[null,true,false],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}')
  })

  test('sorts by UTF-16 code units (RFC 8785 §3.2.3)', () => {
    const names = ['€', '\r', '\ufb33', '1', '😀', '\u0080', 'ö']
    const sorted = Object.keys(JSON.parse(canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))))
    expect(sorted.filter((name) => name !== '1')).toEqual(['\r', '\u0080', 'ö', '€', '😀', '\ufb33'])
  })

  test('one value has one text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        let text: string
        try {
          text = canonicalJson(value as Json)
        } catch (error) {
          expect(error).toMatchObject(misuse)
          return
        }
        expect(canonicalJson(parseCanonicalJson(text))).toBe(text)
      }),
    )
  })

  test.for(['{"a":1,"a":1}', '{"b":1,"a":1}', '{ }', '[1.0]', '[1e3]', '["\\u0061"]', '[-0]', '', '[1.5]'])(
    'refuses the text %s',
    (text) => {
      expect(() => parseCanonicalJson(text)).toThrow(expect.objectContaining(failure))
    },
  )
})

describe('signature', () => {
  const message = utf8('{"a":1}')

  test('both halves must hold', async () => {
    const [mine, theirs] = await Promise.all([signer, stranger].map((each) => each.sign('qs1/grant', message)))
    const claim = { keys: signer.verifyingKeys, label: 'qs1/grant' as const, message }
    expect(mine!.length).toBe(SIGNATURE_BYTES)
    expect(await verifySignature({ ...claim, signature: mine! })).toBe(true)

    const onlyClassical = new Uint8Array([...mine!.slice(0, 64), ...theirs!.slice(64)])
    const onlyQuantum = new Uint8Array([...theirs!.slice(0, 64), ...mine!.slice(64)])
    expect(await verifySignature({ ...claim, signature: onlyClassical })).toBe(false)
    expect(await verifySignature({ ...claim, signature: onlyQuantum })).toBe(false)
  })

  test('a changed byte anywhere is refused', async () => {
    const signature = await signer.sign('qs1/grant', message)
    const verify = async (changed: Uint8Array) => {
      const claim = { keys: signer.verifyingKeys, label: 'qs1/grant' as const, message }
      if (!(await verifySignature({ ...claim, signature: changed }))) throw Object.assign(new Error(), failure)
    }
    await expectEveryChangeFails(signature, verify, ['verify_failed'], 7)
  })
})

describe('manifest', () => {
  const manifest = {
    fileId,
    folderId: null,
    spaceId,
    contentId: randomUuid(random),
    version: 2,
    previous: random(32),
    headerTag: random(32),
    segmentBytes: 262_144,
    metadata: random(60),
    time,
    contentRoot: random(32),
    roster: null,
  }

  test('reads back what was signed', async () => {
    const signed = await signManifest(manifest, signer)
    const read = await verifyManifest({ signed, author: keys, expected: { fileId, spaceId } })
    expect(read).toEqual({ ...manifest, authorKeyId: signer.keyId })
    expect((await manifestHash(signed)).length).toBe(32)
  })

  test('another author, file, space, a rollback or another predecessor is refused', async () => {
    const signed = await signManifest(manifest, signer)
    const right = { signed, author: keys, expected: { fileId } }
    await expect(verifyManifest({ ...right, author: stranger.verifyingKeys })).rejects.toMatchObject(failure)
    for (const other of [{ fileId: spaceId }, { spaceId: fileId }, { minimumVersion: 3 }, { previous: random(32) }]) {
      const expected = { fileId, ...other }
      await expect(verifyManifest({ ...right, expected })).rejects.toMatchObject(failure)
    }
  })

  test('every changed character is refused', async () => {
    const signed = await signManifest(manifest, signer)
    const verify = (changed: Uint8Array) => {
      const text = new TextDecoder().decode(changed)
      return verifyManifest({ signed: { ...signed, text }, author: keys, expected: { fileId } })
    }
    await expectEveryChangeFails(utf8(signed.text), verify, ['verify_failed'], 3)
  })

  test('a manifest that is wrong in itself is neither signed nor read', async () => {
    const wrong = [
      { version: 0 },
      { version: 1 },
      { previous: null },
      { headerTag: random(31) },
      { time: '2026-01-02' },
      { folderId: 'top' },
      { contentRoot: null },
      { contentRoot: random(31) },
      { roster: random(33) },
    ]
    for (const change of wrong) {
      await expect(signManifest({ ...manifest, ...change }, signer)).rejects.toMatchObject(misuse)
    }
    const signed = await signManifest(manifest, signer)
    const extended = { ...JSON.parse(signed.text), extra: 1 }
    const planted = await signStatement(signer, 'qs1/manifest', extended)
    const read = verifyManifest({ signed: planted, author: keys, expected: { fileId } })
    await expect(read).rejects.toMatchObject(failure)
  })

  test('a roster is read back', async () => {
    const roster = random(32)
    const signed = await signManifest({ ...manifest, roster }, signer)
    expect(await verifyManifest({ signed, author: keys, expected: { fileId } })).toMatchObject({ roster })
  })

  test('format 1 is read up to the day on which it ends, without a content root', async () => {
    const { content_root: _, roster: __, ...rest } = JSON.parse((await signManifest(manifest, signer)).text)
    const read = async (time: string, change: object = {}) => {
      const signed = await signStatement(signer, 'qs1/manifest', { ...rest, v: 1, policy_epoch: 0, time, ...change })
      return verifyManifest({ signed, author: keys, expected: { fileId } })
    }
    expect(await read('2027-06-30T23:59:59.999Z')).toMatchObject({ contentRoot: null, roster: null })
    await expect(read(FORMAT_1_ENDS)).rejects.toMatchObject(failure)
    for (const change of [{ v: 2 }, { v: 3 }, { content_root: null }, { policy_epoch: 'x' }]) {
      await expect(read('2027-06-30T23:59:59.999Z', change)).rejects.toMatchObject(failure)
    }
  })

  test('a manifest under another label is refused', async () => {
    const signed = await signManifest(manifest, signer)
    const relabelled = await signStatement(signer, 'qs1/policy', JSON.parse(signed.text))
    const read = verifyManifest({ signed: relabelled, author: keys, expected: { fileId } })
    await expect(read).rejects.toMatchObject(failure)
  })
})

describe('public bundle', () => {
  test('reads back what its owner signed', async () => {
    const signed = await signBundle({ userId, keys, time }, signer)
    expect(await verifyBundle(signed, userId)).toEqual({ userId, keys, time })
    await expect(verifyBundle(signed, fileId)).rejects.toMatchObject(failure)
  })

  test('an exchanged encryption key is refused', async () => {
    const signed = await signBundle({ userId, keys, time }, signer)
    const other = await publicBundle(generateIdentity(random))
    const exchanged = await signBundle({ userId, keys: { ...keys, xWing: other.xWing }, time }, signer)
    const verified = verifyBundle({ text: exchanged.text, signature: signed.signature }, userId)
    await expect(verified).rejects.toMatchObject(failure)
    await expect(signBundle({ userId, keys: other, time }, signer)).rejects.toMatchObject(misuse)
  })

  test('a bundle of another version, or with half of the signing keys exchanged, is refused', async () => {
    const value = JSON.parse((await signBundle({ userId, keys, time }, signer)).text) as Record<string, Json>
    const planted = await signStatement(signer, 'qs1/bundle', { ...value, v: 2 })
    await expect(verifyBundle(planted, userId)).rejects.toMatchObject(failure)
    for (const odd of ['{}', 'null', '"bundle"']) {
      await expect(verifyBundle({ ...planted, text: odd }, userId)).rejects.toMatchObject(failure)
    }
    const other = await publicBundle(generateIdentity(random))
    for (const half of [{ ed25519: other.ed25519 }, { mlDsa65: other.mlDsa65 }]) {
      await expect(signBundle({ userId, keys: { ...keys, ...half }, time }, signer)).rejects.toMatchObject(misuse)
    }
    await expect(signBundle({ userId, keys, time: 'now' }, signer)).rejects.toMatchObject(misuse)
  })

  test('the fingerprint changes with every key and with the account', async () => {
    const other = await publicBundle(generateIdentity(random))
    const variants = [
      { userId, keys },
      { userId: fileId, keys },
      ...(['xWing', 'mlKem1024', 'ed25519', 'mlDsa65'] as const).map((name) => ({
        userId,
        keys: { ...keys, [name]: other[name] },
      })),
    ]
    const prints = await Promise.all(variants.map(fingerprint))
    expect(new Set(prints.map(String)).size).toBe(variants.length)
  })

  test('a safety number is 60 digits, the same for both people', async () => {
    const [me, them] = [
      { userId, keys },
      { userId: fileId, keys: await publicBundle(generateIdentity(random)) },
    ]
    expect(await safetyNumber(me, them)).toBe(await safetyNumber(them, me))
    expect(await safetyNumber(me, them)).toMatch(/^(\d{5} ){11}\d{5}$/)
  })
})
