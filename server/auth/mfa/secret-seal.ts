import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals the secret of an authenticator app for the database: iv (12) ‖ tag (16) ‖ ciphertext, AES-256-GCM.
 * @param factorId authenticated, so that a sealed secret copied to another row does not open there.
 */
export function sealSecret(serverSecret: Buffer, factorId: string, secret: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(serverSecret), iv)
  cipher.setAAD(Buffer.from(factorId))
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws {Error} when it was sealed for another row or by another installation, or was changed. */
export function openSecret(serverSecret: Buffer, factorId: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(serverSecret), sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(factorId))
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

function keyOf(serverSecret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', serverSecret, '', 'qs1/mfa-secret', 32))
}
