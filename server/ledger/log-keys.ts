import type { Bytes } from '#crypto/bytes.ts'
import { ed25519Scheme } from '#crypto/primitives/ed25519.ts'
import { systemRandom } from '#crypto/primitives/random.ts'
import { ed25519Signer, mlDsaCosigner, type NoteSigner } from '#ledger/notes/sign.ts'

const SEED_BYTES = 32

/**
 * Signs the checkpoints of every log of this installation, each under the name of its log. Two keys: Ed25519, which all software of this
 * kind knows, and ML-DSA-44, which also holds against quantum computers.
 */
export class LogKeys {
  readonly #seeds: Buffer
  readonly #signers = new Map<string, Promise<readonly [NoteSigner, NoteSigner]>>()

  #plain: Promise<(message: Uint8Array) => Promise<Bytes>> | undefined

  /** @param seeds 64 bytes, of which each key takes half. */
  constructor(seeds: Buffer) {
    this.#seeds = seeds
  }

  signersOf(origin: string): Promise<readonly [NoteSigner, NoteSigner]> {
    const known = this.#signers.get(origin)
    if (known) return known
    const made = Promise.all([
      ed25519Signer(origin, this.#seeds.subarray(0, SEED_BYTES)),
      mlDsaCosigner(origin, this.#seeds.subarray(SEED_BYTES), systemRandom),
    ])
    this.#signers.set(origin, made)
    return made
  }

  /** Signs receipts: with the Ed25519 key of all logs, over a statement that is no checkpoint. */
  plainSigner(): Promise<(message: Uint8Array) => Promise<Bytes>> {
    this.#plain ??= ed25519Scheme().then((scheme) => scheme.signer(this.#seeds.subarray(0, SEED_BYTES)))
    return this.#plain
  }
}
