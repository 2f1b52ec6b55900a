import fs, { type Stats } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Disk, systemDisk } from './disk.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** True for the form of every upload's and blob's name. */
export const isId = (text: string): boolean => ID.test(text)

/**
 * Ids come from the database, yet a path is built from them: anything but a UUID is refused here too.
 * @throws {TypeError}
 */
export function checkedId(id: string): string {
  if (!isId(id)) throw new TypeError('not a blob id')
  return id
}

/** Makes a folder only the server enters, and makes its name durable. */
export function makeFolder(folder: string): void {
  if (!fs.mkdirSync(folder, { recursive: true, mode: 0o700 })) return
  const parent = fs.openSync(path.dirname(folder), 'r')
  try {
    fs.fsyncSync(parent)
  } finally {
    fs.closeSync(parent)
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string, disk: Disk = systemDisk): Promise<void> {
  const handle = await disk.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** True for an error of the operating system with this code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Undefined when there is no such file, or no longer. */
export async function statIfThere(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Writes into a folder and takes it back. @throws {Error} with a `code` when the disk refuses. */
export async function tryFolder(folder: string): Promise<void> {
  const file = path.join(folder, `.ready-${process.pid}`)
  try {
    await writeFile(file, 'x', { mode: 0o600 })
  } finally {
    await rm(file, { force: true })
  }
}
