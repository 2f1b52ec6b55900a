import { z } from 'zod'
import { isAccountWrap, isKeyWrap, isSealed } from './sealed-form.ts'

const LONGEST_KEYRING = 1_000_000
const MOST_SPACE_KEYS = 5000

export const accountWrap = z.string().max(256).refine(isAccountWrap, 'This is no wrapped account key')
/** What travels with a new account key: everything that the old one wrapped. */
export const vaultKeyFields = {
  keyring: z
    .object({
      sealed: z.string().max(LONGEST_KEYRING).refine(isSealed, 'This is no sealed keyring'),
      version: z.int(),
    })
    .optional(),
  space_keys: z
    .array(
      z.object({
        space_id: z.uuid(),
        epoch: z.int().positive(),
        wrapped_key: z.string().max(128).refine(isKeyWrap, 'This is no wrapped space key'),
      }),
    )
    .max(MOST_SPACE_KEYS)
    .optional(),
}
export const vaultKeys = z.object({
  wraps: z.object({ password: accountWrap.optional(), recovery: accountWrap.optional() }).default({}),
  ...vaultKeyFields,
})
export type VaultKeys = z.infer<typeof vaultKeys>
