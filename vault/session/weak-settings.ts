import { CryptoError } from '#crypto/index.ts'
import { VaultError } from './vault-error.ts'

/** For `catch`: what the server offered to stretch a password with is below the floor, so nothing was derived or sent. */
export function asWeakSettings(cause: unknown): never {
  if (!(cause instanceof CryptoError) || cause.code !== 'weak_parameters') throw cause
  throw new VaultError(
    'weak_settings',
    'The server offered weak key derivation settings, so nothing was sent. Tell your administrator.',
    { cause },
  )
}
