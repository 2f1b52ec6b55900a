import type { Manifest } from '#crypto/index.ts'
import { damagedName } from '../session/open-listed.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import type { FileMetadata } from './file-columns.ts'
import type { VaultFile } from './list-files.ts'

/**
 * A file as a list showed it when a person chose it. A list is no proof: the server says which rows are in it and where they lie. Each act on
 * a file hands this down, and what the author of the file signed is compared with it before anything is given away or signed.
 */
export type Shown = Pick<VaultFile, 'id' | 'spaceId' | 'folderId' | 'name' | 'version'>

/** A file of which a person knows no more than the space; null is the personal one. */
export type InSpace = Pick<Shown, 'id' | 'spaceId'>

/**
 * Refuses what is signed for another place, or under another name, than a person was shown. A later version in the same place under the
 * same name is what they meant; a name that was shown as damaged says nothing.
 * @throws {VaultError} `not_as_shown`
 */
export function requireShown(
  vault: Pick<OpenVault, 'personalSpace'>,
  shown: Shown | InSpace,
  { manifest, metadata }: { manifest: Pick<Manifest, 'spaceId' | 'folderId' | 'version'>; metadata: FileMetadata },
): void {
  const isThere =
    manifest.spaceId === (shown.spaceId ?? vault.personalSpace.id) &&
    (!('folderId' in shown) ||
      (manifest.folderId === shown.folderId &&
        manifest.version >= shown.version &&
        (metadata.name === shown.name || shown.name === damagedName(shown.id))))
  if (!isThere) throw notAsShown()
}

/** What a mismatch is reported as; nothing was given away, signed or changed. */
export function notAsShown(): VaultError {
  return new VaultError('not_as_shown', 'This file is not in the folder, or not under the name, that was shown.')
}
