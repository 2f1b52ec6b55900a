import { z } from 'zod'
import { type AccountMasterKey, CryptoError, type SpaceKey, fromBase64Url, unwrapSpaceKey } from '#crypto/index.ts'
import { VaultError } from './vault-error.ts'

/** What to ask rest/v1 for: the keys of all epochs of the account's own spaces. */
export const SPACE_KEYS = 'space_keys?select=space_id,epoch,wrapped_key'
const shape = z.array(z.object({ space_id: z.uuid(), epoch: z.int(), wrapped_key: z.string() }))

/** The key of one epoch of a space. */
export type EpochKey = { spaceId: string; epoch: number; key: SpaceKey }

type Account = { amk: AccountMasterKey; userId: string }

/**
 * Opens the keys of the account's own spaces. They change together with the account master key, in one transaction.
 *
 * @param rows  as the server answers.
 * @param epoch from the keyring; null where it does not say.
 * @throws {VaultError} `keys_replaced` when one is not under this account master key, or the key of `epoch` is missing.
 */
export async function unwrapSpaceKeys(account: Account, rows: unknown, epoch: number | null): Promise<EpochKey[]> {
  const keys = await Promise.all(shape.parse(rows).map((row) => unwrapOrNull(account, row)))
  const opened = keys.filter((key) => key !== null)
  if (opened.length < keys.length || (epoch !== null && !opened.some((key) => key.epoch === epoch)))
    throw keysReplaced()
  return opened
}

/** True when at least one of them is under this account key. */
export async function opensSpaceKeys(account: Account, rows: unknown): Promise<boolean> {
  const keys = await Promise.all(shape.parse(rows).map((row) => unwrapOrNull(account, row)))
  return keys.some((key) => key !== null)
}

async function unwrapOrNull(
  { amk, userId }: Account,
  { space_id: spaceId, epoch, wrapped_key }: z.infer<typeof shape>[number],
): Promise<EpochKey | null> {
  try {
    const wrapped = fromBase64Url(wrapped_key)
    return { spaceId, epoch, key: await unwrapSpaceKey({ amk, wrapped, context: { userId, spaceId, epoch } }) }
  } catch (error) {
    if (error instanceof CryptoError) return null
    throw error
  }
}

export function keysReplaced(): VaultError {
  return new VaultError('keys_replaced', 'The keys of this vault are under another account key.')
}
