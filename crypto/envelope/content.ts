import { type Bytes, concat, uint } from '../bytes.ts'
import { utf8, uuidBytes } from '../encoding.ts'

/**
 * Associated data of a content object: it fixes which object a blob is, so that the server cannot exchange two blobs
 * that were sealed under the same key.
 *
 * @param contentId UUID text of 16 random bytes, new for every sealing.
 */
export function contentAad(contentId: string): Bytes {
  return concat(utf8('qs1/content'), uint(0, 1), uuidBytes(contentId))
}
