import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { whenDone } from './cleanup.ts'

export const MEGABYTE = 1024 * 1024

/** A folder of this run. @param parent `/dev/shm` for one in memory. */
export function makeFolder(name: string, parent: string = os.tmpdir()): string {
  const folder = fs.mkdtempSync(path.join(parent, `quantumshield-bench-${name}-`))
  // PostgreSQL runs as another user and must be able to pass through.
  fs.chmodSync(folder, 0o755)
  whenDone(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder in memory where the system has one, otherwise undefined. */
export function makeMemoryFolder(name: string): string | undefined {
  return fs.existsSync('/dev/shm') ? makeFolder(name, '/dev/shm') : undefined
}

export type RandomFile = { path: string; sizeBytes: number; sha256: string }

/** Writes a file that nothing can compress. The last megabyte is cut, so that no chunk size divides the length. */
export function makeRandomFile(folder: string, name: string, megabytes: number): RandomFile {
  const file = path.join(folder, name)
  const hash = createHash('sha256')
  const handle = fs.openSync(file, 'w')
  const sizeBytes = megabytes * MEGABYTE - 1234
  for (let written = 0; written < sizeBytes;) {
    const chunk = randomBytes(Math.min(8 * MEGABYTE, sizeBytes - written))
    fs.writeSync(handle, chunk)
    hash.update(chunk)
    written += chunk.length
  }
  fs.closeSync(handle)
  return { path: file, sizeBytes, sha256: hash.digest('hex') }
}

/** SHA-256 of a file in hex, read in pieces. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of fs.createReadStream(file, { highWaterMark: MEGABYTE })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Throws unless a file holds exactly the bytes of `wanted`. */
export async function requireSameFile(file: string, wanted: RandomFile): Promise<void> {
  const hash = await hashOfFile(file)
  if (hash !== wanted.sha256) throw new Error(`the bytes differ: ${fs.statSync(file).size} of ${wanted.sizeBytes}`)
}

/** All files below a folder. */
export function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
