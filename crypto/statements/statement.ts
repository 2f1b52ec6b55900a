import { type Json, canonicalJson, parseCanonicalJson } from './canonical-json.ts'
import { utf8 } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { type SignatureLabel, type Signer, type VerifyingKeys, verifySignature } from '../primitives/signature.ts'

/** A JSON object with its author's signature; stored and sent as these two values, never re-encoded. */
export type SignedStatement = {
  /** Canonical JSON (RFC 8785). */
  readonly text: string
  /** 3 373 bytes: Ed25519 then ML-DSA-65, over label ‖ UTF-8 of `text`. */
  readonly signature: Uint8Array
}

/** Internal to this part: signs a value under a label. */
export async function signStatement(signer: Signer, label: SignatureLabel, value: Json): Promise<SignedStatement> {
  const text = canonicalJson(value)
  return { text, signature: await signer.sign(label, utf8(text)) }
}

/** Internal to this part: the value, after the signature was checked. @throws {CryptoError} `verify_failed` */
export async function readStatement(
  keys: VerifyingKeys,
  label: SignatureLabel,
  { text, signature }: SignedStatement,
): Promise<Json> {
  const isGenuine = await verifySignature({ keys, label, message: utf8(text), signature })
  if (!isGenuine) throw new CryptoError('verify_failed', 'signature')
  return parseCanonicalJson(text)
}
