import type { Stats } from 'node:fs'
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
        // Readable too: the digest of a large body follows what is written.
        const file = await open(fileOf(upload), constants.O_CREAT | constants.O_RDWR, 0o600)
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

    stagedEnd: async (upload) => (await statIfThere(fileOf(upload)))?.size ?? 0,

    async truncate(upload, sizeBytes) {
      const found = await statIfThere(fileOf(upload))
      if (found && found.size > sizeBytes) await truncate(fileOf(upload), sizeBytes)
    },

    async discard(upload) {
      durableNames.delete(upload)
      await rm(fileOf(upload), { force: true })
    },

    async leftovers(idleMs) {
      const names: string[] = []
      for (const name of await readdir(directory)) {
        if (writing.has(name) || !isId(name)) continue
        const found = await statIfThere(path.join(directory, name))
        if (found && Date.now() - found.mtimeMs >= idleMs) names.push(name)
      }
      return names
    },
  }
}

async function statIfThere(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
