import { link, mkdir, open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { type BlobStore, BlobMissingError } from './blob-store.ts'
import { checkedId, hasCode, makeFolder, syncFolder } from './disk-files.ts'
import { sendRange } from './disk-reader.ts'
import { createDiskStaging } from './disk-staging.ts'

/**
 * Keeps blobs below `directory`: `staging/<upload>` while bytes arrive, `blobs/<aa>/<id>` for ever after.
 *
 * Commit order, so that a crash at any moment leaves no record without its bytes: bytes written and synced, then linked (never overwriting) to the final name,
 * then the directory synced; only after that does the caller commit its row.
 */
export function createDiskStore(directory: string): BlobStore {
  const staging = createDiskStaging(path.join(directory, 'staging'))
  const blobs = path.join(directory, 'blobs')
  makeFolder(blobs)
  const blobFile = (blob: string) => path.join(blobs, checkedId(blob).slice(0, 2), blob)
  // Folders whose own name is known to be durable. A writer that did not make a folder may be faster than the sync of the one that did.
  const durableFolders = new Set<string>()

  return {
    ...staging,

    async commit(upload, blob) {
      const target = blobFile(blob)
      const folder = path.dirname(target)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await link(staging.fileOf(upload), target)
      } catch (error) {
        // An earlier try got this far; the bytes of a blob id never change.
        if (!hasCode(error, 'EEXIST')) throw error
      }
      await syncFolder(folder)
      if (durableFolders.has(folder)) return
      await syncFolder(blobs)
      durableFolders.add(folder)
    },

    async open(blob) {
      let file: FileHandle
      try {
        file = await open(blobFile(blob), 'r')
      } catch (cause) {
        if (hasCode(cause, 'ENOENT')) throw new BlobMissingError(`blob ${blob} is missing`, { cause })
        throw cause
      }
      const { size } = await file.stat()
      return { sizeBytes: size, sendTo: (sink, range) => sendRange(file, sink, range), close: () => file.close() }
    },

    remove: (blob) => rm(blobFile(blob), { force: true }),
  }
}
