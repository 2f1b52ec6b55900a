import { type Bytes, concat, equalBytes, uint } from '../bytes.ts'
import { type Json, parseCanonicalJson } from '../statements/canonical-json.ts'
import { toBase64Url, utf8, uuidBytes } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { fieldsOf } from '../statements/fields.ts'
import type { PublicKeys } from './identity.ts'
import type { Signer } from '../primitives/signature.ts'
import { readStatement, type SignedStatement, signStatement } from '../statements/statement.ts'
import { digest } from '../primitives/symmetric.ts'

/** An account's public keys with the account they belong to. */
export type PublicBundle = {
  /** UUID text. */
  readonly userId: string
  readonly keys: PublicKeys
  /** UTC with milliseconds. */
  readonly time: string
}

const NAMES = ['v', 'user_id', 'xwing', 'mlkem1024', 'ed25519', 'mldsa65', 'time']

/**
 * Signs one's own public keys: proof that the person who published them holds the signing keys, and that the server did not
 * join one person's encryption key to another's signing key. It does not prove who the person is.
 */
export async function signBundle(bundle: PublicBundle, signer: Signer): Promise<SignedStatement> {
  const value = bundleValue(bundle)
  readBundle(value, 'bad_argument')
  const isOwn =
    equalBytes(bundle.keys.ed25519, signer.verifyingKeys.ed25519) &&
    equalBytes(bundle.keys.mlDsa65, signer.verifyingKeys.mlDsa65)
  if (!isOwn) throw new CryptoError('bad_argument', 'the bundle holds other signing keys')
  return signStatement(signer, 'qs1/bundle', value)
}

/** Reads a bundle that its own keys must have signed. @throws {CryptoError} `verify_failed` */
export async function verifyBundle(signed: SignedStatement, userId: string): Promise<PublicBundle> {
  const claimed = readBundle(parseCanonicalJson(signed.text), 'verify_failed')
  const bundle = readBundle(await readStatement(claimed.keys, 'qs1/bundle', signed), 'verify_failed')
  if (bundle.userId !== userId.toLowerCase()) throw new CryptoError('verify_failed', 'bundle')
  return bundle
}

/** SHA-256 over the account id and all its public keys: what people compare and what a device remembers. 32 bytes. */
export function fingerprint({ userId, keys }: Pick<PublicBundle, 'userId' | 'keys'>): Promise<Bytes> {
  const { xWing, mlKem1024, ed25519, mlDsa65 } = keys
  const label = concat(utf8('qs1/fingerprint'), uint(0, 1))
  return digest('SHA-256', concat(label, uuidBytes(userId), xWing, mlKem1024, ed25519, mlDsa65))
}

function bundleValue({ userId, keys, time }: PublicBundle) {
  return {
    v: 1,
    user_id: userId,
    xwing: toBase64Url(keys.xWing),
    mlkem1024: toBase64Url(keys.mlKem1024),
    ed25519: toBase64Url(keys.ed25519),
    mldsa65: toBase64Url(keys.mlDsa65),
    time,
  }
}

function readBundle(value: Json, code: 'bad_argument' | 'verify_failed'): PublicBundle {
  const fields = fieldsOf(value, NAMES, code)
  if (fields.integer('v') !== 1) throw new CryptoError(code, 'version')
  return {
    userId: fields.uuid('user_id'),
    keys: {
      xWing: fields.bytes('xwing', 1216),
      mlKem1024: fields.bytes('mlkem1024', 1568),
      ed25519: fields.bytes('ed25519', 32),
      mlDsa65: fields.bytes('mldsa65', 1952),
    },
    time: fields.time('time'),
  }
}
