import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { JWK } from 'jose'
import { importSigningKey, newKeyFile, parseKeyFile, publicHalf, type SigningKey } from './signing-keys.ts'

/** What only this installation knows. Lives in `<dataDir>/secrets`, readable by the server's own user alone. */
export type Secrets = {
  /** Signs new access tokens. */
  signingKey: SigningKey
  /** Public halves of the current and of retired keys, newest first; served as the JWKS. */
  publicKeys: JWK[]
  /** 32 bytes: key of every HMAC that must not be guessed from outside (salts of unknown accounts, rate-limit buckets). */
  serverSecret: Buffer
  /** 64 bytes: the two keys that sign checkpoints of the ledger. */
  ledgerSeeds: Buffer
  /** Not secret: they select the role `anon`. The first is handed out, the others are still accepted. */
  publishableKeys: [string, ...string[]]
  /** SHA-256 of each secret key. The keys themselves stay in the file `secret-key`. */
  secretKeyHashes: Buffer[]
}

/**
 * Reads the secrets of this installation and makes the missing ones. Several nodes on one folder may start at once:
 * one writes, all read the same.
 *
 * @throws {Error} when a file is unreadable or does not hold what its name says.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const folder = path.join(dataDir, 'secrets')
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  await fs.chmod(folder, 0o700)

  const jwks = parseKeyFile(await readOrCreate(folder, 'signing-keys.json', newKeyFile))
  const serverSecret = Buffer.from(
    await readOrCreate(folder, 'server-secret', () => randomBytes(32).toString('base64url')),
    'base64url',
  )
  if (serverSecret.length !== 32) throw new Error('secrets/server-secret must hold 32 bytes in base64url')
  const ledgerSeeds = Buffer.from(
    await readOrCreate(folder, 'ledger-key', () => randomBytes(64).toString('base64url')),
    'base64url',
  )
  if (ledgerSeeds.length !== 64) throw new Error('secrets/ledger-key must hold 64 bytes in base64url')
  const [publishableKey, ...olderKeys] = lines(
    await readOrCreate(folder, 'publishable-key', () => newApiKey('sb_publishable_', 16)),
  )
  if (!publishableKey) throw new Error('secrets/publishable-key is empty')
  const secretKeys = lines(await readOrCreate(folder, 'secret-key', () => newApiKey('sb_secret_', 24)))

  return {
    signingKey: await importSigningKey(jwks[0]),
    publicKeys: jwks.map(publicHalf),
    serverSecret,
    ledgerSeeds,
    publishableKeys: [publishableKey, ...olderKeys],
    secretKeyHashes: secretKeys.map(hashOf),
  }
}

/** SHA-256 of a key of 128 bits or more; shorter secrets need a slow hash. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

async function readOrCreate(folder: string, name: string, make: () => string | Promise<string>): Promise<string> {
  const file = path.join(folder, name)
  const found = await readIfThere(file)
  if (found !== undefined) return found
  // Linking is atomic and fails when the name is taken, so a reader never meets half a file and the first writer wins.
  const draft = path.join(folder, `.${name}.${randomUUID()}`)
  await fs.writeFile(draft, `${await make()}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await fs.link(draft, file)
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error
  } finally {
    await fs.unlink(draft)
  }
  return (await fs.readFile(file, 'utf8')).trim()
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await fs.readFile(file, 'utf8')).trim()
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw error
  }
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

// The tail is a checksum, so that a key with a typing mistake is recognised without looking it up.
function newApiKey(prefix: string, bytes: number): string {
  const body = prefix + randomBytes(bytes).toString('base64url')
  return `${body}_${hashOf(body).toString('base64url').slice(0, 8)}`
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
