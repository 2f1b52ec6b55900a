import { createHash, randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import type { SecretStore } from './secret-store/secret-store.ts'
import {
  importSigningKey,
  newKeyFile,
  parseKeyFile,
  publicHalf,
  SIGNING_KEYS,
  type SigningKey,
} from './signing-keys.ts'

/** What only this installation knows. See `openSecretStore` for where it lies. */
export type Secrets = {
  /** Signs new access tokens. This and the next are replaced while the server runs, where nodes share their secrets. */
  signingKey: SigningKey
  /** Public halves of the current and of retired keys, newest first; served as the JWKS. */
  publicKeys: JWK[]
  /** 32 bytes: key of every HMAC that must not be guessed from outside (salts of unknown accounts, rate-limit buckets). */
  serverSecret: Buffer
  /** 64 bytes: the two keys that sign checkpoints of the ledger. */
  ledgerSeeds: Buffer
  /** Not secret: they select the role `anon`. The first is handed out, the others are still accepted. */
  publishableKeys: [string, ...string[]]
  /** SHA-256 of each secret key. The keys themselves stay where they lie, as `secret-key`. */
  secretKeyHashes: Buffer[]
}

type Secret<T> = { make: () => string | Promise<string>; read: (text: string) => T | Promise<T> }

/** Every secret that a server needs: what is in a new one, and how it is read. `read` throws where it is damaged. */
const SECRETS = {
  [SIGNING_KEYS]: secret({
    make: newKeyFile,
    read: async (text) => {
      const jwks = parseKeyFile(text)
      return { signingKey: await importSigningKey(jwks[0]), publicKeys: jwks.map(publicHalf) }
    },
  }),
  'server-secret': secret({
    make: () => randomBytes(32).toString('base64url'),
    read: (text) => bytesOf(text, 32, 'secrets/server-secret'),
  }),
  'ledger-key': secret({
    make: () => randomBytes(64).toString('base64url'),
    read: (text) => bytesOf(text, 64, 'secrets/ledger-key'),
  }),
  'publishable-key': secret({
    make: () => newApiKey('sb_publishable_', 16),
    read: (text): Secrets['publishableKeys'] => {
      const [publishableKey, ...olderKeys] = lines(text)
      if (!publishableKey) throw new Error('secrets/publishable-key is empty')
      return [publishableKey, ...olderKeys]
    },
  }),
  'secret-key': secret({ make: () => newApiKey('sb_secret_', 24), read: (text) => lines(text).map(hashOf) }),
}

function secret<T>(one: Secret<T>): Secret<T> {
  return one
}

function bytesOf(text: string, count: number, name: string): Buffer {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== count) throw new Error(`${name} must hold ${count} bytes in base64url`)
  return bytes
}

/** @throws {Error} when a text is not what a server could read as the secret of that name. */
export async function refuseDamaged(name: string, text: string): Promise<void> {
  for (const [known, { read }] of Object.entries(SECRETS)) if (known === name) await read(text)
}

/** What is wrong with the secrets; nothing is made or changed, and nothing of their content is in the answer. */
export async function inspectSecrets(store: SecretStore): Promise<{ missing: string[]; damaged: string[] }> {
  const found = { missing: new Array<string>(), damaged: new Array<string>() }
  for (const [name, { read }] of Object.entries(SECRETS)) {
    try {
      const text = await store.read(name)
      if (text === undefined) found.missing.push(name)
      else await read(text)
    } catch {
      // The reason may quote what it holds.
      found.damaged.push(name)
    }
  }
  return found
}

/**
 * Reads the secrets of this installation and makes the missing ones. Several nodes may start at once: one writes, all read the same.
 *
 * @throws {Error} when one is unreadable or does not hold what its name says.
 */
export async function loadSecrets(store: SecretStore): Promise<Secrets> {
  const load = async <T>(name: string, { make, read }: Secret<T>): Promise<T> =>
    read(await store.readOrCreate(name, make))

  return {
    ...(await load(SIGNING_KEYS, SECRETS[SIGNING_KEYS])),
    serverSecret: await load('server-secret', SECRETS['server-secret']),
    ledgerSeeds: await load('ledger-key', SECRETS['ledger-key']),
    publishableKeys: await load('publishable-key', SECRETS['publishable-key']),
    secretKeyHashes: await load('secret-key', SECRETS['secret-key']),
  }
}

/** SHA-256 of a key of 128 bits or more; shorter secrets need a slow hash. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
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
