import type { FileKey, Manifest } from '#crypto/index.ts'
import { LEAF_BYTES, segmentCount } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { readingKeys } from './content-keys.ts'
import { openContent } from './open-content.ts'
import { type ContentHashes, hashesOf } from './segment-leaves.ts'

type Proved = {
  row: { storage_path: string; segment_hashes: string | null }
  manifest: Pick<Manifest, 'contentId' | 'headerTag' | 'segmentBytes' | 'contentRoot'>
  metadata: { size: number }
  fileKey: FileKey
}

/**
 * What the next manifest of this content signs. Content from before format 2 has no root yet: it is read to its end, and what was
 * there then is what the new signature fixes.
 * @throws {VaultError} `file_damaged` | `offline`
 */
export async function contentHashesOf(api: VaultApi, proved: Proved): Promise<ContentHashes> {
  const { contentRoot } = proved.manifest
  if (contentRoot) return { contentRoot, segmentHashes: proved.row.segment_hashes }
  return readHashes(api, proved)
}

async function readHashes(api: VaultApi, proved: Proved): Promise<ContentHashes> {
  const { segmentBytes } = proved.manifest
  const { size } = proved.metadata
  const leaves = new Uint8Array(segmentCount(size, segmentBytes) * LEAF_BYTES)
  const { signal } = new AbortController()
  const segments = openContent(api, readingKeys(proved), signal, (at, leaf) => leaves.set(leaf, at * LEAF_BYTES))
  for (let next = await segments.next(); !next.done; next = await segments.next());
  return hashesOf({ sizeBytes: size, segmentBytes }, leaves)
}
