import { z } from 'zod'
import {
  type AccountMasterKey,
  CryptoError,
  type ParsedPhrase,
  fromBase64Url,
  parseRecoveryPhrase,
  systemRandom,
  toBase64Url,
  unwrapAccountKeyByWords,
  wrapAccountKey,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import type { Credentials } from '../session/credentials.ts'
import { VaultError } from '../session/vault-error.ts'

/** Why typed recovery words cannot be right, as far as that shows without the vault. `position` counts from 1. */
export type RecoveryWordsProblem = Exclude<ParsedPhrase, { outcome: 'ok' }>

const wraps = z.array(z.object({ wrapped_key: z.string() }))

/** Looks for a typing error. @returns null when count, words and checksum are right. */
export function checkRecoveryWords(words: string): RecoveryWordsProblem | null {
  const parsed = parseRecoveryPhrase(words)
  return parsed.outcome === 'ok' ? null : parsed
}

/**
 * The account master key, by the words of the recovery kit.
 * @throws {VaultError} `wrong_recovery_phrase` when the words are not of this vault, `not_found` when there is no vault.
 */
export async function unwrapMasterKeyByWords(api: VaultApi, userId: string, words: string): Promise<AccountMasterKey> {
  const parsed = parseRecoveryPhrase(words)
  if (parsed.outcome !== 'ok') throw new VaultError('wrong_recovery_phrase', 'These are not 24 recovery words.')
  const [wrap] = wraps.parse(await api.rest('account_wraps?select=wrapped_key&kind=eq.recovery'))
  if (!wrap) throw new VaultError('not_found', 'This account has no recovery kit.')
  try {
    return await unwrapAccountKeyByWords({ wrapped: fromBase64Url(wrap.wrapped_key), phrase: parsed.phrase, userId })
  } catch (cause) {
    if (cause instanceof CryptoError) {
      throw new VaultError('wrong_recovery_phrase', 'The words do not open this vault.', { cause })
    }
    throw cause
  }
}

/**
 * Shows that the words are those of this vault, by opening it with them, and notes on the server that it was shown. The
 * words stay on this device.
 * @throws {VaultError} `wrong_recovery_phrase`, `not_found`
 */
export async function proveRecoveryWords(api: VaultApi, userId: string, words: string): Promise<void> {
  await unwrapMasterKeyByWords(api, userId, words)
  await api.rest('rpc/record_recovery_check', { method: 'POST', body: {} })
}

/** The account master key under a new password, base64url: what replaces the old wrap. Files stay as they are. */
export async function wrapForPassword(
  amk: AccountMasterKey,
  userId: string,
  { kek }: Pick<Credentials, 'kek'>,
): Promise<string> {
  return toBase64Url(await wrapAccountKey({ amk, kek, userId, kind: 'password', random: systemRandom }))
}
