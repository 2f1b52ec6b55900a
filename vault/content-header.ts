import { CryptoError, type FloeOpener, contentAad, createOpener, equalBytes } from '#crypto/index.ts'
import type { ContentKeys } from './content-keys.ts'

/**
 * Opens the header of a file's object: the header tag must be the one in the signed manifest.
 * @throws {CryptoError} `open_failed`
 */
export async function openContentHeader(keys: ContentKeys, header: Uint8Array): Promise<FloeOpener> {
  if (keys.headerTag && !equalBytes(header.subarray(-keys.headerTag.length), keys.headerTag)) {
    throw new CryptoError('open_failed', 'header')
  }
  return createOpener({ key: keys.fileKey, aad: contentAad(keys.contentId), header, segmentBytes: keys.segmentBytes })
}
