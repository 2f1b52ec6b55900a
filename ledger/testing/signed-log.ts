import { systemRandom } from '#crypto/primitives/random.ts'
import { formatCheckpoint } from '../notes/checkpoint.ts'
import { formatNote } from '../notes/note.ts'
import { ed25519Signer, mlDsaCosigner, type NoteSigner } from '../notes/sign.ts'
import type { TreeHead } from '../tree/verify-proof.ts'

const seed = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

/** The two keys of a log with this origin. */
export const logSigners = async (origin: string, byte = 1): Promise<[NoteSigner, NoteSigner]> => [
  await ed25519Signer(origin, seed(byte)),
  await mlDsaCosigner(origin, seed(byte), systemRandom),
]

/** A checkpoint below which some sign. */
export async function signedCheckpoint(
  origin: string,
  head: TreeHead,
  signers: readonly NoteSigner[],
  seconds: number,
): Promise<string> {
  const text = formatCheckpoint({ origin, ...head, extensions: [] })
  return formatNote({ text, signatures: await Promise.all(signers.map((signer) => signer.sign(text, seconds))) })
}
