import { describe, expect, test } from 'vitest'
import type { Json } from './canonical-json.ts'
import { toBase64Url } from '../encoding.ts'
import { type Grant, isGrantExpired, signGrant, verifyGrant, verifyOwnGrant } from './grant.ts'
import { generateIdentity, publicBundle } from '../identity/identity.ts'
import { keyId, digest } from '../primitives/symmetric.ts'
import { randomUuid, systemRandom as random } from '../primitives/random.ts'
import { createSigner } from '../primitives/signature.ts'
import { readStatement, signStatement } from './statement.ts'
import { wrapKey } from '../envelope/wrap.ts'

const time = '2026-01-02T03:04:05.678Z'
const [fileId, spaceId, otherId] = [randomUuid(random), randomUuid(random), randomUuid(random)]
const identity = generateIdentity(random)
const keys = await publicBundle(identity)
const signer = await createSigner(identity, random)
const stranger = await createSigner(generateIdentity(random), random)
const failure = { code: 'verify_failed' }
const misuse = { code: 'bad_argument' }

type Wrap = { purpose?: 'space-to-user' | 'file-to-user' | 'account-to-device'; objectId?: string; epoch?: number }
const wrap = ({ purpose = 'space-to-user', objectId = spaceId, epoch = 4 }: Wrap = {}) =>
  wrapKey({ key: random(32), recipientPublicKey: keys.xWing, purpose, objectId, epoch, random })

const wrapped = await wrap()
const people = { recipient: random(32), author: random(32) }
const signed = await signGrant({ wrapped, ...people, role: 'viewer', expires: time, time, signer })
const value = JSON.parse(signed.text) as Record<string, Json>
const expected = { objectId: spaceId, recipientKeyId: await keyId(keys.xWing), ...people }
const right = { signed, wrapped, author: keys, expected }

