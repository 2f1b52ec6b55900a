import { z } from 'zod'
import { isAccountWrap, isKeyWrap, isPasskeyWrap, isRecoveryWrap, isSealed, isWrapForKey } from '../sealed-form.ts'

/** What all keys of a vault may take in one request. */
export const VAULT_KEYS_BYTES = 2 * 1024 * 1024
const LONGEST_KEYRING = 1_000_000
const MOST_SPACE_KEYS = 5000
const MOST_HOLDERS = 10
const MOST_PASSKEYS = 10

export const accountWrap = z.string().max(256).refine(isAccountWrap, 'This is no wrapped account key')
export const recoveryWrap = z.string().max(2048).refine(isRecoveryWrap, 'This is no wrapped account key')
const spaceKey = z.object({
  space_id: z.uuid(),
  epoch: z.int().positive(),
  wrapped_key: z.string().max(128).refine(isKeyWrap, 'This is no wrapped space key'),
})
export const passkeyWrap = z.string().max(2048).refine(isPasskeyWrap, 'This is no account key wrapped for a passkey')
const wrapForKey = z.string().max(2048).refine(isWrapForKey, 'This is no wrapped key')
/** What travels with a new account key: everything that the old one wrapped. */
export const vaultKeyFields = {
  keyring: z
    .object({
      sealed: z.string().max(LONGEST_KEYRING).refine(isSealed, 'This is no sealed keyring'),
      version: z.int(),
      /** Shown with each later change of it; a client of before has none. */
      write_proof: z
        .string()
        .regex(/^[\w-]{43}$/)
        .optional(),
    })
    .optional(),
  space_keys: z.array(spaceKey).max(MOST_SPACE_KEYS).optional(),
  /** The epoch of the personal space that begins with a new account key. */
  space: z.object({ id: z.uuid(), epoch: spaceKey.shape.epoch, wrapped_key: spaceKey.shape.wrapped_key }).optional(),
  /** Shares of the new account key for those who may let the account back in. */
  organisation: z
    .object({
      revision: z.int().positive(),
      wrapped_key: accountWrap,
      shares: z
        .array(z.object({ holder_id: z.uuid(), sealed_share: z.string().min(1).max(256), wrapped_key: wrapForKey }))
        .max(MOST_HOLDERS),
    })
    .optional(),
  /** The new account key for the passkeys that keep opening the vault; those of others end. */
  passkeys: z
    .array(z.object({ passkey_id: z.uuid(), wrapped_key: passkeyWrap }))
    .max(MOST_PASSKEYS)
    .optional(),
  /** The recovery words stay the same, and so does when they were checked. */
  keeps_words: z.boolean().optional(),
}
export const vaultKeys = z.object({
  wraps: z.object({ password: accountWrap.optional(), recovery: recoveryWrap.optional() }).default({}),
  ...vaultKeyFields,
})
export type VaultKeys = z.infer<typeof vaultKeys>
