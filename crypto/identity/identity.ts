import { mlKem } from '../primitives/ml-kem.ts'
import { draw, type RandomSource } from '../primitives/random.ts'
import { createSigner, type VerifyingKeys } from '../primitives/signature.ts'
import type { SuiteName } from '../suites/suites.ts'
import type { KemKeyPair } from '../envelope/wrap.ts'
import { xWing } from '../primitives/xwing.ts'

/** The private seeds of an account: everything else follows from these 160 bytes. */
export type Identity = {
  /** 32 bytes. */
  readonly xWingSeed: Uint8Array
  /** 64 bytes (d, z). */
  readonly mlKem1024Seed: Uint8Array
  /** 32 bytes. */
  readonly ed25519Seed: Uint8Array
  /** 32 bytes. */
  readonly mlDsa65Seed: Uint8Array
}

/** The public keys of an account: 1 216, 1 568, 32 and 1 952 bytes. */
export type PublicKeys = VerifyingKeys & { readonly xWing: Uint8Array; readonly mlKem1024: Uint8Array }

/** Makes the seeds of a new account, or of a new epoch of an old one. */
export function generateIdentity(random: RandomSource): Identity {
  return {
    xWingSeed: draw(random, 32),
    mlKem1024Seed: draw(random, 64),
    ed25519Seed: draw(random, 32),
    mlDsa65Seed: draw(random, 32),
  }
}

/** Computes the public keys. */
export async function publicBundle(identity: Identity): Promise<PublicKeys> {
  const signer = await createSigner(identity, noRandom)
  const [std, cnsa2] = await Promise.all([xWing(), mlKem(1024)])
  return {
    xWing: await std.publicKey(identity.xWingSeed),
    mlKem1024: await cnsa2.publicKey(identity.mlKem1024Seed),
    ...signer.verifyingKeys,
  }
}

/** The key pair that unwraps keys of a suite. */
export function kemKeyPair(identity: Identity, keys: PublicKeys, suite: Exclude<SuiteName, 'iot'> = 'std'): KemKeyPair {
  return suite === 'std'
    ? { suite, seed: identity.xWingSeed, publicKey: keys.xWing }
    : { suite, seed: identity.mlKem1024Seed, publicKey: keys.mlKem1024 }
}

// Public keys are computed, not drawn.
const noRandom: RandomSource = () => new Uint8Array()
