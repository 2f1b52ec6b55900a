import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { hasCode, syncFolder } from '../../disk/disk-files.ts'
import { Counter } from './counter.ts'
import { NotThereError, type Place } from './place.ts'

const DRAFT = '.draft-'

/** A folder on this machine, or one that is mounted. */
export function openFolder(folder: string): Place {
  const root = path.resolve(folder)
  const made = new Set<string>()

  return {
    address: root,

    async write(name, body) {
      const target = path.join(root, name)
      const parent = path.dirname(target)
      if (!made.has(parent)) await makeFolders(root, parent)
      made.add(parent)
      const draft = path.join(parent, `${DRAFT}${randomUUID()}`)
      const counter = new Counter()
      try {
        await pipeline(body, counter, fs.createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncFolder(parent)
      return counter.stored()
    },

    async read(name) {
      try {
        const file = await open(path.join(root, name), 'r')
        return file.createReadStream()
      } catch (cause) {
        if (!hasCode(cause, 'ENOENT') || !fs.existsSync(root)) throw cause
        throw new NotThereError(`${name} is not in ${root}`, { cause })
      }
    },

    async list(name) {
      const sizes = new Map<string, number>()
      for (const entry of await entriesOf(path.join(root, name))) {
        if (!entry.isFile() || entry.name.startsWith(DRAFT)) continue
        sizes.set(entry.name, (await stat(path.join(root, name, entry.name))).size)
      }
      return sizes
    },

    folders: async (name) =>
      (await entriesOf(path.join(root, name))).filter((entry) => entry.isDirectory()).map((entry) => entry.name),

    remove: (name) => rm(path.join(root, name), { recursive: true, force: true }),
  }
}

/** Each folder's own name is durable before a file in it counts. */
async function makeFolders(root: string, folder: string): Promise<void> {
  // Node makes no end of trying to make a folder in some file systems of the kernel.
  if (!fs.existsSync(root)) await mkdir(root, { mode: 0o700 })
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made === undefined) return
  for (let one = folder; one.length >= root.length; one = path.dirname(one)) await syncFolder(path.dirname(one))
}

async function entriesOf(folder: string): Promise<fs.Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
