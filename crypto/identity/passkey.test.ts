import { describe, expect, test } from 'vitest'
import { newAccountMasterKey } from '../envelope/keys.ts'
import { wrapKey } from '../envelope/wrap.ts'
import { randomUuid, systemRandom as random } from '../primitives/random.ts'
import { expectEveryChangeFails } from '../testing/tamper.ts'
import { toHex } from '../encoding.ts'
import { passkeyKeyPair, unwrapAccountKeyByPasskey, wrapAccountKeyForPasskey } from './passkey.ts'

const amk = newAccountMasterKey(random)
const userId = randomUuid(random)
const failure = { name: 'CryptoError', code: 'unwrap_failed' }

describe('a passkey that opens a vault', () => {
  test('has the same key pair each time, from 32 bytes of the authenticator', async () => {
    const { seed } = await passkeyKeyPair(new Uint8Array(32).fill(7))
    // HKDF-SHA-256 of 32 times 07 without salt, info "qs1/prf/kem": python3, cryptography's HKDF.
    expect(toHex(seed)).toBe('bb4bbe75ca91fbd80ab067d1701f60fdc6d2b502a351a847a766ef7466896e9f')
    await expect(passkeyKeyPair(random(31))).rejects.toMatchObject({ code: 'bad_argument' })
  })

  test('opens what was wrapped for it, and nothing that was changed', async () => {
    const passkey = await passkeyKeyPair(random(32))
    const wrapped = await wrapAccountKeyForPasskey({ amk, publicKey: passkey.publicKey, userId, random })
    expect(await unwrapAccountKeyByPasskey({ wrapped, passkey, userId })).toEqual(amk)
    const open = (changed: Uint8Array) => unwrapAccountKeyByPasskey({ wrapped: changed, passkey, userId })
    await expectEveryChangeFails(wrapped, open, ['unwrap_failed', 'unsupported_suite'])
  })

  test('opens nothing of another passkey, another account, or for another purpose', async () => {
    const passkey = await passkeyKeyPair(random(32))
    const { publicKey } = passkey
    const wrapped = await wrapAccountKeyForPasskey({ amk, publicKey, userId, random })
    const other = await passkeyKeyPair(random(32))
    await expect(unwrapAccountKeyByPasskey({ wrapped, passkey: other, userId })).rejects.toMatchObject(failure)
    const stranger = randomUuid(random)
    await expect(unwrapAccountKeyByPasskey({ wrapped, passkey, userId: stranger })).rejects.toMatchObject(failure)
    const target = { key: amk, recipientPublicKey: publicKey, objectId: userId, epoch: 0, random }
    const forWords = await wrapKey({ ...target, purpose: 'account-to-words' })
    await expect(unwrapAccountKeyByPasskey({ wrapped: forWords, passkey, userId })).rejects.toMatchObject(failure)
  })
})
