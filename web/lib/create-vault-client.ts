import { AuthClient } from '@supabase/supabase-js'
import { SESSION_KEY, createTokenSource } from './access-token.ts'
import { createAccount } from './account-client.ts'
import { createAccountInfo } from './account-info-client.ts'
import { createCompliance } from './compliance-client.ts'
import { createInstallation } from './installation-client.ts'
import { createDownloads } from './downloads.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OrganisationFacts } from '#contract/organisation.ts'
import { createFileList } from './file-list.ts'
import { createLive } from './live-client.ts'
import { createOrder } from './order-client.ts'
import { createProtection } from './protection-client.ts'
import { createKeyring } from './keyring-client.ts'
import { createRecovery } from './recovery-client.ts'
import { createRequests } from './requests-client.ts'
import { createSender } from './sender-client.ts'
import { createSessionStorage } from './session-storage.ts'
import { createSharing } from './sharing-client.ts'
import { createStatusAdmin } from './status-client.ts'
import { createStore } from './store.ts'
import { createThumbnails } from './thumbnails.ts'
import { createUploads } from './upload-queue.ts'
import { createSpaces } from './spaces-client.ts'
import { createTeam } from './team-client.ts'
import { createVersions } from './versions-client.ts'
import { createViews } from './views.ts'
import { createVisit } from './visit-client.ts'
import { createSettings } from './settings-client.ts'
import type { Biller, VaultClient } from './vault-client.ts'
import { type WorkerPool, startWorkers } from './worker-pool.ts'

type ServerConfig = {
  publishable_key: string
  max_file_bytes: number
  /** The server asks for a proof of work before sign-up, sign-in and mail. */
  captcha: boolean
  /** Changes can be heard over a WebSocket. */
  has_realtime: boolean
  /** Who takes the money; no money moves in the sandbox. */
  billing: Biller
  organisation: OrganisationFacts
  /** Of somebody without a subscription; null is without a limit. */
  free_storage_bytes: number | null
}

/** What the parts of the client share once the server has said who it is. */
export type Backend = {
  auth: InstanceType<typeof AuthClient>
  workers: WorkerPool
  config: ServerConfig
  storage: ReturnType<typeof createSessionStorage>
}

/** Builds the one client of the app: session in the page, keys in a worker, bytes in two more. */
export function createVaultClient(): VaultClient {
  const maxFileBytes = createStore<number>(LIMITS.fileBytes)
  const backend = connect()
  backend.then(({ config }) => maxFileBytes.write(config.max_file_bytes)).catch(() => undefined)

  const account = createAccount(backend)
  const uploads = createUploads(backend, { maxFileBytes: maxFileBytes.read, account: account.state })
  const { save, ...downloads } = createDownloads(backend, account.state)
  const { show, view } = createViews(backend, account.state)
  return {
    account,
    files: {
      maxFileBytes,
      spaceId: null,
      ...createFileList(backend, account.state),
      rename: async (id, name) => (await backend).workers.vault.rename(id, name),
      proof: async (id) => (await backend).workers.vault.readProof(id),
      ...downloads,
      view,
      ...createThumbnails(backend, account.state),
      ...uploads,
    },
    ...createAccountInfo(backend),
    sharing: createSharing(backend, { save, show }),
    team: createTeam(backend),
    spaces: createSpaces(backend),
    versions: createVersions(backend, { save, show }),
    visit: createVisit(backend, save),
    recovery: createRecovery(backend),
    keyring: createKeyring(backend),
    requests: createRequests(backend),
    sender: createSender(backend),
    ...createOrder(backend),
    protection: createProtection(backend),
    settings: createSettings(backend),
    status: createStatusAdmin(backend),
    compliance: createCompliance(backend),
    installation: createInstallation(backend),
    live: createLive(backend),
  }
}

async function connect(): Promise<Backend> {
  const response = await fetch('/config.json', { cache: 'no-store' })
  if (!response.ok) throw new Error('the server does not answer')
  const config = (await response.json()) as ServerConfig
  const storage = createSessionStorage()
  const auth = new AuthClient({
    url: `${location.origin}/auth/v1`,
    // No default bearer: it would be joined with the person's own.
    headers: { apikey: config.publishable_key },
    storageKey: SESSION_KEY,
    storage,
    autoRefreshToken: true,
    persistSession: true,
    // The account pages read mail links themselves: a link alone must not open a session without the vault's password.
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  })
  const connection = { baseUrl: location.origin, publishableKey: config.publishable_key }
  const workers = await startWorkers(connection, createTokenSource(auth, storage))
  return { auth, workers, config, storage }
}
