import type { Backend } from './create-vault-client.ts'
import type { Saving } from './downloads.ts'
import type { VisitClient } from './vault-client.ts'

/** Follows shared links: the secret goes from the address to the worker and no further. */
export function createVisit(backend: Promise<Backend>, save: Saving['save']): VisitClient {
  return {
    knock: async (id, fragment) => (await backend).workers.vault.knockAtLink(id, fragment),
    open: async (id, fragment, password) => (await backend).workers.vault.openLink(id, fragment, password),
    download: (id) => save((workers) => workers.vault.prepareLinkDownload(id), { needsVault: false }),
  }
}
