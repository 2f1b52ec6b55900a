import { z } from 'zod'
import {
  type KdfParameters,
  type KeyEncryptionKey,
  derivePassword,
  fromBase64Url,
  newKdfParameters,
  systemRandom,
  toBase64Url,
  CryptoError,
} from '#crypto/index.ts'
import type { VaultApi } from './api.ts'
import { VaultError } from './vault-error.ts'

/** KDF parameters as they travel: names of RFC 9106, salt in base64url. */
export type KdfOnWire = { salt: string; m: number; t: number; p: number; v: number }

/** What a password becomes: the secret that is sent as the password, and the key that never leaves this device. */
export type Credentials = { authSecret: string; kek: KeyEncryptionKey; kdf: KdfOnWire }

const kdfShape = z.object({ salt: z.string(), m: z.int(), t: z.int(), p: z.int(), v: z.int() })

/**
 * Derives the credentials of an existing account: asks the server for its parameters, refuses weak ones, then stretches.
 * The server answers for unknown addresses too, so nobody learns who has an account.
 *
 * @throws {VaultError} `weak_settings` when the server offers less than the floor: a sign of a hostile server.
 */
export async function deriveCredentials(api: VaultApi, email: string, password: string): Promise<Credentials> {
  const kdf = kdfShape.parse(await api.auth('kdf', { email }))
  return fromParameters(password, kdf).catch(rethrowWeakKdf)
}

/** Credentials with fresh parameters, for a new account or a new password. */
export async function newCredentials(password: string): Promise<Credentials> {
  const { salt, ...rest } = newKdfParameters(systemRandom)
  return fromParameters(password, { salt: toBase64Url(salt), ...rest })
}

async function fromParameters(password: string, kdf: KdfOnWire): Promise<Credentials> {
  const parameters: KdfParameters = { ...kdf, salt: fromBase64Url(kdf.salt) }
  const { authSecret, kek } = await derivePassword({ password, parameters })
  return { authSecret, kek, kdf }
}

/** For `catch`: what the server offered to stretch a password with is below the floor, so nothing was derived or sent. */
export function rethrowWeakKdf(cause: unknown): never {
  if (!(cause instanceof CryptoError) || cause.code !== 'weak_parameters') throw cause
  throw new VaultError(
    'weak_settings',
    'The server offered weak key derivation settings, so nothing was sent. Tell your administrator.',
    { cause },
  )
}
