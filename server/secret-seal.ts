import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** What it is the secret of: each has a key of its own. */
type SealedKind = 'mfa-secret' | 'stream-secret' | 'model-key' | 'shared-secret'
type Place = { kind: SealedKind; id: string }

/**
 * Seals a secret for the database: iv (12) ‖ tag (16) ‖ ciphertext, AES-256-GCM.
 * @param key the server secret, or SECRETS_KEY for the secrets that nodes share: 32 random bytes.
 * @param place its id is authenticated, so that a sealed secret copied to another row does not open there.
 */
export function sealSecret(key: Buffer, { kind, id }: Place, secret: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, kind), iv)
  cipher.setAAD(Buffer.from(id))
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws {Error} when it was sealed for another row or by another installation, or was changed. */
export function openSecret(key: Buffer, { kind, id }: Place, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key, kind), sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(id))
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

function keyOf(key: Buffer, kind: SealedKind): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `qs1/${kind}`, 32))
}
