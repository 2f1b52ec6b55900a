import { SEGMENTS_PER_PART } from '#contract/content-layout.ts'
import { LEAF_BYTES, contentRoot, toBase64Url } from '#crypto/index.ts'
import type { Run } from './part-runs.ts'
import type { SegmentLeaves } from './segment-leaves.ts'
import { VaultError } from '../session/vault-error.ts'

/**
 * Digests of the parts that were sent, by their numbers: base64url of the root over the leaves of a part. They follow from the sealed
 * bytes, so they tell nothing that the server does not have.
 */
export type SentParts = Readonly<Record<number, string>>

/** The digest of one part. @param leaves of all its segments, 32 bytes each. */
export const digestOfPart = async (leaves: Uint8Array): Promise<string> => toBase64Url(await contentRoot(leaves))

/**
 * Compares parts that the server has with what they seal to now. Sealing is repeatable, so another digest means that the file has changed
 * since the part was sent, whatever its date says; of a part without a digest nobody knows.
 *
 * @param sealed the leaves of the run as the file is now.
 * @throws {VaultError} `source_changed`
 */
export async function requireUnchanged(run: Run, sealed: SegmentLeaves, sent: SentParts): Promise<void> {
  for (let part = run.first; part <= run.last; part++) {
    const from = (part * SEGMENTS_PER_PART - sealed.first) * LEAF_BYTES
    const leaves = sealed.leaves.subarray(from, from + SEGMENTS_PER_PART * LEAF_BYTES)
    if (sent[part] === (await digestOfPart(leaves))) continue
    throw new VaultError('source_changed', 'The file has changed since parts of it were sent.')
  }
}
