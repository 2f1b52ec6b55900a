import fs from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'

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
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
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
