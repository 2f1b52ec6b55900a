import fs from 'node:fs'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { z } from 'zod'

/** A setting that is an address. @param form one as it may look, which a refusal shows. */
export const addressLike = (form: string, protocol = /^https?$/) => z.url({ protocol, error: `must be like ${form}` })

/** The address of the installation: the app and every link in a mail are at the root of its host. */
export const rootAddress = addressLike('https://files.example.org').refine(
  (address) => !URL.canParse(address) || /^\/?$/.test(new URL(address).pathname + new URL(address).search),
  'must be the root of a host, without a path: https://files.example.org',
)

/** As in the header of a mail. */
export const sender = z
  .string()
  .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be like Files <no-reply@example.org>')

/** Entries with commas between. */
export function splitList(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** @returns the entries. @throws when one could never match an address. */
export function redirectTargets(list: readonly string[]): string[] {
  const wrong = list.find((entry) => !/^(\*|[a-z][a-z\d+.-]*:)/i.test(entry))
  if (wrong === undefined) return [...list]
  throw new Error(`Bad configuration: REDIRECT_ALLOW_LIST holds ${wrong}, which is not like https://app.example.com/*`)
}

/** @throws naming the setting that names the file. */
export function readNamed(setting: string, file: string): Buffer {
  try {
    return fs.readFileSync(file)
  } catch (cause) {
    throw unusable(setting, file, cause)
  }
}

/** @throws naming the setting that names the file. */
export function requireReadable(setting: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    fs.accessSync(file, fs.constants.R_OK)
    return file
  } catch (cause) {
    throw unusable(setting, file, cause)
  }
}

/** @throws when the two are no certificate in PEM and its key. */
export function readCertificate({ cert, key }: { cert: string; key: string }): { cert: Buffer; key: Buffer } {
  const pair = { cert: readNamed('TLS_CERT_FILE', cert), key: readNamed('TLS_KEY_FILE', key) }
  try {
    createSecureContext(pair)
    return pair
  } catch (cause) {
    throw new Error(
      `Bad configuration: TLS_CERT_FILE and TLS_KEY_FILE must be a certificate in PEM and its private key (${reasonOf(cause)})`,
      { cause },
    )
  }
}

/**
 * Makes the folder of the installation. Others may pass through, for PostgreSQL runs as its own user; what is private in it has a mode of its own.
 * @throws naming the setting. One step after the other: in folders of the kernel, Node tries all at once for ever.
 */
export function makeDataDir(folder: string): void {
  const missing: string[] = []
  for (let at = folder; !fs.existsSync(at); at = path.dirname(at)) missing.unshift(at)
  try {
    if (missing.length === 0 && !fs.statSync(folder).isDirectory()) throw new Error('it is a file')
    for (const one of missing) fs.mkdirSync(one, { mode: 0o755 })
  } catch (cause) {
    throw unusable('DATA_DIR', folder, cause)
  }
}

function unusable(setting: string, file: string, cause: unknown): Error {
  return new Error(`Bad configuration: ${setting} names ${file}, which cannot be used (${reasonOf(cause)})`, { cause })
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EROFS: 'its disk takes no writes',
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return REASONS[code] ?? cause.message
}
