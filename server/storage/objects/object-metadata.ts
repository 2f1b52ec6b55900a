import type { ObjectMetadata } from './objects.sql.ts'

/** The `metadata` JSON that clients of this wire expect on an object's row. */
export function metadataOf(object: {
  sizeBytes: number
  checksum: string
  contentType: string
  cacheControl: string
}): ObjectMetadata {
  return {
    eTag: `"${object.checksum}"`,
    size: object.sizeBytes,
    mimetype: object.contentType,
    cacheControl: object.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: object.sizeBytes,
    httpStatusCode: 200,
  }
}
