import type { Path } from '../primitives/kem.ts'
import { hasNativeEd25519 } from '../primitives/ed25519.ts'
import { hasNativeMlDsa } from '../primitives/ml-dsa.ts'
import { hasNativeMlKem, type MlKemLevel } from '../primitives/ml-kem.ts'
import { xWing } from '../primitives/xwing.ts'
import { systemRandom } from '../primitives/random.ts'

/** Which paths this platform offers; a suite names and skips the others. */
export type Platform = {
  readonly xWing: Record<Path, boolean>
  readonly mlKem: Record<MlKemLevel, boolean>
  readonly mlDsa65: boolean
  readonly ed25519: boolean
}

export async function readPlatform(): Promise<Platform> {
  return {
    xWing: { native: await works('native'), composite: await works('composite'), noble: true },
    mlKem: { 512: await hasNativeMlKem(512), 768: await hasNativeMlKem(768), 1024: await hasNativeMlKem(1024) },
    mlDsa65: await hasNativeMlDsa(65),
    ed25519: await hasNativeEd25519(),
  }
}

async function works(path: Path): Promise<boolean> {
  try {
    await (await xWing(path)).publicKey(systemRandom(32))
    return true
  } catch {
    // The algorithm is unknown here: that is the answer.
    return false
  }
}
