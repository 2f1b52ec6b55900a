import { describe, expect, test } from 'vitest'
import { unwrapAccountKey, wrapAccountKey } from '../identity/account.ts'
import { newAccountMasterKey } from '../envelope/keys.ts'
import { randomUuid, systemRandom as random } from '../primitives/random.ts'
import { combineRecoveryKey, openShare, recoveryCode, sealShare, splitRecoveryKey } from './recovery-share.ts'
import { expectEveryChangeFails } from '../testing/tamper.ts'
import type { KemKeyPair } from '../envelope/wrap.ts'
import { xWing } from '../primitives/xwing.ts'

const userId = randomUuid(random)
const holderId = randomUuid(random)
const context = { kind: 'stored', id: userId, revision: 3, holderId } as const

async function pair(): Promise<KemKeyPair> {
  const seed = random(32)
  return { suite: 'std', seed, publicKey: await (await xWing()).publicKey(seed) }
}

describe('recovery key', () => {
  test('as many shares as agreed open the account, fewer or foreign ones do not', async () => {
    const amk = newAccountMasterKey(random)
    const { key, shares } = await splitRecoveryKey({ holders: 4, threshold: 3 }, random)
    const wrapped = await wrapAccountKey({ amk, kek: key, userId, kind: 'organisation', random })
    const open = async (chosen: Uint8Array[]) =>
      unwrapAccountKey({ wrapped, kek: await combineRecoveryKey(chosen), userId, kind: 'organisation' })
    const [a, b, c, d] = shares as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]

    expect(await open([d, a, c])).toEqual(amk)
    expect(await open([a, b, c, d])).toEqual(amk)
    await expect(open([a, b])).rejects.toMatchObject({ code: 'unwrap_failed' })
    await expect(open([a])).rejects.toMatchObject({ code: 'unwrap_failed' })
    // The last byte is a place that was drawn: two shares of one place cannot be combined at all.
    const { shares: others } = await splitRecoveryKey({ holders: 4, threshold: 3 }, random)
    const foreign = others.find((share) => share.at(-1) !== a.at(-1) && share.at(-1) !== b.at(-1))
    await expect(open([a, b, foreign!])).rejects.toMatchObject({ code: 'unwrap_failed' })
    await expect(open([a, a, b])).rejects.toMatchObject({ code: 'bad_argument' })
  })

  test('a single holder has the key itself; one of several never opens', async () => {
    const { key, shares } = await splitRecoveryKey({ holders: 1, threshold: 1 }, random)
    expect(await combineRecoveryKey(shares)).toEqual(key)
    await expect(splitRecoveryKey({ holders: 3, threshold: 1 }, random)).rejects.toMatchObject({ code: 'bad_argument' })
    await expect(splitRecoveryKey({ holders: 2, threshold: 3 }, random)).rejects.toMatchObject({ code: 'bad_argument' })
  })
})

describe('sealed share', () => {
  test('opens for its holder, as what it was sealed for', async () => {
    const [holder, other] = await Promise.all([pair(), pair()])
    const { shares } = await splitRecoveryKey({ holders: 2, threshold: 2 }, random)
    const [share] = shares
    const sealed = await sealShare(context, { share: share!, recipientPublicKey: holder.publicKey, random })
    expect([sealed.sealed.length, sealed.wrapped.length]).toEqual([61, 1228])
    expect(await openShare(context, { share: sealed, recipient: holder })).toEqual(new Uint8Array(share!))

    await expect(openShare(context, { share: sealed, recipient: other })).rejects.toThrow()
    for (const wrong of [{ kind: 'answer' }, { id: holderId }, { revision: 2 }, { holderId: userId }] as const) {
      await expect(openShare({ ...context, ...wrong }, { share: sealed, recipient: holder })).rejects.toThrow()
    }
    const changedShare = (changed: Uint8Array) =>
      openShare(context, { share: { ...sealed, sealed: changed }, recipient: holder })
    await expectEveryChangeFails(sealed.sealed, changedShare, ['open_failed'])
  })
})

describe('code of a request', () => {
  test('twenty digits that another key or account does not have', async () => {
    const { publicKey } = await pair()
    const code = recoveryCode(userId, publicKey)
    expect(code).toMatch(/^\d{5}( \d{5}){3}$/)
    expect(recoveryCode(userId, publicKey)).toBe(code)
    expect(recoveryCode(holderId, publicKey)).not.toBe(code)
    publicKey[1215]! ^= 1
    expect(recoveryCode(userId, publicKey)).not.toBe(code)
  })

  test('is stretched: the digits of fixed input', () => {
    const account = '00112233-4455-6677-8899-aabbccddeeff'
    expect(recoveryCode(account, new Uint8Array(1216))).toBe('74866 60571 32529 70127')
  })
})
