import { describe, expect, test } from 'vitest'
import type { Json } from './canonical-json.ts'
import { toBase64Url, utf8 } from '../encoding.ts'
import { generateIdentity, publicBundle } from '../identity/identity.ts'
import { isRecoveryThreshold } from '#contract/organisation/recovery-policy.ts'
import { policyHash, readPolicy, signPolicy, verifyPolicy } from './policy.ts'
import { randomUuid, systemRandom as random } from '../primitives/random.ts'
import { createSigner, signingKeyId } from '../primitives/signature.ts'
import { signStatement } from './statement.ts'
import { expectEveryChangeFails } from '../testing/tamper.ts'

const identity = generateIdentity(random)
const [signer, author, other] = await Promise.all([
  createSigner(identity, random),
  publicBundle(identity),
  publicBundle(generateIdentity(random)),
])
const holders = [1, 2, 3].map(() => ({ userId: randomUuid(random), fingerprint: random(32) }))
const first = {
  tenantId: randomUuid(random),
  revision: 1,
  previous: null,
  threshold: 2,
  holders,
  authorId: randomUuid(random),
  time: '2026-01-02T03:04:05.678Z',
}

describe('policy of recovery', () => {
  test('reads back what was signed, its holders sorted', async () => {
    const signed = await signPolicy(first, signer)
    const sorted = holders.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
    const expected = { ...first, holders: sorted, authorKeyId: signer.keyId }
    expect(await verifyPolicy(signed, author)).toEqual(expected)
    expect(readPolicy(signed.text)).toEqual(expected)
  })

  test('another author and every changed character are refused', async () => {
    const signed = await signPolicy(first, signer)
    await expect(verifyPolicy(signed, other)).rejects.toMatchObject({ code: 'verify_failed' })
    const verify = (changed: Uint8Array) =>
      verifyPolicy({ text: new TextDecoder().decode(changed), signature: signed.signature }, author)
    await expectEveryChangeFails(utf8(signed.text), verify, ['verify_failed'], 3)
  })

  test('what its author signed and what is none is refused', async () => {
    const { text } = await signPolicy({ ...first, revision: 2, previous: random(32) }, signer)
    const value = JSON.parse(text) as Record<string, Json>
    const plant = async (change: Record<string, Json>) =>
      verifyPolicy(await signStatement(signer, 'qs1/policy', { ...value, ...change }), author)
    await expect(plant({})).resolves.toMatchObject({ revision: 2 })
    const authorKeyId = toBase64Url(await signingKeyId(other))
    for (const change of [
      { author_key_id: authorKeyId },
      { v: 2 },
      { previous: null },
      { revision: 1 },
      { revision: 0 },
      { holders: null },
      { holders: 'all' },
      { holders: (value['holders'] as Json[]).toReversed() },
    ] satisfies Record<string, Json>[]) {
      await expect(plant(change), JSON.stringify(change)).rejects.toMatchObject({ code: 'verify_failed' })
    }
    expect(() => readPolicy('{}')).toThrow(expect.objectContaining({ code: 'verify_failed' }))
  })

  test('the next revision names the one before', async () => {
    const previous = await policyHash(await signPolicy(first, signer))
    const next = await signPolicy({ ...first, revision: 2, previous, threshold: 0, holders: [] }, signer)
    expect((await verifyPolicy(next, author)).previous).toEqual(previous)
    for (const wrong of [{ revision: 2 }, { previous }, { revision: 0 }]) {
      await expect(signPolicy({ ...first, ...wrong }, signer)).rejects.toMatchObject({ code: 'bad_argument' })
    }
  })

  test('one of several, more than there are and somebody named twice are refused', async () => {
    const [one] = holders
    for (const wrong of [{ threshold: 1 }, { threshold: 4 }, { holders: [one!, one!] }, { holders: [] }]) {
      await expect(signPolicy({ ...first, ...wrong }, signer)).rejects.toMatchObject({ code: 'bad_argument' })
    }
    await signPolicy({ ...first, threshold: 1, holders: [one!] }, signer)
    expect(isRecoveryThreshold(2, 10)).toBe(true)
    expect(isRecoveryThreshold(2, 11)).toBe(false)
  })
})
