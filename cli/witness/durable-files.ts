import fs from 'node:fs'
import path from 'node:path'

/** Replaces a file as a whole. On disk when it returns; a crash, or a full disk, leaves the one before. */
export function replaceDurably(file: string, content: string | Uint8Array): void {
  const draft = `${file}.new`
  try {
    writeDurably(draft, content)
    fs.renameSync(draft, file)
  } catch (error) {
    // What was written of it takes room on a disk that is full.
    fs.rmSync(draft, { force: true })
    throw error
  }
  syncFolder(path.dirname(file))
}

export function writeDurably(file: string, content: string | Uint8Array): void {
  fs.writeFileSync(file, content, { mode: 0o600, flush: true })
}

/** With the folders above it, and each on disk. */
export function makeFolderDurably(folder: string): void {
  if (fs.existsSync(folder)) return
  makeFolderDurably(path.dirname(folder))
  fs.mkdirSync(folder, { mode: 0o700, recursive: true })
  syncFolder(path.dirname(folder))
}

export function readText(file: string): string | undefined {
  return readBytes(file)?.toString()
}

/** Undefined where there is no such file. */
export function readBytes(file: string): Buffer | undefined {
  try {
    return fs.readFileSync(file)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function syncFolder(folder: string): void {
  // Windows cannot open folders, and needs no call for this.
  if (process.platform === 'win32') return
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
