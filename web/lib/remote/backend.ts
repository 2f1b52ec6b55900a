import { ENTRY_HEADER } from '#contract/organisation/tenant-life.ts'
import type { OrganisationFacts } from '#contract/organisation/organisation.ts'
import type { StartSettings } from '../account/account-costs.ts'
import { createTokenSource } from '../account/access-token.ts'
import { createKeeping, createTabSecret, type Keeping } from '../account/session/keeping.ts'
import { createOneRefresh } from '../account/session/one-refresh.ts'
import { createSessionReads, type SessionReads } from '../account/session/session-reads.ts'
import { createSessionStorage, type SessionStorage } from '../account/session/session-storage.ts'
import { createSiblings, type Siblings } from '../account/session/siblings.ts'
import { type WorkerPool, createWorkers } from './worker-pool.ts'
import { AuthClient } from '@supabase/supabase-js'
import { type ApiSettings, VaultApi } from '#vault/session/api.ts'
import { SESSION_KEY } from '../account/session/stored-session.ts'

/** Who takes the money; no money moves in the sandbox. */
export type Biller = StartSettings['billing']

type ServerConfig = StartSettings & {
  publishable_key: string
  max_file_bytes: number
  /** The server asks for a proof of work before sign-up, sign-in and mail. */
  captcha: boolean
  /** Changes can be heard over a WebSocket. */
  has_realtime: boolean
  organisation: OrganisationFacts
  /** Mails wait at `/dev/mailbox`: no SMTP server is set. */
  has_local_mailbox: boolean
}

/** The client of the session. */
class SessionClient extends AuthClient {
  /** After a renewal that failed auth-js answers for a minute without asking the server; somebody who presses a button wants it asked. */
  askAgain(): void {
    this.lastRefreshFailure = null
  }
}

/** What the parts of the client share once the server has said who it is. */
export type Backend = {
  auth: SessionClient
  workers: WorkerPool
  config: ServerConfig
  storage: SessionStorage
  reads: SessionReads
  siblings: Siblings
  keeping: Keeping
  /** The line to the server for what needs no keys. */
  page: VaultApi
  /** The same line within another organisation, by an entry. Its receipts are of another log than one's own. */
  enter: (entry: string) => VaultApi
}

/** Asks the server who it is. */
export async function connect(): Promise<Backend> {
  const response = await fetch('/config.json', { cache: 'no-store' })
  if (!response.ok) throw new Error('the server does not answer')
  const config = (await response.json()) as ServerConfig
  const storage = createSessionStorage()
  const secret = createTabSecret()
  const siblings = createSiblings(secret.get)
  const reads = createSessionReads(
    (input, init) => fetch(input, init),
    () => workers.endReads(),
  )
  const auth = new SessionClient({
    url: `${location.origin}/auth/v1`,
    // No default bearer: it would be joined with the person's own.
    headers: { apikey: config.publishable_key },
    storageKey: SESSION_KEY,
    storage,
    fetch: createOneRefresh({ fetch: reads.fetch, locks: navigator.locks, storage }),
    autoRefreshToken: true,
    persistSession: true,
    // The account pages read mail links themselves: a link alone must not open a session without the vault's password.
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  })
  const connection = { baseUrl: location.origin, publishableKey: config.publishable_key }
  const keeping = createKeeping(storage.stay, secret, siblings)
  const accessToken = reads.guard(createTokenSource(auth, storage))
  const workers = createWorkers(connection, { accessToken, keep: () => keeping.forOpening() })
  const onAnswer: ApiSettings['onAnswer'] = (answer) =>
    // A receipt that is lost is one that nobody can hold against the server; it takes nothing from the answer.
    void workers
      .vaultWorker()
      .then((worker) => worker.hearReceipt(answer))
      .catch(() => undefined)
  const page = new VaultApi({ ...connection, accessToken, reading: reads.signal, onAnswer })
  const enter = (entry: string) =>
    new VaultApi({ ...connection, accessToken, reading: reads.signal, headers: { [ENTRY_HEADER]: entry } })
  return { auth, workers, config, storage, reads, siblings, keeping, page, enter }
}
