import type { Bytes } from '../bytes.ts'
import { digest } from './symmetric.ts'

/** Name of a public key: SHA-256 of its raw bytes. 32 bytes. */
export function keyId(publicKey: Uint8Array): Promise<Bytes> {
  return digest('SHA-256', publicKey)
}
