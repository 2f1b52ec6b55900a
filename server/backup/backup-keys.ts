import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { generateHybridIdentity, identityToRecipient } from 'age-encryption'
import { createSigner, type Signer, systemRandom, toBase64Url } from '#crypto/index.ts'
import type { SecretStore } from '../secret-store/secret-store.ts'

const SEED_BYTES = 32
export const RECIPIENTS = 'backup-recipients'
const SIGNED_BY = '# signed by: '

/** Opens backups, and knows who signed them. It never lies on the server. */
export type BackupKey = { identity: string; signedBy: string | undefined }

/**
 * Makes a key that opens backups (ML-KEM-768 with X25519), and notes its public half for the server, beside those of earlier ones.
 *
 * @param file of the private half; it must not be there yet.
 * @returns how many earlier keys open the backups of now as well.
 */
export async function makeBackupKey(secrets: SecretStore, file: string): Promise<number> {
  if ((await secrets.names()).length === 0) throw new Error(noServer(secrets.place))
  const identity = await generateHybridIdentity()
  const recipient = await identityToRecipient(identity)
  const text = [
    `# Opens the backups of this QuantumShield server, made ${new Date().toISOString().slice(0, 10)}.`,
    '# Keep it away from the server, and from the backups.',
    `# recipient: ${recipient}`,
    `${SIGNED_BY}${await ownKeyId(secrets)}`,
    identity,
  ]
  await fs.writeFile(file, `${text.join('\n')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await secrets.replace(RECIPIENTS, (before) => [...(before ? [before] : []), recipient].join('\n'))
  return (await readRecipients(secrets)).length - 1
}

/** @throws {Error} when no server ever ran with this DATA_DIR: then the settings are missing, and the key would be of no use. */
export function refuseEmpty(dataDir: string): void {
  if (existsSync(path.join(dataDir, 'secrets'))) return
  throw new Error(noServer(dataDir))
}

const noServer = (place: string): string =>
  `There is no server in ${place}. Give this command the settings of the server: DATA_DIR, and DATABASE_URL, SECRETS_KEY and S3_* where they are set.`

/** @throws {Error} when there are none. */
export async function readRecipients(secrets: SecretStore): Promise<string[]> {
  const recipients = linesOf((await secrets.read(RECIPIENTS)) ?? '').filter((line) => !line.startsWith('#'))
  if (recipients.length > 0) return recipients
  throw new Error(
    'There is no key for backups yet: npm run backup -- new-key --into <file>, and keep that file elsewhere.',
  )
}

/** @throws {Error} when the file holds no key. */
export async function readBackupKey(file: string): Promise<BackupKey> {
  const lines = linesOf(await fs.readFile(file, 'utf8'))
  const identity = lines.find((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (!identity)
    throw new Error(`${file} holds no key that opens backups; it has a line that begins with AGE-SECRET-KEY-`)
  return { identity, signedBy: lines.find((line) => line.startsWith(SIGNED_BY))?.slice(SIGNED_BY.length) }
}

/** What signs the lists of backups; it is of no use for anything else. */
export async function backupSigner(secrets: SecretStore): Promise<Signer> {
  const make = () => randomBytes(2 * SEED_BYTES).toString('base64url')
  const seeds = Buffer.from(await secrets.readOrCreate('backup-signing-key', make), 'base64url')
  const [ed25519Seed, mlDsa65Seed] = [seeds.subarray(0, SEED_BYTES), seeds.subarray(SEED_BYTES)]
  return createSigner({ ed25519Seed, mlDsa65Seed }, systemRandom)
}

/** Id of the key that signs the backups of this server. */
export async function ownKeyId(secrets: SecretStore): Promise<string> {
  return toBase64Url((await backupSigner(secrets)).keyId)
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
