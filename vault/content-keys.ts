import type { FileKey } from '#crypto/index.ts'

/** What a transfer needs to know of one file's content, and nothing about the rest of the vault. */
export type ContentKeys = {
  contentId: string
  fileKey: FileKey
  storagePath: string
  /** Plaintext bytes, from the signed manifest when reading. */
  sizeBytes: number
  segmentBytes: number
  /** Message IV, when writing. */
  iv: Uint8Array | undefined
  /** Header tag from the signed manifest, when reading. */
  headerTag: Uint8Array | undefined
}

/** Hands keys from the worker that holds the vault to the worker that moves bytes, without passing the page. */
export type KeySource = { contentKeys: (ticket: string) => Promise<ContentKeys> }
