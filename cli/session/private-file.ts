import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600

/**
 * Where this command keeps things: `QUANTUMSHIELD_HOME`, else `quantumshield` in the user's configuration folder
 * (XDG Base Directory Specification).
 */
export function homeFolder(): string {
  const own = process.env['QUANTUMSHIELD_HOME']
  if (own) return path.resolve(own)
  const config = process.env['XDG_CONFIG_HOME'] || path.join(os.homedir(), '.config')
  return path.join(config, 'quantumshield')
}

/** Where an opened vault is kept for a while: in memory only, where the system has such a folder. */
export function runtimeFolder(): string {
  const own = process.env['QUANTUMSHIELD_HOME']
  const runtime = process.env['XDG_RUNTIME_DIR']
  return runtime && !own ? path.join(runtime, 'quantumshield') : homeFolder()
}

/** Writes a file that only its owner may read; whole or not at all. */
export function writePrivate(file: string, value: unknown): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  fs.writeFileSync(draft, JSON.stringify(value, null, 2), { mode: OWNER_ONLY_FILE, flag: 'wx' })
  fs.renameSync(draft, file)
}

/** The parsed content; undefined when the file is missing or no JSON. */
export function readPrivate(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

export function removePrivate(file: string): void {
  fs.rmSync(file, { force: true })
}
