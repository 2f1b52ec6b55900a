import { LEAF_BYTES, segmentCount } from '#crypto/index.ts'
import type { VaultApi } from '#vault/session/api.ts'
import type { ContentKeys } from '#vault/transfer/content-keys.ts'
import { openContent } from '#vault/transfer/open-content.ts'
import type { Content } from './serve-download.ts'

/** A file's plaintext; of content without a signed root the leaves of its segments are reported when all of it was read. */
export async function* readAndReport(
  api: VaultApi,
  keys: ContentKeys,
  { signal, onRead }: { signal: AbortSignal; onRead: (leaves: Uint8Array) => Promise<void> },
): Content {
  if (keys.contentRoot) return yield* openContent(api, keys, signal)
  const leaves = new Uint8Array(segmentCount(keys.sizeBytes, keys.segmentBytes) * LEAF_BYTES)
  yield* openContent(api, keys, signal, (at, leaf) => leaves.set(leaf, at * LEAF_BYTES))
  // The download is whole; whether its file could be signed again does not change that, and the next one tries again.
  await onRead(leaves).catch(() => undefined)
}
