import { type Bytes, concat, requireLength } from '../bytes.ts'
import { ed25519Scheme } from './ed25519.ts'
import { utf8 } from '../encoding.ts'
import { keyId } from './symmetric.ts'
import { mlDsa } from './ml-dsa.ts'
import type { RandomSource } from './random.ts'

/** What a signature says: the label is signed with the message, so one kind of statement never passes as another. */
export type SignatureLabel =
  | 'qs1/manifest'
  | 'qs1/folder-record'
  | 'qs1/grant'
  | 'qs1/bundle'
  | 'qs1/roster'
  | 'qs1/member'
  | 'qs1/policy'
  | 'qs1/backup'

/** Private signing seeds, 32 bytes each. */
export type SigningKeys = { readonly ed25519Seed: Uint8Array; readonly mlDsa65Seed: Uint8Array }

/** Public verification keys: 32 and 1 952 bytes. */
export type VerifyingKeys = { readonly ed25519: Uint8Array; readonly mlDsa65: Uint8Array }

/** Signs statements of one author. */
export type Signer = {
  /** SHA-256 of both public keys; the author's name in manifests and grants. */
  readonly keyId: Bytes
  readonly verifyingKeys: VerifyingKeys
  /** @returns Ed25519 (64 bytes) then ML-DSA-65 (3 309 bytes). */
  sign(label: SignatureLabel, message: Uint8Array): Promise<Bytes>
}

type SignaturePath = 'native' | 'noble'

const ED25519_BYTES = 64
const MLDSA_BYTES = 3309
export const SIGNATURE_BYTES: number = ED25519_BYTES + MLDSA_BYTES
const CONTEXT = utf8('qs1')

/**
 * Prepares an author's keys.
 *
 * @param path for tests; otherwise each scheme is native where its probe passes.
 * @throws {CryptoError} `bad_argument`
 */
export async function createSigner(keys: SigningKeys, random: RandomSource, path?: SignaturePath): Promise<Signer> {
  requireLength('Ed25519 seed', keys.ed25519Seed, 32)
  requireLength('ML-DSA seed', keys.mlDsa65Seed, 32)
  const [classical, quantum] = await Promise.all([ed25519Scheme(path), mlDsa(65, path)])
  const verifyingKeys = {
    ed25519: await classical.publicKey(keys.ed25519Seed),
    mlDsa65: await quantum.publicKey(keys.mlDsa65Seed),
  }

  const prepare = () => Promise.all([classical.signer(keys.ed25519Seed), quantum.signer(keys.mlDsa65Seed)])
  // At the first signature: many a signer is made for its public keys alone.
  let prepared: ReturnType<typeof prepare> | undefined

  return {
    keyId: await signingKeyId(verifyingKeys),
    verifyingKeys,
    sign: async (label, message) => {
      const [signClassical, signQuantum] = await (prepared ??= prepare())
      const labelled = concat(utf8(label), message)
      return concat(await signClassical(labelled), await signQuantum(labelled, CONTEXT, random))
    },
  }
}

/**
 * True only when both signatures hold; either alone proves nothing. Never throws for a bad signature or key.
 *
 * Ed25519 (RFC 8032) and ML-DSA-65 (FIPS 204, context `qs1`), each over label ‖ message.
 */
export async function verifySignature(options: {
  keys: VerifyingKeys
  label: SignatureLabel
  message: Uint8Array
  signature: Uint8Array
  path?: SignaturePath
}): Promise<boolean> {
  const { keys, label, message, signature, path } = options
  if (signature.length !== SIGNATURE_BYTES) return false

  const labelled = concat(utf8(label), message)
  const [classical, quantum] = await Promise.all([ed25519Scheme(path), mlDsa(65, path)])
  const [isClassical, isQuantum] = await Promise.all([
    classical.verify(keys.ed25519, labelled, signature.subarray(0, ED25519_BYTES)),
    quantum.verify(keys.mlDsa65, labelled, CONTEXT, signature.subarray(ED25519_BYTES)),
  ])
  return isClassical && isQuantum
}

/** Name of an author's key pair: SHA-256 of Ed25519 key ‖ ML-DSA-65 key. */
export function signingKeyId(keys: VerifyingKeys): Promise<Bytes> {
  return keyId(concat(keys.ed25519, keys.mlDsa65))
}
