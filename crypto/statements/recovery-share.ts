import { combine, split } from 'shamir-secret-sharing'
import { type Bytes, concat, requireLength, uint } from '../bytes.ts'
import { stretchedDigits } from '../identity/digits.ts'
import { uuidBytes } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { asKeyEncryptionKey, asSpaceKey, KEY_BYTES, type KeyEncryptionKey, type WrappedKey } from '../envelope/keys.ts'
import { draw, type RandomSource } from '../primitives/random.ts'
import { openRecord, sealRecord } from '../envelope/record.ts'
import { type KemKeyPair, unwrapKey, wrapKey } from '../envelope/wrap.ts'

/** 32 bytes of the polynomials' values, then the point (1 byte): the form of `shamir-secret-sharing`. */
const RECOVERY_SHARE_BYTES: number = KEY_BYTES + 1

/** A share on its way to one person: the share under a fresh key, and that key wrapped for them. */
export type SealedShare = { readonly sealed: Bytes; readonly wrapped: WrappedKey }

/**
 * What a sealed share belongs to. `stored`: kept for a holder, `id` is the account. `answer`: handed to the account that asks,
 * `id` is its request. All of it is authenticated, so a share cannot pass for another account's, revision's or holder's.
 */
export type ShareContext = {
  readonly kind: 'stored' | 'answer'
  /** UUID text. */
  readonly id: string
  /** Revision of the policy that the account agreed to. */
  readonly revision: number
  /** UUID text of the holder whose share it is. */
  readonly holderId: string
}

const CODE_GROUPS = 4

/**
 * Draws the key that wraps an account for its organisation and splits it. The key itself is kept nowhere.
 *
 * @param holders   1 to 10 shares are made.
 * @param threshold as many give the key back; fewer say nothing about it. 1 only for a single holder, who then has the key itself.
 *
 * Shamir's scheme over GF(256), by `shamir-secret-sharing`, whose coefficients come from the platform's generator.
 */
export async function splitRecoveryKey(
  { holders, threshold }: { holders: number; threshold: number },
  random: RandomSource,
): Promise<{ key: KeyEncryptionKey; shares: Uint8Array[] }> {
  const key = asKeyEncryptionKey(draw(random, KEY_BYTES))
  if (holders === 1 && threshold === 1) return { key, shares: [concat(key, uint(1, 1))] }
  if (threshold < 2 || holders < threshold) throw new CryptoError('bad_argument', 'threshold')
  return { key, shares: await split(key, holders, threshold) }
}

/**
 * The key that shares of one splitting give. Wrong or too few shares give another key, which opens nothing.
 * @throws {CryptoError} `bad_argument` for shares that cannot be combined
 */
export async function combineRecoveryKey(shares: readonly Uint8Array[]): Promise<KeyEncryptionKey> {
  for (const share of shares) requireLength('share', share, RECOVERY_SHARE_BYTES)
  const [only] = shares
  if (shares.length === 1 && only) return asKeyEncryptionKey(only.slice(0, KEY_BYTES))
  try {
    return asKeyEncryptionKey(await combine([...shares]))
  } catch (cause) {
    throw new CryptoError('bad_argument', 'shares', { cause })
  }
}

/** Seals a share for one person. */
export async function sealShare(
  context: ShareContext,
  { share, recipientPublicKey, random }: { share: Uint8Array; recipientPublicKey: Uint8Array; random: RandomSource },
): Promise<SealedShare> {
  requireLength('share', share, RECOVERY_SHARE_BYTES)
  const key = draw(random, KEY_BYTES)
  const [sealed, wrapped] = await Promise.all([
    sealRecord({ ...recordOf(context), spaceKey: asSpaceKey(key), plain: share, random }),
    wrapKey({ ...wrapOf(context), key, recipientPublicKey, random }),
  ])
  return { sealed, wrapped }
}

/** Inverse of `sealShare`. @throws {CryptoError} `unwrap_failed`, `open_failed`, `unsupported_suite` */
export async function openShare(
  context: ShareContext,
  { share, recipient }: { share: { sealed: Uint8Array; wrapped: Uint8Array }; recipient: KemKeyPair },
): Promise<Uint8Array> {
  const key = await unwrapKey({ ...wrapOf(context), wrapped: share.wrapped, recipient })
  const opened = await openRecord({ ...recordOf(context), spaceKey: asSpaceKey(key), sealed: share.sealed })
  if (opened.length !== RECOVERY_SHARE_BYTES) throw new CryptoError('open_failed', 'share')
  return opened
}

/**
 * What somebody who asks for recovery reads to the holders, who type it: says whose request a public key is.
 *
 * @returns 20 digits in 4 groups: `stretchedDigits` of account id ‖ public key. 66 bits and the work of 5 200 hashes for each try.
 */
export function recoveryCode(accountId: string, publicKey: Uint8Array): string {
  return stretchedDigits('qs1/recovery-code', concat(uuidBytes(accountId), publicKey), CODE_GROUPS)
}

const recordOf = ({ kind, id, revision, holderId }: ShareContext) => ({
  kind: kind === 'stored' ? 'recovery-share' : 'recovery-answer',
  id,
  version: revision,
  field: holderId,
})

const wrapOf = ({ id, revision }: ShareContext) =>
  ({ purpose: 'account-to-recovery', objectId: id, epoch: revision }) as const