describe('a grant', () => {
  test('is read as it was signed', async () => {
    const grant = await verifyGrant(right)
    expect(grant).toEqual({
      kind: 'space',
      objectId: spaceId,
      recipientKeyId: expected.recipientKeyId,
      ...people,
      role: 'viewer',
      epoch: 4,
      expires: time,
      wrapHash: await digest('SHA-256', wrapped),
      authorKeyId: signer.keyId,
      time,
    } satisfies Grant)
  })

  test('is signed as a grant', async () => {
    expect(await readStatement(keys, 'qs1/grant', signed)).toEqual(value)
  })

  test('has expired from its last moment on, and never without one', () => {
    expect(isGrantExpired({ expires: time }, '2026-01-02T03:04:05.677Z')).toBe(false)
    expect(isGrantExpired({ expires: time }, time)).toBe(true)
    expect(isGrantExpired({ expires: null }, time)).toBe(false)
  })

  test('by another author, for another wrap, object or recipient, or of a revoked epoch is refused', async () => {
    const changes = [
      { author: stranger.verifyingKeys },
      { wrapped: await wrap() },
      { expected: { ...expected, objectId: fileId } },
      { expected: { ...expected, recipientKeyId: random(32) } },
      { expected: { ...expected, recipient: random(32) } },
      { expected: { ...expected, author: random(32) } },
      { expected: { ...expected, minimumEpoch: 5 } },
    ]
    for (const change of changes) await expect(verifyGrant({ ...right, ...change })).rejects.toMatchObject(failure)
    expect(await verifyGrant({ ...right, expected: { ...expected, minimumEpoch: 4 } })).toMatchObject({ epoch: 4 })
  })

  test('that says something else than the wrap it commits to is refused', async () => {
    const verify = async (lying: Uint8Array, recipientKeyId: Uint8Array = expected.recipientKeyId) => {
      const claim = {
        ...value,
        wrap_hash: toBase64Url(await digest('SHA-256', lying)),
        recipient_key_id: toBase64Url(recipientKeyId),
      }
      const planted = await signStatement(signer, 'qs1/grant', claim)
      return verifyGrant({ ...right, signed: planted, wrapped: lying, expected: { ...expected, recipientKeyId } })
    }
    await expect(verify(await wrap())).resolves.toMatchObject({ epoch: 4 })
    for (const change of [{ purpose: 'file-to-user' }, { objectId: otherId }, { epoch: 5 }] satisfies Wrap[]) {
      await expect(verify(await wrap(change)), JSON.stringify(change)).rejects.toMatchObject(failure)
    }
    await expect(verify(await wrap(), random(32))).rejects.toMatchObject(failure)
  })

  test('of format 1, which names nobody by all their keys, is read up to the day it ends', async () => {
    const { recipient: _, author: __, ...unnamed } = value
    const read = async (when: string) => {
      const old = await signStatement(signer, 'qs1/grant', { ...unnamed, v: 1, time: when })
      return verifyGrant({ ...right, signed: old })
    }
    expect(await read('2027-06-30T23:59:59.999Z')).toMatchObject({ recipient: null, author: null })
    await expect(read('2027-07-01T00:00:00.000Z')).rejects.toMatchObject(failure)
    const mixed = await signStatement(signer, 'qs1/grant', { ...value, v: 1 })
    await expect(verifyGrant({ ...right, signed: mixed })).rejects.toMatchObject(failure)
  })

  test.for<[string, Json]>([
    ['an unknown kind', { ...value, kind: 'folder' }],
    ['an unknown version', { ...value, v: 3 }],
    ['a role in capitals', { ...value, role: 'Viewer' }],
    ['text', 'grant'],
    ['nothing', null],
  ])('that is %s is refused', async ([, planted]) => {
    const signedByAuthor = await signStatement(signer, 'qs1/grant', planted)
    await expect(verifyGrant({ ...right, signed: signedByAuthor })).rejects.toMatchObject(failure)
  })

  test('is only made for what can be shared', async () => {
    const options = { ...people, role: 'viewer', expires: null, time, signer }
    const device = await wrap({ purpose: 'account-to-device', epoch: 0 })
    await expect(signGrant({ ...options, wrapped: device })).rejects.toMatchObject(misuse)
    await expect(signGrant({ ...options, wrapped, role: 'Viewer!' })).rejects.toMatchObject(misuse)
    await expect(signGrant({ ...options, wrapped, role: '-viewer' })).rejects.toMatchObject(misuse)
    await expect(signGrant({ ...options, wrapped, expires: 'tomorrow' })).rejects.toMatchObject(misuse)
  })
})

describe('an own grant', async () => {
  const file = await wrap({ purpose: 'file-to-user', objectId: fileId, epoch: 0 })
  const options = { wrapped: file, ...people, role: 'viewer', expires: null, time, signer }
  const ofFile = await signGrant(options)

  test('for a file is read by its author, however its id is written', async () => {
    const read = { signed: ofFile, author: keys, objectId: fileId }
    expect(await verifyOwnGrant(read)).toMatchObject({ kind: 'file', objectId: fileId, epoch: 0 })
    expect(await verifyOwnGrant({ ...read, objectId: fileId.toUpperCase() })).toMatchObject({ objectId: fileId })
  })

  test('of another file, of a space, or by somebody else is refused', async () => {
    const own = { signed: ofFile, author: keys, objectId: fileId }
    await expect(verifyOwnGrant({ ...own, objectId: otherId })).rejects.toMatchObject(failure)
    await expect(verifyOwnGrant({ ...own, signed, objectId: spaceId })).rejects.toMatchObject(failure)
    const theirs = await signGrant({ ...options, signer: stranger })
    await expect(verifyOwnGrant({ ...own, signed: theirs })).rejects.toMatchObject(failure)
    const relabelled = await signStatement(signer, 'qs1/policy', JSON.parse(ofFile.text) as Json)
    await expect(verifyOwnGrant({ ...own, signed: relabelled })).rejects.toMatchObject(failure)
    // Signed by the reader, and yet it names another author's key.
    const named = await signStatement(signer, 'qs1/grant', {
      ...(JSON.parse(ofFile.text) as Record<string, Json>),
      author_key_id: toBase64Url(stranger.keyId),
    })
    await expect(verifyOwnGrant({ ...own, signed: named })).rejects.toMatchObject(failure)
  })
})
