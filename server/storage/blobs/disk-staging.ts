import { constants, type FileHandle, readdir } from 'node:fs/promises'
import path from 'node:path'
import { type Disk, systemDisk } from '../../disk/disk.ts'
import { checkedId, hasCode, isId, makeFolder, statIfThere, syncFolder, tryFolder } from '../../disk/disk-files.ts'
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
export function createDiskStaging(directory: string, disk: Disk = systemDisk): DiskStaging {
  makeFolder(directory)
  const writing = new Map<string, number>()
  const durableNames = new Set<string>()
  const fileOf = (upload: string) => path.join(directory, checkedId(upload))

  // Readable too: the digest of a large body follows what is written.
  const openStaged = async (upload: string): Promise<FileHandle> => {
    const make = () => disk.open(fileOf(upload), constants.O_CREAT | constants.O_RDWR, 0o600)
    try {
      return await make()
    } catch (error) {
      // Somebody tidied up.
      if (!hasCode(error, 'ENOENT')) throw error
      makeFolder(directory)
      return make()
    }
  }

  return {
    fileOf,

    async write(upload, offset, body, options) {
      writing.set(upload, (writing.get(upload) ?? 0) + 1)
      try {
        const file = await openStaged(upload)
        try {
          const written = await writeBody(file, offset, body, options)
          if (options.isResumable && !durableNames.has(upload)) {
            await syncFolder(directory, disk)
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

    async staged(upload) {
      const found = await statIfThere(fileOf(upload))
      return found && { sizeBytes: found.size, area: `${found.ino} ${found.birthtimeMs}` }
    },

    async truncate(upload, sizeBytes) {
      const found = await statIfThere(fileOf(upload))
      if (found && found.size > sizeBytes) await disk.truncate(fileOf(upload), sizeBytes)
    },

    async discard(upload) {
      durableNames.delete(upload)
      await disk.rm(fileOf(upload), { force: true })
    },

    checkStaging: () => tryFolder(directory),

    leftovers: async (idleMs) => (await findIdle(directory, idleMs)).filter((name) => !writing.has(name)),
  }
}

async function findIdle(directory: string, idleMs: number): Promise<string[]> {
  const names: string[] = []
  for (const name of (await readdir(directory)).filter(isId)) {
    const found = await statIfThere(path.join(directory, name))
    if (found && Date.now() - found.mtimeMs >= idleMs) names.push(name)
  }
  return names
}
