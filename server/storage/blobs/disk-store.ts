import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { type BlobStore, BlobMissingError } from './blob-store.ts'
import { type Disk, systemDisk } from '../../disk/disk.ts'
import { checkedId, hasCode, makeFolder, syncFolder, tryFolder } from '../../disk/disk-files.ts'
import { listDisk } from './disk-listing.ts'
import { sendRange } from './disk-reader.ts'
import { createDiskStaging } from './disk-staging.ts'

/**
 * Keeps blobs below `directory`: `staging/<upload>` while bytes arrive, `blobs/<aa>/<id>` for ever after.
 *
 * Commit order, so that a crash at any moment leaves no record without its bytes: bytes written and synced, then linked (never overwriting) to the final name,
 * then the directory synced; only after that does the caller commit its row.
 */
export function createDiskStore(directory: string, disk: Disk = systemDisk): BlobStore {
  const staging = createDiskStaging(path.join(directory, 'staging'), disk)
  const blobs = path.join(directory, 'blobs')
  makeFolder(blobs)
  const blobFile = (blob: string) => path.join(blobs, checkedId(blob).slice(0, 2), blob)
  // Folders whose own name is known to be durable. A writer that did not make a folder may be faster than the sync of the one that did.
  const durableFolders = new Set<string>()

  const put = async (
    upload: string,
    blob: string,
    move: (from: string, to: string) => Promise<void>,
  ): Promise<void> => {
    const target = blobFile(blob)
    const folder = path.dirname(target)
    await disk.mkdir(folder, { recursive: true, mode: 0o700 })
    await move(staging.fileOf(upload), target)
    await syncFolder(folder, disk)
    if (durableFolders.has(folder)) return
    await syncFolder(blobs, disk)
    durableFolders.add(folder)
  }

  return {
    ...staging,

    commit: (upload, blob) => put(upload, blob, (from, to) => linkOnce(disk, from, to)),

    replace: (upload, blob) => put(upload, blob, disk.rename),

    async open(blob) {
      let file: FileHandle
      try {
        file = await disk.open(blobFile(blob), 'r')
      } catch (cause) {
        if (hasCode(cause, 'ENOENT')) throw new BlobMissingError(`blob ${blob} is missing`, { cause })
        throw cause
      }
      const { size } = await file.stat()
      return { sizeBytes: size, sendTo: (sink, range) => sendRange(file, sink, range), close: () => file.close() }
    },

    remove: (blob) => disk.rm(blobFile(blob), { force: true }),

    list: (after) => listDisk(blobs, after),

    checkStore: () => tryFolder(blobs),
  }
}

async function linkOnce(disk: Disk, from: string, to: string): Promise<void> {
  try {
    await disk.link(from, to)
  } catch (error) {
    // An earlier try got this far; the bytes of a blob id never change.
    if (!hasCode(error, 'EEXIST')) throw error
  }
}
