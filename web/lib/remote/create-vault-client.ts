import { LIMITS } from '#contract/limits.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { createAccount } from '../account/account.ts'
import { connect } from './backend.ts'
import { createDownloads } from '../files/downloads.ts'
import { createFileList } from '../files/file-list.ts'
import { createKeyless } from '../keyless/keyless-client.ts'
import { createInstallation } from '../account/installation-client.ts'
import { lazyClient } from '../keyless/lazy-client.ts'
import { createLive } from './live-client.ts'
import { reportFailure, onReachable } from './connectivity.ts'
import { type RemoteVault, createRemote } from './remote.ts'
import { createSavedUploads } from '../files/saved-uploads.ts'
import { createSender } from '../files/sender-client.ts'
import { createStore } from './store.ts'
import { createThumbnails } from '../files/thumbnails.ts'
import { createUploads } from '../files/upload-queue.ts'
import { REMOTE_FEATURES, type VaultClient } from './vault-client.ts'
import { createProtection } from '../account/protection/protection-client.ts'
import { createViews } from '../files/views.ts'

/** Builds the one client of the app: session in the page, keys in a worker, bytes in two more. */
export function createVaultClient(): VaultClient {
  const maxFileBytes = createStore<number>(LIMITS.fileBytes)
  const backend = connect()
  backend.then(({ config }) => maxFileBytes.write(config.max_file_bytes)).catch(() => undefined)

  const vault = createRemote(async () => (await backend).workers.vaultWorker())
  const account = createAccount(backend)
  const remote = Object.fromEntries(REMOTE_FEATURES.map((feature) => [feature, vault[feature]]))
  const { list, create, rename } = vault.folders
  const client: VaultClient = {
    ...(remote as Pick<RemoteVault, (typeof REMOTE_FEATURES)[number]>),
    ...createKeyless(async () => (await backend).page),
    account,
    files: {
      maxFileBytes,
      spaceId: null,
      rename: vault.files.rename,
      proof: vault.files.proof,
      ...createFileList(backend, account.state),
      ...createDownloads(backend, account.state),
      ...createViews(backend, account.state),
      ...createThumbnails(backend, account.state),
      ...createUploads({
        workers: async () => (await backend).workers,
        account: account.state,
        saved: createSavedUploads({ storage: () => localStorage, locks: () => navigator.locks }),
        maxFileBytes: maxFileBytes.read,
        connectivity: { reportFailure, onReachable },
      }),
    },
    folders: { spaceId: null, list, create, rename },
    sender: createSender(backend),
    protection: createProtection(backend),
    checker: lazyClient(() => import('./grammar-engine.ts')),
    installation: createInstallation(backend),
    live: createLive(backend),
    enter: (entry) => {
      let line: Promise<VaultApi> | undefined
      // One line for all its calls: what is done once is remembered by it.
      const connect = () => (line ??= backend.then(({ enter }) => enter(entry)))
      return { connect, rooms: createKeyless(connect) }
    },
  }
  return client
}
