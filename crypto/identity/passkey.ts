import { requireLength } from '../bytes.ts'
import { type AccountMasterKey, asAccountMasterKey, KEY_BYTES, type WrappedKey } from '../envelope/keys.ts'
import { type KemKeyPair, unwrapKey, wrapKey } from '../envelope/wrap.ts'
import type { RandomSource } from '../primitives/random.ts'
import { xWing } from '../primitives/xwing.ts'
import { deriveKey } from './password.ts'

/**
 * The key pair of a passkey that opens a vault. The public half lets a new account key be wrapped for it without the passkey.
 *
 * @param prfOutput 32 bytes that the authenticator returned for `PASSKEY_PRF_INPUT`, after it verified the person.
 * @throws {CryptoError} `bad_argument`
 * @see WebAuthn Level 3 §10.1.4
 */
export async function passkeyKeyPair(prfOutput: Uint8Array): Promise<KemKeyPair> {
  requireLength('PRF output', prfOutput, KEY_BYTES)
  const seed = await deriveKey(prfOutput, 'qs1/prf/kem')
  return { suite: 'std', seed, publicKey: await (await xWing()).publicKey(seed) }
}

/** Wraps the account master key for a passkey, bound to the account. 1 228 bytes. */
export async function wrapAccountKeyForPasskey(options: {
  amk: AccountMasterKey
  publicKey: Uint8Array
  userId: string
  random: RandomSource
}): Promise<WrappedKey> {
  const { amk, publicKey, userId, random } = options
  return wrapKey({
    key: amk,
    recipientPublicKey: publicKey,
    purpose: 'account-to-passkey',
    objectId: userId,
    epoch: 0,
    random,
  })
}

/** Inverse of `wrapAccountKeyForPasskey`. @throws {CryptoError} `unwrap_failed`: of another passkey or account, or changed */
export async function unwrapAccountKeyByPasskey(options: {
  wrapped: Uint8Array
  passkey: KemKeyPair
  userId: string
}): Promise<AccountMasterKey> {
  const { wrapped, passkey, userId } = options
  return asAccountMasterKey(
    await unwrapKey({ wrapped, recipient: passkey, purpose: 'account-to-passkey', objectId: userId, epoch: 0 }),
  )
}
