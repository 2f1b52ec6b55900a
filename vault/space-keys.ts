import { z } from 'zod'
import { type AccountMasterKey, CryptoError, type SpaceKey, fromBase64Url, unwrapSpaceKey } from '#crypto/index.ts'
import { VaultError } from './vault-error.ts'

/** What to ask rest/v1 for: the keys of all epochs of the account's own spaces. */
export const SPACE_KEYS = 'space_keys?select=space_id,epoch,wrapped_key'
const shape = z.array(z.object({ space_id: z.uuid(), epoch: z.int(), wrapped_key: z.string() }))

/** The key of one epoch of a space. */
export type EpochKey = { spaceId: string; epoch: number; key: SpaceKey }

/**
 * Opens the keys of the account's own spaces. They change together with the account master key, in one transaction.
 * @param rows as the server answers.
 * @throws {VaultError} `keys_replaced` when one is not under this account master key.
 */
export async function unwrapSpaceKeys(
  { amk, userId }: { amk: AccountMasterKey; userId: string },
  rows: unknown,
): Promise<EpochKey[]> {
  try {
    return await Promise.all(
      shape.parse(rows).map(async ({ space_id: spaceId, epoch, wrapped_key }) => ({
        spaceId,
        epoch,
        key: await unwrapSpaceKey({ amk, wrapped: fromBase64Url(wrapped_key), context: { userId, spaceId, epoch } }),
      })),
    )
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw new VaultError('keys_replaced', 'The keys of this vault are under another account key.', { cause })
  }
}
