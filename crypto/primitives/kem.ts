import type { Bytes } from '../bytes.ts'
import type { RandomSource } from './random.ts'

/** Where a computation runs: the platform's own X-Wing, X-Wing put together from native parts, or JavaScript. */
export type Path = 'native' | 'composite' | 'noble'

/** A key encapsulation mechanism. All keys and ciphertexts are raw bytes of fixed length; shared secrets are 32. */
export type Kem = {
  /** IANA HPKE KEM id. */
  readonly id: number
  readonly seedBytes: number
  readonly publicKeyBytes: number
  readonly encBytes: number
  /** The public key of a private seed. */
  publicKey(seed: Uint8Array): Promise<Bytes>
  /**
   * Makes a shared secret for a public key.
   *
   * @param random used by the JavaScript path only: native implementations bring their own.
   * @throws {CryptoError} `bad_argument` for a key of the wrong length or not on the lattice (FIPS 203 §7.2).
   */
  encapsulate(publicKey: Uint8Array, random: RandomSource): Promise<{ enc: Bytes; sharedSecret: Bytes }>
  /**
   * Recovers the shared secret. A changed `enc` gives another secret rather than an error (implicit rejection), so
   * the failure shows where the secret is used.
   *
   * @throws {CryptoError} `bad_argument` for wrong lengths.
   */
  decapsulate(seed: Uint8Array, enc: Uint8Array): Promise<Bytes>
}
