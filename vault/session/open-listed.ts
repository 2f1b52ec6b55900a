import { CryptoError, fromBase64Url, fromUtf8 } from '#crypto/index.ts'
import type { OpenVault } from './open-vault.ts'
import { VaultError } from './vault-error.ts'

/** A sealed text in a row of a list, and what the server says of the row. */
export type ListedText = {
  kind: 'file' | 'folder' | 'tag'
  id: string
  version: number
  field: 'name' | 'type'
  /** Base64url. */
  value: string
  space_id: string | null
  space_epoch: number | null
}

/**
 * Opens a text of a row in the list of one space.
 * @returns null when it does not open, and when the row names another space: a list holds what is of its own space, although the vault
 * may have the keys of others.
 */
export async function openListed(vault: OpenVault, text: ListedText, spaceId: string): Promise<string | null> {
  const { kind, id, version, field, value, space_id, space_epoch } = text
  if (space_id !== spaceId) return null
  try {
    const { records } = vault.space(spaceId, space_epoch ?? 0)
    return fromUtf8(await records.open({ kind, id, version, field }, fromBase64Url(value)))
  } catch (error) {
    if (!(error instanceof CryptoError || error instanceof VaultError)) throw error
    return null
  }
}

/** The name of what cannot be called by its own, because it did not open. @param id of the file, folder or tag. */
export const damagedName = (id: string): string => `Damaged name (${id.slice(0, 8)})`
