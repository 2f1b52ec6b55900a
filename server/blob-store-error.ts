/** The store refuses or does not answer; the same request may succeed later. */
export class BlobStoreError extends Error {
  override readonly name = 'BlobStoreError'
}
