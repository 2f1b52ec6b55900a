import { constants, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import { checkedId, hasCode, isId, makeFolder, syncFolder } from './disk-files.ts'
import type { StagingArea } from './blob-store.ts'
import { writeBody } from './disk-writer.ts'
import { digestFile } from './file-digest.ts'

/** A staging area of files: `<directory>/<upload>`. */
export type DiskStaging = StagingArea & { fileOf: (upload: string) => string }

/**
 * Stages each upload in one file that its bodies write at their own offsets, so that completing copies nothing.
 *
 * The folder is synced before a part is acknowledged: otherwise a power failure could take the file away while the database
 * remembers its parts, and the parts that follow would complete a file with holes.
 */
export function createDiskStaging(directory: string): DiskStaging {
  makeFolder(directory)
  const writing = new Map<string, number>()
  const durableNames = new Set<string>()
  const fileOf = (upload: string) => path.join(directory, checkedId(upload))

  return {
    fileOf,

    async write(upload, offset, body, options) {
      writing.set(upload, (writing.get(upload) ?? 0) + 1)
      try {
        const file = await open(fileOf(upload), constants.O_CREAT | constants.O_WRONLY, 0o600)
        try {
          const written = await writeBody(file, offset, body, options)
          if (options.isResumable && !durableNames.has(upload)) {
            await syncFolder(directory)
            durableNames.add(upload)
          }
          return written
        } finally {
          await file.close()
        }
      } finally {
        const others = (writing.get(upload) ?? 1) - 1
        if (others > 0) writing.set(upload, others)
        else writing.delete(upload)
      }
    },

    digest: (upload) => digestFile(fileOf(upload)),

    async truncate(upload, sizeBytes) {
      const name = fileOf(upload)
      try {
        if ((await stat(name)).size > sizeBytes) await truncate(name, sizeBytes)
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error
      }
    },

    async discard(upload) {
      durableNames.delete(upload)
      await rm(fileOf(upload), { force: true })
    },

    async leftovers(idleMs) {
      const found: string[] = []
      for (const name of await readdir(directory)) {
        if (writing.has(name) || !isId(name)) continue
        if (Date.now() - (await changedAtMs(path.join(directory, name))) >= idleMs) found.push(name)
      }
      return found
    },
  }
}

/** A file that went away meanwhile counts as changed just now. */
async function changedAtMs(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return Date.now()
    throw error
  }
}
