import type { FileVersion } from '#vault/file-versions.ts'
import type { Backend } from './create-vault-client.ts'
import type { Saving } from './downloads.ts'
import type { FileView, Viewing } from './views.ts'
export type { FileVersion } from '#vault/file-versions.ts'

/** What files were before their content was replaced. */
export type VersionsClient = {
  /** Newest first. */
  list: (fileId: string) => Promise<FileVersion[]>
  /** Saves the decrypted version; resolves when the last byte was verified. */
  download: (id: string) => Promise<void>
  /** Opens the version to look at it here. */
  view: (id: string) => Promise<FileView>
  /** Makes it the file's content again; what it replaces is kept. */
  restore: (id: string) => Promise<void>
  remove: (id: string) => Promise<void>
}

export function createVersions(
  backend: Promise<Backend>,
  { save, show }: Pick<Saving, 'save'> & Viewing,
): VersionsClient {
  const vault = async () => (await backend).workers.vault
  return {
    list: async (fileId) => (await vault()).listVersions(fileId),
    download: (id) => save((workers) => workers.vault.prepareVersionDownload(id), { needsVault: true }),
    view: (id) => show((workers) => workers.vault.prepareVersionDownload(id)),
    restore: async (id) => (await vault()).restoreVersion(id),
    remove: async (id) => (await vault()).deleteVersion(id),
  }
}
