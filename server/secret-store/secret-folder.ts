import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { SecretStore } from './secret-store.ts'

const MOVED = '-moved-'

/** Secrets as files of `<dataDir>/secrets`, in clear, readable by the server's own user alone. */
export class SecretFolder implements SecretStore {
  readonly place: string

  constructor(dataDir: string) {
    this.place = path.join(dataDir, 'secrets')
  }

  async names(): Promise<string[]> {
    try {
      const inside = await fs.readdir(this.place, { withFileTypes: true })
      return inside.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return []
      throw error
    }
  }

  async read(name: string): Promise<string | undefined> {
    try {
      return (await fs.readFile(path.join(this.place, name), 'utf8')).trim()
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return undefined
      throw error
    }
  }

  async readOrCreate(name: string, make: () => string | Promise<string>): Promise<string> {
    await this.#prepare()
    const found = await this.read(name)
    if (found !== undefined) return found
    // Linking is atomic and fails when the name is taken, so a reader never meets half a file and the first writer wins.
    const draft = await this.#draft(name, await make())
    try {
      await fs.link(draft, path.join(this.place, name))
    } catch (error) {
      if (!isSystemError(error, 'EEXIST')) throw error
    } finally {
      await fs.unlink(draft)
    }
    return (await fs.readFile(path.join(this.place, name), 'utf8')).trim()
  }

  /** A server that starts meanwhile reads the old text or the new one. */
  async replace(
    name: string,
    change: (text: string | undefined, now: Date) => string | Promise<string>,
  ): Promise<void> {
    const file = path.join(this.place, name)
    const before = await this.read(name)
    const draft = await this.#draft(name, await change(before, new Date()))
    if (before !== undefined) {
      const owner = await fs.stat(file)
      await fs.chown(draft, owner.uid, owner.gid)
    }
    await fs.rename(draft, file)
  }

  async remove(name: string): Promise<void> {
    await fs.rm(path.join(this.place, name))
  }

  /** Puts the folder out of the way: what is in it is no longer used. @returns where it is then. */
  async moveAway(now = new Date()): Promise<string> {
    const target = `${this.place}${MOVED}${now.toISOString().replaceAll(':', '-')}`
    await fs.rename(this.place, target)
    return target
  }

  async #prepare(): Promise<void> {
    await fs.mkdir(this.place, { recursive: true, mode: 0o700 })
    await fs.chmod(this.place, 0o700)
  }

  async #draft(name: string, text: string): Promise<string> {
    const draft = path.join(this.place, `.${name}.${randomUUID()}`)
    await fs.writeFile(draft, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return draft
  }
}

/** Where secrets were before they were moved into the database, as far as it is still there. */
export function movedFolders(dataDir: string): string[] {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  return names.filter((name) => name.startsWith(`secrets${MOVED}`)).map((name) => path.join(dataDir, name))
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
