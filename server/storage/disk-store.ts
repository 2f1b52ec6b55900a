import fs from 'node:fs'
import { constants, link, mkdir, open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { type BlobStore, BlobMissingError } from './blob-store.ts'
import { sendRange } from './disk-reader.ts'
import { writeBody } from './disk-writer.ts'
import { digestFile } from './file-digest.ts'

/**
 * Keeps blobs below `directory`: `staging/<upload>` while bytes arrive, `blobs/<aa>/<id>` for ever after.
 *
 * Commit order, as reliability.md 5.2 asks: bytes written and synced, then linked (never overwriting) to the final name,
 * then the directory synced; only after that does the caller commit its row.
 */
export function createDiskStore(directory: string): BlobStore {
  const staging = path.join(directory, 'staging')
  const blobs = path.join(directory, 'blobs')
  fs.mkdirSync(staging, { recursive: true, mode: 0o700 })
  fs.mkdirSync(blobs, { recursive: true, mode: 0o700 })
  const stagingFile = (upload: string) => path.join(staging, checkedId(upload))
  const blobFile = (blob: string) => path.join(blobs, checkedId(blob).slice(0, 2), blob)

  return {
    async write(upload, offset, body, options) {
      const file = await open(stagingFile(upload), constants.O_CREAT | constants.O_WRONLY, 0o600)
      try {
        return await writeBody(file, offset, body, options)
      } finally {
        await file.close()
      }
    },

    async commit(upload, blob) {
      const target = blobFile(blob)
      const isNewFolder = await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      try {
        await link(stagingFile(upload), target)
      } catch (error) {
        // An earlier try got this far; the bytes of a blob id never change.
        if (!hasCode(error, 'EEXIST')) throw error
      }
      await syncDirectory(path.dirname(target))
      if (isNewFolder) await syncDirectory(blobs)
    },

    digest: (upload) => digestFile(stagingFile(upload)),

    discard: (upload) => rm(stagingFile(upload), { force: true }),

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

// Ids come from the database, yet a path is built from them: anything but a UUID is refused here too.
function checkedId(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new TypeError('not a blob id')
  return id
}

async function syncDirectory(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
